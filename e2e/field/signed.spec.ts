import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { givenDay } from './field.ts';
import { addNote, card, draw, drawSignature, photo, signatureSheet, unfolded } from './phone.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'my-day', viewport: { width: 390, height: 844 } });

/** The camera's own: release, and use it. */
const CAMERA_TAPS = 2;
const MOST_TAPS = 17;

test(
  'an ordinary visit with five ticks, two photos and a signature takes 17 taps',
  long,
  async ({ page, browser, product }) => {
    const items = ['Water off', 'Old unit out', 'New unit level', 'Valve tested', 'Left clean'];
    const office = await givenDay(browser, product, [
      { check_list: items.map((text) => ({ text, done: false })) },
    ]);
    const [visit] = office.visits;
    let taps = 0;
    await page.exposeFunction('tapped', () => (taps += 1));
    await page.addInitScript(() => {
      addEventListener('pointerdown', () => (globalThis as unknown as { tapped(): void }).tapped(), true);
    });
    await signIn(page, 'technician', '/my-day');
    await page.getByRole('button', { name: 'On my way' }).click();
    await page.getByRole('button', { name: 'I have arrived' }).click();
    for (const item of items) {
      await page.getByLabel(item).click();
      await expect(page.getByLabel(item)).toBeChecked();
    }
    for (const name of ['before.jpg', 'after.jpg']) {
      const camera = page.waitForEvent('filechooser');
      await page.getByLabel('Photo', { exact: true }).click();
      await (await camera).setFiles({ name, mimeType: 'image/jpeg', buffer: await photo() });
      taps += CAMERA_TAPS;
    }
    const photos = await unfolded(page, 'Photos and files');
    await expect(photos.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    const sheet = signatureSheet(page);
    await draw(page);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Completed')).toBeVisible();
    await expect.poll(() => taps).toBe(MOST_TAPS);
    const known = async () => (await call(office.context, 'GET', `/visits/${visit!.id}`)).data.row.state;
    await expect.poll(known).toBe('completed');
    await office.close();
  },
);

test('a customer signs what they are shown; the office corrects a time, and the visit and its report say so', async ({
  page,
  browser,
  product,
}) => {
  const check_list = [{ text: 'Left tidy', done: false }];
  const office = await givenDay(browser, product, [{ check_list }]);
  const [visit] = office.visits;
  await signIn(page, 'technician', `/my-day/visits/${visit!.id}`);
  await page.getByRole('button', { name: 'On my way' }).click();
  await page.getByRole('button', { name: 'I have arrived' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await page.getByLabel('Left tidy').click();
  await expect(page.getByLabel('Left tidy')).toBeChecked();
  await addNote(page, 'They never pay in time');
  await card(page, 'Notes').getByLabel('For the customer: put it on the report').check();
  await addNote(page, 'Valve replaced and tested');

  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  const sheet = signatureSheet(page);
  const signed = sheet.getByRole('region', { name: 'What’s signed' });
  for (const words of [visit!.number, visit!.customer, 'Valve replaced and tested', 'Left tidy: Done'])
    await expect(signed).toContainText(words);
  await expect(signed).not.toContainText('never pay');
  await sheet.getByLabel('Signs as').fill('Tenant');
  await drawSignature(page, 'Kim Cole');
  await expect(sheet).toContainText(`Kim Cole, tenant, confirms for ${visit!.customer}`);
  await expectAccessible(page, 'dialog');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(await unfolded(page, "Customer's signature")).toContainText('Signed by Kim Cole, tenant');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Done: recorded.')).toBeVisible();

  const desk = office.context.pages()[0]!;
  const job = visit!.number.replace(/\/\d+$/, '');
  await desk.goto(`/jobs/${job}`);
  const shown = desk.getByRole('article', { name: `Visit ${visit!.number}` });
  await expect(shown.getByRole('button', { name: 'Open the signature of Kim Cole' })).toBeVisible();
  const changed = shown.getByRole('region', { name: 'Changed after signing' });
  await expect(shown.getByRole('link', { name: `Visit report ${visit!.number}` })).toBeVisible();
  await expect(changed).toBeHidden();
  await shown.getByRole('button', { name: 'Correct times' }).click();
  const times = shown.getByRole('group', { name: 'Times' });
  const arrived = Temporal.PlainDateTime.from(await times.getByLabel('Arrived').inputValue());
  await times.getByLabel('Arrived').fill(arrived.subtract({ hours: 1 }).toString().slice(0, 16));
  await times.getByLabel('Why').fill('Forgot to tap');
  await times.getByRole('button', { name: 'Save times' }).click();
  await expect(changed).toContainText('Time on site:');
  await expectAccessible(desk);

  await shown.getByRole('link', { name: `Visit report ${visit!.number}` }).click();
  const report = desk.getByRole('article');
  await expect(report).toContainText('Kim Cole, tenant');
  await expect(report.getByRole('heading', { name: 'Changed after signing' })).toBeVisible();
  await expect(report).toContainText('Time on site:');
  await expectAccessible(desk);
  await office.close();
});
