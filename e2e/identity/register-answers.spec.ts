import { expect, test } from '../journey.ts';
import { calls, field, fillIn, labels, notification, person, send, sent, stateOf } from './registration.ts';

test('R9: code 800 says what to do next, clears everything, and is idle again', async ({ page }) => {
  await page.goto('/register');
  await fillIn(page, { Email: 'created@example.com' });
  await send(page);
  await expect(notification(page, 'success')).toHaveText(
    'Successfully Created. Please check your email and activate your account!',
  );
  await expect(page.getByRole('alertdialog')).toBeHidden();
  for (const label of labels) {
    await expect(field(page, label)).toHaveValue('');
    await expect(stateOf(page, label)).toHaveCount(0);
  }
  await expect(page.locator('[data-level]')).toHaveCount(1);
  await expect(page.getByText('An email is on its way to created@example.com.')).toBeVisible();

  // The phone starts anew as well: nothing of the first number is left to be formatted.
  await field(page, 'Phone').pressSequentially('1800');
  await expect(field(page, 'Phone')).toHaveValue('1800');
  await page.getByRole('link', { name: 'Didn’t get it?' }).click();
  await expect(page).toHaveURL('/activate');
  await expect(page.getByText('created@example.com')).toBeVisible();
});

test('R9: a refusal of the server is an information in its own words, and what was typed stays', async ({
  page,
}) => {
  await page.goto('/register');
  await send(page);
  await expect(notification(page, 'error')).toBeVisible();
  await fillIn(page, { Email: 'olivia@example', Password: 'password', 'Confirm password': 'password' });
  await send(page);
  // All fields are filled in now, so the error is shown at the field.
  await expect(field(page, 'Email')).toBeFocused();
  await expect(page.locator('[data-level]')).toHaveCount(0);
  await field(page, 'Email').fill(person.Email);
  await send(page);
  await expect(notification(page, 'info')).toHaveText(
    'This password is too easy to guess. Choose another one.',
  );
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(field(page, 'Phone')).toHaveValue('0412 345 678');
  await expect(field(page, 'Password')).toHaveValue('password');
  await expect(stateOf(page, 'Email')).toHaveAccessibleName('Valid');
  // The notification about the first try is gone.
  await expect(page.locator('[data-level]')).toHaveCount(1);
});

test('R9: another code with no message, an empty one or more than words', async ({ page }) => {
  await page.goto('/register');
  await fillIn(page);
  for (const [json, text] of [
    [{ code: 500 }, 'Internal Server Error. Please contact the admins.'],
    [{ code: 1, message: '' }, 'Internal Server Error. Please contact the admins.'],
    [{ code: 1, message: { email: ['Taken'] } }, '{"email":["Taken"]}'],
  ] as const) {
    await page.route(calls.register, (route) => route.fulfill({ json }));
    await send(page);
    await expect(notification(page, 'info')).toHaveText(text);
    await expect(field(page, 'Email')).toHaveValue('olivia@example.com');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await notification(page, 'info').click();
    await expect(page.locator('[data-level]')).toHaveCount(0);
  }
});

test('R9: a request that fails is an error in the words of the error, and another try may work', async ({
  page,
}) => {
  await page.goto('/register');
  await fillIn(page, { Email: 'again@example.com' });
  await page.route(calls.register, (route) => route.abort());
  const [first] = await Promise.all([sent(page), send(page)]);
  await expect(notification(page, 'error')).toHaveText(
    'We can’t reach the server. Check your connection, then try again.',
  );
  await expect(page.getByRole('alertdialog')).toBeHidden();
  for (const label of labels) await expect(field(page, label)).not.toHaveValue('');

  await page.unroute(calls.register);
  const [second] = await Promise.all([sent(page), send(page)]);
  await expect(notification(page, 'success')).toBeVisible();
  // Nobody knows whether the first one arrived; with the same key it cannot count twice.
  const key = first.headers()['idempotency-key'];
  expect(key).toMatch(/^\w{20,}$/);
  expect(second.headers()['idempotency-key']).toBe(key);
});

test('R9: a status that is no success is an error too', async ({ page }) => {
  await page.route(calls.register, (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'Back in a moment.', data: null } }),
  );
  await page.goto('/register');
  await fillIn(page);
  await send(page);
  await expect(notification(page, 'error')).toHaveText('Back in a moment.');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(field(page, 'Email')).toHaveValue('olivia@example.com');
});

test('R10: without plans there is an error, and the form works with solo', async ({ page }) => {
  await page.route(calls.plans, (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'No plans just now.', data: null } }),
  );
  await page.goto('/register');
  await expect(notification(page, 'error')).toHaveText('No plans just now.');
  await expect(page.getByText('Plan: solo')).toBeVisible();
  await fillIn(page, { Email: 'noplans@example.com' });
  const [request] = await Promise.all([sent(page), send(page)]);
  expect(request.postDataJSON()).toMatchObject({ plan_code: 'solo' });
  await expect(notification(page, 'success')).toBeVisible();
});

test('R10: a plan of a link is kept without them, and the server has the last word', async ({ page }) => {
  await page.route(calls.plans, (route) => route.abort());
  await page.goto('/register?plan=gone');
  await expect(notification(page, 'error')).toHaveText(
    'We can’t reach the server. Check your connection, then try again.',
  );
  await fillIn(page);
  await send(page);
  await expect(notification(page, 'info')).toHaveText(
    'We don’t have this plan. Choose one from the pricing page.',
  );
});
