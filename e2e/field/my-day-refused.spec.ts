import { expectAccessible } from '../accessible.ts';
import { givenDay } from './field.ts';
import { expect, signIn } from '../journey.ts';
import { testOverLine as test } from '../line.ts';
import { addNote, expectLargeTargets, tapTwice } from './phone.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'my-day', viewport: { width: 390, height: 844 } });

test('what the office took away meanwhile becomes a card, and nothing of it is lost', async ({
  page,
  browser,
  product,
  line,
}) => {
  const office = await givenDay(browser, product, [{}]);
  const [visit] = office.visits;
  await signIn(page, 'technician', `/my-day/visits/${visit!.id}`);
  await expect(page.getByRole('button', { name: 'On my way' })).toBeVisible();
  line.become('cut');
  // Whoever does not see the line hears it.
  await expect(page.getByRole('status').filter({ hasText: 'No connection.' })).toBeVisible();
  await page.getByRole('button', { name: 'On my way' }).click();
  await page.getByRole('button', { name: 'I have arrived' }).click();
  await addNote(page, 'Nobody answered');
  await page.getByRole('button', { name: 'Not finished' }).click();
  const sheet = page.getByRole('dialog', { name: 'What happened?' });
  await sheet.getByRole('radio', { name: /^Could not complete/ }).check();
  await sheet.getByLabel('Why couldn’t it be completed?').fill('Nobody home');
  await expect(sheet).toContainText('The office sees this, and the customer sees it in the report.');
  await sheet.getByRole('button', { name: 'Finish: Could not complete' }).click();
  await page.getByRole('link', { name: '4 things waiting to send' }).click();
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
  await expect(leaving.getByRole('alert')).toContainText('you’re still signed in');
  await leaving.getByRole('button', { name: 'Stay' }).click();

  const { data } = await call(office.context, 'GET', `/visits/${visit!.id}`);
  const { version } = data.row;
  expect(await call(office.context, 'POST', `/visits/${visit!.id}/unschedule`, { version })).toMatchObject({
    code: 800,
  });
  line.become('open');
  const card = page.getByRole('region', { name: `Not accepted: ${visit!.customer}, ${visit!.number}` });
  await expect(card).toContainText('no longer yours');
  await expect(card).toContainText(/Could not be completed .* \(Nobody home\)/);
  await expectLargeTargets(page);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Discard' }).click();
  await card.getByRole('button', { name: 'No, keep it' }).click();
  await tapTwice(card.getByRole('button', { name: 'Send to the office as a note' }));
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
