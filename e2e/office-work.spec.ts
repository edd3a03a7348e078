import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';
import {
  choose,
  column,
  drawer,
  enquire,
  found,
  history,
  modal,
  moveTo,
  open,
  ownWord,
  pickDue,
} from './office.ts';

test('an enquiry goes on step by step, is lost with a reason, and may come back', async ({
  page,
  request,
}) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await page.getByRole('button', { name: 'Mark as contacted' }).click();
  await expect(history(page).first()).toContainText('New → Contacted');
  await expect(history(page).first()).toContainText('Sam Staff');
  await expect(page.getByRole('button', { name: 'Mark as won' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mark as qualified' }).click();
  await expect(history(page).first()).toContainText('Contacted → Qualified');

  await page.getByRole('button', { name: 'Mark as lost…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why was it lost?' });
  await dialog.getByRole('button', { name: 'Mark as lost' }).click();
  await expect(dialog.getByText('Say in a few words why it was lost.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Went with a calendar on the wall');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Mark as lost…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Went with a calendar on the wall');
  await dialog.getByRole('button', { name: 'Mark as lost' }).click();
  await expect(history(page).first()).toContainText('Qualified → Lost');
  await expect(page.getByRole('definition').filter({ hasText: 'Went with a calendar' })).toBeVisible();
  await expect(page.getByText('No follow-up is due.')).toBeVisible();

  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(history(page).first()).toContainText('Lost → New');
});

test('the keyboard alone takes an enquiry on, and keeps its place', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await page.getByRole('button', { name: 'Mark as contacted' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Mark as qualified' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Mark as qualified' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('No longer in business');
  // The dialog holds the keyboard: after its last button comes its first field.
  for (const name of ['Cancel', 'Mark as lost']) {
    await page.keyboard.press('Tab');
    await expect(modal(page).getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  // Until it is closed the dialog has the keyboard.
  await expect(modal(page)).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeFocused();
});

test('two changes in a row are one after the other', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click();
    press('Assign to me');
    press('Mark as contacted');
  });
  await expect(history(page)).toHaveText([/New → Contacted/, /Assigned to Sam Staff/, /Received/]);
});

test('an enquiry has an owner and a due time, and what is overdue stands out', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await expect(page.getByText(/^Due in/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect(history(page).first()).toContainText('Assigned to Sam Staff');
  await expect(drawer(page, asked).getByRole('combobox', { name: 'Owner' })).toHaveValue('Sam Staff');

  await pickDue(page, '2026-01-05T09:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(history(page).first()).toContainText(/Due time changed to Mon 5 Jan( 2026)?, 9:30 am/);
  await expect(page.getByText(/overdue$/).first()).toBeVisible();

  await page.goto(`/office?search=${asked.reference}`);
  await expect(column(page, 'New').getByRole('link', { name: asked.name })).toContainText(/overdue/);
  await page.getByLabel('Overdue only').check();
  await expect(page).toHaveURL(/overdue=true/);
  await expect(column(page, 'New').getByRole('link', { name: asked.name })).toBeVisible();
  await choose(page, 'Owner', 'No owner');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
});

test('what was won becomes an account once, after saying what will happen', async ({ page, request }) => {
  const asked = await enquire(request, { licenses_required: 12 });
  await signIn(page, 'staff');
  await moveTo(page.context(), asked, 'contacted', 'qualified', 'won');
  await open(page, asked);
  await expect(page.getByRole('button', { name: 'Mark as lost…' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the account…' }).click();
  const dialog = modal(page);
  await expect(dialog).toContainText(`open the account ${asked.name} on the plan Fleet, with 12 licences`);
  await expect(dialog).toContainText(`invite ${asked.email} as its owner`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await found(page.context(), asked)).toMatchObject({ state: 'won' });

  await page.getByRole('button', { name: 'Open the account…' }).click();
  await expect(dialog.getByLabel('Name of the business')).toHaveValue(asked.name);
  await dialog.getByLabel('Name of the business').fill(' ');
  await dialog.getByRole('button', { name: 'Open the account' }).click();
  await expect(dialog.getByText('Enter the name of the business.')).toBeVisible();
  await dialog.getByLabel('Name of the business').fill('Wattle & Sons');
  await expect(dialog).toContainText('open the account Wattle & Sons on the plan Fleet');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Open the account' }).click();
  await expect(dialog.getByRole('heading', { name: 'The account is open' })).toBeVisible();
  await expect(dialog).toContainText('Wattle & Sons has an account');
  await expect(dialog).toContainText(`An invitation is on its way to ${asked.email}.`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(history(page).first()).toContainText('Account opened with 12 licences');
  await expect(drawer(page, asked)).toContainText('Wattle & Sons has an account with 12 licences.');
  await expect(page.getByRole('button', { name: 'Open the account…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send the invitation again' }).click();
  await expect(history(page).first()).toContainText(`${asked.email} invited`);
});

test('an address that signs in already is no owner of another account: the dialog says so, and takes another', async ({
  page,
  request,
}) => {
  const asked = await enquire(request, { email: 'owner@example.com' });
  await signIn(page, 'staff');
  await moveTo(page.context(), asked, 'contacted', 'qualified', 'won');
  await open(page, asked);
  await page.getByRole('button', { name: 'Open the account…' }).click();
  const dialog = modal(page);
  const button = dialog.getByRole('button', { name: 'Open the account' });
  await button.click();
  await expect(dialog.getByRole('alert')).toContainText('already signs in to an account');
  await dialog.getByLabel('Another address for the owner').fill('olivia');
  await button.click();
  await expect(dialog.getByText('Enter an email address like')).toBeVisible();
  const [first, second] = [`${ownWord()}@example.com`, `${ownWord()}@example.com`];
  await dialog.getByLabel('Another address for the owner').fill(first);
  await expect(dialog).toContainText(`invite ${first} as its owner`);
  await expectAccessible(page);
  await button.click();
  await expect(dialog).toContainText(`An invitation is on its way to ${first}.`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(history(page).first()).toContainText(`${first} invited as its owner`);

  await expect(page.getByText(`${first} is invited. The invitation expires`)).toBeVisible();
  await page.getByLabel('Another address for the owner').fill(second);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Invite this address' }).click();
  await expect(page.getByText(`${second} is invited. The invitation expires`)).toBeVisible();
  await expect(history(page).first()).toContainText(`${second} invited`);
  await expect(page.getByLabel('Another address for the owner')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Send the invitation again' })).toBeVisible();
});
