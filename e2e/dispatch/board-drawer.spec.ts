import { addVisit, blockOf, boardOf, book, cardOf, freeDay, momentOf } from './board.ts';
import { expect, haveSession, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'board' });

test('the drawer of a visit: whom to ring and mail, a note, another like it, a return, and what happened', async ({
  page,
}) => {
  const day = freeDay(12);
  await haveSession(page, 'dispatcher');
  const context = page.context();
  const { technicians } = await boardOf(context, day);
  const visit = await addVisit(context, { duration: 45, note: 'Dog in the yard' });
  const job = (await call(context, 'GET', `/jobs/by-number/J-${visit.number}`)).data.row;
  const reached = { version: 1, phone: '02 5550 7788', email: 'gum@example.com' };
  expect(await call(context, 'PATCH', `/customers/${job.customer_id}`, reached)).toMatchObject({ code: 800 });
  await book(context, visit, technicians[0]!, momentOf(day, '09:00'));
  await page.goto(`/?date=${day}`);
  const block = blockOf(page, visit.id);
  const { width } = (await block.boundingBox())!;
  await block.click();
  const drawer = page.getByRole('dialog', { name: new RegExp(visit.name) });
  await expect(drawer.getByRole('link', { name: '02 5550 7788' })).toHaveAttribute('href', 'tel:0255507788');
  await expect(drawer.getByRole('link', { name: 'gum@example.com' })).toHaveAttribute(
    'href',
    'mailto:gum@example.com',
  );

  // The hours beside it are as wide as they were, and the visit is in sight.
  expect((await block.boundingBox())!.width).toBe(width);
  await expect(block).toBeInViewport({ ratio: 1 });

  const visits = drawer.getByRole('article');
  const act = async (name: string) => {
    await visits
      .first()
      .getByRole('button', { name: /^More actions for visit/ })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Edit');
  await drawer.getByLabel('Note for the crew').fill('Dog in the yard, ring first');
  await drawer.getByRole('button', { name: /^Save/ }).click();
  await expect(visits.first()).toContainText('Dog in the yard, ring first');

  await act('Duplicate');
  await expect(page.getByText('Visit duplicated. It’s unscheduled.')).toBeVisible();
  await expect(visits).toHaveCount(2);
  await expect(visits.nth(1)).toContainText('Unscheduled');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(visits).toHaveCount(1);
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(visits).toHaveCount(2);

  await visits.first().getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('button', { name: 'Dispatch 1 visit' }).click();
  await expect(visits.first()).toContainText('Dispatched');
  await act('Record outcome…');
  await visits.first().getByRole('button', { name: 'Needs return' }).click();
  await visits.first().getByLabel('What’s missing').fill('A valve needs to be ordered');
  await visits.first().getByRole('button', { name: 'Save outcome' }).click();
  await expect(visits).toHaveCount(3);
  const { row } = (await call(context, 'GET', `/jobs/by-number/J-${visit.number}`)).data;
  expect(row.visits).toMatchObject([
    { state: 'needs return', outcome_reason: 'A valve needs to be ordered' },
    { state: 'unscheduled', duration: 45, note: 'Dog in the yard, ring first', on_date: null },
    { state: 'unscheduled', duration: 45, return_of: visit.id },
  ]);

  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByRole('listitem').first()).toContainText('Dan Dispatcher');
  await page.keyboard.press('Escape');
  await expect(blockOf(page, visit.id)).toBeFocused();
  await expect(blockOf(page, visit.id)).toHaveAttribute('data-state', 'needs return');
  await expect(await cardOf(page, visit)).toHaveCount(2);
});
