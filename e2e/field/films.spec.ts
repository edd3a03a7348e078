import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { addVisit, book, freeDay, momentOf } from '../dispatch/board.ts';
import { expect, signIn, test } from '../journey.ts';
import { call } from '../work/technicians.ts';
import { unfolded } from './phone.ts';

test.use({ business: 'customer-page' });

const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** Eight seconds of a phone that was held upright. */
function filmed(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'muster-filmed-'));
  const flat = join(folder, 'flat.mp4');
  const film = join(folder, 'film.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=8'];
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=8'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  try {
    execFileSync('ffmpeg', ['-v', 'error', ...picture, ...sound, ...codecs, flat]);
    execFileSync('ffmpeg', ['-v', 'error', '-i', flat, '-c', 'copy', '-metadata:s:v', 'rotate=90', film]);
    return readFileSync(film);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stateOf(video: Locator) {
  return video.evaluate(
    ({ currentTime, seeking, readyState, videoWidth, videoHeight, textTracks }: HTMLVideoElement) => ({
      currentTime,
      seeking,
      isUpright: readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && videoHeight > videoWidth,
      words: Array.from(textTracks[0]?.activeCues ?? [], (cue) => (cue as VTTCue).text),
    }),
  );
}

/** Goes to a second of a film; a browser seeks only where it is answered with ranges. */
async function seek(video: Locator, second: number): Promise<void> {
  await video.evaluate((element: HTMLVideoElement, at) => {
    element.pause();
    element.currentTime = at;
  }, second);
}

async function technicianOf(page: Page): Promise<string> {
  const { data } = await call(page.context(), 'GET', '/technicians?limit=100');
  return data.rows.find(({ user_id }: { user_id: string | null }) => user_id !== null).id;
}

test('a film goes from the phone to the customer’s page: converted, upright, with seeking and captions', async ({
  page,
  browser,
  product,
}) => {
  test.skip(!hasFfmpeg, 'ffmpeg is not installed');

  await signIn(page, 'dispatcher');
  const office = page.context();
  const visit = await addVisit(office);
  await book(office, visit, await technicianOf(page), momentOf(freeDay(0), '09:00'));

  const phone = await browser.newPage({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  await signIn(phone, 'technician');
  await phone.goto(`/my-day/visits/${visit.id}`);
  const files = await unfolded(phone, 'Photos and files');
  const film = { name: 'leak.mp4', mimeType: 'video/mp4', buffer: filmed() };
  await files.getByLabel('Film a video').setInputFiles(film);
  await expect(files.getByRole('button', { name: /leak\.mp4/ })).toBeVisible();

  await page.goto(`/jobs/J-${visit.number}`);
  const card = page.getByRole('article', { name: `Visit J-${visit.number}/1` });
  await card.getByRole('button', { name: 'Open leak.mp4' }).click({ timeout: 60_000 });
  const viewer = page.getByRole('dialog', { name: 'leak.mp4' });
  const video = viewer.locator('video');
  await expect(video).toBeVisible({ timeout: 120_000 });
  await expect.poll(async () => (await stateOf(video)).isUpright).toBe(true);
  await seek(video, 2);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => stateOf(video)).toMatchObject({ currentTime: 7, seeking: false });
  await page.keyboard.press('>');
  await expect(viewer.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25×');

  await seek(video, 1);
  await viewer.getByRole('button', { name: 'Add captions' }).click();
  const editor = page.getByRole('dialog', { name: 'Captions' });
  await editor.getByRole('button', { name: 'Add a caption' }).click();
  await editor.getByLabel('Text of caption 1').fill('It drips <here>');
  await editor.getByRole('button', { name: 'Save captions' }).click();
  await expect(viewer.getByRole('button', { name: 'Captions (1)' })).toBeVisible();
  // Whoever watches goes on where they were.
  expect((await stateOf(video)).currentTime).toBe(1);
  await seek(video, 2);
  await expect.poll(async () => (await stateOf(video)).words).toEqual(['It drips &lt;here&gt;']);
  await viewer.getByRole('switch', { name: 'Show on the customer’s page' }).click();
  await expect(page.getByText('The customer sees this video on the page of the visit.')).toBeVisible();
  expect((await stateOf(video)).currentTime).toBe(2);
  await expectAccessible(page, '.lightbox');
  await expect(files.getByRole('img', { name: 'leak.mp4' })).toBeVisible();

  const { data } = await call(office, 'POST', `/visits/${visit.id}/page/link`);
  const customer = await browser.newPage({ locale: 'en-AU', viewport: { width: 390, height: 844 } });
  await customer.goto(data.address.replace(/^https?:\/\/[^/]+/, product.url));
  const shown = customer.locator('video');
  await shown.evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(async () => (await stateOf(shown)).isUpright).toBe(true);
  await seek(shown, 2);
  await expect
    .poll(() => stateOf(shown))
    .toMatchObject({ currentTime: 2, seeking: false, words: ['It drips &lt;here&gt;'] });
  await expectAccessible(customer);
});
