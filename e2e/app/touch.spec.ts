import { expect, signIn, test, long } from '../journey.ts';
import { field, notification, send } from '../identity/registration.ts';

test('a thumb finds everything in the bars and the menu', async ({ page }) => {
  await signIn(page, 'owner');
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  const targets = page.locator(':is(header a, header button, nav a, nav button, [role^=menuitem]):visible');
  const sizes = await targets.evaluateAll((elements) =>
    elements.map((element) => [element.clientWidth, element.clientHeight]),
  );
  expect(sizes.length).toBeGreaterThanOrEqual(11);
  expect(sizes.filter(([width = 0, height = 0]) => width < 44 || height < 44)).toEqual([]);
});

test(
  'every field of an enquiry has room for a thumb, and its text is not zoomed into',
  long,
  async ({ page }) => {
    await page.goto('/enquiry');
    const sizes = await page
      .locator('form :is(select, textarea, button), form label + div input')
      .evaluateAll((controls) =>
        controls.map((control) => [control.clientHeight + 2, parseFloat(getComputedStyle(control).fontSize)]),
      );
    expect(sizes).toHaveLength(9);
    expect(sizes.filter(([height = 0, font = 0]) => height < 44 || font < 16)).toEqual([]);
  },
);

test('what has to be filled in first is not below the words that say so', long, async ({ page }) => {
  await page.goto('/register');
  await send(page);
  await expect(field(page, 'First name')).toBeFocused();
  const said = await notification(page, 'error').boundingBox();
  const first = await page.getByText('First name', { exact: true }).boundingBox();
  expect(first!.y).toBeGreaterThan(said!.y + said!.height);
});

test('the buttons and choices of a form have room for a thumb', long, async ({ page }) => {
  await signIn(page, 'owner', '/jobs/new');
  await expect(page.getByRole('button', { name: '9–11' })).toBeVisible();
  const heights = await page
    .locator('.choice-buttons button, .form-bar button, .form-frame .mantine-Input-input')
    .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(10);
  expect(heights.filter((height) => height < 48)).toEqual([]);
});
