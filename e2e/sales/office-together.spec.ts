import { expect, long, signIn, test } from '../journey.ts';
import {
  calls,
  change,
  choose,
  column,
  drawer,
  due,
  enquire,
  found,
  hire,
  history,
  open,
  ownWord,
  pickDue,
} from './office.ts';

test(
  'two of staff see each other’s changes as they happen',
  long,
  async ({ page, browser, product, request }) => {
    const word = ownWord();
    const asked = await enquire(request, { name: `Telopea ${word}` });
    const colleague = await hire(browser, product);
    await signIn(page, 'staff', `/office?search=${word}`);
    await expect(column(page, 'New').getByRole('link')).toHaveCount(1);
    const other = await colleague.context.newPage();
    await open(other, asked);

    await other.getByRole('button', { name: 'Mark as contacted' }).click();
    await expect(column(page, 'Contacted').getByRole('link', { name: asked.name })).toBeVisible();
    await enquire(request, { name: `Boronia ${word}` });
    await expect(column(page, 'New').getByRole('link', { name: `Boronia ${word}` })).toBeVisible();

    await page.getByRole('link', { name: asked.name }).click();
    await expect(history(page).first()).toContainText(colleague.name);
    await page.getByLabel('Add a note').fill('They ring back on Monday');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(history(other).first()).toContainText('They ring back on Monday');
    await expect(history(other).first()).toContainText('Sam Staff');
    await colleague.context.close();
  },
);

test('a change is about what was seen when it was begun: a colleague who was faster is not overwritten', async ({
  page,
  browser,
  product,
  request,
}) => {
  const asked = await enquire(request);
  const colleague = await hire(browser, product);
  await signIn(page, 'staff');
  await open(page, asked);
  await pickDue(page, '2027-03-01T09:30');
  await change(colleague.context, asked, 'due', { due_at: '2027-02-01T22:00:00.000Z' });
  // The page shows the colleague's change at once, but saving still refers to the version before it.
  await expect(history(page).first()).toContainText(/changed the due time of .* to Tue 2 Feb/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'A colleague changed this enquiry' })).toBeVisible();
  expect(await found(colleague.context, asked)).toMatchObject({ due_at: '2027-02-01T22:00:00.000Z' });

  // After the refusal the typed time is still there, and a second press saves it.
  await expect(due(page)).toHaveText('Mon 1 Mar 2027, 9:30 am');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(history(page).first()).toContainText(/changed the due time of .* to Mon 1 Mar/);
  await colleague.context.close();
});

test('what one changes oneself meanwhile is no reason to ask again', long, async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await pickDue(page, '2027-03-01T09:30');
  await page.getByLabel('Add a note').fill('Wants to hear from us in March');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(history(page).first()).toContainText('in March');
  await page.getByRole('button', { name: 'Mark as contacted' }).click();
  await expect(history(page).first()).toContainText('from New to Contacted');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(history(page).first()).toContainText(/changed the due time of .* to Mon 1 Mar/);
});

test(
  'a note is added whatever a colleague changed, once though its answer was lost, and outlives a reload',
  long,
  async ({ page, browser, product, request }) => {
    const asked = await enquire(request);
    const colleague = await hire(browser, product);
    await signIn(page, 'staff');
    await open(page, asked);
    await page.getByLabel('Add a note').fill('Rang twice, no answer');
    await change(colleague.context, asked, 'state', { state: 'contacted' });
    await expect(history(page).first()).toContainText('from New to Contacted');
    await page.route(calls.note, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'can’t reach the server' })).toBeVisible();
    // The server has stored the note, and the stream shows it; but a person may send it again.
    await expect(history(page).first()).toContainText('Rang twice, no answer');
    await page.unroute(calls.note);
    await page.reload();
    await expect(page.getByLabel('Add a note')).toHaveValue('Rang twice, no answer');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByLabel('Add a note')).toHaveValue('');
    await expect(history(page)).toHaveText([/Rang twice, no answer/, /from New to Contacted/]);
    await colleague.context.close();
  },
);

test(
  'with the keyboard one passes by colleagues without giving them anything',
  long,
  async ({ page, browser, product, request }) => {
    const asked = await enquire(request);
    const colleague = await hire(browser, product);
    await signIn(page, 'staff');
    await open(page, asked);
    const inside = drawer(page, asked);
    const owner = inside.getByRole('combobox', { name: 'Owner' });
    await owner.focus();
    await page.keyboard.press('ArrowDown');
    const options = page.getByRole('option');
    await expect(options.filter({ hasText: colleague.name })).toBeVisible();
    const steps = (await options.allTextContents()).indexOf(colleague.name);
    expect(steps).toBeGreaterThan(0);
    for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(owner).toHaveValue(colleague.name);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
    expect(await found(page.context(), asked)).toMatchObject({ version: 1, owner: null });
    await page.keyboard.press('Enter');
    await expect(history(page)).toHaveText([new RegExp(`assigned .* to ${colleague.name}`)]);

    // With the old value there is nothing to save.
    await choose(page, 'Owner', 'Sam Staff', inside);
    await choose(page, 'Owner', colleague.name, inside);
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await colleague.context.close();
  },
);

test.describe('in Perth', () => {
  test.use({ timezoneId: 'Australia/Perth' });

  test('times are those of the office, and say so', long, async ({ page, request }) => {
    const asked = await enquire(request);
    await signIn(page, 'staff');
    await change(page.context(), asked, 'due', { due_at: '2028-01-04T22:30:00.000Z' });
    await open(page, asked);
    await expect(page.getByRole('button', { name: 'Due (Sydney time)' })).toHaveText(
      'Wed 5 Jan 2028, 9:30 am',
    );
    await expect(history(page).first()).toContainText('to Wed 5 Jan 2028, 9:30 am AEDT');
    // The evening before the clocks go forward.
    await pickDue(page, '2028-09-30T20:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(history(page).first()).toContainText('to Sat 30 Sep 2028, 8:00 pm AEST');
    expect(await found(page.context(), asked)).toMatchObject({ due_at: '2028-09-30T10:00:00.000Z' });
  });

  test('a browser without Temporal shows and reads them, too', long, async ({ page, request }) => {
    await page.addInitScript(() => {
      delete (globalThis as Partial<typeof globalThis>).Temporal;
    });
    const asked = await enquire(request);
    await signIn(page, 'staff');
    await change(page.context(), asked, 'due', { due_at: '2028-01-04T22:30:00.000Z' });
    await open(page, asked);
    await expect(page.getByRole('button', { name: 'Due (Sydney time)' })).toHaveText(
      'Wed 5 Jan 2028, 9:30 am',
    );
    await pickDue(page, '2028-09-30T20:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(history(page).first()).toContainText('to Sat 30 Sep 2028, 8:00 pm AEST');
    expect(await found(page.context(), asked)).toMatchObject({ due_at: '2028-09-30T10:00:00.000Z' });
  });
});
