import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { addTechnician, call, open } from '../work/technicians.ts';

test.use({ business: 'calendar-feed' });

/** Makes an address on the page, and reads it as it is shown, this once. */
async function makeAddress(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create address' }).click();
  const shown = page.getByRole('alert').filter({ hasText: 'Calendar address' });
  const address = new URL((await shown.locator('pre, code').first().textContent())!.trim());
  await expect(shown.getByRole('link', { name: 'Open in my calendar' })).toHaveAttribute(
    'href',
    address.href.replace('http:', 'webcal:'),
  );
  return address.pathname;
}

test('the calendar of the business: shown once, read by anybody who has it, and revoked for good', async ({
  page,
  request,
}) => {
  await signIn(page, 'dispatcher', '/settings');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page).toHaveURL('/settings/calendar');
  const path = await makeAddress(page);
  await expectAccessible(page);
  const answer = await request.get(path);
  expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await answer.text()).toContain('X-WR-CALNAME:Harbour City Plumbing\r\n');
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.reload();
  const entry = page.getByRole('list', { name: 'Calendar feeds' }).getByRole('listitem');
  await expect(entry).toContainText(/Last read .* · created by Dan Dispatcher/);
  await expect(page.getByText(path)).toBeHidden();
  await expectAccessible(page);
  await entry.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('button', { name: 'Revoke permanently' }).click();
  await expect(entry).toBeHidden();
  expect((await request.get(path)).status()).toBe(404);
});

test('the calendar of a technician, from the technician’s drawer', long, async ({ page, request }) => {
  await signIn(page, 'owner');
  const technician = await addTechnician(page.context());
  const drawer = await open(page, technician);
  await drawer.getByRole('heading', { name: 'Calendar feed' }).scrollIntoViewIfNeeded();
  const path = await makeAddress(page);
  await expectAccessible(page);
  expect(await (await request.get(path)).text()).toContain(`X-WR-CALNAME:${technician.name} · Harbour`);
});

test('a technician adds the own visits to the own calendar', long, async ({ page, request }) => {
  await signIn(page, 'technician');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('link', { name: 'Add to my calendar' }).click();
  await expect(page.getByRole('heading', { name: 'My calendar' })).toBeVisible();
  const path = await makeAddress(page);
  await expectAccessible(page);
  const { data } = await call(page.context(), 'GET', '/my/visits');
  const text = (await (await request.get(path)).text()).replaceAll('\r\n ', '');
  const uids = [...text.matchAll(/^UID:(.{36})/gm)].map(([, id]) => id!);
  expect(uids.toSorted()).toEqual(data.rows.map(({ id }: { id: string }) => id).toSorted());
  expect(uids.length).toBeGreaterThan(0);
  for (const { customer } of data.rows) if (customer.phone !== '') expect(text).not.toContain(customer.phone);
});
