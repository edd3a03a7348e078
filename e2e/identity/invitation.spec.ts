import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test, long } from '../journey.ts';
import { notification } from './registration.ts';

const check = '**/services/authentication/api/invitation/check';
const accept = '**/services/authentication/api/invitation/accept';
const office = '/services/office/api/v1/enquiries';
const password = 'ladder copper magpie';

/** Makes an account of an enquiry by calls of staff, and returns the link of the invitation. */
async function invited(page: Page): Promise<{ email: string; link: string }> {
  const email = `olivia.${randomBytes(6).toString('hex')}@example.com`;
  await signIn(page, 'staff');
  const xsrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')!.value;
  const headers = { 'x-xsrf-token': xsrf };
  const name = 'Wattle Creek Electrical';
  const industries = await call(page.request, 'get', '/services/subscription/api/v1/industries');
  const { reference } = await call(page.request, 'post', '/services/subscription/api/v1/enquiries/store', {
    headers,
    data: {
      name,
      email,
      phone: '0412 345 678',
      employees_no: '10-25',
      technicians_no: 7,
      licenses_required: 7,
      notes: '',
      industry_id: industries[0].id,
    },
  });
  const { rows } = await call(page.request, 'get', `${office}?search=${reference}`);
  const { id } = rows[0];
  let { version } = rows[0];
  for (const state of ['contacted', 'qualified', 'won']) {
    const data = { state, version };
    const { row } = await call(page.request, 'post', `${office}/${id}/state`, { headers, data });
    version = row.version;
  }
  await call(page.request, 'post', `${office}/${id}/provision`, { headers, data: { version, name } });
  // Otherwise the office would notice that nobody is signed in, and leave the page.
  await page.goto('about:blank');
  await page.context().clearCookies();
  return { email, link: await linkTo(page, email) };
}

async function call(
  request: APIRequestContext,
  method: 'get' | 'post',
  path: string,
  options?: Parameters<APIRequestContext['post']>[1],
) {
  const answer = await (await request[method](path, options)).json();
  expect(answer, path).toMatchObject({ code: 800 });
  return answer.data;
}

/** From the inbox of this machine. */
async function linkTo(page: Page, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails: { id: string; to_address: string }[] = await call(
      page.request,
      'get',
      '/services/inbox/api/mails',
    );
    for (const { id } of mails.filter(({ to_address: to }) => to === email)) {
      const { text } = await call(page.request, 'get', `/services/inbox/api/mails/${id}`);
      link ??= /\/activate\?invitation=[\w-]+/.exec(text)?.[0];
    }
    expect(link).toBeDefined();
  }).toPass();
  return link!;
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Olivia');
  await page.getByLabel('Last name').fill('Owner');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
}

test('whoever was invited says who they are, and is signed in as the owner', async ({ page }) => {
  const { email, link } = await invited(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Welcome to Muster' })).toBeVisible();
  await expect(page.getByText(`Wattle Creek Electrical is ready for you.`)).toContainText(email);
  await expect(page).toHaveURL('/activate');
  await expectAccessible(page);

  // The token is removed from the address, but is still there after a reload.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome to Muster' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(notification(page, 'error')).toHaveText('Please fill all the fields!');
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);
  await fillIn(page);
  await page.getByLabel('Confirm password', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();
  // The enquiry asks for seven licences, and no plan has exactly seven.
  await page.goto('/licences');
  await expect(page.getByRole('heading', { name: '0 of 7 in use' })).toBeVisible();
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await expect(page.getByRole('article').getByText('Your plan')).toHaveCount(0);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation has been accepted' })).toBeVisible();
  await expectAccessible(page);
});

test('a password that anybody would try is refused in words, and the rest stays', long, async ({ page }) => {
  const { link } = await invited(page);
  await page.goto(link);
  await fillIn(page);
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByLabel('Confirm password', { exact: true }).fill('password');
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(notification(page, 'error')).toContainText('too easy to guess');
  await expect(page.getByLabel('First name')).toHaveValue('Olivia');
  const chosen = page.getByLabel('Password', { exact: true });
  await expect(chosen).toBeFocused();
  await notification(page, 'error').click();
  await expect(notification(page, 'error')).toHaveCount(0);
  await expect(chosen).toHaveAccessibleDescription(/too easy to guess/);
  await chosen.fill('password and more');
  await expect(chosen).not.toHaveAccessibleDescription(/one of the first/);
});

test(
  'an invitation that is used, taken, expired or revoked says so, at once or when it is to be used',
  long,
  async ({ page }) => {
    const data = { state: 'ready', email: 'olivia@example.com', business: 'Wattle Creek Electrical' };
    let late = '';
    await page.route(check, (route) => route.fulfill({ json: { code: 800, message: '', data } }));
    await page.route(accept, (route) =>
      route.fulfill({ json: { code: 801, message: 'Too late.', data: { state: late } } }),
    );
    for (const [state, heading, action] of [
      ['used', 'This invitation has been accepted', 'Sign in'],
      ['taken', 'This address already has a sign-in', 'Sign in'],
      ['expired', 'This invitation has expired', 'Back to sign in'],
      ['revoked', 'This invitation no longer works', 'Back to sign in'],
    ] as const) {
      data.state = 'ready';
      late = state;
      await page.goto('/activate?invitation=some-token');
      await fillIn(page);
      await page.getByRole('button', { name: 'Accept and sign in' }).click();
      await expect(page.getByRole('heading', { name: heading })).toBeFocused();
      if (state === 'used') await expectAccessible(page);

      data.state = state;
      await page.reload();
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.getByRole('link', { name: action })).toBeVisible();
    }
  },
);

test(
  'half a link is not known, and one that could not be looked at can be tried again',
  long,
  async ({ page }) => {
    await page.route(check, (route) => route.abort());
    await page.goto('/activate?invitation=half');
    await expect(page.getByRole('heading', { name: 'We couldn’t open your link' })).toBeVisible();
    await page.unroute(check);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'We don’t recognise this invitation' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL('/login');
  },
);
