import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { addVisit, book, freeDay, momentOf } from '../dispatch/board.ts';
import { picture, sendFile } from './files.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'visit-files' });

/** Who signs in as the technician of the demo. */
async function ownTechnician(page: Page): Promise<string> {
  const { data } = await call(page.context(), 'GET', '/technicians?limit=100');
  return data.rows.find(({ user_id }: { user_id: string | null }) => user_id !== null).id;
}

interface Given {
  name: string;
  type: string;
  content: Buffer;
}

/** Drops or pastes files, as a person would who has them elsewhere. */
async function give(target: Locator, event: 'drop' | 'paste', files: readonly Given[]): Promise<void> {
  const plain = files.map(({ content, ...file }) => ({ ...file, base64: content.toString('base64') }));
  await target.evaluate(
    (element, { event, files }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
        data.items.add(new File([bytes], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    },
    { event, files: plain },
  );
}

/** Twenty seconds in 32 kB, with a table of where each second lies. */
const film = readFileSync(join(import.meta.dirname, 'fixtures/film.webm'));

/** Opens a film, which plays at once, and goes to its fifteenth second. A browser seeks only where it is answered with ranges. */
async function playAndSeek(page: Page, tile: Locator): Promise<void> {
  const asked = page.waitForResponse(
    (answer) => answer.url().includes('/video?') && answer.request().resourceType() === 'media',
    // It is converted first.
    { timeout: 120_000 },
  );
  await tile.click();
  const answer = await asked;
  expect(answer.status()).toBe(206);
  expect(answer.request().headers()['range']).toBe('bytes=0-');
  const video = page.getByRole('dialog', { name: 'pump.webm' }).locator('video');
  const state = () =>
    video.evaluate(({ currentTime, duration, seeking, readyState, videoWidth }: HTMLVideoElement) => ({
      currentTime,
      duration,
      seeking,
      hasPicture: readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && videoWidth > 0,
    }));
  await expect.poll(async () => (await state()).currentTime).toBeGreaterThan(0);
  await video.evaluate((element: HTMLVideoElement) => {
    element.pause();
    element.currentTime = 15;
  });
  await expect.poll(state).toMatchObject({ currentTime: 15, seeking: false, hasPicture: true });
  expect((await state()).duration).toBeCloseTo(20, 0);
  await page.keyboard.press('Escape');
  await expect(page.locator('.lightbox')).toHaveCount(0);
}

test('what a technician notes and photographs is seen in the drawer as it comes in', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, 'dispatcher');
  const office = page.context();
  const own = await ownTechnician(page);
  const day = freeDay(31);
  const visit = await addVisit(office, {
    check_list: [
      { text: 'Water off', done: false },
      { text: 'Pressure', done: false, kind: 'number', required: true },
      { text: 'Before', done: false, kind: 'photo' },
    ],
  });
  await book(office, visit, own, momentOf(day, '09:00'));
  await page.goto(`/jobs/J-${visit.number}`);
  const card = page.getByRole('article', { name: `Visit J-${visit.number}/1` });
  await expect(card.getByRole('region', { name: 'Checklist' })).toContainText('0 of 3');

  const phonePage = await browser.newPage({ baseURL: product.url });
  await signIn(phonePage, 'technician');
  const phone = phonePage.context();
  const note = async (kind: string, content: object) => {
    const path = `/my/visits/${visit.id}/records`;
    expect(await call(phone, 'POST', path, { kind, content })).toMatchObject({ code: 800 });
  };
  const file = { subject: 'visit', subject_id: visit.id } as const;
  // By the office, because what a phone says of times to come is not believed.
  const progress = (step: string, time: string) =>
    call(office, 'POST', `/visits/${visit.id}/progress`, { progress: step, at: momentOf(day, time) });
  await note('late', { minutes: 20, text: 'Traffic on the bridge' });
  await expect(card.getByRole('region', { name: 'Running late' })).toContainText(
    '20 min late: Traffic on the bridge',
  );
  expect(await progress('en route', '08:41')).toMatchObject({ code: 800 });
  expect(await progress('on site', '09:12')).toMatchObject({ code: 800 });
  await expect(card.getByRole('row', { name: /^Arrived/ })).toHaveText('Arrived9:00 am9:12 am12 min later');
  await note('note', { text: 'Valve is <b>seized</b>' });
  await expect(card.getByText('Valve is <b>seized</b>')).toBeVisible();
  await note('check', { item: 'Pressure', value: 480 });
  await expect(card.getByRole('listitem').filter({ hasText: 'Pressure' })).toContainText('480');
  const before = await sendFile(phone, picture('#a4550f'), {
    ...file,
    kind: 'photo',
    name: 'before.jpg',
  });
  await note('check', { item: 'Before', value: before });
  await expect(card.getByRole('region', { name: 'Checklist' })).toContainText('2 of 3');
  await expect(card.getByRole('button', { name: 'Open the photo for Before' })).toBeVisible();
  // However long a word is, the card stays as wide as the drawer, and what can be done with the visit in sight.
  await note('part', { name: 'Ballvalve'.repeat(20), quantity: 0.0001 });
  await expect(card).toContainText('0.0001 × Ballvalve');
  const widthOf = async (part: Locator) => (await part.boundingBox())!.width;
  expect(await widthOf(card)).toBeLessThan(await widthOf(page.locator('.record-drawer')));
  await expect(card.getByRole('button', { name: /^More actions for visit/ })).toBeInViewport();
  const ink = await sendFile(phone, picture('#222222', 300, 100), {
    ...file,
    kind: 'signature',
    name: 'signature.jpg',
  });
  await note('signature', { name: 'Kim Cole', file_id: ink });
  await expect(card.getByRole('button', { name: 'Open the signature of Kim Cole' })).toBeVisible();
  for (const [name, colour] of [
    ['one.jpg', '#0f766e'],
    ['two.jpg', '#6a4bc4'],
  ] as const)
    await sendFile(phone, picture(colour), { ...file, kind: 'photo', name });
  const tiles = card.getByRole('list', { name: 'Photos and videos' }).getByRole('button');
  await expect(tiles).toHaveCount(2);
  await expect
    .poll(() =>
      tiles
        .first()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  expect(await progress('done', '10:31')).toMatchObject({ code: 800 });
  await expect(card.getByRole('row', { name: /^On site/ })).toContainText('19 min longer');
  await expect(card.getByRole('region', { name: 'Notes from the visit' })).toContainText('Priya Technician');
  await expectAccessible(page, '.record-drawer');

  // The lightbox turns by arrows, and Escape closes it alone.
  await tiles.first().click();
  const large = page.getByRole('dialog', { name: 'two.jpg' });
  await expect(large.getByText('1 of 2')).toBeVisible();
  await expectAccessible(page, '.lightbox');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'one.jpg' })).toContainText('2 of 2');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'one.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.lightbox')).toHaveCount(0);
  await expect(card).toBeVisible();
  await expect(tiles.first()).toBeFocused();

  // The office adds a note and takes a mistake back, which can be undone.
  await card.getByRole('button', { name: 'Add note' }).click();
  await card.getByRole('textbox', { name: 'Note' }).fill('Customer rang: happy');
  await page.keyboard.press('Control+Enter');
  const notes = card.getByRole('region', { name: 'Notes from the visit' });
  await expect(notes.getByRole('listitem')).toHaveCount(2);
  await expect(notes).toContainText('Dan Dispatcher');
  await notes.getByRole('button', { name: 'Take back: Customer rang: happy' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(2);
  await phonePage.close();
});

test(
  'files are dropped, pasted and chosen in drawers; one that is deleted comes back',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const visit = await addVisit(page.context());
    const number = `J-${visit.number}`;
    await page.goto(`/jobs/${number}`);
    const drawer = page.getByRole('dialog', { name: new RegExp(visit.name) });
    await expect(drawer.getByText('drop them here')).toBeVisible();
    const files = drawer.getByRole('list', { name: `Files of ${number}`, exact: true }).getByRole('listitem');

    await give(drawer.getByRole('heading', { level: 2 }), 'drop', [
      { name: 'plan.txt', type: 'text/plain', content: Buffer.from('Behind the wall') },
      { name: 'roof.jpg', type: 'image/jpeg', content: picture('#35608f') },
      { name: 'tool.exe', type: 'application/octet-stream', content: Buffer.from('MZ\0\0') },
    ]);
    await expect(files).toHaveCount(3);
    // They lie at the end of the drawer, and are brought into sight.
    await expect(files.first()).toBeInViewport();
    await expect(files.filter({ hasText: 'plan.txt' })).toContainText('15 bytes · Dan Dispatcher');
    await expect(files.filter({ hasText: 'tool.exe' })).toContainText('This file type isn’t supported');
    // The one that was not kept is none.
    await expect(drawer.getByRole('heading', { name: 'Files (2)' })).toBeVisible();

    await give(drawer, 'paste', [{ name: 'image.png', type: 'image/png', content: picture('#2b7335') }]);
    await expect(files.filter({ hasText: 'Pasted ' })).toContainText('Dan Dispatcher');
    // Onto the card of a visit they are of the visit.
    const card = drawer.getByRole('article');
    await give(card, 'drop', [{ name: 'meter.jpg', type: 'image/jpeg', content: picture('#a4550f') }]);
    await expect(card.getByRole('button', { name: 'Open meter.jpg' })).toBeVisible();
    await expect(files).toHaveCount(4);
    await expectAccessible(page, '.record-drawer');
    await give(card, 'drop', [{ name: 'pump.webm', type: 'video/webm', content: film }]);
    await playAndSeek(page, card.getByRole('button', { name: 'Open pump.webm' }));

    await drawer.getByRole('button', { name: 'Delete plan.txt' }).click();
    await expect(files).toHaveCount(3, { timeout: 5_000 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(files.filter({ hasText: 'plan.txt' })).toBeVisible();
    const download = page.waitForEvent('download');
    await drawer.getByRole('link', { name: 'Download plan.txt' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('plan.txt');
    expect(readFileSync(await saved.path(), 'utf8')).toBe('Behind the wall');

    // In the drawer of a customer, by the button; and at a site of theirs.
    const job = (await call(page.context(), 'GET', `/jobs/by-number/${number}`)).data.row;
    await page.goto(`/customers/${job.customer_id}`);
    const customer = page.getByRole('dialog', { name: visit.name });
    const chosen = page.waitForEvent('filechooser');
    await customer.getByRole('button', { name: 'Add files' }).click();
    const csv = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') };
    await (await chosen).setFiles([csv]);
    await expect(customer.getByRole('link', { name: /^prices\.csv/ })).toBeVisible();
    const sites = customer.getByRole('region', { name: 'Sites' });
    await sites.locator('.entries__text').first().click();
    // What was photographed at visits there is found with it.
    const atSite = sites.locator('.files__row');
    await expect(atSite.filter({ hasText: 'meter.jpg' })).toContainText('from a visit');
    await give(sites.getByLabel('Access notes'), 'drop', [
      { name: 'gate.jpg', type: 'image/jpeg', content: picture('#55606e') },
    ]);
    await expect(atSite.filter({ hasText: 'gate.jpg' })).toBeVisible();
  },
);

test('an upload goes on where it was cut off, and can be cancelled', long, async ({ page, context }) => {
  await haveSession(page, 'dispatcher');
  const visit = await addVisit(context);
  await page.goto(`/jobs/J-${visit.number}`);
  const drawer = page.getByRole('dialog', { name: new RegExp(visit.name) });
  await expect(drawer.getByText('drop them here')).toBeVisible();
  const offsets: number[] = [];
  let isCut = true;
  await context.route('**/filesystem/api/v1/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    offsets.push(Number(route.request().headers()['upload-offset']));
    // The first piece arrives, the second is lost on the way.
    return isCut && offsets.length > 1 ? route.abort() : route.continue();
  });
  const long = { name: 'long.txt', type: 'text/plain', content: Buffer.alloc(2_500_000, 'Word. ') };
  await give(drawer, 'drop', [long]);
  const row = drawer.getByRole('listitem').filter({ hasText: 'long.txt' });
  await expect(row).toContainText(
    'No connection. It will continue from 40 % of 2.5 MB when you’re back online.',
  );
  isCut = false;
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(drawer.getByRole('link', { name: 'Download long.txt' })).toBeVisible();
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);

  isCut = true;
  offsets.push(0);
  await give(drawer, 'drop', [{ ...long, name: 'other.txt' }]);
  await drawer.getByRole('button', { name: 'Cancel other.txt' }).click();
  await expect(drawer.getByText('other.txt')).toHaveCount(0);
});
