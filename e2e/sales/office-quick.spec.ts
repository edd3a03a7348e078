import { expect, long, signIn, test } from '../journey.ts';
import { change, column, drawer, enquire, found, history, modal, open, ownWord, show } from './office.ts';
import { notification } from '../identity/registration.ts';

test('a card is dragged to another column, comes back by undo, and goes on by key and by menu', async ({
  page,
  request,
}) => {
  const asked = await enquire(request);
  await signIn(page, 'staff', `/office?search=${asked.reference}`);
  const card = (state: string) => column(page, state).getByRole('link', { name: asked.name });
  await card('New').dragTo(column(page, 'Contacted'));
  await expect(card('Contacted')).toBeFocused();
  await expect(notification(page, 'success')).toContainText(`${asked.name} marked as contacted.`);
  await expect.poll(async () => (await found(page.context(), asked)).state).toBe('contacted');

  // Not every column takes it.
  await card('Contacted').dragTo(column(page, 'Won'));
  await expect(card('Contacted')).toBeVisible();

  await notification(page, 'success').getByRole('button', { name: 'Undo' }).click();
  await expect(card('New')).toBeFocused();
  await expect(notification(page, 'success')).toContainText(
    `Undone: moved ${asked.name} from New to Contacted`,
  );
  await expect.poll(async () => (await found(page.context(), asked)).state).toBe('new');

  await page.keyboard.press('Shift+ArrowRight');
  await expect(card('Contacted')).toBeFocused();
  await expect(card('Contacted')).toHaveCSS('outline-style', 'solid');
  const menu = page.getByRole('button', { name: `Move ${asked.name}` });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Mark as lost…' }).click();
  await expect(modal(page).getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card('Contacted')).toBeFocused();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Mark as lost…' }).click();
  await modal(page).getByLabel('Reason').fill('No vans');
  await modal(page).getByRole('button', { name: 'Mark as lost' }).click();
  await expect(card('Lost')).toBeFocused();
  await expect(notification(page, 'success')).toHaveCount(1);
});

test(
  'two moves in a row do not get in each other’s way, and a key that is held down moves once',
  long,
  async ({ page, request }) => {
    const asked = await enquire(request);
    await signIn(page, 'staff', `/office?search=${asked.reference}`);
    const card = (state: string) => column(page, state).getByRole('link', { name: asked.name });
    // The second move is made before the first is answered, and before the pipeline is read again.
    let isFirst = true;
    await page.route('**/office/api/v1/enquiries/*/state', async (route) => {
      if (isFirst) await new Promise((resolve) => setTimeout(resolve, 1000));
      isFirst = false;
      await route.continue();
    });
    await card('New').focus();
    await page.keyboard.down('Shift');
    await page.keyboard.down('ArrowRight');
    await expect(card('Contacted')).toBeFocused();
    await page.keyboard.down('ArrowRight');
    await page.keyboard.up('ArrowRight');
    await expect(card('Contacted')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.up('Shift');
    await expect(card('Qualified')).toBeFocused();
    await expect(notification(page, 'success')).toContainText('marked as qualified.');
    await expect(notification(page, 'error')).toHaveCount(0);
    await expect.poll(async () => (await found(page.context(), asked)).state).toBe('qualified');
    await expect(card('Qualified')).toBeFocused();
  },
);

test('every change in the drawer can be taken back from its toast', long, async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  const undo = notification(page, 'success').getByRole('button', { name: 'Undo' });
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await undo.click();
  await expect(history(page)).toHaveText([/undid a change of/, /assigned .* to Sam Staff.*Undone/]);
  await page.getByLabel('Add a note').fill('Not for them');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(history(page).first()).toContainText('noted: Not for them');
  await undo.click();
  await expect(history(page).first()).toContainText('undid a change of the note Not for them');
  await expect(history(page).nth(1)).toContainText('Undone');
  // What was done some time ago has its way back in the history.
  await page.getByRole('button', { name: /^Undo: Sam Staff undid a change of the note/ }).click();
  await expect(history(page).first()).toContainText('redid a change of the note');
});

test(
  'a whole row opens a drawer that has its own address, and the list stays beside it',
  long,
  async ({ page, request }) => {
    const asked = await enquire(request);
    await signIn(page, 'staff', `/office?search=${asked.reference}&view=table`);
    // The link of a row covers it.
    const cell = (await page.getByRole('cell', { name: asked.reference }).boundingBox())!;
    await page.mouse.click(cell.x + cell.width / 2, cell.y + cell.height / 2);
    await expect(drawer(page, asked)).toBeVisible();
    await expect(page).toHaveURL(/\/office\/enquiries\/[\w-]+\?/);
    await expect(page.getByRole('table')).toBeVisible();
    await page.reload();
    await expect(drawer(page, asked)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer(page, asked)).toBeHidden();
    await expect(page.getByRole('table')).toBeVisible();
  },
);

test('the keys go from one enquiry to the next, also beside an open one', long, async ({ page, request }) => {
  const word = ownWord();
  const first = await enquire(request, { name: `First ${word}` });
  const second = await enquire(request, { name: `Second ${word}` });
  await signIn(page, 'staff', `/office?search=${word}&view=table&sort=name`);
  const link = ({ name }: { name: string }) => page.getByRole('link', { name });
  await expect(link(second)).toBeVisible();
  await page.keyboard.press('j');
  await expect(link(first)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer(page, first).getByRole('heading', { name: first.name })).toBeFocused();
  await page.keyboard.press('j');
  await expect(drawer(page, second).getByRole('heading', { name: second.name })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(drawer(page, first)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link(first)).toBeFocused();

  await show(page, 'Pipeline');
  await expect(column(page, 'New').getByRole('link', { name: second.name })).toBeVisible();
  await column(page, 'New').getByRole('link').first().click();
  await expect(page.getByRole('dialog', { name: word })).toBeVisible();
  const opened = await page.getByRole('dialog', { name: word }).getByRole('heading').first().textContent();
  await page.keyboard.press('j');
  const other = opened?.includes('First') ? second : first;
  await expect(drawer(page, other).getByRole('heading', { name: other.name })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.keyboard.type('j');
  await expect(drawer(page, other)).toBeVisible();
});

test(
  'seven columns fit, and nothing is cut without saying the rest; the licences never are',
  long,
  async ({ page, request }) => {
    const word = ownWord();
    const name = `The very long name of a business in a long street ${word}`;
    await enquire(request, { name, licenses_required: 99_999 });
    await signIn(page, 'staff', `/office?search=${word}`);
    const card = column(page, 'New').getByRole('link', { name });
    await expect(card.getByText('99,999 licences')).toBeVisible();
    const isCut = (text: string) =>
      card.getByText(text).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(await isCut('99,999 licences')).toBe(false);
    expect(await isCut(name)).toBe(true);
    await expect(card.getByText(name)).toHaveAttribute('title', name);
    const right = await column(page, 'Spam').evaluate((element) => element.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(1440);
  },
);

test(
  'the figures are one line that says what it counts, and the charts stay open for whoever opened them',
  long,
  async ({ page }) => {
    await signIn(page, 'staff');
    await expect(
      page.getByText(/\d h|min|days to first contact, median of the last 30 days/).first(),
    ).toBeVisible();
    const line = await page.getByText(/received in 30 days/).boundingBox();
    const view = await page.getByRole('radiogroup', { name: 'View' }).boundingBox();
    expect(Math.abs(line!.y + line!.height / 2 - view!.y - view!.height / 2)).toBeLessThan(12);
    await expect(page.getByRole('figure')).toHaveCount(0);
    await page.getByRole('button', { name: 'Figures' }).click();
    await expect(page.getByRole('figure')).toHaveCount(3);
    await page.reload();
    await expect(page.getByRole('figure')).toHaveCount(3);
  },
);

test(
  'what somebody noted is found, and the due time that they chose stays where it is',
  long,
  async ({ page, request }) => {
    const [asked, word] = [await enquire(request), ownWord()];
    await signIn(page, 'staff');
    const due_at = '2028-01-04T22:30:00.000Z';
    await change(page.context(), asked, 'due', { due_at });
    await open(page, asked);
    await page.getByLabel('Add a note').fill(`They keep ${word}`);
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(history(page).first()).toContainText(word);
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await expect(history(page).first()).toContainText('from New to Contacted');
    expect(await found(page.context(), asked)).toMatchObject({ due_at });
    await page.goto('/office');
    await page.getByLabel('Search').fill(word);
    await expect(column(page, 'Contacted').getByRole('link', { name: asked.name })).toBeVisible();
    await show(page, 'Table');
    await expect(page.getByRole('rowheader')).toHaveCount(1);
  },
);
