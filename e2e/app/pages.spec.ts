import { expect, haveSession, long, signIn, test } from '../journey.ts';

test('an address that leads nowhere says so, and leads back', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found · Muster');
  await expect(page.getByRole('heading', { name: 'We couldn’t find this page' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL('/login');
});

for (const address of ['/settings/no-such-page', '/nope/deep']) {
  test(`${address} inside the application says so with the navigation in place`, long, async ({ page }) => {
    await haveSession(page, 'owner');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'We couldn’t find this page' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Muster');
  });
}

test('a slash at the end of an address makes no difference', long, async ({ page }) => {
  await signIn(page, 'owner', '/jobs/?search=a-link');
  await expect(page).toHaveURL('/jobs?search=a-link');
  await expect(page.getByRole('heading', { name: 'Jobs', exact: true })).toBeVisible();
  await page.goto('/inbox/');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
});

test('the rail leads to every page that is built, and each says where one is', async ({ page }) => {
  await signIn(page, 'owner');
  for (const name of ['Jobs', 'Customers', 'Technicians']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/${name.toLowerCase()}`);
    await expect(page).toHaveTitle(`${name} · Muster`);
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Board' }).click();
  await expect(page).toHaveTitle('Board · Muster');
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
});

test('the chosen theme is kept, on every page and before the first paint', long, async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, 'owner');
  const light = await background();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark', checked: true })).toBeFocused();
  await expect.poll(background).not.toBe(light);
  const dark = await background();

  await page.goto('/no-such-page');
  expect(await background()).toBe(dark);

  await page.goto('/');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect.poll(background).toBe(light);
});

test('the reference of the API is a page of the same product, and leads home', long, async ({ page }) => {
  const missing: string[] = [];
  page.on('response', (answer) => answer.status() >= 400 && missing.push(answer.url()));
  await page.goto('/services/docs', { waitUntil: 'networkidle' });
  const fonts = await page.evaluate(async () =>
    [...(await document.fonts.ready)].map(({ family, status }) => [family, status]),
  );
  expect(fonts).toEqual([['Inter', 'loaded']]);
  expect(missing).toEqual([]);
  await page.getByRole('link', { name: 'Muster', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test(
  'the reference is folded by group, searched, and shows what its reader may call',
  long,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/services/docs');
    await expect(page.getByText('/services/scheduling/api/v1/visits', { exact: true })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Office' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Inbox' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl http.*\/services\/scheduling\/api\/v1\/technicians .*\n.*Bearer/);

    await page.getByLabel('Search calls').fill('post skills nothing-like-it');
    await expect(page.getByText('No calls match your search.')).toBeVisible();
    await page.getByLabel('Search calls').fill('suburbs');
    await expect(page.locator('.call:visible')).not.toHaveCount(0);
    for (const call of await page.locator('.call:visible').all()) await expect(call).toContainText(/suburb/i);

    const answer = await page.request.post('/services/authentication/api/password/forgot', {
      data: { email: 'nobody@example.com', colour: 'red' },
    });
    expect(await answer.json()).toMatchObject({ code: 400, message: 'unknown field "colour".' });

    await signIn(page, 'staff', '/office');
    await page.goto('/services/docs');
    await expect(page.getByRole('link', { name: 'Office' })).toBeVisible();
  },
);

test('the words of the navigation keep apart on the smallest phone', long, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await signIn(page, 'owner');
  const links = await page.locator('nav[aria-label=Main] :is(a, button):visible').all();
  const places = await Promise.all(
    links.map((link) =>
      link.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const { left, right } = words.getBoundingClientRect();
        return { left, right };
      }),
    ),
  );
  expect(places).toHaveLength(5);
  const edges = [0, ...places.flatMap(({ left, right }) => [left, right]), 320];
  expect(edges).toEqual(edges.toSorted((a, b) => a - b));
});

test('the form has the height of a phone on its side', long, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/login');
  await expect(page.getByLabel('Password', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('what cannot be loaded is explained, and trying again works', async ({ page }) => {
  await signIn(page, 'owner');
  await page.route('**/set-up', (route) =>
    route.fulfill({ status: 422, json: { code: 422, message: 'Not today.', data: null } }),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Not today.');
  await page.unroute('**/set-up');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
});

test(
  'a page that breaks says so, keeps the navigation and can be loaded again',
  long,
  async ({ page, complaints }) => {
    await haveSession(page, 'owner');
    await page.route('**/assets/jobs-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export function JobsPage() { throw new Error('Broken on purpose'); }`,
      }),
    );
    await page.goto('/jobs');
    await expect(
      page.getByRole('alert').getByRole('heading', { name: 'This page has stopped working' }),
    ).toBeVisible();
    await expect(page.getByText('Broken on purpose')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

    await page.unroute('**/assets/jobs-*.js');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect(page.getByRole('heading', { name: 'Jobs', exact: true })).toBeVisible();
    complaints.length = 0;
  },
);
