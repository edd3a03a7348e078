import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { Cookie, Page } from '@playwright/test';
import type { Business } from './businesses.ts';
import { freePort, makeDataDir, startCopy, startProduct } from './server.ts';
import type { Product } from './server.ts';

export { expect };

/** What a browser reports when a request is refused, which a journey may well have asked for. */
const refusedRequest = /^Failed to load resource/;
/** How Chromium speaks of its own drawing without a graphics card. */
const slowDrawing = /GL Driver Message .*GPU stall due to ReadPixels/;
/** The technician's page asks for its data ahead; on a busy machine its script may come seconds later. */
const askedAhead = /was preloaded using link preload but not used/;

/** For a journey that varies another one, or that many tests below the browser prove too: `npm run test:long` runs it. */
export const long = { tag: '@long' };

/** A product that `prepared.ts` has started; a worker uses the one of its place. */
export interface Running {
  url: string;
  dataDir: string;
}

/** A journey that failed halfway leaves things behind, so that whatever runs after it, itself again first, has a copy of its own. */
const failureMark = ({ dataDir }: Running) => join(dataDir, 'a-journey-failed');

/** In which business the journey of the moment happens; a worker runs one after the other. */
let business: Business = 'demo';

/**
 * Every journey also proves that its pages run without an error and within the content security policy, because Chromium reports
 * what the policy refuses as an error of the page.
 */
export const test = base.extend<{ business: Business; complaints: string[] }, { product: Running }>({
  business: ['demo', { option: true }],
  product: [
    async ({ browserName }, use, { parallelIndex }) => {
      const running: Running[] = JSON.parse(process.env['PRODUCTS'] ?? '[]');
      const product = running[parallelIndex];
      if (!product) throw new Error(`No product runs for worker ${parallelIndex} of ${browserName}.`);
      if (!existsSync(failureMark(product))) return use(product);
      const fresh = await startCopy('again');
      try {
        await use(fresh.product);
      } finally {
        await fresh.stop();
      }
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  complaints: [
    async ({ page, product, business: own }, use, info) => {
      business = own;
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        const serious = message.type() === 'error' || message.type() === 'warning';
        const isExpected = [refusedRequest, slowDrawing, askedAhead].some((one) => one.test(message.text()));
        if (serious && !isExpected) complaints.push(message.text());
      });
      await use(complaints);
      if (info.status !== info.expectedStatus || complaints.length > 0)
        writeFileSync(failureMark(product), info.title);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** For journeys that kill their product, or that would disturb all others in it. They run one after the other. */
export const testOfOwnProduct = test.extend<object, { product: Product }>({
  product: [
    async ({ browserName }, use) => {
      const dataDir = makeDataDir(browserName);
      const product = await startProduct({ port: await freePort(), dataDir: dataDir.path });
      try {
        await use(product);
      } finally {
        await product.stop();
        dataDir.remove();
      }
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

type Person = 'owner' | 'dispatcher' | 'bookkeeper' | 'technician' | 'staff';

/** The address that somebody of the journey's business signs in with. */
export function addressOf(person: Person): string {
  return business === 'demo' || person === 'staff'
    ? `${person}@example.com`
    : `${person}.${business}@example.com`;
}

export async function fillIn(page: Page, person: Person, password = 'muster-demo'): Promise<void> {
  await page.getByLabel('Email').fill(addressOf(person));
  await page.getByLabel('Password', { exact: true }).fill(password);
}

/** The cookies of each person by product. They are reused, because thirty sign-ins in a quarter of an hour are the limit. */
const kept = new Map<string, Cookie[]>();

/** Signs in and opens `to`, which has an origin if it belongs to a product other than the common one. */
export async function signIn(page: Page, person: Person, to = '/'): Promise<void> {
  await haveSession(page, person, to.startsWith('/') ? '' : new URL(to).origin);
  await page.goto(to);
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
}

/**
 * Signs in by a call, because sign-in.spec.ts tests the page; or reuses the session of an earlier journey while that
 * lasts. Opens nothing, because most journeys set something up first and then go to a page of their own.
 */
export async function haveSession(page: Page, person: Person, origin = ''): Promise<void> {
  const context = page.context();
  const api = `${origin}/services/authentication/api`;
  const before = await page.request.get(`${api}/session`);
  const key = `${new URL(before.url()).origin} ${addressOf(person)}`;
  await context.addCookies(kept.get(key) ?? []);
  if (!(await page.request.get(`${api}/session`)).ok()) {
    const data = { email: addressOf(person), password: 'muster-demo' };
    // Another journey may have ended the session that was kept; with its cookies a sign-in is refused.
    await context.clearCookies();
    // A machine that is too busy to hash a password says so, and asks to be asked again.
    await expect(async () => {
      expect(await (await page.request.post(`${api}/login`, { data })).json()).toMatchObject({ code: 800 });
    }).toPass({ intervals: [2_000], timeout: 30_000 });
    kept.set(key, await context.cookies());
  }
}
