import { test as base, expect } from '@playwright/test';
import type { Cookie, Page } from '@playwright/test';
import { freePort, makeDataDir, startProduct } from './server.ts';
import type { Product } from './server.ts';

export { expect };

/** What a browser reports when a request is refused, which a journey may well have asked for. */
const refusedRequest = /^Failed to load resource/;
/** How Chromium speaks of its own drawing without a graphics card. */
const slowDrawing = /GL Driver Message .*GPU stall due to ReadPixels/;
/** The technician's page asks for its data ahead; on a busy machine its script may come seconds later. */
const askedAhead = /was preloaded using link preload but not used/;

/**
 * Each worker starts its own product, and tests with another `purpose` run in other workers, so that no test changes the database of
 * another. Every journey also proves that its pages run without an error and within the
 * content security policy, because Chromium reports what the policy refuses as an error of the page.
 */
export const test = base.extend<{ complaints: string[] }, { purpose: string; product: Product }>({
  purpose: ['journey', { scope: 'worker', option: true }],
  product: [
    async ({ purpose }, use) => {
      const dataDir = makeDataDir(purpose);
      try {
        const product = await startProduct({ port: await freePort(), dataDir: dataDir.path });
        await use(product);
        await product.stop();
      } finally {
        dataDir.remove();
      }
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        const serious = message.type() === 'error' || message.type() === 'warning';
        const isExpected = [refusedRequest, slowDrawing, askedAhead].some((one) => one.test(message.text()));
        if (serious && !isExpected) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

type Person = 'owner' | 'dispatcher' | 'technician' | 'staff';

export async function fillIn(page: Page, person: Person, password = 'muster-demo'): Promise<void> {
  await page.getByLabel('Email').fill(`${person}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

/** The cookies of each person by product. They are reused, because thirty sign-ins in a quarter of an hour are the limit. */
const kept = new Map<string, Cookie[]>();

/**
 * Signs in by a call, because sign-in.spec.ts tests the page; or reuses the session of an earlier journey while that
 * lasts. Then opens `to`, which has an origin if it belongs to a product other than the common one.
 */
export async function signIn(page: Page, person: Person, to = '/'): Promise<void> {
  const context = page.context();
  const origin = to.startsWith('/') ? '' : new URL(to).origin;
  const api = `${origin}/services/authentication/api`;
  const before = await page.request.get(`${api}/session`);
  const key = `${new URL(before.url()).origin} ${person}`;
  await context.addCookies(kept.get(key) ?? []);
  if (!(await page.request.get(`${api}/session`)).ok()) {
    const data = { email: `${person}@example.com`, password: 'muster-demo' };
    // Another journey may have ended the session that was kept; with its cookies a sign-in is refused.
    await context.clearCookies();
    // A machine that is too busy to hash a password says so, and asks to be asked again.
    await expect(async () => {
      expect(await (await page.request.post(`${api}/login`, { data })).json()).toMatchObject({ code: 800 });
    }).toPass({ intervals: [2_000], timeout: 30_000 });
    kept.set(key, await context.cookies());
  }
  await page.goto(to);
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
}
