import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';
import { call, ownWord } from './technicians.ts';

test.use({ purpose: 'settings' });

test('the owner says who the business is, and the clocks follow the state', async ({ page }) => {
  await signIn(page, 'owner', '/settings');
  await expect(page).toHaveURL('/settings/business');
  await expect(page.getByLabel('Name of the business')).toHaveValue('Harbour City Plumbing');
  await expectAccessible(page);
  await page.getByLabel('Name of the business').fill('Harbour City Gas');
  await page
    .getByRole('combobox', { name: 'State or territory' })
    .or(page.getByLabel('State or territory'))
    .first()
    .click();
  await page.getByRole('option', { name: 'Western Australia' }).click();
  await page.getByLabel('Monday from').fill('6.30');
  await page.getByLabel('Minutes to park').fill('7');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('banner')).toContainText('Harbour City Gas');
  const { data } = await call(page.context(), 'GET', '/settings');
  expect(data.row).toMatchObject({ region: 'WA', zone: 'Australia/Perth', travel: { parking: 7 } });
  expect(data.row.working_week[0]).toMatchObject({ weekday: 1, from: '06:30' });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Name of the business')).toHaveValue('Harbour City Plumbing');
  await expect(page.getByLabel('Minutes to park')).toHaveValue('4');
});

test('skills and job types are made and archived', async ({ page }) => {
  const skill = `Gas ${ownWord()}`;
  const type = `Service ${ownWord()}`;
  await signIn(page, 'owner', '/settings/skills');
  await page.getByRole('button', { name: 'New skill' }).click();
  await page.getByLabel('Name of the skill').fill(skill);
  await page.getByLabel('Counts only with a ticket in force').check();
  await page.getByRole('button', { name: /^Add skill/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: skill })).toContainText('ticket in force');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Job types' }).click();
  await page.getByRole('button', { name: 'New job type' }).click();
  await page.getByLabel('Name of the job type').fill(type);
  await page.getByRole('button', { name: /^Add job type/ }).click();
  await expect(page.getByRole('alert').getByText('Say how long a visit takes.')).toBeVisible();
  const takes = page.getByLabel('A visit takes');
  await takes.fill('soon');
  await takes.press('Enter');
  await expect(takes).toHaveValue('soon');
  await expect(page.getByText('“soon” is no duration.')).toBeVisible();
  await expect(takes).toBeFocused();
  await takes.fill('1:15');
  await takes.press('ArrowUp');
  await expect(takes).toHaveValue('1 h 30 min');
  await page.getByRole('textbox', { name: 'Item 1' }).fill('Valve tested');
  await page.getByRole('textbox', { name: 'Item 2' }).fill('Pressure');
  await page.getByLabel('How item 2 is answered').selectOption('Number');
  await page.getByLabel('Item 2 is required').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Add job type/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: type });
  await expect(row).toContainText('1 h 30 min · 2 to check');
  const { rows } = (await call(page.context(), 'GET', '/job-types')).data;
  expect(rows.find((one: { name: string }) => one.name === type).check_list).toEqual([
    'Valve tested',
    { text: 'Pressure', kind: 'number', required: true },
  ]);
  await row.getByRole('button', { name: `Edit ${type}` }).click();
  await expect(page.getByText('Visits that exist keep theirs')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Item 2' })).toHaveValue('Pressure');
  await page.getByRole('button', { name: 'Remove item 1' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(row).toContainText('1 h 30 min · 1 to check');
  // On a phone the notice lies over the last row, and stays while the pointer is on it.
  await page.mouse.move(0, 0);
  await row.getByRole('button', { name: `Archive ${type}` }).click();
  await expect(row).toContainText('Archived');
});

test('an API key is shown once, works, and is revoked for good', async ({ page, request }) => {
  const name = `Export ${ownWord()}`;
  await signIn(page, 'owner', '/settings/integrations');
  await page.getByLabel('What is it for?').fill(name);
  await page.getByRole('button', { name: 'Make a key' }).click();
  const shown = page.getByRole('alert').filter({ hasText: 'Your new API key' });
  const key = (await shown.locator('code, pre').first().textContent())!.trim();
  expect(key).toMatch(/^mk_/);
  await expectAccessible(page);
  const headers = { authorization: `Bearer ${key}` };
  const path = '/services/scheduling/api/v1/skills';
  expect((await request.get(path, { headers })).status()).toBe(200);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.reload();
  await expect(page.getByText(key)).toBeHidden();
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(page.getByRole('list', { name: 'API keys' }).getByText(name)).toBeHidden();
  expect((await request.get(path, { headers })).status()).toBe(401);

  await page.getByLabel('Address').fill('http://127.0.0.1/hook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('group', { name: 'New webhook' })).toContainText(/./);
  await expect(page.getByText('The secret of your webhook')).toBeHidden();
});
