import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';
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

test(
  'an enquiry goes on step by step, is lost with a reason, and may come back',
  long,
  async ({ page, request }) => {
    const asked = await enquire(request);
    await signIn(page, 'staff');
    await open(page, asked);
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await expect(history(page).first()).toContainText('from New to Contacted');
    await expect(history(page).first()).toContainText('Sam Staff');
    await expect(page.getByRole('button', { name: 'Mark as won' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Mark as qualified' }).click();
    await expect(history(page).first()).toContainText('from Contacted to Qualified');

    await page.getByRole('button', { name: 'Mark as lost…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why was it lost?' });
    await dialog.getByRole('button', { name: 'Mark as lost' }).click();
    await expect(dialog.getByText('Say why it was lost.')).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Went with a calendar on the wall');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Mark as lost…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Reason')).toHaveValue('Went with a calendar on the wall');
    await dialog.getByRole('button', { name: 'Mark as lost' }).click();
    await expect(history(page).first()).toContainText('from Qualified to Lost');
    await expect(page.getByRole('definition').filter({ hasText: 'Went with a calendar' })).toBeVisible();
    await expect(page.getByText('No follow-up due.')).toBeVisible();

    await page.getByRole('button', { name: 'Reopen' }).click();
    await expect(history(page).first()).toContainText('from Lost to New');
  },
);

test('the keyboard alone takes an enquiry on, and keeps its place', long, async ({ page, request }) => {
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

test('two changes in a row are one after the other', long, async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click();
    press('Assign to me');
    press('Mark as contacted');
  });
  await expect(history(page)).toHaveText([/from New to Contacted/, /assigned .* to Sam Staff/]);
});

test(
  'an enquiry has an owner and a due time, and what is overdue stands out',
  long,
  async ({ page, request }) => {
    const asked = await enquire(request);
    await signIn(page, 'staff');
    await open(page, asked);
    await expect(page.getByText(/^Due in/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await expect(history(page).first()).toContainText('to Sam Staff');
    await expect(drawer(page, asked).getByRole('combobox', { name: 'Owner' })).toHaveValue('Sam Staff');

    await pickDue(page, '2026-01-05T09:30');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(history(page).first()).toContainText(
      /changed the due time of .* to Mon 5 Jan( 2026)?, 9:30 am/,
    );
    await expect(page.getByText(/overdue$/).first()).toBeVisible();

    await page.goto(`/office?search=${asked.reference}`);
    await expect(column(page, 'New').getByRole('link', { name: asked.name })).toContainText(/overdue/);
    await page.getByLabel('Overdue only').check();
    await expect(page).toHaveURL(/overdue=true/);
    await expect(column(page, 'New').getByRole('link', { name: asked.name })).toBeVisible();
    await choose(page, 'Owner', 'No owner');
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  },
);

test('what was won becomes an account once, after saying what will happen', async ({ page, request }) => {
  const asked = await enquire(request, { licenses_required: 12 });
  await signIn(page, 'staff');
  await moveTo(page.context(), asked, 'contacted', 'qualified', 'won');
  await open(page, asked);
  await expect(page.getByRole('button', { name: 'Mark as lost…' })).toBeVisible();
  await page.getByRole('button', { name: 'Open account…' }).click();
  const dialog = modal(page);
  await expect(dialog).toContainText(`open the account ${asked.name} on the Crew plan with 12 licences`);
  await expect(dialog).toContainText(`invite ${asked.email} as the owner`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await found(page.context(), asked)).toMatchObject({ state: 'won' });

  await page.getByRole('button', { name: 'Open account…' }).click();
  await expect(dialog.getByLabel('Business name')).toHaveValue(asked.name);
  await dialog.getByLabel('Business name').fill(' ');
  await dialog.getByRole('button', { name: 'Open account' }).click();
  await expect(dialog.getByText('Enter the business name.')).toBeVisible();
  await dialog.getByLabel('Business name').fill('Wattle & Sons');
  await expect(dialog).toContainText('open the account Wattle & Sons on the Crew plan');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Open account' }).click();
  await expect(dialog.getByRole('heading', { name: 'Account opened' })).toBeVisible();
  await expect(dialog).toContainText('Wattle & Sons has an account');
  await expect(dialog).toContainText(`An invitation is on its way to ${asked.email}.`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(history(page).first()).toContainText(`opened an account for ${asked.name}`);
  await expect(drawer(page, asked)).toContainText('Wattle & Sons has an account with 12 licences.');
  await expect(page.getByRole('button', { name: 'Open account…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Resend invitation' }).click();
  await expect(history(page).first()).toContainText(`invited the owner of ${asked.name} again`);
});

test(
  'an address that signs in already is no owner of another account: the dialog says so, and takes another',
  long,
  async ({ page, request }) => {
    const asked = await enquire(request, { email: 'owner@example.com' });
    await signIn(page, 'staff');
    await moveTo(page.context(), asked, 'contacted', 'qualified', 'won');
    await open(page, asked);
    await page.getByRole('button', { name: 'Open account…' }).click();
    const dialog = modal(page);
    const button = dialog.getByRole('button', { name: 'Open account' });
    await button.click();
    await expect(dialog.getByRole('alert')).toContainText('already signs in to another account');
    await dialog.getByLabel('Different address for the owner').fill('olivia');
    await button.click();
    await expect(dialog.getByText('Enter an email address like')).toBeVisible();
    const [first, second] = [`${ownWord()}@example.com`, `${ownWord()}@example.com`];
    await dialog.getByLabel('Different address for the owner').fill(first);
    await expect(dialog).toContainText(`invite ${first} as the owner`);
    await expectAccessible(page);
    await button.click();
    await expect(dialog).toContainText(`An invitation is on its way to ${first}.`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(history(page).first()).toContainText(`invited ${first} as the owner`);

    await expect(page.getByText(`${first} has been invited. The invitation expires`)).toBeVisible();
    await page.getByLabel('Different address for the owner').fill(second);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Invite this address' }).click();
    await expect(page.getByText(`${second} has been invited. The invitation expires`)).toBeVisible();
    await expect(history(page).first()).toContainText(`invited ${second} as the owner`);
    await expect(page.getByLabel('Different address for the owner')).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Resend invitation' })).toBeVisible();
  },
);
