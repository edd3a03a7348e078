import type { VisitRecord } from '@muster/domain/work/visits/schema';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { at, changeOf } from '../../../../test/setups/work.ts';

/** By text: the ways of everything but the mails, which `tasks.test.ts` has. */
let told: ToldWork;
beforeAll(async () => {
  told = await openTold({ hasTexts: true });
  await told.settings({
    message_ways: await ways({ confirmed: 'text', changed: 'text', 'on the way': 'text' }),
  });
});
afterEach(async () => {
  await told.rest();
  await told.inside((db) => sql`delete from texts`.execute(db));
});
afterAll(() => told.close());

async function ways(some: object): Promise<object> {
  const { data } = await told.owner.get('/settings');
  return { ...(data as { row: { message_ways: object } }).row.message_ways, ...some };
}

/** A visit of a customer with a mobile of their own. */
async function plan({ phone = mobile(), date = '', email = '', told_by = 'usual' } = {}) {
  const visit = await told.plan({ date, email: email || 'none' });
  await told.edit(`/customers/${visit.customer}`, { phone, told_by });
  return { ...visit, phone };
}

let last = 100;
const mobile = () => `0412 345 ${(last += 1)}`;

interface TextRow {
  number: string;
  body: string;
  state: string;
  hold_until: Date;
  not_after: Date;
  link: object | null;
}

async function texts(): Promise<TextRow[]> {
  return told.inside(async (db) => {
    const { rows } = await sql<TextRow>`select * from texts order by made_at, id`.execute(db);
    return rows;
  });
}

async function messages(id: string): Promise<VisitRecord['messages']> {
  return (await told.show(id)).messages;
}

/** Nine in the evening of that day in Sydney, after quiet hours have begun. */
const evening = (date: string) => Date.parse(`${date}T10:00:00Z`);

test('a customer is texted in the owner’s way, and what became of it stands at the visit', async () => {
  const { id, phone } = await plan({ date: '2026-11-17' });
  await told.dispatch(id);
  await told.pass(59);
  expect(await texts()).toEqual([]);
  await told.pass(1);
  expect(await texts()).toMatchObject([
    {
      number: `+61${phone.slice(1).replaceAll(' ', '')}`,
      body: 'Harbour City Plumbing: your visit is confirmed for Tue 17 Nov, 9-11 am. For another time, call 02 5550 1234. {link}',
      state: 'sent',
      link: { purpose: 'visit' },
    },
  ]);
  // The page is where the address of it leads, which is stored nowhere.
  const inbox = await told.app.inject({ method: 'GET', url: '/services/inbox/api/texts' });
  const [, token] = /\/v\/([\w-]{22})$/.exec(inbox.json<{ data: { body: string }[] }>().data.at(-1)!.body)!;
  expect((await told.app.inject({ method: 'GET', url: `/v/${token}` })).statusCode).toBe(200);
  const [message] = await messages(id);
  expect(message).toMatchObject({
    kind: 'confirmed',
    problem: null,
    to_address: `04…${phone.slice(-3)}`,
    recipients: [{ way: 'text', state: { name: 'sent', why: '' } }],
  });
  // Nobody is texted what they know.
  await told.owner.post(`/visits/${id}/pin`);
  await told.pass(120);
  expect(await texts()).toHaveLength(1);
});

test('moved five times within a minute is one text with the last of it', async () => {
  const { id, day } = await plan({ date: '2026-11-18' });
  await told.dispatch(id);
  await told.pass(60);
  for (const time of ['10:00', '12:00', '13:00', '14:00', '15:00'] as const) {
    await told.schedule(id, time, day);
    await told.pass(10);
  }
  await told.pass(120);
  expect((await texts()).map(({ body }) => body.split(': ')[1])).toEqual([
    expect.stringContaining('confirmed for Wed 18 Nov, 9-11 am'),
    'your visit has moved to Wed 18 Nov, 3-5 pm, instead of Wed 18 Nov, 9-11 am. For another time, call 02 5550 1234. {link}',
  ]);
});

test('in quiet hours a text waits for the morning; undone or overtaken before that it never leaves, and was not told', async () => {
  const undone = await plan({ date: '2026-11-20' });
  told.clock.now = evening('2026-11-18');
  const sent = await told.dispatch(undone.id);
  await told.pass(60);
  expect(await texts()).toMatchObject([{ state: 'waiting', hold_until: new Date('2026-11-18T21:02:00Z') }]);
  const [waiting] = await messages(undone.id);
  expect(waiting!.recipients[0]).toMatchObject({
    state: { name: 'waiting', at: '2026-11-18T21:02:00.000Z' },
  });
  // An undo says that it has not left.
  const { data } = await told.owner.post(`/changes/${sent}/undo`);
  expect(data).toMatchObject({ written_to: [], not_written_to: [undone.name] });
  await told.pass(60);
  expect(await texts()).toMatchObject([{ state: 'unsent' }]);
  expect(await messages(undone.id)).toMatchObject([
    { problem: 'unsent', recipients: [{ problem: 'unsent' }] },
  ]);

  const moved = await plan({ date: '2026-11-20' });
  await told.dispatch(moved.id);
  await told.pass(60);
  await told.schedule(moved.id, '14:00', moved.day);
  await told.pass(60);
  const own = (await texts()).slice(1);
  expect(own.map(({ state }) => state)).toEqual(['unsent', 'waiting']);
  // It was never told of the time before.
  expect(own[1]!.body).toContain('your visit is confirmed for Fri 20 Nov, 2-4 pm.');
  // Left as it is, it waits, whatever else happens to the visit.
  await told.owner.post(`/visits/${moved.id}/pin`);
  await told.pass(60);
  expect(await texts()).toHaveLength(3);
  told.clock.now = Date.parse('2026-11-18T20:59:00Z');
  await told.pass(240);
  expect((await texts()).map(({ state }) => state)).toEqual(['unsent', 'unsent', 'sent']);
});

/** The morning after, when every text of the night has left. */
async function morning(): Promise<TextRow[]> {
  told.clock.now = Date.parse('2026-11-18T20:59:20Z');
  await told.pass(600);
  return texts();
}

test('what happens in the last minute of the night is known before its texts leave', async () => {
  const { id } = await plan({ date: '2026-11-20' });
  told.clock.now = evening('2026-11-18');
  await told.dispatch(id);
  await told.pass(60);
  told.clock.now = Date.parse('2026-11-18T20:59:20Z');
  await told.owner.post(`/visits/${id}/unschedule`);
  expect((await morning()).map(({ state }) => state)).toEqual(['unsent']);
});

test.each([
  ['nobody is told any more', () => told.settings({ tells_customers: false })],
  [
    'they want nothing any more',
    (customer: string) => told.edit(`/customers/${customer}`, { tell_by_mail: false }),
  ],
])('a text of the night does not leave where %s by the morning', async (_, change) => {
  const { id, customer } = await plan({ date: '2026-11-20' });
  told.clock.now = evening('2026-11-18');
  await told.dispatch(id);
  await told.pass(60);
  await change(customer);
  expect((await morning()).map(({ state }) => state)).toEqual(['unsent']);
  await told.settings({ tells_customers: true });
});

test('a number that is corrected overnight gets the text of the night, and the wrong one gets none', async () => {
  const { id, customer } = await plan({ date: '2026-11-20' });
  told.clock.now = evening('2026-11-18');
  await told.dispatch(id);
  await told.pass(60);
  const phone = mobile();
  await told.edit(`/customers/${customer}`, { phone });
  const [wrong, right] = await morning();
  expect(wrong).toMatchObject({ state: 'unsent' });
  expect(right).toMatchObject({ state: 'sent', number: `+61${phone.slice(1).replaceAll(' ', '')}` });
});

test('of an email and a text the text stays true when the visit is touched, and says who comes', async () => {
  const { id, day } = await plan({ date: '2026-11-20', email: 'both@example.com', told_by: 'both' });
  told.clock.now = evening('2026-11-18');
  await told.dispatch(id);
  await told.pass(60);
  await told.owner.post(`/visits/${id}/pin`);
  await told.pass(60);
  expect((await texts()).map(({ state }) => state)).toEqual(['waiting']);
  const ana = await told.addTechnician();
  const overrides = ['shift', 'travel', 'overlap', 'window'].map((rule) => ({ rule, reason: 'a test' }));
  expect(await told.book(id, [ana.id], at('09:30', day as never), { overrides })).toMatchObject({
    status: 200,
  });
  await told.pass(60);
  expect((await morning()).filter(({ state }) => state === 'sent')).toHaveLength(1);
});

test('on the day itself it is texted that nobody comes, and a move is not told when it is too late', async () => {
  const { id } = await plan({ date: '2026-11-19' });
  await told.settings({ message_ways: await ways({ 'another time': 'text' }) });
  await told.dispatch(id);
  await told.pass(60);
  // A quarter past nine, in the middle of what was promised.
  told.clock.now = Date.parse('2026-11-18T22:15:00Z');
  await told.owner.post(`/visits/${id}/unschedule`);
  await told.pass(60);
  expect((await texts()).at(-1)).toMatchObject({ state: 'sent', body: expect.stringContaining('we can') });

  const early = await plan({ date: '2026-11-20' });
  await told.schedule(early.id, '07:30', early.day);
  await told.dispatch(early.id);
  await told.pass(60);
  told.clock.now = evening('2026-11-19');
  await told.schedule(early.id, '14:00', early.day);
  await told.pass(60);
  expect(await messages(early.id)).toMatchObject([{ kind: 'changed', problem: 'quiet hours' }, {}]);
});

test('where nothing is confirmed, customers hear that nobody comes at the time that was agreed', async () => {
  await told.settings({ message_ways: await ways({ confirmed: 'off', 'another time': 'text' }) });
  const { id, day } = await plan({ date: '2026-11-20' });
  await told.edit(`/visits/${id}`, { on_date: day, window_from: '09:00', window_to: '11:00' });
  await told.dispatch(id);
  await told.pass(60);
  expect(await texts()).toEqual([]);
  await told.owner.post(`/visits/${id}/unschedule`);
  await told.pass(60);
  expect(await texts()).toMatchObject([
    { state: 'sent', body: expect.stringContaining('Fri 20 Nov, 9-11 am') },
  ]);
  await told.settings({ message_ways: await ways({ confirmed: 'text' }) });
});

test('“on my way” is texted at once, at any hour, and none leaves once the visit has begun', async () => {
  const { id } = await plan({ date: '2026-11-19' });
  await told.dispatch(id);
  await told.pass(60);
  expect((await texts())[0]).toMatchObject({ not_after: new Date('2026-11-19T00:00:00Z') });
  told.clock.now = evening('2026-11-18');
  await told.schedule(id, '21:30', '2026-11-18');
  await told.owner.post(`/visits/${id}/progress`, { progress: 'en route' });
  await told.pass(60);
  expect((await texts()).at(-1)).toMatchObject({
    state: 'sent',
    body: expect.stringContaining('Kai is on the way to you.'),
  });
});

test('a text says who it is from, also where the owner’s sentence that does is left out', async () => {
  const message_texts = {
    confirmed: { text: 'Hi {name}. {business} comes, answer to {phone}. See you soon.' },
  };
  await told.settings({ message_texts, phone: '' });
  const { id } = await plan({ date: '2026-11-17' });
  await told.dispatch(id);
  await told.pass(60);
  expect((await texts())[0]!.body).toMatch(
    /^Harbour City Plumbing: your visit is confirmed for Tue 17 Nov, 9-11 am\./,
  );
  await told.settings({ message_texts: {}, phone: '02 5550 1234' });
});

test('a text that would wait until the visit has begun is mailed instead, or it is said that nobody was told', async () => {
  const mailed = await plan({ date: '2026-11-19', email: 'early@example.com' });
  const silent = await plan({ date: '2026-11-19' });
  told.clock.now = evening('2026-11-18');
  for (const { id } of [mailed, silent]) {
    await told.schedule(id, '07:00', '2026-11-19');
    await told.dispatch(id);
  }
  await told.pass(60);
  expect(await texts()).toEqual([]);
  expect(await messages(mailed.id)).toMatchObject([
    { problem: null, recipients: [{ way: 'email', problem: null }] },
  ]);
  expect(await messages(silent.id)).toMatchObject([{ problem: 'quiet hours' }]);
});

test('what a customer prefers counts, and where one way does not reach them the other does', async () => {
  const email = 'kim@example.com';
  const visits = {
    both: await plan({ email, told_by: 'both' }),
    email: await plan({ email, told_by: 'email' }),
    landline: await plan({ email, phone: '02 5550 4321' }),
    out: await plan({ email }),
    nothing: await plan({ phone: '02 5550 4321' }),
  };
  await told.inside((db) =>
    sql`insert into text_opt_outs (account_id, number, at)
        values (current_account(), ${`+61${visits.out.phone.slice(1).replaceAll(' ', '')}`}, now())`.execute(
      db,
    ),
  );
  const reached: Record<string, unknown> = {};
  for (const [name, { id }] of Object.entries(visits)) {
    await told.dispatch(id);
    await told.pass(60);
    const [message] = await messages(id);
    reached[name] = message!.recipients.map(({ way, problem }) => problem ?? way);
  }
  expect(reached).toEqual({
    both: ['text', 'email'],
    email: ['email'],
    landline: ['email'],
    out: ['email'],
    nothing: ['no way'],
  });
});

test('before a dispatch the emails and texts are counted, and who can’t be reached is named', async () => {
  const [texted, both, none] = [
    await plan({ date: '2026-11-26' }),
    await plan({ date: '2026-11-26', email: 'sam@example.com', told_by: 'both' }),
    await plan({ date: '2026-11-26', phone: '' }),
  ];
  const { data } = await told.owner.get('/dispatch/preview?date=2026-11-26');
  const { customers } = (data as { row: { customers: { confirmed: string[] } } }).row;
  expect({ ...customers, confirmed: new Set(customers.confirmed) }).toEqual({
    is_on: true,
    emails: 1,
    texts: 2,
    confirmed: new Set([texted.name, both.name]),
    changed: [],
    without_address: [none.name],
  });
});

test('a visit that is taken back with its job takes its waiting text along', async () => {
  const site = await told.addSite();
  await told.edit(`/customers/${site.customer_id}`, { phone: mobile() });
  const made = await told.owner.post('/jobs', { ...site, name: undefined, visits: [{ duration: 60 }] });
  const { visits } = (made.data as unknown as { row: { visits: { id: string }[] } }).row;
  told.clock.now = evening('2026-11-17');
  const planned = await told.schedule(visits[0]!.id, '09:30', '2026-11-20');
  const sent = await told.dispatch(visits[0]!.id);
  await told.pass(60);
  expect(await texts()).toMatchObject([{ state: 'waiting' }]);
  for (const number of [sent, changeOf(planned), changeOf(made)]) await told.undo(number);
  expect(await texts()).toMatchObject([{ state: 'unsent' }]);
});

test('the office takes a waiting text back, and sends again what did not arrive', async () => {
  const { id } = await plan({ date: '2026-11-20' });
  told.clock.now = evening('2026-11-18');
  await told.dispatch(id);
  await told.pass(60);
  const [waiting] = await messages(id);
  expect(await untold(id)).toEqual([]);
  const act = (message: string, what: string) => told.owner.post(`/customer-messages/${message}/${what}`);
  expect(await act(waiting!.id, 'take-back')).toMatchObject({ status: 200 });
  expect(await texts()).toMatchObject([{ state: 'unsent' }]);
  expect(await act(waiting!.id, 'take-back')).toMatchObject({
    status: 409,
    message: 'It has already left, so it can’t be taken back.',
  });
  // What somebody took back is no failure.
  expect(await untold(id)).toEqual([]);
  expect(await act(waiting!.id, 'send-again')).toMatchObject({
    status: 200,
    data: { row: { problem: null, kind: 'confirmed' } },
  });
  expect((await texts()).map(({ state }) => state)).toEqual(['unsent', 'waiting']);
  const [latest] = await messages(id);
  expect(await act(latest!.id, 'send-again')).toMatchObject({ status: 409 });
  // Its service refuses it.
  await told.inside((db) =>
    sql`update texts set state = 'failed', error = 'No such number.' where state = 'waiting'`.execute(db),
  );
  expect(await untold(id)).toMatchObject([
    { kind: 'confirmed', state: 'failed', why: 'No such number.', way: 'text' },
  ]);
  expect(await act(latest!.id, 'dismiss')).toMatchObject({ status: 200 });
  expect(await untold(id)).toEqual([]);
});

async function untold(visit: string): Promise<object[]> {
  const { data } = await told.owner.get('/customer-messages/untold');
  return (data as { rows: { visit_id: string }[] }).rows.filter(({ visit_id }) => visit_id === visit);
}

test('who cannot be told waits for the office with the number to call, until that is over', async () => {
  const { id, name } = await plan({ date: '2026-11-17', phone: '02 5550 4321' });
  await told.dispatch(id);
  await told.pass(60);
  expect(await untold(id)).toMatchObject([
    { customer: name, name, problem: 'no way', state: null, phone: '02 5550 4321' },
  ]);
  const [message] = await messages(id);
  expect(await told.owner.post(`/customer-messages/${message!.id}/send-again`)).toMatchObject({
    status: 409,
    message: 'Not sent: no email address or mobile number. Call them instead.',
  });
  told.clock.now = Date.parse('2026-11-17T03:00:00Z');
  expect(await untold(id)).toEqual([]);
});
