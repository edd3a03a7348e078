import { activationLink, expect, newAddress, openAccount, password, register, test } from './account.ts';
import { long } from '../journey.ts';

test('the link leaves the address bar, and outlives a reload', long, async ({ page, post }) => {
  const email = newAddress();
  await register(page, email);
  await page.goto(await activationLink(post, email));
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible();
  await expect(page).toHaveURL('/activate');
  await expect(page.getByRole('main')).toContainText(/opens the account for o….?@example\.com/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Activate and sign in' })).toBeVisible();
});

test(
  'another browser has to know the password, and then is signed in',
  long,
  async ({ page, browser, post }) => {
    const email = newAddress();
    const elsewhere = await browser.newPage();
    await register(page, email);
    await elsewhere.goto(await activationLink(post, email));
    await expect(elsewhere.getByRole('heading', { name: 'Confirm it’s you' })).toBeFocused();

    const activate = elsewhere.getByRole('button', { name: 'Activate and sign in' });
    await activate.click();
    await expect(elsewhere.getByText('Enter the password you chose when you registered.')).toBeVisible();
    const field = elsewhere.getByLabel('Password', { exact: true });
    await field.fill('somebody else’s');
    await activate.click();
    await expect(field).toHaveAccessibleDescription(/^That isn’t the password/);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('somebody else’s');
    await field.fill(password);
    await activate.click();
    await expect(elsewhere.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();
    await elsewhere.close();
  },
);

test(
  'a new link takes the place of the old one, and another may follow in a minute',
  long,
  async ({ page, post }) => {
    const email = newAddress();
    await register(page, email);
    const first = await activationLink(post, email);
    await page.goto('/activate');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByRole('status')).toContainText(`If ${email} is waiting to be activated`);
    await expect(
      page.getByRole('button', { name: /^Send a new link in (1 minute|\d+ seconds)$/ }),
    ).toBeDisabled();

    await page.reload();
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByRole('alert')).toContainText('Too many attempts. Wait');
    await expect(page.getByRole('button', { name: /^Send a new link in \d+ seconds$/ })).toBeDisabled();
    await page.getByLabel('Email').fill(newAddress());
    await expect(page.getByRole('button', { name: 'Send a new link', exact: true })).toBeEnabled();

    await page.goto(first);
    await expect(page.getByRole('heading', { name: 'There’s a newer link' })).toBeFocused();
    await page.goto(await activationLink(post, email));
    await page.getByRole('button', { name: 'Activate and sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();
  },
);

test('a link that was used says so, and leads to the sign-in', long, async ({ page, post }) => {
  const email = newAddress();
  await register(page, email);
  const link = await activationLink(post, email);
  await page.goto(link);
  const second = await page.context().newPage();
  await second.goto(link);
  await expect(second.getByRole('heading', { name: 'Activate your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Activate and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();

  await second.getByRole('button', { name: 'Activate and sign in' }).click();
  await expect(second.getByRole('heading', { name: 'This account is already active' })).toBeFocused();
  await page.context().clearCookies();
  await second.getByRole('link', { name: 'Sign in' }).click();
  await expect(second).toHaveURL('/login');
});

test('a link that is not whole leads to a new one', long, async ({ page }) => {
  await page.goto('/activate?token=half-a-link');
  await expect(page.getByRole('heading', { name: 'We don’t recognise this link' })).toBeFocused();
  await expect(page).toHaveTitle('We don’t recognise this link · Muster');
  await page.getByRole('button', { name: 'Get a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('a link that has expired: one press sends a new one', async ({ page, post }) => {
  const email = newAddress();
  await register(page, email);
  const first = await activationLink(post, email);
  // A test cannot wait two days, so the answer is simulated; the tests of the server prove that it is real.
  await page.route('**/activation/check', (route) =>
    route.fulfill({ json: { code: 800, message: '', data: { state: 'expired', email: 'o…@example.com' } } }),
  );
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeFocused();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Send a new link in/ })).toBeDisabled();
  await page.unroute('**/activation/check');
  await page.goto(await activationLink(post, email));
  await expect(page.getByRole('button', { name: 'Activate and sign in' })).toBeVisible();
});

test(
  'without the network the link waits, and opens once it is back',
  long,
  async ({ page, post, context }) => {
    const email = newAddress();
    await register(page, email);
    const link = await activationLink(post, email);
    await page.route('**/activation/check', (route) => route.abort());
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'We couldn’t open your link' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('We can’t reach the server.');
    await page.unroute('**/activation/check');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeFocused();

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Activate and sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('We can’t reach the server.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Activate and sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();
  },
);

test('a server that wants a pause gets it, to the second', long, async ({ page }) => {
  await page.clock.install();
  await page.route('**/activation/check', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '3' },
      json: { code: 429, message: '', data: null },
    }),
  );
  await page.goto('/activate?token=some-link');
  await expect(page.getByRole('button', { name: 'Try again in 3 seconds' })).toBeDisabled();
  await page.clock.runFor(2_000);
  await expect(page.getByRole('button', { name: 'Try again in 1 second' })).toBeDisabled();
  await page.clock.runFor(1_000);
  await page.unroute('**/activation/check');
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'We don’t recognise this link' })).toBeVisible();
});

test('signing in before activating leads to the mail', long, async ({ page, post }) => {
  const email = newAddress();
  await register(page, email);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/activate');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await activationLink(post, email);
});

test(
  'registering again with an address that has an account changes nothing but the mail',
  long,
  async ({ page, post }) => {
    const email = await openAccount(page, post);
    await page.context().clearCookies();
    await register(page, email);
    const mail = await post.next(email, /^You already have a Muster account$/);
    expect(mail.text).not.toContain('/activate');
  },
);

test('what was typed before the script ran is kept', long, async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/activate-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/activate', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('not an address');
  await page.getByLabel('Email').press('Enter');
  release();
  await expect(page.getByText('Enter an email address like name@example.com')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('not an address');
  await expect(page.getByLabel('Email')).toBeFocused();
});
