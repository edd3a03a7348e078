import { long } from '../journey.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, newAddress, openAccount, password, test } from './account.ts';
import { linkIn } from '../mail.ts';
import { call } from '../work/technicians.ts';

test('the owner invites a technician, who joins, is seen at once, and is out at once when disabled', async ({
  page,
  browser,
  post,
  product,
}) => {
  await openAccount(page, post);
  await call(page.context(), 'POST', '/technicians', { name: 'Priya Nair', is_active: true });
  await page.goto('/team');
  await page.getByRole('button', { name: /^Change Olivia/ }).click();
  await expect(page.getByText('You’re the only owner')).toBeVisible();
  await expect(page.getByLabel('Role')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Disable' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Close Olivia/ }).click();

  const email = newAddress();
  await page.getByRole('button', { name: 'Invite a teammate' }).click();
  const one = page.getByRole('group', { name: 'Invite a teammate' });
  await one.getByLabel('Email').fill('not an address');
  await one.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Whoever is on the board already is invited beside the others.
  const several = page.getByRole('group', { name: 'Invite technicians' });
  await several.getByRole('textbox', { name: 'Priya Nair' }).fill(email);
  await several.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('1 invitation is on its way.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Technicians without a sign-in' })).toBeHidden();
  const open = page.getByRole('list', { name: 'Open invitations' });
  await expect(open.getByText(email)).toBeVisible();

  const guest = await browser.newPage({ baseURL: product.url });
  await guest.goto(linkIn(await post.next(email, /invited you to/), '/activate'));
  await guest.getByLabel('First name').fill('Priya');
  await guest.getByLabel('Last name').fill('Nair');
  await guest.getByLabel('Password', { exact: true }).fill(password);
  await guest.getByLabel('Confirm password', { exact: true }).fill(password);
  await guest.getByRole('main').getByRole('button').last().click();
  await expect(guest).toHaveURL('/my-day');
  await expect(guest.getByRole('heading', { name: 'Nothing planned for you' })).toBeVisible();

  // Without a reload.
  await expect(page.getByRole('button', { name: 'Change Priya Nair' })).toBeVisible();
  await expect(open).toBeHidden();
  await page.getByRole('button', { name: 'Change Priya Nair' }).click();
  await expect(page.getByText('deletes the day saved on it as soon as it’s online')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Disabled')).toBeVisible();
  await expect(page.getByText('Priya Nair is signed out. Offline devices')).toBeVisible();
  await expect(guest).toHaveURL(/\/login/);
  await guest.close();
});

test(
  'a plan with fewer licences than are in use is refused with who holds them, and a way out',
  long,
  async ({ page, post }) => {
    await openAccount(page, post);
    for (const name of ['Priya Nair', 'Dave Kowalski'])
      await call(page.context(), 'POST', '/technicians', { name, is_active: true });
    await page.goto('/licences');
    await expect(page.getByRole('heading', { name: '2 of 5 in use' })).toBeVisible();
    await expect(page.getByText('it’s free and you don’t need a card')).toBeVisible();
    await page.getByRole('button', { name: 'Change to Solo' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Solo has too few licences' });
    await expect(refusal).toBeVisible();
    await expectAccessible(page);
    await refusal.getByRole('button', { name: 'Deactivate Dave Kowalski' }).click();
    await page.getByRole('button', { name: 'Change to Solo now' }).click();
    await expect(page.getByRole('heading', { name: '1 of 1 in use' })).toBeVisible();
    await page.getByRole('button', { name: 'Change to Fleet' }).click();
    await expect(page.getByRole('heading', { name: '1 of 25 in use' })).toBeVisible();
  },
);
