import { expectAccessible } from './accessible.ts';
import { givenDay } from './field.ts';
import { expect, signIn, test } from './journey.ts';
import { addNote, expectLargeTargets, tapTwice } from './phone.ts';
import { call } from './technicians.ts';

test.use({ purpose: 'my-day', viewport: { width: 390, height: 844 } });

test('what the office took away meanwhile becomes a card, and nothing of it is lost', async ({
  page,
  browser,
  product,
}) => {
  const office = await givenDay(browser, product, [{}]);
  const [visit] = office.visits;
  await signIn(page, 'technician', `/my-day/visits/${visit!.id}`);
  await expect(page.getByRole('button', { name: 'On my way' })).toBeVisible();
  await page.context().setOffline(true);
  // Whoever does not see the line hears it.
  await expect(page.getByRole('status').filter({ hasText: 'No connection.' })).toBeVisible();
  await page.getByRole('button', { name: 'On my way' }).click();
  await page.getByRole('button', { name: 'I have arrived' }).click();
  await addNote(page, 'Nobody answered');
  await page.getByRole('button', { name: 'Finish' }).click();
  const sheet = page.getByRole('dialog', { name: 'How did it go?' });
  await sheet.getByRole('radio', { name: /^Could not complete/ }).check();
  await sheet.getByLabel('Why could it not be completed?').fill('Nobody home');
  await expect(sheet).toContainText('The office reads this, and the customer in the report.');
  await sheet.getByRole('button', { name: 'Finish: Could not complete' }).click();
  await page.getByRole('link', { name: '4 things waiting to be sent' }).click();
  await expect(page.getByRole('listitem')).toHaveText([
    /^On my way/,
    /^Arrived/,
    /^NoteNobody answered/,
    /^Could not be completedNobody home/,
  ]);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Account and more' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const leaving = page.getByRole('dialog', { name: 'Sign out?' });
  await expect(leaving).toContainText('4 things on this phone have not been sent.');
  await leaving.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(leaving.getByRole('alert')).toContainText('You are still signed in');
  await leaving.getByRole('button', { name: 'Stay' }).click();

  const { data } = await call(office.context, 'GET', `/visits/${visit!.id}`);
  const { version } = data.row;
  expect(await call(office.context, 'POST', `/visits/${visit!.id}/unschedule`, { version })).toMatchObject({
    code: 800,
  });
  await page.context().setOffline(false);
  const card = page.getByRole('region', { name: `Not taken: ${visit!.customer}, ${visit!.number}` });
  await expect(card).toContainText('not yours any more');
  await expect(card).toContainText(/Could not be completed .* \(Nobody home\)/);
  await expectLargeTargets(page);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Leave it out' }).click();
  await card.getByRole('button', { name: 'No, keep it' }).click();
  await tapTwice(card.getByRole('button', { name: 'Tell the office as a note' }));
  await expect(card).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible();
  const records = await call(office.context, 'GET', `/visits/${visit!.id}/records`);
  const texts = (records.data.rows as { content: { text: string } }[]).map(({ content }) => content.text);
  expect(texts.toSorted()).toEqual([
    'Arrived',
    'Nobody answered',
    'On the way',
    expect.stringMatching(/^Recorded on the phone: Could not be completed/),
  ]);
  await office.close();
});
