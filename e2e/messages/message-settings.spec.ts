import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'customers-told' });

test('the owner turns a reminder on, puts it into their own words, sees how it reads, and takes the words back', async ({
  page,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  await page.goto('/settings/messages');
  await expect(page.getByRole('heading', { name: 'Customer messages', level: 1 })).toBeVisible();
  const reminder = page.getByRole('listitem').filter({ hasText: 'The day before the visit.' });
  const way = reminder.getByRole('combobox', { name: 'How “Reminder” is sent' });
  await expect(way).toHaveValue('Off');
  await way.click();
  await page.getByRole('option', { name: 'Email and text' }).click();
  await reminder.getByRole('combobox', { name: 'Send it at' }).click();
  await page.getByRole('option', { name: '4:00 pm' }).click();

  await reminder.getByRole('button', { name: 'Edit wording of “Reminder”' }).click();
  const text = reminder.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('{business} comes tomorrow, {wen}.');
  await expect(reminder.getByText('{wen} can’t be filled in here.')).toBeVisible();
  await text.fill('{business} comes tomorrow: ');
  await reminder.getByRole('button', { name: '{time}', exact: true }).click();
  await expect(text).toHaveValue('{business} comes tomorrow: {time}');
  const preview = reminder.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/^Harbour City Plumbing comes tomorrow: \d+/)).toBeVisible();
  await expect(reminder.getByText(/characters · 1 part/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Messages saved.')).toBeVisible();
  const { data } = await call(context, 'GET', '/settings');
  expect(data.row).toMatchObject({
    message_ways: { reminder: 'both', confirmed: 'email' },
    message_texts: { reminder: { text: '{business} comes tomorrow: {time}' } },
    reminder_at: '16:00',
  });

  await page.reload();
  await reminder.getByRole('button', { name: 'Edit wording of “Reminder”' }).click();
  await reminder.getByRole('button', { name: 'Reset text' }).click();
  await expect(text).toHaveValue(/a reminder of your visit tomorrow/);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Messages saved.')).toBeVisible();
  expect((await call(context, 'GET', '/settings')).data.row.message_texts).toEqual({});
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`the page fits at ${width} × ${height}`, long, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await haveSession(page, 'owner');
    await page.goto('/settings/messages');
    await page.getByRole('button', { name: 'Edit wording of “On my way”' }).click();
    await expect(
      page.getByRole('region', { name: 'Preview' }).getByText(/is on the way to you/),
    ).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
