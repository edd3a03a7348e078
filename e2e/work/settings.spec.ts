import sharp from 'sharp';
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test, long } from '../journey.ts';
import { call, ownWord } from './technicians.ts';

test.use({ business: 'settings' });

test('the owner says who the business is, and the clocks follow the state', async ({ page }) => {
  await signIn(page, 'owner', '/settings');
  await expect(page).toHaveURL('/settings/business');
  await expect(page.getByLabel('Business name')).toHaveValue('Harbour City Plumbing');
  await expectAccessible(page);
  await page.getByLabel('Business name').fill('Harbour City Gas');
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
  await expect(page.getByLabel('Business name')).toHaveValue('Harbour City Plumbing');
  await expect(page.getByLabel('Minutes to park')).toHaveValue('4');
});

test(
  'a logo and a colour are seen in an email before they are saved, and taken back',
  long,
  async ({ page }) => {
    await signIn(page, 'owner', '/settings/business');
    const mail = page.frameLocator('iframe[title^="How an email"]');
    await expect(mail.getByText('Your visit is confirmed')).toBeVisible();
    const word =
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><path d="M40 160 300 30 560 160z"/></svg>';
    const choose = page.getByLabel('Picture of the logo');
    await choose.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(word) });
    await expect(page.getByText('A logo must be a PNG, JPEG or WebP picture.')).toBeVisible();
    const buffer = await sharp(Buffer.from(word)).png().toBuffer();
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await expect(page.getByAltText('Your logo')).toBeVisible();
    await page.getByLabel('Colour', { exact: true }).fill('#f5c518');
    await expect(page.getByText('Too light to read on white')).toBeVisible();
    await expect(mail.getByAltText('Harbour City Plumbing')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByAltText('Your logo')).toBeHidden();
  },
);

test('skills and job types are made and archived', long, async ({ page }) => {
  const skill = `Gas ${ownWord()}`;
  const type = `Service ${ownWord()}`;
  await signIn(page, 'owner', '/settings/skills');
  await page.getByRole('button', { name: 'New skill' }).click();
  await page.getByLabel('Skill name').fill(skill);
  await page.getByLabel('Needs a current ticket').check();
  await page.getByRole('button', { name: /^Add skill/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: skill })).toContainText('Needs a current ticket');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Job types' }).click();
  await page.getByRole('button', { name: 'New job type' }).click();
  await page.getByLabel('Job type name').fill(type);
  await page.getByRole('button', { name: /^Add job type/ }).click();
  await expect(page.getByRole('alert').getByText('Enter how long a visit takes.')).toBeVisible();
  const takes = page.getByLabel('A visit takes');
  await takes.fill('soon');
  await takes.press('Enter');
  await expect(takes).toHaveValue('soon');
  await expect(page.getByText('“soon” isn’t a duration.')).toBeVisible();
  await expect(takes).toBeFocused();
  await takes.fill('1:15');
  await takes.press('ArrowUp');
  await expect(takes).toHaveValue('1 h 30 min');
  await page.getByRole('textbox', { name: 'Item 1' }).fill('Valve tested');
  await page.getByRole('textbox', { name: 'Item 2' }).fill('Pressure');
  await page.getByLabel('Answer type for item 2').selectOption('Number');
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
  await expect(page.getByText('Existing visits and their return visits keep theirs.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Item 2' })).toHaveValue('Pressure');
  await page.getByRole('button', { name: 'Remove item 1' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(row).toContainText('1 h 30 min · 1 to check');
  // On a phone the notice lies over the last row, and stays while the pointer is on it.
  await page.mouse.move(0, 0);
  await row.getByRole('button', { name: `Archive ${type}` }).click();
  await expect(row).toContainText('Archived');
});

test('an API key is shown once, works, and is revoked for good', long, async ({ page, request }) => {
  const name = `Export ${ownWord()}`;
  await signIn(page, 'owner', '/settings/integrations');
  await page.getByLabel('What is it for?').fill(name);
  await page.getByRole('button', { name: 'Create API key' }).click();
  const shown = page.getByRole('alert').filter({ hasText: 'Your new API key' });
  const key = (await shown.locator('code, pre').first().textContent())!.trim();
  expect(key).toMatch(/^mk_/);
  await expectAccessible(page);
  const headers = { authorization: `Bearer ${key}` };
  const path = '/services/scheduling/api/v1/skills';
  expect((await request.get(path, { headers })).status()).toBe(200);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.reload();
  await expect(page.getByText(key)).toBeHidden();
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('button', { name: 'Revoke permanently' }).click();
  await expect(page.getByRole('list', { name: 'API keys' }).getByText(name)).toBeHidden();
  expect((await request.get(path, { headers })).status()).toBe(401);

  await page.getByLabel('Address').fill('http://127.0.0.1/hook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('group', { name: 'New webhook' })).toContainText(/./);
  await expect(page.getByText('Your webhook secret')).toBeHidden();
});
