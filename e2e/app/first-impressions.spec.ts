import type { Locator } from '@playwright/test';
import * as enquiry from '../sales/enquiry.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { enquire, modal, open } from '../sales/office.ts';
import * as registration from '../identity/registration.ts';
import { notification } from '../identity/registration.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';

const sizes = [
  [{ width: 1440, height: 900 }, {}],
  [{ width: 390, height: 844 }, long],
] as const;

for (const [size, when] of sizes) {
  test.describe(`on ${size.width}×${size.height}`, when, () => {
    test.use({ viewport: size });

    test('a registration that worked has a lasting panel in view, which sends the mail again', async ({
      page,
    }) => {
      await page.goto('/register');
      const email = `panel-${size.width}@example.com`;
      await registration.fillIn(page, { Email: email });
      await registration.send(page);
      const panel = page.locator('output').filter({ hasText: 'Check your email' });
      await expect(panel.getByRole('heading', { name: 'Check your email' })).toBeInViewport({ ratio: 1 });
      await expect(panel).toContainText(
        `An email is on its way to ${email}. Use its link within 48 hours to open your account.`,
      );
      const [box, first] = [
        await panel.boundingBox(),
        await registration.field(page, 'First name').boundingBox(),
      ];
      expect(box!.y + box!.height).toBeLessThan(first!.y);
      await notification(page, 'success').click();

      await panel.getByRole('button', { name: 'Send again' }).click();
      await expect(panel).toContainText(`A new email is on its way to ${email}.`);
      await expect(panel.getByRole('button', { name: /^Send again in \d+ s/ })).toBeVisible();
      await registration.field(page, 'First name').fill('Somebody else');
      await expect(panel).toBeVisible();
    });

    test(
      'an enquiry that worked has a lasting panel in view: the reference, who answers and by when',
      long,
      async ({ page }) => {
        await page.goto('/enquiry');
        await enquiry.fillIn(page);
        await enquiry.send(page);
        const panel = page.getByRole('status').filter({ hasText: 'Thank you' });
        await expect(panel.getByRole('heading', { name: 'Thank you' })).toBeInViewport({ ratio: 1 });
        await expect(panel).toContainText(
          /Your reference is ENQ-\d{4}-\d{6}. We’ll reply to olivia@example.com/,
        );
        await expect(panel).toContainText(
          /sales team will get back to you by (Monday|Tuesday|Wednesday|Thursday|Friday),? \d+ \w+/,
        );
        const [box, first] = [await panel.boundingBox(), await enquiry.field(page, 'Name').boundingBox()];
        expect(box!.y + box!.height).toBeLessThan(first!.y);
      },
    );
  });
}

test(
  'a password that the server refuses is red at its field, with the reason, until it is changed',
  long,
  async ({ page }) => {
    const { field, stateOf } = registration;
    const reason = 'This password is too easy to guess. Choose another one.';
    await page.goto('/register');
    await registration.fillIn(page, { Password: 'password1', 'Confirm password': 'password1' });
    await registration.send(page);
    await expect(notification(page, 'info')).toHaveText(reason);
    await expect(field(page, 'Password')).toBeFocused();
    await notification(page, 'info').click();
    await expect(notification(page, 'info')).toHaveCount(0);
    await expect(stateOf(page, 'Password')).toHaveAccessibleName('Invalid');
    await expect(field(page, 'Password')).toHaveAccessibleDescription(reason);
    await field(page, 'Last name').fill('Other');
    await expect(stateOf(page, 'Password')).toHaveAccessibleName('Invalid');
    await field(page, 'Password').fill('password1 and more');
    await expect(stateOf(page, 'Password')).toHaveAccessibleName('Valid');
  },
);

test('a button stays under the pointer when something is refused', long, async ({ page, request }) => {
  const top = async (button: Locator) => (await button.boundingBox())!.y;
  await page.goto('/login');
  const signInButton = page.getByRole('button', { name: 'Sign in' });
  const before = await top(signInButton);
  await signInButton.click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  expect(await top(signInButton)).toBe(before);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the one');
  await signInButton.click();
  await expect(page.getByRole('alert')).toHaveText(/^Your email or password is wrong/);
  expect(await top(signInButton)).toBe(before);

  await page.goto('/register');
  const register = page.getByRole('button', { name: 'Register' });
  const place = await top(register);
  await register.click();
  await expect(page.getByText('Enter your first name.')).toBeVisible();
  expect(await top(register)).toBe(place);

  // In a dialog a refusal is below the buttons.
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await page.getByRole('button', { name: 'Mark as lost…' }).click();
  await modal(page).getByLabel('Reason').fill('No vans');
  const lost = modal(page).getByRole('button', { name: 'Mark as lost' });
  const there = await top(lost);
  await page.route('**/office/api/v1/enquiries/*/state', (route) => route.abort());
  await lost.click();
  await expect(modal(page).getByRole('alert')).toContainText('can’t reach the server');
  expect(await top(lost)).toBe(there);
});

test('what the server refuses of an enquiry is red at its field', long, async ({ page }) => {
  const { field, stateOf } = enquiry;
  await page.goto('/enquiry');
  await enquiry.fillIn(page, { Name: 'x'.repeat(201) });
  await enquiry.send(page);
  await expect(notification(page, 'error')).toHaveText('The name can have up to 200 characters.');
  await expect(stateOf(page, 'Name')).toHaveAccessibleName('Invalid');
  await expect(field(page, 'Name')).toHaveAccessibleDescription('The name can have up to 200 characters.');
  await expect(field(page, 'Name')).toBeFocused();
});

test(
  'a country code is understood as it is typed, and a number of another country is kept as it is',
  long,
  async ({ page }) => {
    for (const typed of ['+61412345678', '61412345678']) {
      await page.goto('/register');
      await registration.field(page, 'Phone').pressSequentially(typed);
      await expect(registration.field(page, 'Phone')).toHaveValue('0412 345 678');
      await expect(registration.stateOf(page, 'Phone')).toHaveAccessibleName('Valid');
    }
    await page.goto('/enquiry');
    await enquiry.fillIn(page, { Phone: '+64 21 123 4567' });
    await expect(enquiry.stateOf(page, 'Phone')).toHaveAccessibleName('Valid');
    const [request] = await Promise.all([enquiry.sent(page), enquiry.send(page)]);
    expect(request.postDataJSON()).toMatchObject({ phone: '+64 21 123 4567' });
    await expect(notification(page, 'success')).toBeVisible();
  },
);

test('notes that hold an enquiry back are pointed at, and never red', long, async ({ page }) => {
  await page.goto('/enquiry');
  await enquiry.fillIn(page, { Notes: '' });
  await enquiry.send(page);
  await expect(enquiry.field(page, 'Notes')).toBeFocused();
  await expect(enquiry.field(page, 'Notes')).toHaveAccessibleDescription(
    'Tell us a little about what you need.',
  );
  await expect(enquiry.stateOf(page, 'Notes')).toHaveCount(0);
});

test(
  'whom the rules of a registration shut out is led to the enquiry, which explains the rest',
  long,
  async ({ page }) => {
    await page.goto('/enquiry');
    await enquiry.field(page, 'Email Address').fill('olivia+muster@example.plumbing');
    await expect(enquiry.field(page, 'Email Address')).toHaveAccessibleDescription(
      /If yours has a plus sign or a longer ending, put it in the notes\.$/,
    );
    await page.goto('/register');
    for (const [label, text] of [
      ['Email', 'olivia+muster@example.plumbing'],
      ['Phone', '0298765432'],
    ] as const) {
      await registration.field(page, label).fill(text);
      const note = page.locator('.m-field', { has: registration.field(page, label) });
      await expect(note.getByRole('link', { name: 'Send an enquiry' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Send an enquiry' }).first().click();
    await expect(page).toHaveURL('/enquiry');
  },
);

const earlyAccess =
  'Early access: it’s free and you don’t need a card. We’ll email you 30 days before these prices start, and they only apply if you confirm them.';

test(
  'early access is said in the same sentence wherever there are prices, and what it will cost',
  long,
  async ({ page }) => {
    for (const address of ['/pricing', '/register']) {
      await page.goto(address);
      await expect(page.getByText(earlyAccess)).toBeVisible();
      await expect(page.locator('form').getByText(earlyAccess)).toHaveCount(0);
    }
    await signIn(page, 'owner', '/licences');
    await expect(page.getByText(earlyAccess)).toBeVisible();
    await expect(page.getByText(/^You’re on Fleet, with \d+ of 25 licences in use\./)).toContainText(
      'It’s free now; after early access it will be $499 a month including GST.',
    );
  },
);

test('zoomed in to twice the size, the navigation does not cover the page', long, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await signIn(page, 'owner', '/licences');
  const deactivate = page.getByRole('button', { name: 'Deactivate' }).last();
  await deactivate.scrollIntoViewIfNeeded();
  for (const bar of [page.getByRole('navigation', { name: 'Main' }), page.getByRole('banner')]) {
    const position = await bar.evaluate((element) => getComputedStyle(element).position);
    expect(position).toBe('static');
  }
  await page.setViewportSize({ width: 720, height: 900 });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
});

test('technicians see what is theirs, and find nothing else', long, async ({ page }) => {
  await signIn(page, 'technician', '/jobs');
  await expect(page).toHaveURL('/my-day');
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  for (const address of ['/', '/customers', '/licences', '/history']) {
    await page.goto(address);
    await expect(page).toHaveURL('/my-day');
  }
  expect((await page.request.get('/services/scheduling/api/v1/jobs')).status()).toBe(403);
});

test('the keys are behind the question mark on every page', long, async ({ page }) => {
  const pages = ['/login', '/register', '/enquiry', '/pricing', '/inbox', '/forgot-password', '/activate'];
  for (const address of [...pages, '/reset-password', '/services/docs']) {
    await page.goto(address);
    if (address !== '/services/docs') await expect(page.locator('html')).toHaveAttribute('data-ready', '');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Shift+?');
    const help = page.getByRole('dialog', { name: 'Help and keys' });
    await expect(help).toContainText('Show these keys');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
  }
  await page.goto('/enquiry');
  await enquiry.field(page, 'Name').press('Shift+?');
  await expect(enquiry.field(page, 'Name')).toHaveValue('?');
  await signIn(page, 'staff', '/office');
  await page.keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: 'Help and keys' });
  await expect(help).toContainText('Move the card to');
  await expect(help).toContainText('Next and previous');
  await page.context().clearCookies();
  await signIn(page, 'technician', '/my-day');
  await page.keyboard.press('Shift+?');
  await expect(help).toBeVisible();
});

test(
  'whoever needs a person finds one on every page, and what is known to be wrong',
  long,
  async ({ page }) => {
    await page.goto('/enquiry');
    await expect(page.getByText('Need help?')).toBeHidden();
    const dataDir = makeDataDir('support');
    const product = await startProduct({
      port: await freePort(),
      dataDir: dataDir.path,
      env: {
        SUPPORT_EMAIL: 'Help <help@muster.example>',
        SUPPORT_PHONE: '1300 123 456',
        STATUS_NOTE: 'Mails are late <today>.',
      },
    });
    try {
      for (const address of ['/enquiry', '/register', '/login', '/pricing', '/services/docs']) {
        await page.goto(`${product.url}${address}`);
        await expect(page.getByText('Mails are late <today>.')).toBeVisible();
        await expect(page.getByRole('link', { name: 'help@muster.example' }).first()).toHaveAttribute(
          'href',
          'mailto:help@muster.example',
        );
        await expect(page.getByRole('link', { name: '1300 123 456' })).toBeVisible();
      }
      await signIn(page, 'owner', `${product.url}/customers`);
      await expect(page.getByText('Mails are late <today>.')).toBeVisible();
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Help and keys' }).click();
      const help = page.getByRole('dialog', { name: 'Help and keys' });
      await expect(help.getByRole('link', { name: 'help@muster.example' })).toBeVisible();
    } finally {
      await product.stop();
      dataDir.remove();
    }
  },
);
