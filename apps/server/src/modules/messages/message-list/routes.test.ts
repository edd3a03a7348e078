import { randomUUID } from 'node:crypto';
import type { InvoiceLetterPreview } from '@muster/domain/messages/invoice-letters/schema';
import type { Message, MessageCount } from '@muster/domain/messages/message-list/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold({ hasTexts: true });
  const { data } = await told.owner.get('/settings');
  const { message_ways } = (data as { row: { message_ways: object } }).row;
  await told.settings({ message_ways: { ...message_ways, confirmed: 'both', changed: 'text' } });
});
afterAll(() => told.close());

let last = 200;

/** A customer with a mobile and an address, who was told of a visit and answered. */
async function conversation({ date }: { date: string }) {
  const visit = await told.plan({ date });
  const phone = `0412 345 ${(last += 1)}`;
  await told.edit(`/customers/${visit.customer}`, { phone });
  await told.dispatch(visit.id);
  await told.pass(90);
  const number = `+61${phone.slice(1).replaceAll(' ', '')}`;
  const at = new Date(told.clock.now);
  await told.inside((db) =>
    sql`insert into texts (account_id, direction, number, body, kind, customer_id, visit_id, encoding, parts, price, state, made_at, hold_until)
        values (current_account(), 'in', ${number}, 'Please ring twice', 'answer', ${visit.customer}, ${visit.id}, 'GSM-7', 1, 0,
                'received', ${at}, ${at})`.execute(db),
  );
  return { ...visit, number };
}

async function list(query: string, caller: Pick<typeof told.owner, 'get'> = told.owner): Promise<Message[]> {
  const found: Message[] = [];
  for (let next = ''; ;) {
    const { status, data } = await caller.get(`/messages?${query}${next}`);
    expect(status).toBe(200);
    const page = data as { rows: Message[]; next: string | null };
    found.push(...page.rows);
    if (page.next === null) return found;
    next = `&cursor=${page.next}`;
  }
}

test('emails and texts, to a customer and from them, are one list with what became of each', async () => {
  const { customer, id, job, name, number } = await conversation({ date: '2026-11-19' });
  const rows = await list(`customer=${customer}`);
  expect(rows[0]).toMatchObject({
    way: 'text',
    direction: 'in',
    kind: 'answer',
    body: 'Please ring twice',
    state: { name: 'received' },
  });
  expect(rows).toHaveLength(3);
  expect(rows.slice(1).toSorted((one, other) => other.way.localeCompare(one.way))).toMatchObject([
    {
      way: 'text',
      address: number,
      body: expect.stringContaining('confirmed'),
      state: { name: 'sent', why: '' },
      parts: 1,
    },
    {
      way: 'email',
      address: expect.stringMatching(/…@example\.com$/),
      body: '',
      state: { name: 'sent' },
      parts: null,
    },
  ]);
  for (const row of rows)
    expect(row).toMatchObject({ name, problem: null, customer_id: customer, job_id: job, visit_id: id });
  expect(rows[1]!.visit).toMatch(/^J-\d+\/1$/);
  expect(await list(`visit=${id}`)).toEqual(rows);
  expect(await list(`job=${job}`)).toEqual(rows);
  expect(await list(`customer=${customer}&limit=1`)).toEqual(rows);
  expect(await list(`customer=${randomUUID()}`)).toEqual([]);
});

test('what could not be sent is listed with why, and what waits does not look sent', async () => {
  const visit = await told.plan({ date: '2026-11-20', email: 'none' });
  await told.edit(`/customers/${visit.customer}`, { phone: '' });
  await told.dispatch(visit.id);
  await told.pass(90);
  for (const row of await list(`visit=${visit.id}`))
    expect(row).toMatchObject({ problem: expect.any(String), state: null });
  // Nine in the evening: texts wait for the morning.
  told.clock.now = Date.parse('2026-11-18T10:00:00Z');
  const late = await told.plan({ date: '2026-11-23', email: 'none' });
  await told.edit(`/customers/${late.customer}`, { phone: '0412 345 999' });
  await told.dispatch(late.id);
  await told.pass(90);
  const rows = await list(`visit=${late.id}`);
  expect(rows.find(({ way, problem }) => way === 'text' && problem === null)).toMatchObject({
    state: { name: 'waiting' },
  });
  await told.rest();
});

test('invoices sent by email and text are listed for people who see prices, and a text sent at night waits for the morning', async () => {
  const fields = { version: 0, abn: '51824753556' };
  fields.version = ((await told.owner.get('/settings')).data as { row: { version: number } }).row.version;
  expect(await told.owner.patch('/settings', fields)).toMatchObject({ status: 200 });
  told.clock.now += 12 * 3_600_000;
  const { id, number, customer_id } = await issuedInvoice(told, {
    email: 'pay@example.com',
    phone: '0412 345 999',
  });
  const { row } = (await told.owner.get(`/invoices/${id}/letter`)).data as { row: InvoiceLetterPreview };
  expect(row.text!.body).toBe(
    `Harbour City Plumbing: invoice ${number}, $330.00 due Mon 30 Nov. See it and how to pay: {link}`,
  );
  const sent = await told.owner.post(`/invoices/${id}/letters`, {
    ways: ['email', 'text'],
    fingerprint: row.fingerprint,
  });
  expect(sent).toMatchObject({ status: 200, data: { row: [{ way: 'email' }, { way: 'text' }] } });
  const found = await list(`customer=${customer_id}`);
  const text = found.find(({ way }) => way === 'text')!;
  expect(text).toMatchObject({ kind: 'invoice', body: row.text!.body, state: { name: 'waiting' } });
  expect(new Date(text.state!.at)).toEqual(new Date(row.text!.leaves_at));
  expect(Date.parse(row.text!.leaves_at)).toBeGreaterThan(told.clock.now);
  expect(found.find(({ way }) => way === 'email')).toMatchObject({
    kind: 'invoice',
    address: 'p…@example.com',
  });
  const dispatcher = await schedulerOf(told.app, 'dispatcher@example.com');
  expect(await list(`customer=${customer_id}`, dispatcher)).toEqual([]);
  await told.rest();
});

test('all of a business are listed by time, page by page, each once, and of some days alone', async () => {
  for (const date of ['2026-11-24', '2026-11-25', '2026-11-26']) await conversation({ date });
  const all = await list('limit=200');
  expect(all.length).toBeGreaterThanOrEqual(9);
  expect(await list('limit=2')).toEqual(all);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const times = all.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect(await list('from=2026-11-16&to=2026-11-16&limit=200')).toEqual(
    all.filter(({ at }) => at.startsWith('2026-11-15T') || at < '2026-11-16T13'),
  );
  expect((await told.owner.get('/messages?from=2026-11-17&to=2026-11-16')).status).toBe(400);
  expect((await told.owner.get('/messages?cursor=WyJ0aW1lc3RhbXB0eiIsIngiLCJ5Il0')).status).toBe(400);
});

test('whoever was merged brings their messages along', async () => {
  const [one, other] = [
    await conversation({ date: '2026-11-27' }),
    await conversation({ date: '2026-11-30' }),
  ];
  const both = [...(await list(`customer=${one.customer}`)), ...(await list(`customer=${other.customer}`))];
  const version = async (id: string) =>
    ((await told.owner.get(`/customers/${id}`)).data as { row: { version: number } }).row.version;
  const merged = await told.owner.post(`/customers/${one.customer}/merge`, {
    version: await version(one.customer),
    other_id: other.customer,
    other_version: await version(other.customer),
  });
  expect(merged).toMatchObject({ status: 200 });
  const ids = (rows: readonly Message[]) => rows.map(({ id }) => id).toSorted();
  expect(ids(await list(`customer=${one.customer}`))).toEqual(ids(both));
});

test('the table has all of it, and a month is counted by kind and way', async () => {
  await told.inside((db) =>
    sql`update texts set price = 790 where direction = 'out' and state = 'sent'`.execute(db),
  );
  const answer = await told.app.inject({
    url: '/services/scheduling/api/v1/messages.csv',
    headers: (await signInAs(told.app, 'owner@example.com')).headers,
  });
  const lines = answer.body.trim().split('\r\n');
  expect(lines[0]).toContain(`"Date","Time","Way","Direction","About"`);
  expect(lines).toHaveLength((await list('limit=200')).length + 1);
  expect(answer.body).toContain('Please ring twice');
  expect(answer.body).toContain('0.0790');

  const all = await list('limit=200');
  const { data } = await told.owner.get('/messages/month?month=2026-11-30');
  const counts = (data as { rows: MessageCount[] }).rows;
  expect(counts.reduce((sum, { messages, unsent }) => sum + messages + unsent, 0)).toBe(all.length);
  const texts = all.filter(
    ({ way, direction, kind }) => way === 'text' && direction === 'out' && kind === 'confirmed',
  );
  const left = texts.filter(
    ({ state }) => state !== null && !['failed', 'unsent', 'expired'].includes(state.name),
  );
  expect(counts).toContainEqual({
    way: 'text',
    direction: 'out',
    kind: 'confirmed',
    messages: left.length,
    unsent: texts.length - left.length,
    parts: left.reduce((sum, { parts }) => sum + parts!, 0),
    price: left.reduce((sum, { price }) => sum + price!, 0),
  });
  expect((await told.owner.get('/messages/month?month=2026-10-31')).data).toMatchObject({ rows: [] });
});
