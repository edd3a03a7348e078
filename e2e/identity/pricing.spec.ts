import { expectAccessible } from '../accessible.ts';
import { expect, test, long } from '../journey.ts';
import { calls, hold } from './registration.ts';

test('each plan has its price, its licences and the way to register', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page).toHaveTitle('Pricing · Muster');
  const plans = page.getByRole('list', { name: 'Plans' }).getByRole('article');
  await expect(plans).toHaveCount(3);
  for (const [at, [name, price, each, size]] of [
    ['Solo', '$29 a month', '$29 for each technician', '1 technician on the board'],
    ['Crew', '$119 a month', '$23.80 for each technician', 'Up to 5 technicians on the board'],
    ['Fleet', '$499 a month', '$19.96 for each technician', 'Up to 25 technicians on the board'],
  ].entries()) {
    const plan = plans.nth(at);
    await expect(plan.getByRole('heading')).toHaveText(name!);
    for (const text of [price, 'including GST', each, size]) await expect(plan).toContainText(text!);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width);
  await page.getByRole('link', { name: 'Register with Crew' }).click();
  await expect(page).toHaveURL('/register?plan=crew');
  await expect(page.getByText('Plan: Crew')).toBeVisible();
  await page.getByRole('link', { name: 'Compare plans' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('link', { name: 'Send an enquiry' })).toHaveAttribute('href', '/enquiry');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('while the plans load their places are kept', long, async ({ page }) => {
  const release = await hold(page, calls.plans);
  await page.goto('/pricing');
  const enquiry = page.getByRole('heading', { name: 'A larger crew' });
  await expect(page.getByText('Loading plans')).toBeAttached();
  // Where the machine has other fonts, the heading moves when ours arrives.
  await page.evaluate(() => document.fonts.ready);
  const { x, y } = (await enquiry.boundingBox())!;
  release();
  await expect(page.getByRole('article')).toHaveCount(3);
  expect(await enquiry.boundingBox()).toMatchObject({ x, y });
});

test('plans that cannot be loaded are explained, and trying again works', long, async ({ page }) => {
  await page.route(calls.plans, (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'No plans just now.', data: null } }),
  );
  await page.goto('/pricing');
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the plans');
  await expect(page.getByRole('alert')).toContainText('No plans just now.');
  await page.unroute(calls.plans);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('the prices are for everybody, in each of their states', long, async ({ page }) => {
  const release = await hold(page, calls.plans);
  await page.goto('/pricing');
  await expectAccessible(page);
  release();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expectAccessible(page);
  await page.route(calls.plans, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});
