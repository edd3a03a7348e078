import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserType, LaunchOptions, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from './journey.ts';

/** A phone whose browser is closed and started again, with everything that it keeps on its disk. */
export interface Phone {
  /** The page that is open now. */
  page(): Page;
  /** Closes the browser, as a dead battery does, and starts it again; what was open is opened anew. */
  restart(options?: { isOffline?: boolean }): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
  /** While no page is open: one that hears of it goes to the sign-in by itself, across the next step of a journey. */
  signOut(): Promise<void>;
  remove(): Promise<void>;
}

const PATIENCE_MS = 30_000;

interface PhoneOptions {
  browserType: BrowserType;
  launchOptions: LaunchOptions;
  baseURL: string;
}

export async function startPhone({ browserType, launchOptions, baseURL }: PhoneOptions): Promise<Phone> {
  const profile = mkdtempSync(join(tmpdir(), 'muster-phone-'));
  const launch = async () => {
    const context = await browserType.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      locale: 'en-AU',
      timezoneId: 'Australia/Sydney',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  let context: BrowserContext = await launch();
  let page = await context.newPage();
  return {
    page: () => page,
    async restart({ isOffline = true } = {}) {
      await context.close();
      context = await launch();
      await context.setOffline(isOffline);
      page = await context.newPage();
      await page.goto('/my-day');
    },
    setOffline: (isOffline) => context.setOffline(isOffline),
    async signOut() {
      await page.goto('about:blank');
      await context.clearCookies();
    },
    async remove() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export async function signInOnPhone(phone: Phone): Promise<void> {
  const page = phone.page();
  const data = { email: 'technician@example.com', password: 'muster-demo' };
  expect((await page.request.post('/services/authentication/api/login', { data })).ok()).toBe(true);
  await page.goto('/my-day');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Until everything that opens the page is on the phone, and the visits with it. */
export async function untilKept(page: Page, visits: readonly { id: string }[]): Promise<void> {
  await expect
    .poll(() => page.evaluate(keptOnPhone))
    .toEqual(expect.arrayContaining(visits.map(({ id }) => id)));
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
}

/** The ids of the visits that lie on the phone. Runs in its browser. */
export function keptOnPhone(): Promise<string[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('muster-day');
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').get('kept');
      reading.onsuccess = () => {
        opening.result.close();
        resolve((reading.result?.visits?.rows ?? []).map(({ id }: { id: string }) => id));
      };
    };
  });
}

export function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** A picture as a camera makes it: large, lying on its side, with a place in it. */
export function photo(): Promise<Buffer> {
  return sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#3b82c4' } })
    .withExif({ IFD3: { GPSLatitude: '33/1 52/1 0/1', GPSLongitude: '151/1 12/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

interface Work {
  /** How many waits to be sent is shown; each deed is one more. */
  note: string;
}

/** The whole of a visit of another day, from the way there to the signature. */
export async function doVisit(page: Page, visit: string, { note }: Work): Promise<void> {
  await page.goto(`/my-day/visits/${visit}`);
  await page.getByRole('button', { name: 'On my way' }).click();
  await page.getByRole('button', { name: 'Yes, I am on my way' }).click();
  await page.getByRole('button', { name: 'I have arrived' }).click();
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible();
  const list = card(page, 'Check list');
  // It is ticked when it is kept on the phone.
  await list.getByLabel('Water is off').click();
  await expect(list.getByLabel('Water is off')).toBeChecked();
  await list.getByLabel('Pressure (required)').fill('4.5');
  await list.getByLabel('Pressure (required)').blur();
  const camera = { name: 'valve.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await list.locator('input[type=file]').setInputFiles(camera);
  await expect(list.getByRole('img', { name: 'valve.jpg' })).toBeVisible();
  await addNote(page, note);
  await card(page, 'Parts used').getByLabel('Part', { exact: true }).fill('Valve 15 mm');
  await page.getByRole('button', { name: 'Add the part' }).click();
  await sign(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  const sheet = page.getByRole('dialog', { name: 'How did it go?' });
  await sheet.getByRole('radio', { name: /^Done/ }).check();
  await sheet.getByRole('button', { name: 'Finish: Done' }).click();
  await expect(sheet).toBeHidden();
}

async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Let the customer sign' }).click();
  const sheet = signatureSheet(page);
  await drawSignature(page, 'Ana Lima');
  await sheet.getByRole('button', { name: 'Keep' }).click();
  await expect(sheet).toBeHidden();
}

export function signatureSheet(page: Page): Locator {
  return page.getByRole('dialog', { name: "Customer's signature" });
}

/** A name and a stroke on the sheet that is open. */
export async function drawSignature(page: Page, name: string): Promise<void> {
  const sheet = signatureSheet(page);
  await sheet.getByLabel('Name of whoever signs').fill(name);
  const place = (await sheet.getByLabel('Place to sign with a finger').boundingBox())!;
  await page.mouse.move(place.x + 40, place.y + 40);
  await page.mouse.down();
  await page.mouse.move(place.x + 200, place.y + 90, { steps: 8 });
  await page.mouse.up();
}

export async function addNote(page: Page, text: string): Promise<void> {
  const field = card(page, 'Notes').getByLabel('New note');
  await field.fill(text);
  await page.getByRole('button', { name: 'Add the note' }).click();
  // It is empty again when the note is kept on the phone.
  await expect(field).toHaveValue('');
}

/** Two taps before the page could show anything of the first. */
export function tapTwice(button: Locator): Promise<void> {
  return button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
}

/** Everything that can be touched, at least as large as a thumb in a glove; a link within a sentence is text. */
export async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page
    .locator(
      ':is(a, button, summary, label:has(input), input:not([type=checkbox], [type=radio], [type=file])):visible',
    )
    .evaluateAll((elements) =>
      elements
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 48 || box.width < 48)
        .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} ${box.width}×${box.height}`),
    );
  expect(small).toEqual([]);
}
