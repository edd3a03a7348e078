import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test as base } from '../journey.ts';
import { linkIn, startMailServer } from '../mail.ts';
import type { MailServer } from '../mail.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';
import type { Product } from '../server.ts';

export { expect };

const api = '/services/authentication/api';

export interface Post {
  /** The next mail to this address that nobody has asked for yet, with the words of its subject. */
  next(to: string, subject: RegExp): Promise<{ text?: string | undefined }>;
}

export const test = base.extend<object, { post: Post }>({
  /** The mails of the product, read from its inbox. */
  post: [({ product }, use) => use(inboxOf(product.url)), { scope: 'worker' }],
});

/** For a journey whose mails go over real SMTP to a server of its own. */
export const testOverSmtp = base.extend<{ mailed: { product: Product; post: MailServer } }>({
  mailed: async ({ browserName }, use) => {
    const post = await startMailServer();
    const dataDir = makeDataDir(browserName);
    const port = await freePort();
    // Links must have the address that the journeys use, because to a browser localhost is another origin.
    const env = {
      SMTP_URL: post.url,
      SALES_EMAIL: 'sales@example.com',
      BASE_URL: `http://127.0.0.1:${port}`,
    };
    const product = await startProduct({ port, dataDir: dataDir.path, env });
    try {
      await use({ product, post });
    } finally {
      await product.stop();
      await post.close();
      dataDir.remove();
    }
  },
  baseURL: ({ mailed }, use) => use(mailed.product.url),
});

function inboxOf(url: string): Post {
  const mails = `${url}/services/inbox/api/mails`;
  const taken = new Set<string>();
  return {
    async next(to, subject) {
      let found: { id: string } | undefined;
      await expect(async () => {
        const { data } = await (await fetch(mails)).json();
        found = (data as { id: string; to_address: string; subject: string }[]).findLast(
          (mail) => mail.to_address === to && subject.test(mail.subject) && !taken.has(mail.id),
        );
        expect(found, `a mail to ${to} about ${subject}`).toBeDefined();
      }).toPass({ intervals: [50, 100, 200], timeout: 30_000 });
      taken.add(found!.id);
      return (await (await fetch(`${mails}/${found!.id}`)).json()).data;
    },
  };
}

export const password = 'wattle-creek-ute';

/** An address that no other journey uses. */
export function newAddress(): string {
  return `olivia.${randomBytes(6).toString('hex')}@example.com`;
}

/** Registers by a call, because register.spec.ts tests the page. From now on this browser is the one that registered. */
export async function register(page: Page, email: string): Promise<void> {
  await call(page.request, 'register', {
    first_name: 'Olivia',
    last_name: 'Owner',
    phone: '0412 345 678',
    email,
    password,
    password_confirmation: password,
    plan_code: 'crew',
  });
}

export async function activationLink(post: Post, email: string): Promise<string> {
  return linkIn(await post.next(email, /^Activate your Muster account$/), '/activate');
}

export async function resetLink(post: Post, email: string): Promise<string> {
  return linkIn(await post.next(email, /^Choose a new password/), '/reset-password');
}

/** Somebody who has just opened an account and is signed in here. */
export async function openAccount(page: Page, post: Post): Promise<string> {
  const email = newAddress();
  await register(page, email);
  const token = new URL(await activationLink(post, email)).searchParams.get('token');
  await call(page.request, 'activate', { token });
  return email;
}

/** Clears the cookies first, so that the request has no session. */
export async function askForReset(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await call(page.request, 'password/forgot', { email });
}

export async function signInAs(request: APIRequestContext, email: string, secret = password): Promise<void> {
  await call(request, 'login', { email, password: secret });
}

async function call(request: APIRequestContext, name: string, data: unknown): Promise<void> {
  const answer = await request.post(`${api}/${name}`, { data });
  expect(await answer.json()).toMatchObject({ code: 800 });
}
