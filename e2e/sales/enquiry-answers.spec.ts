import { allSent, calls, field, fillIn, labels, send, sent, shown, stateOf, untouched } from './enquiry.ts';
import { expect, test, long } from '../journey.ts';
import { hold, notification } from '../identity/registration.ts';

/** What the fields hold after `fillIn`. */
const entered = [
  'Olivia Owner',
  '(02) 9876 5432',
  'olivia@example.com',
  'Plumbing',
  '10-25',
  '12',
  '10',
  'A whiteboard that no longer does.',
];
const unreachable = 'We can’t reach the server. Check your connection, then try again.';

test('E5: an overlay covers the screen while it runs', async ({ page }) => {
  await page.goto('/enquiry');
  await fillIn(page);
  const overlay = page.getByRole('alertdialog');
  await expect(overlay).toBeHidden();
  const release = await hold(page, calls.store);
  await send(page);
  await expect(overlay).toBeVisible();
  await expect(overlay).toHaveText('Setting up your new profile. This may take a while, please wait...');
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  await page.keyboard.press('Escape');
  await expect(overlay).toBeVisible();
  release();
  await expect(overlay).toBeHidden();
});

test('E5: what is sent has the names of the specification, and nothing else', async ({ page }) => {
  await page.goto('/enquiry');
  await fillIn(page);
  const [request] = await Promise.all([sent(page), send(page)]);
  expect(request.postDataJSON()).toEqual({
    name: 'Olivia Owner',
    email: 'olivia@example.com',
    phone: '(02) 9876 5432',
    employees_no: '10-25',
    technicians_no: '12',
    licenses_required: '10',
    notes: 'A whiteboard that no longer does.',
    industry_id: expect.stringMatching(/^\d+$/),
  });
  expect(request.headers()).not.toHaveProperty('authorization');
  expect(request.headers()).not.toHaveProperty('x-form-check');
});

test('E5: code 800 empties the form, says so, and is idle again', async ({ page }) => {
  await page.goto('/enquiry');
  await fillIn(page);
  await send(page);
  await expect(notification(page, 'success')).toHaveText('Successfully Submitted.');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(await shown(page)).toEqual(untouched);
  for (const label of labels) await expect(stateOf(page, label)).toHaveCount(0);
  await expect(field(page, 'Name')).toHaveAttribute('title', 'Valid email is required: ');
  await expect(page.locator('[data-level]')).toHaveCount(1);
  await expect(page.getByText(/Your reference is ENQ-\d{4}-\d{6}. We’ll reply to /)).toContainText(
    'olivia@example.com',
  );
});

test('E5: the success is the specification’s, whatever the server says beside the code', async ({ page }) => {
  await page.route(calls.store, (route) => route.fulfill({ json: { code: 800, message: 'Fine.' } }));
  await page.goto('/enquiry');
  await fillIn(page);
  await send(page);
  await expect(notification(page, 'success')).toHaveText('Successfully Submitted.');
  expect(await shown(page)).toEqual(untouched);
});

test('E5: another code is an error, with a message, none, an empty one or more than words, and what was entered stays', async ({
  page,
}) => {
  await page.goto('/enquiry');
  await fillIn(page);
  for (const [json, text] of [
    [{ code: 801, message: 'Not today.' }, 'Not today.'],
    [{ code: 500 }, 'Internal Server Error. Please contact the admins.'],
    [{ code: 1, message: '' }, 'Internal Server Error. Please contact the admins.'],
    [{ code: 1, message: { email: ['Taken'] } }, '{"email":["Taken"]}'],
  ] as const) {
    await page.route(calls.store, (route) => route.fulfill({ json }));
    await send(page);
    await expect(notification(page, 'error')).toHaveText(text);
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect(await shown(page)).toEqual(entered);
    await expect(page.locator('[data-level]')).toHaveCount(1);
    await notification(page, 'error').click();
    await expect(page.locator('[data-level]')).toHaveCount(0);
  }
});

test('E5: a status that is no success is an error in its words', async ({ page }) => {
  await page.route(calls.store, (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'Back in a moment.', data: null } }),
  );
  await page.goto('/enquiry');
  await fillIn(page);
  await send(page);
  await expect(notification(page, 'error')).toHaveText('Back in a moment.');
  expect(await shown(page)).toEqual(entered);
});

test('E5: a request that fails is an error in its words, and another try counts once', async ({ page }) => {
  await page.goto('/enquiry');
  await fillIn(page);
  await page.route(calls.store, (route) => route.abort());
  const [first] = await Promise.all([sent(page), send(page)]);
  await expect(notification(page, 'error')).toHaveText(unreachable);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(await shown(page)).toEqual(entered);

  await page.unroute(calls.store);
  const [second] = await Promise.all([sent(page), send(page)]);
  await expect(notification(page, 'success')).toBeVisible();
  const key = first.headers()['idempotency-key'];
  expect(key).toMatch(/^\w{20,}$/);
  expect(second.headers()['idempotency-key']).toBe(key);
});

test('E5: two presses in one moment are one enquiry', async ({ page }) => {
  await page.goto('/enquiry');
  await fillIn(page);
  const requests = allSent(page);
  await page.getByRole('button', { name: 'Submit' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form!.requestSubmit();
  });
  await expect(notification(page, 'success')).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('E5: a page that is loaded again before the answer has what was sent, and sends it as the same', async ({
  page,
}) => {
  await page.goto('/enquiry');
  await fillIn(page, { Name: 'Rita Reload' });
  // The enquiry arrives, but its answer never does. The route stays, because removing it would release the held request.
  let answer: { reference: string } | undefined;
  const arrived = Promise.withResolvers<void>();
  await page.route(calls.store, async (route) => {
    if (answer) return route.continue();
    answer = (await (await route.fetch()).json()).data;
    arrived.resolve();
  });
  const [first] = await Promise.all([sent(page), send(page)]);
  await arrived.promise;
  await page.reload();

  await expect(stateOf(page, 'Industry')).toHaveAccessibleName('Valid');
  expect(await shown(page)).toEqual(['Rita Reload', ...entered.slice(1)]);
  const [second] = await Promise.all([sent(page), send(page)]);
  expect(second.headers()['idempotency-key']).toBe(first.headers()['idempotency-key']);
  await expect(page.getByText(`Your reference is ${answer?.reference}`)).toBeVisible();

  await page.reload();
  await expect(field(page, 'Industry').locator('option').nth(1)).toBeAttached();
  expect(await shown(page)).toEqual(untouched);
});

test('E5: another enquiry of the same words is an enquiry of its own', long, async ({ page }) => {
  await page.goto('/enquiry');
  const keys: (string | undefined)[] = [];
  for (const _ of ['first', 'second']) {
    await fillIn(page);
    const [request] = await Promise.all([sent(page), send(page)]);
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(field(page, 'Name')).toHaveValue('');
    keys.push(request.headers()['idempotency-key']);
  }
  expect(new Set(keys).size).toBe(2);
});

test(
  'a robot that fills in what nobody sees is told apart, and its enquiry is the same',
  long,
  async ({ page }) => {
    await page.goto('/enquiry');
    const [plain] = await Promise.all([sent(page), fillIn(page).then(() => send(page))]);
    await expect(notification(page, 'success')).toBeVisible();

    await page.locator('form').evaluate((form: HTMLFormElement) => {
      for (const control of form.elements)
        if (control instanceof HTMLInputElement && !control.labels?.length)
          control.value = 'https://example.com';
    });
    await fillIn(page);
    const [robot] = await Promise.all([sent(page), send(page)]);
    expect(robot.headers()['x-form-check']).toBe('filled');
    expect(robot.postDataJSON()).toEqual(plain.postDataJSON());
    await expect(notification(page, 'success')).toBeVisible();
  },
);

test('E6: industries of another code than 800 are not used', async ({ page }) => {
  await page.route(calls.industries, (route) =>
    route.fulfill({ json: { code: 801, message: 'Not now.', data: [{ id: 1, name: 'Juggling' }] } }),
  );
  await page.goto('/enquiry');
  await expect(page.getByText('We couldn’t load the industries.')).toBeVisible();
  await expect(field(page, 'Industry').locator('option')).toHaveText(['Select Industry']);
});

for (const [what, answer, text, tag] of [
  ['a status', { status: 503, json: { code: 503, message: 'No list just now.' } }, 'No list just now.', long],
  ['the network', undefined, unreachable, {}],
] as const) {
  test(
    `E6: industries that fail by ${what} are an error in its words, and can be asked for again`,
    tag,
    async ({ page }) => {
      await page.route(calls.industries, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await page.goto('/enquiry');
      await expect(notification(page, 'error')).toHaveText(text);
      await expect(field(page, 'Industry').locator('option')).toHaveText(['Select Industry']);

      await page.unroute(calls.industries);
      await page.getByRole('button', { name: 'Try again' }).click();
      await fillIn(page);
      await expect(page.getByText('We couldn’t load the industries.')).toBeHidden();
      await expect(stateOf(page, 'Industry')).toHaveAccessibleName('Valid');
    },
  );
}
