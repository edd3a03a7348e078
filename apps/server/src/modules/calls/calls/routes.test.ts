import type { Call, MissedCalls, RingingCall } from '@muster/domain/calls/calls/schema';
import type { CallServiceMade } from '@muster/domain/calls/call-services/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, connectExchange, type Exchange, exchangeOf } from '../../../../test/setups/calls.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { changeOf, openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { MINUTE_MS } from '@muster/domain/values/minutes';
import { forgetCalls } from './service.ts';

let work: Work;
let exchange: Exchange;
beforeAll(async () => {
  work = await openWork();
  exchange = exchangeOf(work.app, work.clock, await connectExchange(work));
});
afterAll(() => work.close());

const list = async (query = '') =>
  ((await work.owner.get(`${calls}/calls${query}`)).data as { rows: Call[] }).rows;
const ringing = async () => ((await work.owner.get(`${calls}/ringing`)).data as { rows: RingingCall[] }).rows;
const missed = async () => (await work.owner.get(`${calls}/missed`)).data as MissedCalls;
const customer = async (name: string, phone: string, contacts: object[] = []) => {
  const answer = await work.owner.post('/customers', { name, phone, contacts });
  expect(answer).toMatchObject({ status: 200 });
  return (answer.data as { row: { id: string } }).row.id;
};

test('while it rings, the card says who it is, by every number of a customer and their contacts', async () => {
  const id = await customer('Ryde Bakery', '02 9876 5432', [{ name: 'Ana Lima', phone: '0499 111 222' }]);
  await work
    .addJob({ description: 'Oven drips' }, { ...(await work.addSite()), customer_id: id })
    .catch(() => {});
  expect(await exchange.tell('ringing', 'bakery', { from: '+61499111222', to: '1300 123 456' })).toBe(200);
  const [call] = await ringing();
  expect(call).toMatchObject({ state: 'ringing', number: '+61499111222', customer_id: id, matches: 1 });
  expect(call!.people).toMatchObject([
    { name: 'Ryde Bakery', contact: 'Ana Lima', owed: 0, next_visit: null },
  ]);
  await exchange.tell('answered', 'bakery', { by: 'Reception' });
  expect((await ringing())[0]).toMatchObject({ state: 'answered', answered_by: 'Reception' });
  await exchange.tell('ended', 'bakery');
  work.clock.now += MINUTE_MS;
  expect(await ringing()).toEqual([]);
  expect(await list(`?customer=${id}`)).toMatchObject([{ state: 'ended', name: 'Ana Lima · Ryde Bakery' }]);
});

test('several with one number are listed until somebody says who it was; a withheld number is nobody', async () => {
  const [one, other] = [
    await customer('Kim Lee', '0411 000 111'),
    await customer('Lee Family', '0411000111'),
  ];
  await exchange.tell('ringing', 'lee', { from: '0411000111' });
  await exchange.tell('ringing', 'nobody', { from: 'anonymous' });
  const [lee, nobody] = await ringing();
  expect(lee).toMatchObject({ customer_id: null, matches: 2 });
  expect(lee!.people.map(({ customer_id }) => customer_id).toSorted()).toEqual([one, other].toSorted());
  expect(nobody).toMatchObject({ number: null, matches: 0, people: [] });
  const chosen = await work.owner.post(`${calls}/calls/${lee!.id}/customer`, { customer_id: other });
  expect(chosen).toMatchObject({ status: 200, data: { row: { id: lee!.id } } });
  expect((await ringing())[0]).toMatchObject({ customer_id: other, name: 'Lee Family' });
  await exchange.tell('ended', 'lee');
  await exchange.tell('ended', 'nobody');
});

test('whatever comes twice, late, forged, replayed or for another account changes nothing', async () => {
  const others = await openBusiness(work.here.database.db);
  const stranger = await schedulerOf(work.app, others.owner.email);
  const made = await stranger.post(`${calls}/services`, { kind: 'calls', name: 'Theirs' });
  const theirs = exchangeOf(work.app, work.clock, (made as { data: { row: CallServiceMade } }).data.row);
  const body = JSON.stringify({ id: 'r1', call: 'real', event: 'ringing', from: '0400 000 001' });
  const before = await list();
  const old = exchange.signed(body, { at: work.clock.now - 6 * MINUTE_MS });
  for (const [text, signature, path] of [
    [body, undefined, exchange.path],
    [body, exchange.signed(`${body} `), exchange.path],
    [body, old, exchange.path],
    [body, exchange.signed(body), theirs.path],
    [body, theirs.signed(body), exchange.path],
    ['{"id":"r1"}', exchange.signed('{"id":"r1"}'), exchange.path],
    ['[', exchange.signed('['), exchange.path],
  ] as const)
    expect(await exchange.send(text, signature, path)).toBe(400);
  expect(await exchange.send(body, exchange.signed(body), `${exchange.path.slice(0, -2)}xx`)).toBe(404);
  expect(await list()).toEqual(before);
  expect(((await stranger.get(`${calls}/calls`)).data as { rows: [] }).rows).toEqual([]);

  expect(await exchange.send(body, exchange.signed(body))).toBe(200);
  const after = await list();
  expect(after).toHaveLength(before.length + 1);
  // The same event again, even with other words in it.
  const again = body.replace('0400 000 001', '0400 000 002');
  expect(await exchange.send(again, exchange.signed(again))).toBe(200);
  expect(await list()).toEqual(after);
  expect((await stranger.post(`${calls}/calls/${after[0]!.id}/take`)).status).toBe(404);
  // The end is heard before the answer.
  await exchange.tell('ended', 'real');
  expect((await list())[0]).toMatchObject({ state: 'missed' });
  await exchange.tell('answered', 'real');
  expect((await list())[0]).toMatchObject({ state: 'ended' });
});

test('a missed call waits until somebody rang back, or says that it is done; an undo lets it wait again', async () => {
  const start = (await missed()).rows.length;
  for (const turn of [1, 2]) {
    await exchange.tell('ringing', `m${turn}`, { from: '0455 111 222' });
    await exchange.tell('missed', `m${turn}`);
    work.clock.now += MINUTE_MS;
  }
  const { rows } = await missed();
  expect(rows).toHaveLength(start + 1);
  expect(rows[0]).toMatchObject({ number: '+61455111222', times: 2, settled: null });
  const path = `${calls}/calls/${rows[0]!.id}/settle`;
  const done = await work.owner.post(path, { how: 'done' });
  expect(done.status).toBe(200);
  expect((await missed()).rows).toHaveLength(start);
  expect((await work.owner.post(path, { how: 'done' })).status).toBe(409);
  expect((await work.owner.post(`/changes/${changeOf(done)}/undo`)).status).toBe(200);
  expect((await missed()).rows).toHaveLength(start + 1);
  await exchange.tell('ringing', 'back', { direction: 'out', to: '0455 111 222' });
  expect((await missed()).rows).toHaveLength(start);
  expect((await list('?missed=true'))[0]).toMatchObject({ number: '+61455111222', settled: 'called since' });
});

test('the office hears of a ring at once, a technician and another account do not; who takes it is seen by all', async () => {
  await work.app.listen({ port: 0, host: '127.0.0.1' });
  const streams = [];
  for (const email of ['owner@example.com', 'dispatcher@example.com', 'bookkeeper@example.com'])
    streams.push(await openStream(work.app, (await signInAs(work.app, email)).cookie));
  const others = await openBusiness(work.here.database.db);
  const stranger = await openStream(work.app, (await signInAs(work.app, others.owner.email)).cookie);
  const mine = await openStream(work.app, (await signInAs(work.app, 'technician@example.com')).cookie, {
    path: '/services/scheduling/api/v1/my/live',
  });
  for (const stream of [...streams, stranger, mine]) await stream.started();
  await exchange.tell('ringing', 'live', { from: '0412 999 999' });
  const heard = (stream: typeof mine) => stream.messages().filter(({ event }) => event === 'call');
  for (const stream of streams) await expect.poll(() => heard(stream).length, { timeout: 20_000 }).toBe(1);
  const call = (await ringing()).at(-1)!;
  expect(heard(streams[0]!)[0]!.data).toEqual({ id: call.id });
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  expect((await dispatcher.post(`${calls}/calls/${call.id}/take`)).status).toBe(200);
  for (const stream of streams) await expect.poll(() => heard(stream).length, { timeout: 20_000 }).toBe(2);
  expect((await work.owner.post(`${calls}/calls/${call.id}/take`)).status).toBe(409);
  expect((await ringing()).at(-1)!.taken_by).not.toBeNull();
  expect([...heard(stranger), ...heard(mine)]).toEqual([]);
  for (const { response } of [...streams, stranger, mine]) response.destroy();
});

test('who was erased is in no call any more; that it rang stays', async () => {
  const id = await customer('Gone Soon', '0433 222 111');
  await exchange.tell('ringing', 'gone', { from: '0433222111' });
  await exchange.tell('answered', 'gone', { by: '0433222111' });
  const at = new Date(work.clock.now);
  await work.inside((db) => forgetCalls(db, { customers: [id], phones: ['0433 222 111'] }, at));
  await exchange.tell('ended', 'gone', { from: '0433222111' });
  const [call] = await list();
  expect(call).toMatchObject({ number: null, name: '', answered_by: '', is_erased: true, state: 'ended' });
  expect(await work.owner.get(`${calls}/calls?search=0433222111`)).toMatchObject({ data: { rows: [] } });
  const { rows } = await work.inside((db) =>
    sql`select event, from_number, answered_by from call_events where call_key = 'gone' order by event`.execute(
      db,
    ),
  );
  expect(rows).toEqual(
    ['answered', 'ended', 'ringing'].map((event) => ({ event, from_number: null, answered_by: null })),
  );
});

test('who rings now is shown, however many talk; an exchange that never stops talking of one call is not listened to for ever', async () => {
  for (let turn = 0; turn < 9; turn += 1) {
    await exchange.tell('ringing', `busy${turn}`, { from: `04000010${turn}0` });
    await exchange.tell('answered', `busy${turn}`);
  }
  await exchange.tell('ringing', 'tenth', { from: '0400 777 777' });
  expect((await ringing()).map(({ number }) => number)).toContain('+61400777777');
  for (let turn = 0; turn < 210; turn += 1) await exchange.tell('answered', 'tenth', { id: `loop ${turn}` });
  const { rows } = await work.inside((db) =>
    sql<{ count: number }>`select count(*)::int from call_events where call_key = 'tenth'`.execute(db),
  );
  expect(rows[0]!.count).toBe(200);
  for (let turn = 0; turn < 9; turn += 1) await exchange.tell('ended', `busy${turn}`);
});

test('a number is looked for by its end, and a name by its beginning; how long calls are kept is the owner’s to say', async () => {
  expect(await list('?search=111222')).not.toEqual([]);
  expect((await list('?search=bakery')).map(({ name }) => name)).toEqual(['Ana Lima · Ryde Bakery']);
  const settings = await work.owner.patch(`${calls}/call-settings`, { version: 0, keep_days: 90 });
  expect(settings).toMatchObject({ status: 200, data: { row: { keep_days: 90, ring_with: 'tel' } } });
});
