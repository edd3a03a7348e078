import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { addCustomer } from '../work/customers.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { addTechnician, call, ownWord } from '../work/technicians.ts';

test.use({ business: 'scheduler' });

/** A weekday that nothing else has been planned for. */
function quietDay(): { iso: string; typed: string } {
  const day = new Date(Date.now() + 20 * 24 * 60 * 60_000);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  const iso = day.toISOString().slice(0, 10);
  const [year, month, date] = iso.split('-').map(Number);
  return { iso, typed: `${date}/${month}/${year}` };
}

async function open(page: Page) {
  await expect(page.getByRole('button', { name: 'Quick add' })).toBeVisible();
  await page.keyboard.press('q');
  const field = page.getByRole('textbox', { name: 'The job in plain words' });
  await expect(field).toBeFocused();
  return field;
}

test('a sentence becomes a job on the board by keyboard alone, and one press takes all of it back', async ({
  page,
}) => {
  await haveSession(page, 'owner');
  const customer = await addCustomer(page.context());
  const robin = await addTechnician(page.context(), { is_active: true });
  const day = quietDay();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`/?date=${day.iso}`);
  await expect(page.getByRole('button', { name: 'Quick add' })).toBeVisible();
  expect(loaded.filter((url) => /\/quick-add-[^/]*\.js/.test(url))).toEqual([]);

  await page.getByRole('button', { name: 'Quick add' }).focus();
  await open(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Quick add' })).toBeFocused();

  await open(page);
  await page.keyboard.type(`${customer.name} ryde ${day.typed} 9-11am ${robin.name} 90m urgent`);
  const understood = page.getByRole('list', { name: 'Understood' });
  await expect(understood.getByText(customer.name, { exact: true })).toBeVisible();
  await expect(understood).toContainText('9:00 am to 11:00 am');
  await expect(understood).toContainText('from “9-11am”');
  await expect(understood).toContainText('12 Church Street');
  await expect(understood).toContainText(robin.name);
  await expect(understood).toContainText('1 h 30 min');
  await expectAccessible(page, '[role=dialog]');

  // What is unclear is asked before anything is added.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'P1 Emergency' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText(`It’s planned for ${robin.name} at 9:`)).toBeVisible();
  await page.keyboard.press('Enter');
  const told = page.getByText(/^J-\d+ added\. It’s planned for Robin/);
  await expect(told).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeHidden();

  const number = /J-\d+/.exec((await told.textContent())!)![0];
  const { data } = await call(page.context(), 'GET', `/jobs/by-number/${number}`);
  expect(data.row).toMatchObject({
    customer_id: customer.id,
    site_id: customer.site,
    priority: 'P1',
    visits: [
      {
        duration: 90,
        on_date: day.iso,
        window_from: '09:00',
        window_to: '11:00',
        state: 'planned',
        assignments: [{ technician_id: robin.id }],
      },
    ],
  });
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  const after = await call(page.context(), 'GET', `/jobs?customer=${customer.id}`);
  expect(after.data.rows).toEqual([]);
});

test(
  'one line with a new name becomes customer, site, job and slot in one change, and somebody known is pointed out',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    // A name has no digits.
    const word = ownWord().replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
    const phone = `04${String(Date.now()).slice(-8)}`;
    await page.goto('/');
    const field = await open(page);
    await field.fill(`Jo ${word}, ${phone}, 12 Smith St Ryde, leaking tap, ${quietDay().typed} 60m`);
    const dialog = page.getByRole('dialog', { name: 'Quick add' });
    await expect(dialog.getByLabel('New customer’s name')).toHaveValue(`Jo ${word}`);
    await expect(dialog.getByLabel('Phone')).toHaveValue(phone);
    await expect(dialog.getByLabel('Address')).toHaveValue('12 Smith St');
    await expect(dialog.getByRole('combobox', { name: 'Suburb' })).toHaveValue('Ryde NSW 2112');
    await expect(dialog.getByLabel('What needs doing')).toHaveValue('leaking tap');
    await dialog.getByRole('list', { name: 'Slots' }).getByRole('button').first().press('Enter');
    await expect(dialog.getByRole('button', { name: 'Add and book' })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^J-\d+ added\. It’s planned for/)).toBeVisible();
    const { data } = await call(page.context(), 'GET', `/jobs?search=${word}`);
    expect(data.rows).toMatchObject([{ customer_name: `Jo ${word}`, suburb: 'Ryde', state: 'scheduled' }]);

    // The same number again is somebody who is known.
    await open(page);
    await field.fill(`Kim, ${phone}, blocked sink, 60m`);
    const asked = dialog.getByRole('radiogroup', { name: /you already have someone like this/ });
    await asked.getByRole('radio', { name: /same phone number/ }).check();
    await expect(dialog.getByRole('list', { name: 'Understood' })).toContainText('12 Smith St, Ryde');
    await page.keyboard.press('Escape');

    // Whoever rings to ask when somebody comes is found by the number, with the answer in the list.
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('textbox', { name: 'Search or start anything' })).toBeFocused();
    await page.keyboard.type(phone.replace(/^0/, '+61 '));
    const found = page.locator('[data-selected]');
    await expect(found).toContainText(`Jo ${word}`);
    await expect(found).toContainText('Planned');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await expect(page.getByText(/^Undone: /)).toBeVisible();
    const after = await call(page.context(), 'GET', `/customers?search=${word}`);
    expect(after.data.rows).toEqual([]);
  },
);

test(
  'somebody new is asked for by suburb, words that mean a name are given back, and the palette opens it too',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    await page.goto('/jobs');
    await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or start anything' }).fill('quick add');
    await expect(page.locator('[data-selected]')).toContainText('Quick add');
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'The job in plain words' });
    await expect(field).toBeFocused();
    const word = ownWord();
    await field.fill(`priya ${word} hot water 2pm`);
    const understood = page.getByRole('list', { name: 'Understood' });
    await expect(understood).toContainText('Priya Nair');
    await understood.getByRole('button', { name: /“priya” as part of a name/ }).click();
    await expect(understood).not.toContainText('Priya Nair');
    const asked = page.getByRole('radiogroup', { name: /new customer/ });
    await asked.getByRole('radio', { name: `New customer “priya ${word}”…` }).check();
    await page.getByRole('radio', { name: '2:00 pm to 3:00 pm' }).check();
    await page.getByRole('button', { name: 'Add job' }).click();
    await expect(page.getByText('Enter the new customer’s name and suburb.')).toBeVisible();
    const suburb = page.getByRole('combobox', { name: 'Suburb' });
    await expect(suburb).toBeFocused();
    await suburb.fill('parramatta');
    await page.getByRole('option', { name: 'Parramatta NSW 2150' }).click();
    await expectAccessible(page, '[role=dialog]');

    // A refusal leaves everything where it was.
    const jobs = /\/api\/v1\/intake$/;
    await page.route(jobs, (route) => route.abort());
    await page.getByRole('button', { name: 'Add job' }).click();
    await expect(page.getByRole('dialog', { name: 'Quick add' }).getByRole('alert')).toBeVisible();
    await expect(field).toHaveValue(`priya ${word} hot water 2pm`);
    await page.unroute(jobs);
    await page.getByRole('button', { name: 'Add job' }).click();
    await expect(page.getByText(/^J-\d+ added\. It’s in the tray/)).toBeVisible();
    const { data } = await call(page.context(), 'GET', `/customers?search=${word}`);
    expect(data.rows).toMatchObject([
      { name: `Priya ${word[0]!.toUpperCase()}${word.slice(1)}`, suburb: 'Parramatta NSW' },
    ]);
  },
);

test(
  'where nobody has been is a new site, and a day that is not shown leaves the visit in the tray',
  long,
  async ({ page }) => {
    await signIn(page, 'dispatcher');
    const customer = await addCustomer(page.context());
    const field = await open(page);
    await field.fill(`${customer.name} parramatta tap drips ${quietDay().typed} all day priya 45m`);
    const where = page.getByRole('radiogroup', { name: `Site: which one at ${customer.name}?` });
    await expect(where).toHaveAccessibleDescription('No site matches “parramatta tap drips”');
    await field.press('Enter');
    await expect(where.getByRole('radio', { name: /12 Church Street/ })).toBeFocused();
    await field.fill(`${customer.name} tap drips parramatta ${quietDay().typed} all day priya 45m`);
    await where.getByRole('radio', { name: 'New site…' }).check();
    await expect(page.getByRole('combobox', { name: 'Suburb' })).toHaveValue('Parramatta NSW 2150');
    await expect(page.getByRole('list', { name: 'Understood' })).toContainText('tap drips');
    await field.press('Enter');
    await expect(page.getByText(/It’s in the tray: the board isn’t showing/).last()).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeHidden();
    const { data } = await call(page.context(), 'GET', `/jobs?customer=${customer.id}`);
    expect(data.rows).toMatchObject([{ suburb: 'Parramatta', description: 'tap drips', state: 'open' }]);
  },
);
