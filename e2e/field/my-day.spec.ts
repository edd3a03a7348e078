import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { givenDay } from './field.ts';
import { expect, signIn } from '../journey.ts';
import { testOverLine as test } from '../line.ts';
import { drawSignature, expectLargeTargets, signatureSheet, tapTwice, unfolded } from './phone.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'my-day', viewport: { width: 390, height: 844 } });

const MINUTE_MS = 60_000;

/** A picture that the page itself makes, larger than what is kept. */
function photo(page: Page) {
  return page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3_000, height: 1_500 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'teal';
    context.fillRect(0, 0, 3_000, 1_500);
    return canvas.toDataURL('image/jpeg').split(',')[1]!;
  });
}

test('a technician finds the day on a phone, and hears of a change at once', async ({
  page,
  browser,
  product,
}) => {
  const site = { hazards: 'Dog behind the house', access_notes: 'Key at the neighbour' };
  const office = await givenDay(browser, product, [{}, {}], site);
  const [first, second] = office.visits;
  await signIn(page, 'technician');
  await expect(page).toHaveURL('/my-day');
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  const card = page.getByRole('article', { name: `${first!.customer}, ${first!.number}` });
  await expect(card).toContainText('Dog behind the house');
  await expect(card.getByRole('link', { name: /^Directions/ })).toHaveAttribute('href', /^https/);
  await expect(page.getByRole('link', { name: new RegExp(second!.customer) })).toBeVisible();
  await expectLargeTargets(page);
  await expectAccessible(page);

  const { data } = await call(office.context, 'GET', `/visits/${first!.id}`);
  const note = { version: data.row.version, note: 'Ring twice, the bell is weak' };
  expect((await call(office.context, 'PATCH', `/visits/${first!.id}`, note)).code).toBe(800);
  await expect(card).toContainText('Ring twice, the bell is weak');

  await page.getByRole('button', { name: 'Account and more' }).click();
  await expectLargeTargets(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Week', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My week', level: 1 })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Hours worked' })).toContainText('Total');
  await expectAccessible(page);

  // A phone whose clock is wrong is told so: times are paid by it.
  await page.clock.setFixedTime(Date.now() + 7 * MINUTE_MS);
  await page.reload();
  await expect(page.getByText('This phone’s clock is 7 min fast.')).toBeVisible();
  await page.clock.setFixedTime(Date.now() + MINUTE_MS);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My week', level: 1 })).toBeVisible();
  await expect(page.getByText('This phone’s clock')).toBeHidden();
  await office.close();
});

test('whoever stands at a site pins it without a connection, and the office sees who it was', async ({
  page,
  browser,
  product,
  line,
}) => {
  const office = await givenDay(browser, product, [{}]);
  const [visit] = office.visits;
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: -33.8151, longitude: 151.1012, accuracy: 8 });
  await signIn(page, 'technician', `/my-day/visits/${visit!.id}`);
  await page.getByRole('button', { name: 'I am here' }).click();
  const sheet = page.getByRole('dialog', { name: 'Set the pin here?' });
  await expect(sheet.getByText('Accurate to about 8 m.')).toBeVisible();
  await expectLargeTargets(page);
  await expectAccessible(page, 'dialog');
  line.become('cut');
  await tapTwice(sheet.getByRole('button', { name: 'Set the pin here' }));
  await expect(page.getByText('The site is pinned on the map. Directions go to the pin.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
    'href',
    /-33\.8151%2C151\.1012/,
  );
  line.become('open');
  const { data } = await call(office.context, 'GET', `/visits/${visit!.id}`);
  const job = await call(office.context, 'GET', `/jobs/${data.row.job_id}`);
  const history = `/changes?subject=${job.data.row.site_id}`;
  await expect
    .poll(async () => (await call(office.context, 'GET', history)).data.rows[0])
    .toMatchObject({ kind: 'site pinned', by: { name: /Technician/ } });
  await office.close();
});

async function signByName(sheet: Locator, name: string): Promise<void> {
  await sheet.getByLabel('Name of the person signing').fill(name);
  await sheet.getByLabel('Sign by name').check();
  await expect(sheet.getByText('Signed by name', { exact: true })).toBeVisible();
  await tapTwice(sheet.getByRole('button', { name: 'Save' }));
  await expect(sheet).toBeHidden();
}

test('the work of a visit is recorded by thumb, and the office has it', async ({
  page,
  browser,
  product,
  line,
}) => {
  const check_list = [
    { text: 'Water off', done: false, required: true },
    { text: 'Pressure', done: false, kind: 'number', required: true },
    { text: 'What was found', done: false, kind: 'text' },
    { text: 'Meter', done: false, kind: 'photo', required: true },
  ];
  const office = await givenDay(browser, product, [{ check_list }, {}]);
  const [first, second] = office.visits;
  await signIn(page, 'technician', `/my-day/visits/${first!.id}`);
  await expect(page.getByRole('heading', { name: first!.customer, level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Running late' }).click();
  const late = page.getByRole('dialog', { name: 'How late will you be?' });
  await expect(late.getByRole('heading')).toBeFocused();
  await late.getByRole('radio', { name: '30 min' }).check();
  await tapTwice(late.getByRole('button', { name: 'Tell the office' }));
  await expect(page.getByText('You said: 30 min late')).toBeVisible();
  await page.getByRole('button', { name: 'On my way' }).click();
  // A second tap of the same thumb meets the next step, and does not take it.
  await page.getByRole('button', { name: 'I have arrived' }).dispatchEvent('click');
  await page.getByRole('button', { name: 'I have arrived' }).click();
  await expect(page.getByText(/^On site \d/)).toBeVisible();

  // Nobody is in two places: whoever sets out for another visit is asked.
  await page.goto(`/my-day/visits/${second!.id}`);
  await page.getByRole('button', { name: 'On my way' }).click();
  const two = page.getByRole('dialog', { name: 'Two visits at once?' });
  await expect(two).toContainText(first!.customer);
  await two.getByRole('link', { name: 'Go to that visit first' }).click();
  await expect(page).toHaveURL(`/my-day/visits/${first!.id}`);

  // Done is held back by what has to be answered, and leads there.
  await page.getByRole('button', { name: 'Done' }).click();
  const finish = page.getByRole('dialog', { name: 'Before you finish' });
  await expect(finish.getByRole('button', { name: 'Finish: Done' })).toBeDisabled();
  await expect(finish.getByRole('region', { name: 'Still to answer' })).toContainText('Meter');
  await expectLargeTargets(page);
  await expectAccessible(page, 'dialog');
  await finish.getByRole('button', { name: 'Pressure' }).click();
  await expect(page.getByLabel('Pressure (required)')).toBeFocused();
  await page.keyboard.type('4,5');
  await page.getByLabel('Water off').check();
  await page.getByLabel('What was found').fill('Valve is worn');
  await page.getByLabel('What was found').blur();
  const picture = {
    name: 'IMG_1.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await photo(page), 'base64'),
  };
  await page.getByLabel('Take a photo: Meter').setInputFiles(picture);
  await expect(page.getByText('4 of 4')).toBeVisible();
  // What is no number takes the answer back that stood there.
  for (const [typed, count] of [
    ['abc', '3 of 4'],
    ['4,5', '4 of 4'],
  ] as const) {
    await page.getByLabel('Pressure (required)').fill(typed);
    await page.getByLabel('Pressure (required)').blur();
    await expect(page.getByText(count)).toBeVisible();
  }

  await unfolded(page, 'Photos and files');
  await page
    .getByLabel('Choose files')
    .setInputFiles([
      picture,
      { name: 'a.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
      { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: Buffer.from('no browser reads this') },
    ]);
  await expect(page.getByRole('alert')).toContainText('a.exe');
  await expect(page.getByRole('alert')).toContainText(/IMG_2\.HEIC: .* Save it as JPEG/);
  // It stands beside the button that chose them, in sight.
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.getByRole('alert').getByRole('button', { name: 'OK' }).click();
  // One tap above the step leads there, wherever somebody is on the page.
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await expect(page.getByLabel('New note')).toBeFocused();
  await page.keyboard.type('Valve replaced');
  await page.reload();
  await expect(page.getByLabel('New note')).toHaveValue('Valve replaced');
  await tapTwice(page.getByRole('button', { name: 'Add note' }));
  await page.getByRole('button', { name: 'Part', exact: true }).click();
  await page.getByLabel('Part', { exact: true }).fill('Relief valve');
  await page.getByRole('button', { name: 'One more' }).click();
  await tapTwice(page.getByRole('button', { name: 'Add part' }));
  await expect(page.getByText('2 × Relief valve')).toBeVisible();
  await page.getByLabel('Part', { exact: true }).fill('Oops');
  await page.getByRole('button', { name: 'Add part' }).click();
  await expect(page.getByText('1 × Oops')).toBeVisible();
  // A thumb that slips takes nothing away.
  await page.getByRole('button', { name: 'Take the part back' }).last().click();
  await page.getByRole('button', { name: 'No, keep it' }).click();
  await expect(page.getByRole('button', { name: 'Take the part back' }).last()).toBeFocused();
  await page.getByRole('button', { name: 'Take the part back' }).last().click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('Oops')).toBeHidden();

  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  const sign = signatureSheet(page);
  // Whoever is most likely there, which can be changed.
  await expect(sign.getByLabel('Name of the person signing')).toHaveValue(first!.customer);
  await expect(sign.getByRole('button', { name: 'Sign first' })).toBeDisabled();
  await drawSignature(page, 'Alex Gum');
  await expectAccessible(page, 'dialog');
  // What one tap clears, the next one brings back.
  await sign.getByRole('button', { name: 'Clear' }).click();
  await expect(sign.getByRole('button', { name: 'Sign first' })).toBeDisabled();
  await sign.getByRole('button', { name: 'Bring it back' }).click();
  await tapTwice(sign.getByRole('button', { name: 'Save' }));
  await expect(sign).toBeHidden();
  await unfolded(page, "Customer's signature");
  await expect(page.getByText('Signed by Alex Gum')).toBeVisible();
  // It was drawn along the longer side, and is upright all the same.
  const ink = page.getByRole('img', { name: 'Signature' });
  expect(await ink.evaluate((img: HTMLImageElement) => img.naturalWidth > img.naturalHeight)).toBe(true);
  await expectLargeTargets(page);
  await expectAccessible(page);

  // A note that was typed and not added goes along.
  await page.getByLabel('New note').fill('Ring before the next visit');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(finish.getByRole('region', { name: 'Also added' })).toContainText('Ring before');
  await tapTwice(finish.getByRole('button', { name: 'Finish: Done' }));
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByText('Ring before the next visit')).toBeVisible();
  await expect(page.getByLabel('New note')).toHaveValue('');
  await expect(page.getByText('Waiting', { exact: true })).toHaveCount(0);

  const { data } = await call(office.context, 'GET', `/visits/${first!.id}/records`);
  const standing = (data.rows as { kind: string; content: object; retracted_at: string | null }[]).filter(
    ({ retracted_at }) => retracted_at === null,
  );
  expect(standing.map(({ kind }) => kind).toSorted()).toEqual(
    // Four answers, one that was taken back, and its answer anew.
    ['late', ...Array.from({ length: 6 }, () => 'check'), 'note', 'note', 'part', 'signature'].toSorted(),
  );
  expect(standing.find(({ kind }) => kind === 'part')!.content).toEqual({
    name: 'Relief valve',
    quantity: 2,
  });
  const files = await office.context.request.get(`/services/filesystem/api/v1/files?visit=${first!.id}`);
  const rows: { kind: string; width: number | null }[] = (await files.json()).data.rows;
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['photo', 'photo', 'signature']);

  // The next one needs a return: what is typed survives closing, and becomes the reason.
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect(page.getByRole('article', { name: `${second!.customer}, ${second!.number}` })).toBeVisible();
  // A slip of the thumb is taken back with one more tap, and the office sees neither.
  await page.getByRole('button', { name: 'On my way' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await page.getByRole('button', { name: 'On my way' }).click();
  await page.getByRole('button', { name: 'I have arrived' }).click();
  // Whoever has arrived works there.
  await expect(page).toHaveURL(`/my-day/visits/${second!.id}`);
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();

  // Whoever cannot draw signs by name; the same words a second time are read out a second time.
  line.become('cut');
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(sign.getByRole('img', { name: 'Place to sign' })).toBeVisible();
  await signByName(sign, 'Sam Oak');
  const said = page.locator('output > span').filter({ hasText: 'Signature added.' });
  await said.evaluate((words) => words.setAttribute('data-heard', ''));
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await signByName(sign, 'Lee Elm');
  await expect(page.locator('output > [data-heard]')).toHaveCount(0);
  await unfolded(page, "Customer's signature");
  await expect(page.getByRole('img', { name: 'Signature' })).toHaveCount(2);
  line.become('open');
  await page.goto('/my-day');
  // Done with one tap, and taken back with one.
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Done: recorded.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  const why = page.getByRole('dialog', { name: 'What happened?' });
  for (const text of ['A valve needs to be ordered', undefined]) {
    await page.getByRole('button', { name: 'Not finished' }).click();
    await why.getByRole('radio', { name: /^Needs a return visit/ }).check();
    if (text === undefined) break;
    await why.getByLabel('What’s still to do?').fill(text);
    await page.keyboard.press('Escape');
    await expect(why).toBeHidden();
  }
  await expect(why.getByLabel('What’s still to do?')).toHaveValue('A valve needs to be ordered');
  await why.getByRole('button', { name: /^Finish/ }).click();
  await expect(page.getByRole('heading', { name: 'All done for today' })).toBeVisible();
  await expect(async () => {
    const { data } = await call(office.context, 'GET', `/visits/${second!.id}`);
    expect(data.row).toMatchObject({ state: 'needs return', outcome_reason: 'A valve needs to be ordered' });
  }).toPass();
  await office.close();
});
