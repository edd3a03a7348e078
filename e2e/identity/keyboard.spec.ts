import { expect, test, long } from '../journey.ts';

test('sign in, look around and sign out with the keyboard alone', long, async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('owner@example.com');
  await press('Tab');
  await page.keyboard.type('muster-demo');
  await press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();

  await press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Technicians' }).focus();
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Technicians' })).toBeFocused();

  await page.getByRole('button', { name: /^Account/ }).focus();
  await press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
  await press('Escape');
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Account/ })).toBeFocused();

  await press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
  await press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL('/login');
});
