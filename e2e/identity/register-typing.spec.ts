import type { Page } from '@playwright/test';
import { expect, long, test } from '../journey.ts';
import { calls, field, fillIn, hold, labels, notification, person, send, stateOf } from './registration.ts';

/** The phone number with its caret drawn as a bar. */
function phone(page: Page): Promise<string> {
  return field(page, 'Phone').evaluate(
    ({ value, selectionStart: at }: HTMLInputElement) => `${value.slice(0, at!)}|${value.slice(at!)}`,
  );
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('a phone number is formatted as typed, and the caret stays where the typing is', async ({ page }) => {
  await page.goto('/register');
  await field(page, 'Phone').focus();
  await page.keyboard.type('0412345678');
  await expect.poll(() => phone(page)).toBe('0412 345 678|');

  await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'Delete');
  await expect.poll(() => phone(page)).toBe('04|23 456 78');
  await page.keyboard.type('1');
  await expect.poll(() => phone(page)).toBe('041|2 345 678');
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect.poll(() => phone(page)).toBe('0412 3|45 678');
  await press(page, 'Backspace');
  await expect.poll(() => phone(page)).toBe('0412| 456 78');
  await press(page, 'ArrowRight', 'Backspace');
  await expect.poll(() => phone(page)).toBe('041|4 567 8');
  await page.keyboard.type('23');
  await expect.poll(() => phone(page)).toBe('0412 3|45 678');
});

test('a pasted phone number loses its country code and what is no digit', long, async ({ page }) => {
  await page.goto('/register');
  await field(page, 'Phone').focus();
  await page.keyboard.insertText('+61 (0)412-345-678');
  await expect.poll(() => phone(page)).toBe('0412 345 678|');
  await expect(stateOf(page, 'Phone')).toHaveAccessibleName('Valid');
});

test(
  'the formats of phone numbers are loaded when they are needed, and do without',
  long,
  async ({ page }) => {
    const asked: string[] = [];
    await page.route('**/assets/phone-format-*.js', (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await page.goto('/register', { waitUntil: 'networkidle' });
    expect(asked).toEqual([]);
    await field(page, 'Phone').fill('0412 345 678');
    await expect.poll(() => asked.length).toBe(1);
    await expect(stateOf(page, 'Phone')).toHaveAccessibleName('Valid');
  },
);

test(
  'whoever is quicker than the formats of phone numbers is registered all the same',
  long,
  async ({ page }) => {
    await page.route('**/assets/phone-format-*.js', () => {});
    await page.goto('/register');
    await fillIn(page, { Email: 'swift@example.com' });
    await expect(field(page, 'Phone')).toHaveValue('0412 345 678');
    const [request] = await Promise.all([page.waitForRequest(calls.register), send(page)]);
    expect(request.postDataJSON()).toMatchObject({ phone: '0412 345 678' });
    await expect(notification(page, 'success')).toBeVisible();
  },
);

test('what was typed before the script ran is kept, formatted and judged', async ({ page }) => {
  const release = await hold(page, '**/assets/register-*.js');
  await page.goto('/register', { waitUntil: 'commit' });
  await fillIn(page, { 'Last name': ' ', Email: 'olivia@example', 'Confirm password': '' });
  await expect(field(page, 'Phone')).toHaveValue('0412345678');
  release();
  await expect(field(page, 'Phone')).toHaveValue('0412 345 678');
  await expect(stateOf(page, 'Phone')).toHaveAccessibleName('Valid');
  await expect(stateOf(page, 'Last name')).toHaveAccessibleName('Invalid');
  await expect(stateOf(page, 'Email')).toHaveAccessibleName('Invalid');
  await expect(stateOf(page, 'Confirm password')).toHaveCount(0);
  await expect(field(page, 'First name')).toHaveValue('Olivia');
  await expect(field(page, 'Password')).toHaveValue(person.Password);
  await expect(page.getByText('Strong.')).toBeVisible();
});

test('a form sent before the script ran is sent once it does, with the plan of the link', async ({
  page,
}) => {
  await page.route(calls.plans, () => {});
  await page.route('**/assets/phone-format-*.js', () => {});
  const release = await hold(page, '**/assets/register-*.js');
  await page.goto('/register?plan=crew', { waitUntil: 'commit' });
  await fillIn(page, { Email: 'quick@example.com' });
  await field(page, 'Email').press('Enter');
  await expect(page).toHaveURL('/register?plan=crew');
  const request = page.waitForRequest(calls.register);
  release();
  expect((await request).postDataJSON()).toMatchObject({ email: 'quick@example.com', plan_code: 'crew' });
  await expect(notification(page, 'success')).toBeVisible();
});

test('two presses in one moment are one registration', long, async ({ page }) => {
  await page.goto('/register');
  await fillIn(page, { Email: 'twice@example.com' });
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  await page.getByRole('button', { name: 'Register' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form!.requestSubmit();
  });
  await expect(notification(page, 'success')).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('each password can be shown, and its strength is said as it grows', long, async ({ page }) => {
  await page.goto('/register');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/^At least 8 characters/);
  for (const [password, hint] of [
    ['12345678', /Weak/],
    ['tractor82', /Fair/],
    ['ladder copper magpie', /Strong/],
  ] as const) {
    await field(page, 'Password').fill(password);
    await expect(field(page, 'Password')).toHaveAccessibleDescription(hint);
  }
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await expect(field(page, 'Confirm password')).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show confirm password' }).click();
  await expect(field(page, 'Confirm password')).toHaveAttribute('type', 'text');
});

test('register with the keyboard alone', long, async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('link', { name: 'Compare plans' }).focus();
  for (const label of labels) {
    await press(page, 'Tab');
    // After a password comes the button that shows it.
    if (label === 'Confirm password') await press(page, 'Tab');
    await expect(field(page, label)).toBeFocused();
    await page.keyboard.type(label === 'Email' ? 'keys@example.com' : person[label]);
  }
  await press(page, 'Tab', 'Tab');
  await expect(page.getByRole('button', { name: 'Register' })).toBeFocused();
  await press(page, 'Enter');
  await expect(notification(page, 'success')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register' })).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is readable, says what it needs and sends nothing', async ({ page }) => {
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: 'Welcome to Muster' })).toBeVisible();
    await expect(page.locator('noscript p')).toContainText('You need JavaScript to register.');
    await expect(page.getByRole('button', { name: 'Register' })).toBeHidden();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await fillIn(page);
    await field(page, 'Email').press('Enter');
    await expect(page).toHaveURL('/register');
    expect(sent).toEqual([]);
  });
});

test('R7: a number that the browser fills in by itself, without a visit to the field, is formatted too', async ({
  page,
}) => {
  await page.goto('/register');
  await expect(page.locator('html')).toHaveAttribute('data-ready', '');
  await field(page, 'Phone').evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, '+61412345678');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(field(page, 'Phone')).toHaveValue('0412 345 678');
  await expect(stateOf(page, 'Phone')).toHaveAccessibleName('Valid');
});
