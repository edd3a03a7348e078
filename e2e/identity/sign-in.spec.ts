import { expect, fillIn, long, signIn, test } from '../journey.ts';

test('sign in, see the business, sign out', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await fillIn(page, 'owner');
  await page.getByLabel('Password', { exact: true }).press('Enter');

  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Harbour City Plumbing')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

test('a wrong password is refused in words, and what was typed stays', async ({ page }) => {
  await page.goto('/login');
  await fillIn(page, 'technician', 'not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Your email or password is wrong. Check both and try again.',
  );
  await expect(page.getByLabel('Email')).toHaveValue('technician@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page).toHaveURL('/login');
});

test('whoever comes back to the page can sign in again', long, async ({ page }) => {
  await page.goto('/login');
  // An answer without content keeps the browser where it is, as if it were still on its way.
  await page.route(
    (url) => url.pathname === '/',
    (route) => route.fulfill({ status: 204 }),
  );
  const isLeaving = page.waitForRequest((request) => new URL(request.url()).pathname === '/');
  await fillIn(page, 'owner');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await isLeaving;
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  // Evaluated in the page, because a locator would wait for the navigation to end.
  const label = () => page.evaluate(() => document.querySelector('[type=submit]')?.textContent);
  await expect.poll(label).toBe('Sign in');
});

test('what is missing is named before anything is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the email address you sign in with.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('owner@example.com');
  await expect(page.getByText('Enter the email address you sign in with.')).toBeHidden();
  expect(sent).toEqual([]);
});

test('a page that needs signing in is where you arrive afterwards', long, async ({ page }) => {
  await page.goto('/customers?search=a-link');
  await expect(page).toHaveURL(/\/login\?next=/);
  await fillIn(page, 'dispatcher');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/customers?search=a-link');
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
});

test('whoever is signed in has no use for the login page', long, async ({ page }) => {
  await signIn(page, 'owner', '/login');
  await expect(page).toHaveURL('/');
  await page.goto('/login?next=%2Fjobs');
  await expect(page).toHaveURL('/jobs');
});

for (const [person, words] of [
  ['dispatcher', /^Board, /],
  ['technician', /^Today/],
] as const) {
  test(`the ${person} starts without the owner’s affairs`, long, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signIn(page, person);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await expect(page.getByText(/Licences|a month|Add your technicians/)).toBeHidden();
    expect(asked.filter((url) => /overview|plans/.test(url))).toEqual([]);
  });
}

test('nobody is sent to another site after signing in', long, async ({ page, baseURL }) => {
  await page.goto('/login?next=//elsewhere.example.com/');
  await fillIn(page, 'owner');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(baseURL);
});

test('too many attempts: the time to wait is named', async ({ page }) => {
  await page.goto('/login');
  await page.route('**/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '170' },
      json: { code: 429, message: 'Too many requests.', data: null },
    }),
  );
  await fillIn(page, 'owner');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait 3 minutes, then try again.');
});

test('staff work in the office, and nobody else does', long, async ({ page }) => {
  await signIn(page, 'staff');
  await expect(page).toHaveURL('/office');
  await expect(page.getByRole('heading', { name: 'Office' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Technicians' })).toBeHidden();

  await page.context().clearCookies();
  await signIn(page, 'owner', '/office');
  await expect(page.getByRole('heading', { name: 'We couldn’t find this page' })).toBeVisible();
});
