import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { addTechnician, change, found, ownWord, row } from './technicians.ts';

test.use({ business: 'scheduler' });

test('an owner adds a technician, with skills, a ticket, hours and an absence, and each can be taken back', async ({
  page,
}) => {
  const name = `Priya ${ownWord()}`;
  const skill = `Gas ${ownWord()}`;
  await signIn(page, 'owner', '/technicians');
  await page
    .getByRole('link', { name: /New technician|Add the first technician/ })
    .first()
    .click();
  const added = page.getByRole('dialog', { name: 'New technician' });
  await added.getByLabel('Name').fill(name);
  await added.getByLabel('Phone').fill('++');
  await added.getByLabel('Phone').press('Enter');
  await expect(added.getByLabel('Phone')).toBeFocused();
  await expect(added.getByLabel('Phone')).toHaveAccessibleDescription(/isn’t a phone number/);
  await added.getByLabel('Phone').fill('0412345678');
  await added.getByRole('button', { name: 'New skill…' }).click();
  await added.getByLabel('New skill').last().fill(skill);
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(added.getByText(skill)).toBeVisible();
  await added.getByLabel('Can be scheduled').setChecked(false);
  await added.getByRole('button', { name: 'Add technician' }).click();

  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL(/\/technicians\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(await found(page.context(), id)).toMatchObject({ name, phone: '0412 345 678', is_active: false });

  await drawer.getByRole('button', { name: 'Add ticket' }).click();
  const ticket = drawer.getByRole('group', { name: 'New ticket' });
  await ticket.getByLabel('Ticket', { exact: true }).fill('Gas fitter');
  await ticket.getByLabel('Expiry date').fill('1/2/2020');
  await ticket.getByRole('button', { name: 'Add ticket' }).click();
  await expect(drawer.getByText('Expired Sat 1 Feb 2020')).toBeVisible();

  await drawer.getByRole('button', { name: 'Add absence' }).click();
  const absence = drawer.getByRole('group', { name: 'New absence' });
  await absence.getByLabel('First day').fill('16 Nov 2027');
  await absence.getByLabel('Last day').fill('18/11/2027');
  await absence.getByRole('button', { name: 'Add absence' }).click();
  await expect(drawer.getByText('Tue 16 Nov – Thu 18 Nov')).toBeVisible();
  expect((await found(page.context(), id)).absences).toMatchObject([
    { starts_at: '2027-11-15T13:00:00+00:00', ends_at: '2027-11-18T13:00:00+00:00', whole_days: true },
  ]);

  await drawer.getByRole('button', { name: 'Edit base and notes' }).click();
  const base = drawer.getByRole('combobox', { name: 'Where their day starts and ends' });
  // Whoever taps a field sees it; choices are not shown for one that is out of sight.
  await base.click();
  await base.fill('Parramata');
  await page.getByRole('option', { name: 'Parramatta NSW 2150' }).click();
  await expect(drawer.getByText('Monday')).toBeVisible();
  await drawer.getByRole('button', { name: 'Edit working hours' }).click();
  await drawer.getByText('Own hours').click();
  await drawer.getByLabel('Monday from').fill('6.30');
  await drawer.getByRole('button', { name: /^Save/ }).click();
  await expect(drawer.getByRole('button', { name: /^Save/ })).toBeHidden();
  await expect(drawer.getByText('6:30 am')).toBeVisible();
  expect(await found(page.context(), id)).toMatchObject({
    base_suburb: 'Parramatta NSW 2150',
    working_week: expect.arrayContaining([expect.objectContaining({ weekday: 1, from: '06:30' })]),
  });

  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(drawer.getByText('The hours of the business')).toBeVisible();
  expect((await found(page.context(), id)).working_week).toBeNull();
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText('undid a change of')).toBeVisible();
  await expectAccessible(page);
});

test('search, filters and order are in the address, and come back with it', long, async ({ page }) => {
  const word = ownWord();
  await haveSession(page, 'owner');
  for (const name of ['Ann', 'Ben', 'Cleo']) await addTechnician(page.context(), { name: `${name} ${word}` });
  await page.goto('/technicians');
  await expect(row(page, word).first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(word);
  await expect(page).toHaveURL(`/technicians?search=${word}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  if (test.info().project.name === 'desktop') {
    await page.getByRole('button', { name: /^Name/ }).click();
    await expect(page).toHaveURL(/sort=-name/);
    await expect(page.getByRole('row').nth(1)).toContainText('Cleo');
    await page.reload();
    await expect(page.getByRole('row').nth(1)).toContainText('Cleo');
  }
  await page.goto(`/technicians?search=${word}&state=active`);
  await expect(page.getByText('No results')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See all technicians' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('technicians find nothing here, and are led to their own day', long, async ({ page }) => {
  await signIn(page, 'technician');
  await expect(page.getByRole('link', { name: 'Technicians' })).toBeHidden();
  await page.goto('/technicians');
  await expect(page).toHaveURL('/my-day');
});

test('a record that is not there, or cannot be, says so', long, async ({ page }) => {
  await signIn(page, 'dispatcher', '/technicians/0193e5a0-0000-7000-8000-00000000ffff');
  await expect(page.getByRole('dialog', { name: 'Technician not found' })).toBeVisible();
  await page.getByRole('button', { name: 'See all technicians' }).click();
  await expect(page).toHaveURL('/technicians');
  await page.goto('/technicians/nobody');
  await expect(page.getByRole('dialog', { name: 'Technician not found' })).toBeVisible();
});

test(
  'an undo that something newer stands in the way of is refused beside its row',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const { id, name } = await addTechnician(page.context());
    await change(page.context(), id, { phone: '0466 666 661' });
    await change(page.context(), id, { phone: '0466 666 662' });
    await page.goto('/history');
    const entry = page.getByRole('listitem').filter({ hasText: `${name} from 0412 000 111 to 0466 666 661` });
    await entry.getByRole('button', { name: /^Undo/ }).click();
    await expect(entry.getByRole('alert')).toContainText(`Olivia Owner changed ${name} after that`);
  },
);
