import {
  allSent,
  business,
  calls,
  enter,
  field,
  fillIn,
  labels,
  lists,
  send,
  sent,
  stateOf,
  type Label,
} from './enquiry.ts';
import { expect, long, test } from '../journey.ts';
import { notification } from '../identity/registration.ts';

for (const [width, height, tag] of [
  [1440, 900, {}],
  [390, 844, long],
] as const) {
  test(
    `E1: picture, logo, title, eight fields in order and a button on ${width}×${height}`,
    tag,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/enquiry');
      const picture = page.locator('img[src$="/workshop-counter.svg"]');
      await expect(picture).toBeInViewport();
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect((await picture.boundingBox())!.width < width / 2).toBe(width >= 900);
      await expect(page.getByRole('img', { name: 'Muster logo' })).toBeInViewport();
      await expect(page).toHaveTitle('Enquiry · Muster');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enquiry');
      await expect(page.locator('form label')).toHaveText(labels);
      for (const label of labels) await expect(field(page, label)).toBeEnabled();
      await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    },
  );
}

test('E1: each field is what it is for', async ({ page }) => {
  await page.goto('/enquiry');
  const kinds = await Promise.all(
    labels.map((label) =>
      field(page, label).evaluate((control) => {
        const { name, type, inputMode, autocomplete } = control as HTMLInputElement;
        return [name, type, inputMode, autocomplete];
      }),
    ),
  );
  expect(kinds).toEqual([
    ['name', 'text', '', 'name'],
    ['phone', 'tel', 'tel', 'tel'],
    ['email', 'email', 'email', 'email'],
    ['industry_id', 'select-one', '', ''],
    ['employees_no', 'select-one', '', ''],
    ['technicians_no', 'text', 'numeric', 'off'],
    ['licenses_required', 'text', 'numeric', 'off'],
    ['notes', 'textarea', '', ''],
  ]);
  const options = (label: Label) => field(page, label).locator('option');
  await expect(options('Number of Employees')).toHaveText([
    'Select Number of Employees',
    '1-10',
    '10-25',
    '25-50',
    '50-100',
    '100+',
  ]);
  await expect(options('Industry').first()).toHaveText('Select Industry');
  await expect(options('Industry').filter({ hasText: 'Plumbing' })).toHaveCount(1);
  await expect(options('Industry').last()).toHaveText('Other');
});

test('E2: Name carries the hint with the e-mail as it is now', async ({ page }) => {
  await page.goto('/enquiry');
  await expect(field(page, 'Name')).toHaveAttribute('title', 'Valid email is required: ');
  await field(page, 'Email Address').pressSequentially('olivia@exam');
  await expect(field(page, 'Name')).toHaveAttribute('title', 'Valid email is required: olivia@exam');
  await field(page, 'Email Address').fill('');
  await expect(field(page, 'Name')).toHaveAttribute('title', 'Valid email is required: ');
});

test('E3: nothing while unset, a red exclamation on error, a green check when valid', async ({ page }) => {
  await page.goto('/enquiry');
  const wrong: Record<Label, string | undefined> = {
    Name: ' ',
    Phone: '0412',
    'Email Address': 'olivia@example',
    Industry: 'Select Industry',
    'Number of Employees': 'Select Number of Employees',
    'Number of Technicians': '0',
    'Number of Licenses required': '0',
    Notes: undefined,
  };
  for (const label of labels) {
    const icon = stateOf(page, label);
    await expect(icon).toHaveCount(0);
    await enter(page, label, business[label]);
    await expect(icon).toHaveAccessibleName('Valid');
    await expect(icon.locator('..')).toHaveCSS('background-color', 'rgb(43, 115, 53)');
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'false');
    const invalid = wrong[label];
    if (invalid === undefined) continue;
    await enter(page, label, invalid);
    await expect(icon).toHaveAccessibleName('Invalid');
    await expect(icon.locator('..')).toHaveCSS('background-color', 'rgb(180, 35, 24)');
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(/^(Enter|Choose) .+\.$/);
  }
});

const rules: [Label, string, 'Valid' | 'Invalid'][] = [
  ['Name', 'O', 'Valid'],
  ['Phone', '12345678', 'Invalid'],
  ['Phone', '123456789', 'Valid'],
  ['Phone', '0298765432', 'Valid'],
  ['Email Address', 'o.owner-2@mail.example.com.au', 'Valid'],
  ['Email Address', 'olivia@example.info', 'Invalid'],
  ['Number of Technicians', '1', 'Valid'],
  ['Number of Technicians', '00', 'Invalid'],
  ['Number of Technicians', '-2', 'Valid'],
  ['Number of Technicians', '2.5', 'Invalid'],
  ['Number of Technicians', '', 'Invalid'],
  ['Number of Licenses required', '1', 'Valid'],
  ['Number of Licenses required', '-1', 'Invalid'],
  ['Number of Licenses required', '1.5', 'Invalid'],
  ['Notes', 'x', 'Valid'],
  ['Notes', '', 'Valid'],
];

test('E3: the rules of each field, on each change', async ({ page }) => {
  await page.goto('/enquiry');
  // The formats of phone numbers come with the first visit, and they decide how long one is.
  await field(page, 'Phone').fill('0298765432');
  await expect(field(page, 'Phone')).toHaveValue('(02) 9876 5432');
  for (const [label, text, verdict] of rules) {
    await field(page, label).fill(text);
    await expect(stateOf(page, label), `${label}: ${text}`).toHaveAccessibleName(verdict);
  }
});

const checked = labels.filter((label) => label !== 'Number of Licenses required');

test('E4: with any of the fields empty nothing is sent, and the error says so', async ({ page }) => {
  const requests = allSent(page);
  for (const label of checked) {
    await page.goto('/enquiry');
    await fillIn(page, { [label]: '' });
    await send(page);
    await expect(notification(page, 'error')).toHaveText('Please fill all the fields!');
    await expect(field(page, label)).toBeFocused();
  }
  expect(requests).toEqual([]);
});

test('E4: complete but invalid, nothing is sent, and the focus is on what to change', async ({ page }) => {
  const requests = allSent(page);
  await page.goto('/enquiry');
  await fillIn(page, { 'Email Address': 'olivia@example', 'Number of Technicians': '0' });
  await send(page);
  await expect(field(page, 'Email Address')).toBeFocused();
  await expect(page.getByText('Enter an email address like name@example.com.')).toBeVisible();
  // A notification about the first try would have come before this one, also for fields that the check leaves out.
  await field(page, 'Number of Licenses required').fill('');
  await send(page);
  await expect(page.locator('[data-level]')).toHaveText(['Please fill all the fields!']);
  expect(requests).toEqual([]);
});

for (const [licences, tag] of [
  ['', {}],
  ['0', long],
  ['2.5', long],
] as const) {
  test(
    `E4: licences are not checked before sending: ${licences || 'none'} goes to the server`,
    tag,
    async ({ page }) => {
      await page.goto('/enquiry');
      await fillIn(page, { 'Number of Licenses required': licences });
      const [request] = await Promise.all([sent(page), send(page)]);
      expect(request.postDataJSON()).toMatchObject({ licenses_required: licences });
      await expect(notification(page, 'error')).toHaveText(
        'Enter how many licences you need: a whole number from 1.',
      );
      await expect(stateOf(page, 'Number of Licenses required')).toHaveAccessibleName('Invalid');
      await expect(field(page, 'Notes')).toHaveValue(business.Notes);
    },
  );
}

test('E4: notes that somebody has visited may be empty', async ({ page }) => {
  await page.route(calls.store, (route) => route.fulfill({ json: { code: 800, message: '', data: null } }));
  await page.goto('/enquiry');
  await fillIn(page);
  await field(page, 'Notes').fill('');
  const [request] = await Promise.all([sent(page), send(page)]);
  expect(request.postDataJSON()).toMatchObject({ notes: '' });
});

test('E1, E3: the lists work with the keyboard', async ({ page }) => {
  await page.goto('/enquiry');
  await expect(field(page, 'Industry').locator('option').nth(1)).toBeAttached();
  for (const label of lists) {
    await field(page, label).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(stateOf(page, label)).toHaveAccessibleName('Valid');
  }
  await expect(field(page, 'Number of Employees')).toHaveValue('10-25');
  await field(page, 'Industry').focus();
  await page.keyboard.type('plu');
  await expect(field(page, 'Industry').locator('option:checked')).toHaveText('Plumbing');
});
