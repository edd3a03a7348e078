import type { ShownVisitRequest } from '@muster/domain/messages/visit-requests/schema';
import type { Business } from '@muster/domain/work/settings/schema';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerPageOf, dispatchedVisit } from '../../../../test/setups/customer-page.ts';
import { at, changeOf, openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

/** What the page shows, without what makes it a page. */
function textOf(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

async function requestsOf(job: string): Promise<ShownVisitRequest[]> {
  return ((await work.owner.get(`/jobs/${job}/visit-requests`)).data as { rows: ShownVisitRequest[] }).rows;
}

async function setPage(fields: Partial<Business['customer_page']>): Promise<void> {
  const { row } = (await work.owner.get('/settings')).data as { row: Business };
  const customer_page = { ...row.customer_page, ...fields };
  const { status } = await work.owner.patch('/settings', { version: row.version, customer_page });
  expect(status).toBe(200);
}

async function historyOf(subject: string): Promise<{ kind: string; by: { name: string }; number: number }[]> {
  return ((await work.owner.get(`/changes?subject=${subject}`)).data as { rows: [] }).rows;
}

const customerOf = async (job: string) =>
  ((await work.owner.get(`/jobs/${job}`)).data as { row: { customer: { name: string } } }).row.customer.name;

test('it tells when, what, who by first name and where, and nothing else of the business', async () => {
  const { visit, job, technician } = await dispatchedVisit(work);
  await work.owner.patch(`/visits/${visit}`, {
    version: (await work.show(visit)).version,
    note: 'Pays late',
  });
  const page = await customerPageOf(work, visit);
  const text = textOf((await page.read()).body);
  for (const shown of ['Tue 17 Nov, 9–11 am', 'Tomorrow', 'Booked', 'Kai', 'Ryde', 'Confirm this time'])
    expect(text).toContain(shown);
  for (const hidden of ['Pays late', 'Dog', technician.name, '0412 345 678', visit, job])
    expect(text).not.toContain(hidden);
});

test('it says the state in words as it changes: on the way by the drive, there, done', async () => {
  const { visit } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  const heading = async () => /<h1[^>]*>([^<]*)</.exec((await page.read()).body)![1];
  const tap = (progress: string) => work.owner.post(`/visits/${visit}/progress`, { progress });
  const before = work.clock.now;
  await tap('en route');
  expect(await heading()).toBe('On the way');
  await tap('on site');
  expect(await heading()).toBe('Arrived at 9:00 am');
  await work.owner.post(`/visits/${visit}/outcome`, { outcome: 'completed' });
  expect(await heading()).toBe('All done');
  work.clock.now = before;
});

test('on the way it counts the minutes of the drive down, from the tap, and asks for nobody’s position', async () => {
  const technician = await work.addTechnician({ base_latitude: -33.8, base_longitude: 151 });
  const visit = await work.addVisit({}, await work.addSite({ kilometres: 8 }));
  await work.schedule(visit.id, [technician.id], at('09:30', '2026-11-16'));
  await work.owner.post(`/visits/${visit.id}/progress`, { progress: 'en route' });
  const page = await customerPageOf(work, visit.id);
  const before = work.clock.now;
  const seen = async () => textOf((await page.read()).body);
  const [, minutes] = /About (\d+) minutes away/.exec(await seen())!;
  expect(Number(minutes)).toBeGreaterThan(10);
  work.clock.now += 5 * 60_000;
  expect(await seen()).toContain(`About ${Number(minutes) - 5} minutes away`);
  work.clock.now = before + Number(minutes) * 60_000;
  expect(await seen()).toContain('Any minute now');
  work.clock.now = before;
});

test('a time that is only planned is nobody’s to know; one that was agreed is', async () => {
  const kai = await work.addTechnician();
  const [loose, agreed] = [
    await work.addVisit(),
    await work.addVisit({ on_date: '2026-11-17', window_from: '11:00', window_to: '13:00' }),
  ];
  await work.schedule(loose.id, [kai.id], at('09:00'));
  await work.schedule(agreed.id, [kai.id], at('11:30'));
  expect(textOf((await (await customerPageOf(work, loose.id)).read()).body)).toContain(
    'We’re finding a time',
  );
  const text = textOf((await (await customerPageOf(work, agreed.id)).read()).body);
  expect(text).toContain('Tue 17 Nov, 11 am–1 pm');
  expect(text).not.toContain('Kai');
});

test('confirming is a change of the customer’s, once however often it is sent, and a promise from then on', async () => {
  const { visit, job } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  const token = page.tokenIn((await page.read()).body, 'confirm')!;
  const answers = await Promise.all(Array.from({ length: 3 }, () => page.post('confirm', { form: token })));
  for (const answer of answers)
    expect([answer.status, answer.location]).toEqual([303, `${page.path}?done=confirm`]);
  expect(await work.show(visit)).toMatchObject({
    confirmed_at: expect.any(String),
    on_date: '2026-11-17',
    window_from: '09:00',
    window_to: '11:00',
  });
  const told = (await historyOf(visit)).filter(({ kind }) => kind === 'visit confirmed');
  expect(told.map(({ by }) => by.name)).toEqual([`${await customerOf(job)}, on their page`]);
  const after = await page.read('?done=confirm');
  expect(textOf(after.body)).toContain('You’ve confirmed this time');
  expect(page.tokenIn(after.body, 'confirm')).toBeUndefined();
});

test('a confirmation is void once the time is another, stays within what was said, and comes back by an undo', async () => {
  const { visit, technician } = await dispatchedVisit(work);
  await (await customerPageOf(work, visit)).send('confirm');
  const isConfirmed = async () => (await work.show(visit)).confirmed_at !== null;
  const move = (time: `${number}:${number}`, more = {}) =>
    work.schedule(visit, [technician.id], at(time), {
      overrides: [{ rule: 'window', reason: 'a test' }],
      ...more,
    });
  expect((await move('10:15')).status).toBe(200);
  expect(await isConfirmed()).toBe(true);
  const moved = await move('14:00');
  expect(moved.status).toBe(200);
  expect(await isConfirmed()).toBe(false);
  expect((await work.owner.post(`/changes/${changeOf(moved)}/undo`)).status).toBe(200);
  expect(await isConfirmed()).toBe(true);
  const { version } = await work.show(visit);
  await work.owner.patch(`/visits/${visit}`, { version, window_from: '10:00', window_to: '12:00' });
  expect(await isConfirmed()).toBe(false);
});

test('what was agreed is confirmed wherever a draft of the board has put the visit', async () => {
  const kai = await work.addTechnician();
  const visit = await work.addVisit({ on_date: '2026-11-17', window_from: '11:00', window_to: '13:00' });
  const drafted = await work.schedule(visit.id, [kai.id], at('14:00'), {
    overrides: [{ rule: 'window', reason: 'a draft' }],
  });
  expect(drafted.status).toBe(200);
  const page = await customerPageOf(work, visit.id);
  await page.send('confirm');
  expect(textOf((await page.read()).body)).toContain('You’ve confirmed this time');
  expect((await work.show(visit.id)).confirmed_at).not.toBeNull();
});

test('the office takes back what a customer did, as anything else', async () => {
  const { visit } = await dispatchedVisit(work);
  await (await customerPageOf(work, visit)).send('confirm');
  const [latest] = await historyOf(visit);
  expect((await work.owner.post(`/changes/${latest!.number}/undo`)).status).toBe(200);
  expect(await work.show(visit)).toMatchObject({ confirmed_at: null, on_date: null });
});

test('a note is among those of the visit, how to get in among those of the site, and neither is shown again', async () => {
  const { visit, job } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  expect((await page.send('note', { text: 'Park in the lane\r\nMind the dog' })).status).toBe(303);
  expect((await page.send('gate', { code: ' 4711#  then left ' })).status).toBe(303);
  const name = await customerOf(job);
  expect((await work.show(visit)).note).toBe(`From ${name}: Park in the lane\nMind the dog`);
  const { row: own } = (await work.owner.get(`/jobs/${job}`)).data as { row: { site_id: string } };
  const { row } = (await work.owner.get(`/sites/${own.site_id}`)).data as { row: { access_notes: string } };
  expect(row.access_notes).toBe(`From ${name}, Mon 16 Nov: 4711# then left`);
  expect((await requestsOf(job)).map(({ kind, decision }) => [kind, decision])).toEqual([
    ['gate code', null],
    ['note', null],
  ]);
  const { body } = await page.read();
  expect(body).not.toContain('4711');
  expect(body).not.toContain('Mind the dog');
});

test('a photo is a file of the visit, drawn anew as any other, and counts against the business’s room', async () => {
  const { visit, job } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
    .jpeg()
    .toBuffer();
  expect((await page.sendPhoto({ text: '' }, photo)).location).toBe(`${page.path}?done=note`);
  const { rows } = await work.inside((db) =>
    sql`select kind, name, state, created_by from files where visit_id = ${visit}`.execute(db),
  );
  expect(rows).toEqual([
    { kind: 'photo', name: 'From the customer.jpg', state: 'waiting', created_by: null },
  ]);
  expect((await requestsOf(job))[0]).toMatchObject({
    kind: 'note',
    content: { file_id: expect.any(String) },
  });
  const wrong = await page.sendPhoto({ text: 'Hello there' }, Buffer.from('%PDF-1.7 no photo'));
  expect([wrong.status, textOf(wrong.body)]).toEqual([
    422,
    expect.stringContaining('Choose a photo as JPEG'),
  ]);
  expect(wrong.body).toContain('>Hello there</textarea>');
  await setPage({ takes_photos: false });
  expect((await page.read()).body).not.toContain('type="file"');
  expect((await page.sendPhoto({ text: '' }, photo)).status).toBe(422);
  await setPage({ takes_photos: true });
});

test('what cannot be taken is said in a sentence, with what was typed, and changes nothing', async () => {
  const { visit, job } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  const empty = await page.send('note', { text: '  ' });
  expect([empty.status, textOf(empty.body)]).toEqual([
    422,
    expect.stringContaining('Write something or choose a photo'),
  ]);
  const long = await page.send('gate', { code: '<b>'.repeat(40) });
  expect([long.status, textOf(long.body)]).toEqual([
    422,
    expect.stringContaining('Use up to 100 characters'),
  ]);
  expect((await page.send('word', { score: '5' })).status).toBe(422);
  expect(await requestsOf(job)).toEqual([]);
});

test('a form is good for its own page and itself alone', async () => {
  const [one, other] = [await dispatchedVisit(work, '09:30'), await dispatchedVisit(work, '13:00')];
  const [mine, theirs] = [await customerPageOf(work, one.visit), await customerPageOf(work, other.visit)];
  const foreign = mine.tokenIn((await mine.read()).body, 'confirm')!;
  for (const [form, token] of [
    ['confirm', foreign],
    ['cancel', theirs.tokenIn((await theirs.read()).body, 'confirm')!],
    ['confirm', 'x'],
    ['confirm', ''],
    ['confirm', `${foreign.split('.')[0]}.${'x'.repeat(43)}`],
  ] as const) {
    const answer = await theirs.post(form, { form: token });
    expect([answer.status, textOf(answer.body)]).toEqual([422, expect.stringContaining('open for too long')]);
  }
  expect((await work.show(other.visit)).confirmed_at).toBeNull();
  // The same form with other words is another thing, and was sent already.
  const token = theirs.tokenIn((await theirs.read()).body, 'note')!;
  expect((await theirs.post('note', { form: token, text: 'One' })).status).toBe(303);
  expect((await theirs.post('note', { form: token, text: 'Two' })).status).toBe(422);
  expect((await work.show(other.visit)).note).toMatch(/: One$/);
});

test('somebody of the office sees the page and answers for nobody', async () => {
  const { visit } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  const token = page.tokenIn((await page.read()).body, 'confirm')!;
  const { headers, cookie } = await signInAs(work.app, 'owner@example.com');
  const seen = await page.read('', headers);
  expect(page.tokenIn(seen.body, 'confirm')).toBeUndefined();
  const sent = await page.post('confirm', { form: token }, { cookie });
  expect([sent.status, textOf(sent.body)]).toEqual([403, expect.stringContaining('signed in as the office')]);
  expect((await work.show(visit)).confirmed_at).toBeNull();
});

test('cancelling is asked for; the office accepts or declines, and the page says which', async () => {
  const { visit, job } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  await page.send('cancel', { text: 'Fixed it myself' });
  expect((await work.show(visit)).state).toBe('dispatched');
  expect(textOf((await page.read()).body)).toContain('You’ve asked us to cancel this visit.');
  const [asked] = await requestsOf(job);
  const reply = 'Please call us: we’ve ordered the part.';
  const declined = await work.owner.post(`/visit-requests/${asked!.id}/decline`, { reply });
  expect(declined.status).toBe(200);
  expect(textOf((await page.read()).body)).toContain(`We haven’t cancelled this visit. ${reply}`);
  expect((await work.owner.post(`/visit-requests/${asked!.id}/accept`)).status).toBe(409);
  await page.send('cancel');
  const [again] = await requestsOf(job);
  expect((await work.owner.post(`/visit-requests/${again!.id}/accept`)).status).toBe(200);
  expect((await work.show(visit)).state).toBe('cancelled');
  const { body } = await page.read();
  expect(textOf(body)).toContain('Cancelled');
  for (const form of ['confirm', 'note', 'gate', 'cancel', 'word'])
    expect([form, page.tokenIn(body, form)]).toEqual([form, undefined]);
});

test('how it was is said once and changed for a week; who was not content waits for the office', async () => {
  const { visit, job } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  await work.owner.post(`/visits/${visit}/outcome`, { outcome: 'completed' });
  expect((await page.send('word', { text: 'No score' })).status).toBe(422);
  await page.send('word', { score: '2', text: 'Late' });
  expect(await requestsOf(job)).toMatchObject([
    { kind: 'word', content: { score: 2, text: 'Late' }, decision: null },
  ]);
  await page.send('word', { score: '5' });
  expect(await requestsOf(job)).toMatchObject([{ content: { score: 5 }, decision: 'done' }]);
  const token = page.tokenIn((await page.read()).body, 'word')!;
  const before = work.clock.now;
  work.clock.now += 8 * 86_400_000;
  expect((await page.post('word', { form: token, score: '1' })).status).toBe(409);
  work.clock.now = before;
});

test('with the page off no link opens anything, and on again it is as it was', async () => {
  const { visit } = await dispatchedVisit(work);
  const page = await customerPageOf(work, visit);
  await setPage({ is_on: false });
  expect((await page.read()).status).toBe(404);
  await setPage({ is_on: true });
  expect((await page.read()).status).toBe(200);
});

test('the calendar file has the arrival that is said, under the name that emails give it', async () => {
  const { visit } = await dispatchedVisit(work);
  const { status, body } = await (await customerPageOf(work, visit)).read('/visit.ics');
  expect(status).toBe(200);
  // The first word of it, so that the next mail is newer to a calendar.
  for (const line of [`UID:${visit}`, 'SEQUENCE:0', 'DTSTART:20261116T220000Z', 'DTEND:20261117T000000Z'])
    expect(body).toContain(line);
  const [, modified] = /DTSTAMP:(\S+)/.exec(body)!;
  expect(modified! <= new Date(work.clock.now).toISOString().replaceAll(/[-:]|\.\d+/g, '')).toBe(true);
});

test('a thousand requests change nothing and learn nothing: the link is slow for a while, other pages are not', async () => {
  const [one, other] = [await dispatchedVisit(work), await dispatchedVisit(work)];
  const [busy, calm] = [await customerPageOf(work, one.visit), await customerPageOf(work, other.visit)];
  const statuses = new Map<number, number>();
  for (let n = 0; n < 1_000; n += 1) {
    const { status } = n % 2 === 0 ? await busy.read() : await busy.post('confirm', { form: `guess ${n}` });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 120, 422: 30, 429: 850 });
  expect((await calm.read()).status).toBe(200);
  expect((await work.show(one.visit)).confirmed_at).toBeNull();
}, 120_000);
