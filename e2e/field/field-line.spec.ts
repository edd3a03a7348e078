import type { Page } from '@playwright/test';
import { givenDay } from './field.ts';
import { expect, test as base } from '../journey.ts';
import type { LineState } from '../line.ts';
import { addNote, photo, type Phone, signInOnPhone, startPhone, unfolded, untilKept } from './phone.ts';
import { call } from '../work/technicians.ts';

const test = base.extend<{ phone: Phone }>({
  phone: async ({ playwright, launchOptions, baseURL }, use) => {
    const phone = await startPhone({ browserType: playwright.chromium, launchOptions, baseURL: baseURL! });
    await use(phone);
    await phone.remove();
  },
});
test.use({ business: 'field-session' });

/** Tries to send over a line that is in a bad state, until something has come to nothing. */
async function tryToSend(phone: Phone, state: LineState): Promise<void> {
  phone.line.become(state);
  await phone.page().getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => phone.line.lost()).toBeGreaterThan(0);
}

test('a hotel that answers in the place of the server refuses nothing, and an answer that is lost sends nothing twice', async ({
  phone,
  browser,
  product,
}) => {
  const check_list = [{ text: 'Water is off', done: false }];
  const office = await givenDay(browser, product, [{ check_list }]);
  const [visit] = office.visits as [(typeof office.visits)[number]];
  await signInOnPhone(phone);
  await untilKept(phone.page(), [visit]);
  phone.line.become('portal page');
  const page = phone.page();
  await page.goto(`/my-day/visits/${visit.id}`);
  await expect(page.getByText('No connection.')).toBeVisible();
  await addNote(page, 'Valve replaced');
  const files = await unfolded(page, 'Photos and files');
  const picture = { name: 'valve.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await files.locator('input[type=file]').first().setInputFiles(picture);
  await expect(files.getByText('Waiting', { exact: true })).toBeVisible();
  await tickWhileStorageIsSlow(page);

  await page.goto('/my-day/waiting');
  for (const state of ['portal page', 'portal redirect', 'portal 511', 'hanging'] as const) {
    await tryToSend(phone, state);
    await expect(page.getByRole('listitem')).toHaveText([/^Note/, /^Photo/, /^Checklist/]);
    await expect(page.getByText('No connection. It sends')).toBeVisible();
    await expect(page.getByText(/Not accepted/)).toHaveCount(0);
  }
  await expect(page).toHaveURL('/my-day/waiting');
  await tryToSend(phone, 'losing answers');
  phone.line.become('open');
  await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible();
  const { rows } = (await call(office.context, 'GET', `/visits/${visit.id}/records`)).data;
  expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['note', 'check']);
  const sent = await office.context.request.get(`/services/filesystem/api/v1/files?visit=${visit.id}`);
  expect((await sent.json()).data.rows).toHaveLength(1);
  await office.close();
});

/** Somebody else writes to the phone's outbox for as long as it takes to look: what is tapped meanwhile is no more than tapped. */
async function tickWhileStorageIsSlow(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('muster-outbox');
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('entries', 'readwrite').objectStore('entries');
          const goOn = () => {
            if (Reflect.has(globalThis, 'letGo')) opening.result.close();
            else store.count().addEventListener('success', goOn);
          };
          goOn();
          resolve();
        });
      }),
  );
  const item = (await unfolded(page, 'Checklist')).getByRole('listitem');
  await item.getByRole('checkbox').click();
  await expect(item.locator('label')).toHaveAttribute('aria-busy', 'true');
  await expect(item.getByText('Waiting')).toHaveCount(0);
  await expect(page.getByText('0 of 1')).toBeVisible();
  await page.evaluate(() => void Reflect.set(globalThis, 'letGo', true));
  await expect(item.getByText('Waiting')).toBeVisible();
  await expect(item.locator('label')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText('1 of 1')).toBeVisible();
}
