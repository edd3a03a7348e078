import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import {
  calls,
  change,
  due,
  enquire,
  history,
  modal,
  moveTo,
  open,
  ownWord,
  pickDue,
  show,
} from './office.ts';
import { hold } from '../identity/registration.ts';

test('what is looked for, and what is not there', long, async ({ page, request }) => {
  const word = ownWord();
  const one = await enquire(request, { name: `Hakea ${word}` });
  await haveSession(page, 'staff');
  await change(page.context(), one, 'due', { due_at: '2026-01-05T09:30:00.000Z' });
  await page.goto(`/office?search=${word}`);
  await expect(page.getByRole('link', { name: one.name })).toBeVisible();
  await expectAccessible(page);
  await show(page, 'Table');
  await expect(page.getByRole('table', { name: 'Enquiries' })).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expectAccessible(page);
  await page.goto('/office?search=no-such-words-anywhere&view=table');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await expectAccessible(page);
});

test('an enquiry, its dialogs and its account', long, async ({ page, request }) => {
  test.slow();
  const asked = await enquire(request);
  await enquire(request, { email: asked.email });
  await signIn(page, 'staff');
  await open(page, asked);
  await expectAccessible(page);
  await due(page).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(due(page)).toBeFocused();
  await pickDue(page, '2028-01-05T09:30');
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  await page.getByRole('button', { name: 'Mark as lost…' }).click();
  await modal(page).getByRole('button', { name: 'Mark as lost' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await moveTo(page.context(), asked, 'contacted', 'qualified', 'won');
  await page.getByRole('button', { name: 'Open account…' }).click();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Open account' }).click();
  await expect(page.getByRole('heading', { name: 'Account opened' })).toBeVisible();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Close' }).click();
  await expect(history(page).first()).toContainText('opened an account');
  await expectAccessible(page);
});

test('what is on its way has its shape, and what failed can be tried again', long, async ({ page }) => {
  const release = await hold(page, calls.pipeline);
  await signIn(page, 'staff');
  await expect(page.getByText('Loading the pipeline')).toBeAttached();
  await expectAccessible(page);
  release();
  await expect(page.getByText('Loading the pipeline')).toBeHidden();

  await page.route(calls.page, (route) =>
    route.fulfill({ status: 422, json: { code: 422, message: 'Not today.', data: null } }),
  );
  await page.goto('/office?view=table');
  await expect(page.getByRole('alert')).toContainText('Not today.');
  await expectAccessible(page);
  await page.unroute(calls.page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test(
  'without the network it says so, and catches up once it is back',
  long,
  async ({ page, context, request }) => {
    const word = ownWord();
    const asked = await enquire(request, { name: `Kunzea ${word}` });
    await signIn(page, 'staff');
    await open(page, asked);
    await page.getByLabel('Add a note').fill('Written in a tunnel');
    await context.setOffline(true);
    await expect(page.getByText('Connection lost.')).toBeVisible();
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'We can’t reach the server.' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Connection lost.')).toBeHidden({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(history(page).first()).toContainText('Written in a tunnel');
  },
);
