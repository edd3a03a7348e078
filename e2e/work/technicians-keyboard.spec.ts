import { expect, haveSession, long, test } from '../journey.ts';
import { addTechnician, call, found, ownWord } from './technicians.ts';

test.use({ business: 'scheduler' });

test(
  'with the keyboard alone one finds, opens, edits, moves on, selects, archives and takes back',
  long,
  async ({ page }) => {
    const word = ownWord();
    await haveSession(page, 'owner');
    const crew = [];
    for (const name of ['Ann', 'Ben', 'Cleo', 'Dee'])
      crew.push(await addTechnician(page.context(), { name: `${name} ${word}` }));
    await page.goto(`/technicians?search=${word}`);
    await expect(page.getByRole('row')).toHaveCount(5);
    const link = (name: string) => page.getByRole('link', { name: `${name} ${word}` });
    const drawer = page.getByRole('dialog');

    await page.keyboard.press('j');
    await expect(link('Ann')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link('Ben')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(drawer.getByRole('heading', { name: `Ben ${word}` })).toBeFocused();
    await expect(link('Ben')).toHaveAttribute('aria-current', 'page');

    await page.keyboard.press('j');
    await expect(drawer.getByRole('heading', { name: `Cleo ${word}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${crew[2]!.id}\\?search=${word}$`));
    await drawer.getByRole('button', { name: 'Edit contact' }).press('Enter');
    await drawer.getByLabel('Phone').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('0466 666 666');
    await page.keyboard.press('Control+Enter');
    await expect(drawer.getByRole('button', { name: /^Save/ })).toBeHidden();
    expect(await found(page.context(), crew[2]!.id)).toMatchObject({ phone: '0466 666 666' });

    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(link('Cleo')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByText(/^Undone: /)).toBeVisible();
    expect(await found(page.context(), crew[2]!.id)).toMatchObject({ phone: '0412 000 111' });
    await page.keyboard.press('Control+Shift+z');
    await expect(page.getByText(/^Redone: /)).toBeVisible();
    expect(await found(page.context(), crew[2]!.id)).toMatchObject({ phone: '0466 666 666' });

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await expect(help).toContainText('Redo it');
    await expect(help).toContainText('In a list');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await link('Cleo').focus();

    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('toolbar', { name: 'Selected items' });
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Archive' }).press('Enter');
    await expect(page.getByText('2 technicians archived.')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('row')).toHaveCount(5);

    await page.keyboard.press('n');
    await expect(page.getByLabel('Name')).toBeFocused();
  },
);

test('Ctrl-Z takes back what one did last also after the page was loaded', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const { id } = await addTechnician(page.context(), { name: `Robin ${ownWord()}` });
  const body = { version: (await found(page.context(), id)).version, phone: '0466 666 666' };
  expect(await call(page.context(), 'PATCH', `/technicians/${id}`, body)).toMatchObject({ code: 800 });
  await page.goto('/technicians');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Undone: .*Robin/)).toBeVisible();
  expect(await found(page.context(), id)).toMatchObject({ phone: '0412 000 111' });
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText(/^Redone: /)).toBeVisible();
  expect(await found(page.context(), id)).toMatchObject({ phone: '0466 666 666' });
});
