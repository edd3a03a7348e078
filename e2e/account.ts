import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test as base } from './journey.ts';
import { linkIn, startMailServer } from './mail.ts';
import type { MailServer } from './mail.ts';
import { freePort, makeDataDir, startProduct } from './server.ts';
import type { Product } from './server.ts';

export { expect };

const api = '/services/authentication/api';

interface Mailed {
  product: Product;
  post: MailServer;
}

/** A product that sends its mails to a mail server of the journey's own. */
export const test = base.extend<object, Mailed & { mailed: Mailed }>({
  mailed: [
    async ({ browserName }, use) => {
      const post = await startMailServer();
      const dataDir = makeDataDir(browserName);
      const port = await freePort();
      try {
        // Links must have the address that the journeys use, because to a browser localhost is another origin.
        const env = { SMTP_URL: post.url, BASE_URL: `http://127.0.0.1:${port}` };
        const product = await startProduct({ port, dataDir: dataDir.path, env });
        await use({ product, post });
        await product.stop();
      } finally {
        await post.close();
        dataDir.remove();
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  product: [({ mailed }, use) => use(mailed.product), { scope: 'worker' }],
  post: [({ mailed }, use) => use(mailed.post), { scope: 'worker' }],
});

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

export async function activationLink(post: MailServer, email: string): Promise<string> {
  return linkIn(await post.next(email, /^Activate your Muster account$/), '/activate');
}

export async function resetLink(post: MailServer, email: string): Promise<string> {
  return linkIn(await post.next(email, /^Choose a new password/), '/reset-password');
}

/** Somebody who has just opened an account and is signed in here. */
export async function openAccount(page: Page, post: MailServer): Promise<string> {
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
