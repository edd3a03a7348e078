import { expect, long, test } from '../journey.ts';
import { calls, field, fillIn, hold, labels, notification, send, sent, stateOf } from './registration.ts';
import type { Label } from './registration.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';

for (const [width, height, tag] of [
  [1440, 900, {}],
  [390, 844, long],
] as const) {
  test(`R1: picture, logo, heading, six fields and a button on ${width}×${height}`, tag, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/register');
    const picture = page.locator('img[src$="/van-at-dawn.svg"]');
    await expect(picture).toBeInViewport();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const beside = width >= 900;
    const box = (await picture.boundingBox())!;
    expect(box.width < width / 2).toBe(beside);
    await expect(page.getByRole('img', { name: 'Muster logo' })).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Muster');
    await expect(page.locator('form label')).toHaveText(labels);
    for (const label of labels) await expect(field(page, label)).toBeEditable();
    await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('R1: each field tells the browser what it is for', async ({ page }) => {
  await page.goto('/register');
  const attributes = await page
    .locator('form input')
    .evaluateAll((inputs: HTMLInputElement[]) =>
      inputs.map(({ name, type, inputMode, autocomplete }) => [name, type, inputMode, autocomplete]),
    );
  expect(attributes).toEqual([
    ['first_name', 'text', '', 'given-name'],
    ['last_name', 'text', '', 'family-name'],
    ['phone', 'tel', 'tel', 'tel'],
    ['email', 'email', 'email', 'email'],
    ['password', 'password', '', 'new-password'],
    ['password_confirmation', 'password', '', 'new-password'],
  ]);
  await expect(field(page, 'Phone')).toHaveAccessibleDescription('A mobile or a 1300/1800 number.');
});

test('R2: solo before the plans arrive, the first plan afterwards, and no control for it', async ({
  page,
}) => {
  const release = await hold(page, calls.plans);
  await page.route(calls.register, (route) => route.fulfill({ json: { code: 801, message: 'Not yet.' } }));
  await page.goto('/register');
  await expect(page.getByText('Plan: solo')).toBeVisible();
  await fillIn(page);
  const [early] = await Promise.all([sent(page), send(page)]);
  expect(early.postDataJSON()).toMatchObject({ plan_code: 'solo' });

  await page.unroute(calls.plans);
  await page.route(calls.plans, (route) =>
    route.fulfill({
      json: {
        code: 800,
        message: 'Done.',
        data: [
          { code: 'pair', name: 'Pair', licences: 2, price_cents: 4950 },
          { code: 'solo', name: 'Solo', licences: 1, price_cents: 2900 },
        ],
      },
    }),
  );
  release();
  await page.reload();
  await expect(page.getByText('Plan: Pair')).toBeVisible();
  await expect(page.getByText('2 technicians, $49.50 a month including GST')).toBeVisible();
  await fillIn(page);
  const [late] = await Promise.all([sent(page), send(page)]);
  expect(late.postDataJSON()).toMatchObject({ plan_code: 'pair' });
  await expect(page.locator('form').locator('input, select, textarea')).toHaveCount(labels.length);
});

test('R2: a link carries a plan, which is shown as text', async ({ page }) => {
  await page.goto('/register?plan=crew');
  await expect(page.getByText('Plan: Crew')).toBeVisible();
  await expect(page.getByText('5 technicians, $119 a month including GST')).toBeVisible();
  await fillIn(page, { Email: 'crew@example.com' });
  const [request] = await Promise.all([sent(page), send(page)]);
  expect(request.postDataJSON()).toEqual({
    first_name: 'Olivia',
    last_name: 'Owner',
    phone: '0412 345 678',
    email: 'crew@example.com',
    password: 'ladder copper magpie',
    password_confirmation: 'ladder copper magpie',
    plan_code: 'crew',
  });
  await expect(notification(page, 'success')).toBeVisible();
});

test('R2: a plan that is not offered becomes the first that is', async ({ page }) => {
  await page.goto('/register?plan=gone');
  await expect(page.getByText('Plan: Solo')).toBeVisible();
  await expect(page.getByText('gone')).toBeHidden();
});

test('R3: "Go back to Login" leads to the login page', async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('link', { name: 'Go back to Login' }).click();
  await expect(page).toHaveURL('/login');
});

test('R3, R5: the login and the pictures are where the settings say', async ({ page }) => {
  const dataDir = makeDataDir('addresses');
  const [scheduler, pictures] = ['http://scheduler.localhost:9', 'http://pictures.localhost:9/public'];
  const product = await startProduct({
    port: await freePort(),
    dataDir: dataDir.path,
    env: { SCHEDULER_URL: scheduler, ASSETS_BASE_URL: pictures },
  });
  try {
    const asked: string[] = [];
    await page.route(`${pictures}/**`, (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
    });
    await page.goto(`${product.url}/register`);
    await expect(page.getByRole('link', { name: 'Go back to Login' })).toHaveAttribute(
      'href',
      `${scheduler}/login`,
    );
    await expect
      .poll(() => asked.toSorted())
      .toEqual([`${pictures}/logo.svg`, `${pictures}/van-at-dawn.svg`]);
  } finally {
    await product.stop();
    dataDir.remove();
  }
});

test('R4: an overlay covers the screen while the profile is set up', async ({ page }) => {
  await page.goto('/register');
  await fillIn(page, { Email: 'overlay@example.com' });
  const overlay = page.getByRole('alertdialog');
  await expect(overlay).toBeHidden();
  const release = await hold(page, calls.register);
  await send(page);
  await expect(overlay).toBeVisible();
  await expect(overlay).toHaveText('Setting up your new profile. This may take a while, please wait...');
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  await page.keyboard.press('Escape');
  await expect(overlay).toBeVisible();
  release();
  await expect(overlay).toBeHidden();
});

test('R6: nothing while unknown, a red exclamation when invalid, a green check when valid', async ({
  page,
}) => {
  await page.goto('/register');
  const cases: Record<Label, [invalid: string, valid: string]> = {
    'First name': [' ', 'Olivia'],
    'Last name': [' ', 'Owner'],
    Phone: ['0412', '0412345678'],
    Email: ['olivia@example', 'olivia@example.com'],
    Password: ['7 chars', '8 chars!'],
    'Confirm password': ['8 chars?', '8 chars!'],
  };
  for (const label of labels) {
    const [invalid, valid] = cases[label];
    const icon = stateOf(page, label);
    await expect(icon).toHaveCount(0);
    await field(page, label).fill(invalid);
    await expect(icon).toHaveAccessibleName('Invalid');
    await expect(icon.locator('..')).toHaveCSS('background-color', 'rgb(180, 35, 24)');
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await field(page, label).fill(valid);
    await expect(icon).toHaveAccessibleName('Valid');
    await expect(icon.locator('..')).toHaveCSS('background-color', 'rgb(43, 115, 53)');
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'false');
    await expect(field(page, label)).toHaveAccessibleDescription(/Valid/);
  }
});

const rules: [Label, string, 'Valid' | 'Invalid'][] = [
  ['First name', 'O', 'Valid'],
  ['Phone', '041234567', 'Invalid'],
  ['Phone', '0412345678', 'Valid'],
  ['Phone', '1300123456', 'Valid'],
  ['Phone', '04123456789', 'Invalid'],
  ['Phone', '0298765432', 'Invalid'],
  ['Email', 'o.owner-2@mail.example.com.au', 'Valid'],
  ['Email', 'olivia@example.info', 'Invalid'],
  ['Email', 'olivia..owner@example.com', 'Invalid'],
  ['Password', '1234567', 'Invalid'],
  ['Password', '12345678', 'Valid'],
];

test('R7: the rules of each field', async ({ page }) => {
  await page.goto('/register');
  for (const [label, text, verdict] of rules) {
    await field(page, label).fill(text);
    await expect(stateOf(page, label), `${label}: ${text}`).toHaveAccessibleName(verdict);
  }
  await field(page, 'Confirm password').fill('12345678');
  await expect(stateOf(page, 'Confirm password')).toHaveAccessibleName('Valid');
  await field(page, 'Password').fill('123456789');
  await expect(stateOf(page, 'Confirm password')).toHaveAccessibleName('Invalid');
});

test('R8: with something empty nothing is sent, and the error says so', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  await page.goto('/register');
  await fillIn(page, { Phone: '', Email: 'not an address' });
  await send(page);
  await expect(notification(page, 'error')).toHaveText('Please fill all the fields!');
  await expect(field(page, 'Phone')).toBeFocused();
  await expect(stateOf(page, 'Phone')).toHaveAccessibleName('Invalid');
  await expect(stateOf(page, 'Email')).toHaveAccessibleName('Invalid');
  await expect(stateOf(page, 'First name')).toHaveAccessibleName('Valid');
  expect(requests).toEqual([]);
});

test('R8: complete but invalid, nothing is sent, and the focus is on what to change', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  await page.goto('/register');
  await fillIn(page, { Email: 'olivia@example', 'Confirm password': 'ladder copper magpi' });
  await send(page);
  await expect(field(page, 'Email')).toBeFocused();
  await expect(page.getByText('Enter an email address like name@example.com')).toBeVisible();
  expect(requests).toEqual([]);

  // A notification about the first try would have come before this one.
  await page.route(calls.register, (route) => route.abort());
  await fillIn(page);
  await send(page);
  await expect(page.getByText('We can’t reach the server.')).toBeVisible();
  expect(await page.locator('[data-level]').allTextContents()).toHaveLength(1);
});
