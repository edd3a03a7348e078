import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserType, LaunchOptions, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { addressOf, expect } from '../journey.ts';
import { layLine, type Line } from '../line.ts';

/** A phone whose browser is closed and started again, with everything that it keeps on its disk. */
export interface Phone {
  /** Between it and the product. */
  line: Line;
  /** The page that is open now. */
  page(): Page;
  /** Closes the browser, as a dead battery does, and starts it again; what was open is opened anew. */
  restart(): Promise<void>;
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
  const line = await layLine(baseURL);
  const profile = mkdtempSync(join(tmpdir(), 'muster-phone-'));
  const launch = async () => {
    const context = await browserType.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: line.url,
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
    line,
    page: () => page,
    async restart() {
      await context.close();
      context = await launch();
      page = await context.newPage();
      await page.goto('/my-day');
    },
    async signOut() {
      await page.goto('about:blank');
      await context.clearCookies();
    },
    async remove() {
      await context.close();
      await line.remove();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export async function signInOnPhone(phone: Phone): Promise<void> {
  const page = phone.page();
  const data = { email: addressOf('technician'), password: 'muster-demo' };
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

/** A part of the page of a visit that is one line until somebody wants it. */
export async function unfolded(page: Page, name: string): Promise<Locator> {
  const part = card(page, name);
  await part.locator('details').evaluate((fold: HTMLDetailsElement) => (fold.open = true));
  return part;
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
  // At some hours the demo's technician is at another visit, which is asked about, too.
  const yes = page.getByRole('button', { name: /^(Yes, I’m on my way|Continue here too)$/ });
  const step = async (name: string, next: string) => {
    const reached = page.getByRole('button', { name: next });
    await page.getByRole('button', { name }).click();
    await expect(async () => {
      if (!(await reached.isVisible()) && (await yes.isVisible())) await yes.click({ timeout: 1000 });
      await expect(reached).toBeVisible({ timeout: 1000 });
      await expect(yes).toHaveCount(0, { timeout: 100 });
    }).toPass();
  };
  await step('On my way', 'I have arrived');
  await step('I have arrived', 'Done');
  const list = card(page, 'Checklist');
  // It is ticked when it is kept on the phone.
  await list.getByLabel('Water is off').click();
  await expect(list.getByLabel('Water is off')).toBeChecked();
  await list.getByLabel('Pressure (required)').fill('4.5');
  await list.getByLabel('Pressure (required)').blur();
  const camera = { name: 'valve.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await list.locator('input[type=file]').setInputFiles(camera);
  await expect(list.getByRole('img', { name: 'valve.jpg' })).toBeVisible();
  await addNote(page, note);
  const parts = await unfolded(page, 'Parts used');
  await parts.getByLabel('Part', { exact: true }).fill('Valve 15 mm');
  await page.getByRole('button', { name: 'Add part' }).click();
  await sign(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Done: recorded.')).toBeVisible();
}

async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  const sheet = signatureSheet(page);
  await drawSignature(page, 'Ana Lima');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();
}

export function signatureSheet(page: Page): Locator {
  return page.getByRole('dialog', { name: "Customer's signature" });
}

/** A name and a stroke on the sheet that is open. */
export async function drawSignature(page: Page, name: string): Promise<void> {
  await signatureSheet(page).getByLabel('Name of the person signing').fill(name);
  await draw(page);
}

/** A stroke on the place to sign. */
export async function draw(page: Page): Promise<void> {
  const pad = signatureSheet(page).getByLabel('Place to sign with a finger');
  await pad.scrollIntoViewIfNeeded();
  const place = (await pad.boundingBox())!;
  const at = (across: number, down: number) =>
    [place.x + place.width * across, place.y + place.height * down] as const;
  await page.mouse.move(...at(0.3, 0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.7, 0.6), { steps: 8 });
  await page.mouse.up();
}

export async function addNote(page: Page, text: string): Promise<void> {
  const field = (await unfolded(page, 'Notes')).getByLabel('New note');
  await field.fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
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
