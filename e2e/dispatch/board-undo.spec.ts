import { addVisit, blockOf, boardOf, book, freeDay, momentOf, shownOn } from './board.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'board' });

test('what was done is taken back and done again: by the toast, by keys, after a reload and from the history', async ({
  page,
  browser,
}) => {
  const day = freeDay(11);
  await signIn(page, 'dispatcher');
  const context = page.context();
  const { technicians } = await boardOf(context, day);
  const visit = await addVisit(context);
  await book(context, visit, technicians[0]!, momentOf(day, '09:00'));
  const block = blockOf(page, visit.id);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`/?date=${day}`);

  await block.focus();
  await page.keyboard.press('u');
  await expect(block).toBeHidden();
  await button('Undo').click();
  await expect(block).toBeFocused();
  await button('Redo').click();
  await expect(block).toBeHidden();
  await button('Undo').click();
  await expect(button('Redo')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(block).toBeHidden();
  await expect(page.getByText(/^Redone: took J-.* off the board\./)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(block).toBeVisible();
  await expect(page.getByText(/^Undone: took J-.* off the board\./)).toBeVisible();
  await expect(block).toBeFocused();
  // Whatever else is said meanwhile lies beside it, not over it.
  await page.keyboard.press('Control+Shift+z');
  await expect(block).toBeHidden();
  await expect(page.getByText(/^Redone: took J-.* off the board\./)).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText('There’s nothing to redo here.')).toBeVisible();
  const toasts = await Promise.all((await page.locator('.m-toast').all()).map((one) => one.boundingBox()));
  expect(toasts).toHaveLength(2);
  const [upper, lower] = toasts.toSorted((a, b) => a!.y - b!.y);
  expect(upper!.y + upper!.height).toBeLessThanOrEqual(lower!.y);
  await page.keyboard.press('Control+z');
  await expect(block).toBeVisible();

  // Across a reload, and again from the history beside the board.
  await block.focus();
  await page.keyboard.press('p');
  await expect(page.getByText(`${visit.name} pinned. Planning won’t move it.`)).toBeVisible();
  await page.reload();
  await expect(block).toHaveAttribute('data-pinned', 'true');
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Undone: pinned J-/)).toBeVisible();
  await expect(block).not.toHaveAttribute('data-pinned');
  await page.getByRole('tab', { name: 'History' }).click();
  const entries = page.locator('.changes__one');
  await entries
    .first()
    .getByRole('button', { name: /^Undo: / })
    .click();
  await expect(block).toHaveAttribute('data-pinned', 'true');

  // A colleague's, from the panel.
  const colleague = await browser.newPage();
  await signIn(colleague, 'owner');
  const before = await shownOn(page);
  await book(colleague.context(), visit, technicians[1]!, momentOf(day, '13:00'));
  await expect.poll(() => shownOn(page)).not.toEqual(before);
  await entries
    .filter({ hasText: new RegExp(`Olivia Owner moved J-\\d+/1 ${visit.name} from .* to `) })
    .getByRole('button', { name: /^Undo: / })
    .click();
  await expect.poll(() => shownOn(page)).toEqual(before);
  expect((await boardOf(context, day)).booked).toEqual(before);

  // What somebody has changed since is left alone, with who and when.
  await block.focus();
  await page.keyboard.press('+');
  await expect(page.getByText(`${visit.name} takes 1 h 15 min.`)).toBeVisible();
  const { version } = (await call(colleague.context(), 'GET', `/visits/${visit.id}`)).data.row;
  const edit = await call(colleague.context(), 'PATCH', `/visits/${visit.id}`, { version, duration: 90 });
  expect(edit).toMatchObject({ code: 800 });
  await expect(block).toHaveAttribute('aria-label', /90 minutes/);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Olivia Owner changed .* after that \(.*\d:\d\d [ap]m\)\./)).toBeVisible();
  await expect(block).toHaveAttribute('aria-label', /90 minutes/);
  await colleague.close();
});

test(
  'where something newer stands in the way of an undo, the rest is taken back',
  long,
  async ({ page, browser }) => {
    const day = freeDay(46);
    await haveSession(page, 'dispatcher');
    const context = page.context();
    const { technicians } = await boardOf(context, day);
    const visits = [await addVisit(context), await addVisit(context), await addVisit(context)];
    const bookings = visits.map(({ id, version }, at) => ({
      visit_id: id,
      version,
      technicians: [technicians[at]],
      starts_at: momentOf(day, '09:00'),
    }));
    expect(await call(context, 'POST', '/visits/schedule', { bookings })).toMatchObject({ code: 800 });
    const colleague = await browser.newPage();
    await signIn(colleague, 'owner');
    await book(colleague.context(), visits[1]!, technicians[1]!, momentOf(day, '13:00'));
    await colleague.close();
    await page.goto(`/?date=${day}`);
    const blocks = visits.map(({ id }) => blockOf(page, id));
    await expect(blocks[0]!).toBeVisible();

    await page.keyboard.press('Control+z');
    const name = `J-${visits[1]!.number}/1 ${visits[1]!.name}`;
    await expect(page.getByText(new RegExp(`^Olivia Owner changed ${name} after that`))).toBeVisible();
    await expect(blocks[0]!).toBeVisible();
    await page.getByRole('button', { name: 'Undo the rest' }).click();
    await expect(blocks[0]!).toBeHidden();
    await expect(page.getByText(`Undone: planned 3 visits, except ${name}.`)).toBeVisible();
    await expect(blocks[2]!).toBeHidden();
    await expect(blocks[1]!).toHaveAttribute('aria-label', /1:00 pm/);
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expect(blocks[0]!).toBeVisible();
    await expect(blocks[2]!).toBeVisible();
  },
);
