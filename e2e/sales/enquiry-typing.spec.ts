import type { Page } from '@playwright/test';
import { business, calls, field, labels, lists, shown, stateOf } from './enquiry.ts';
import type { Label } from './enquiry.ts';
import { expect, test, long } from '../journey.ts';
import { hold, notification } from '../identity/registration.ts';

/** What a field holds, with its caret drawn as a bar. */
function caretIn(page: Page, label: Label): Promise<string> {
  return field(page, label).evaluate((control) => {
    const { value, selectionStart: at } = control as HTMLInputElement;
    return `${value.slice(0, at!)}|${value.slice(at!)}`;
  });
}

test('a phone number of any kind is formatted as typed', long, async ({ page }) => {
  await page.goto('/enquiry');
  await field(page, 'Phone').focus();
  for (const [typed, written] of [
    ['0412345678', '0412 345 678|'],
    ['0298765432', '(02) 9876 5432|'],
    ['1300123456', '1300 123 456|'],
  ] as const) {
    await field(page, 'Phone').fill('');
    await page.keyboard.type(typed);
    await expect.poll(() => caretIn(page, 'Phone')).toBe(written);
  }
});

for (const label of ['Number of Technicians', 'Number of Licenses required'] as const) {
  test(`${label} keeps what is typed, and a letter in it is wrong, not left out`, async ({ page }) => {
    await page.goto('/enquiry');
    await expect(field(page, 'Industry').locator('option').nth(1)).toBeAttached();
    await field(page, label).focus();
    await page.keyboard.type('1e3');
    expect(await caretIn(page, label)).toBe('1e3|');
    await expect(stateOf(page, label)).toHaveAccessibleName('Invalid');
    await expect(field(page, label)).toHaveAccessibleDescription(/: a whole number/);
    await field(page, label).fill('13');
    await expect(stateOf(page, label)).toHaveAccessibleName('Valid');
  });
}

test('what was typed before the script ran is kept, formatted and judged', long, async ({ page }) => {
  const release = await hold(page, '**/assets/enquiry-*.js');
  await page.goto('/enquiry', { waitUntil: 'commit' });
  // The script loads the industries.
  for (const label of labels.filter((label) => !lists.includes(label)))
    await field(page, label).fill(label === 'Email Address' ? 'olivia@example' : business[label]);
  await field(page, 'Number of Employees').selectOption('100+');
  await expect(field(page, 'Phone')).toHaveValue('0298765432');
  release();
  await expect(field(page, 'Phone')).toHaveValue('(02) 9876 5432');
  await expect(stateOf(page, 'Email Address')).toHaveAccessibleName('Invalid');
  await expect(stateOf(page, 'Number of Employees')).toHaveAccessibleName('Valid');
  await expect(stateOf(page, 'Notes')).toHaveAccessibleName('Valid');
  await expect(stateOf(page, 'Industry')).toHaveCount(0);
  await expect(field(page, 'Name')).toHaveAttribute('title', 'Valid email is required: olivia@example');
  expect(await shown(page)).toEqual([
    'Olivia Owner',
    '(02) 9876 5432',
    'olivia@example',
    'Select Industry',
    '100+',
    '12',
    '10',
    business.Notes,
  ]);
});

test('a name typed before the script ran is judged by itself', long, async ({ page }) => {
  const release = await hold(page, '**/assets/enquiry-*.js');
  await page.goto('/enquiry', { waitUntil: 'commit' });
  await field(page, 'Name').fill('Olivia Owner');
  release();
  await expect(stateOf(page, 'Name')).toHaveAccessibleName('Valid');
});

test('an enquiry with the keyboard alone', async ({ page }) => {
  const release = await hold(page, calls.store);
  await page.goto('/enquiry');
  await expect(field(page, 'Industry').locator('option').nth(1)).toBeAttached();
  for (const label of labels) {
    await page.keyboard.press('Tab');
    await expect(field(page, label)).toBeFocused();
    await page.keyboard.type(business[label]);
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeFocused();
  release();
  await expect(notification(page, 'success')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is readable, says what it needs and sends nothing', async ({ page }) => {
    await page.goto('/enquiry');
    await expect(page.getByRole('heading', { name: 'Enquiry' })).toBeVisible();
    await expect(page.locator('noscript p')).toContainText('Sending an enquiry needs JavaScript.');
    await expect(page.getByRole('button', { name: 'Submit' })).toBeHidden();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await field(page, 'Email Address').fill('olivia@example.com');
    await field(page, 'Email Address').press('Enter');
    await expect(page).toHaveURL('/enquiry');
    expect(requests).toEqual([]);
  });
});
