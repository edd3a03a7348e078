import { randomUUID } from 'node:crypto';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import type { News } from '@muster/domain/field/my-visits/schema';
import type { LocalDate, LocalTime } from '@muster/domain/values/local-time';
import { placeCode } from '@muster/domain/values/travel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { at, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';

const USER = '0193e5a0-0000-7000-8000-000000000013';
const DAY_MS = 86_400_000;

let work: Work;
let priya: Awaited<ReturnType<typeof schedulerOf>>;
let own: string;
let colleague: string;
beforeAll(async () => {
  work = await openWork();
  priya = await schedulerOf(work.app, 'technician@example.com');
  own = (await work.addTechnician()).id;
  expect((await work.owner.put(`/team/${USER}/technician`, { technician_id: own })).code).toBe(800);
  colleague = (await work.addTechnician()).id;
});
afterAll(() => work.close());

async function mine(): Promise<OwnVisit[]> {
  return ((await priya.get('/my/visits')).data as { rows: OwnVisit[] }).rows;
}

test('a technician finds what, where and when of their own visits, tentative until it is dispatched', async () => {
  const visit = await work.addVisit({ note: 'Ring twice', check_list: [{ text: 'Valve', done: false }] });
  await work.schedule(visit.id, [own], at('09:00'));
  const [found] = await mine();
  expect(found).toMatchObject({
    id: visit.id,
    number: expect.stringMatching(/^J-\d+\/1$/),
    state: 'planned',
    is_tentative: true,
    starts_at: '2026-11-16T22:00:00+00:00',
    note: 'Ring twice',
    check_list: [{ text: 'Valve', done: false }],
    customer: { phone: '0412 345 678' },
    site: { suburb: 'Ryde', hazards: 'Dog' },
    contacts: [],
    is_lead: true,
  });
  await work.owner.post(`/visits/${visit.id}/dispatch`);
  expect((await priya.get(`/my/visits/${visit.id}`)).data).toMatchObject({
    row: { is_tentative: false, state: 'dispatched' },
  });
});

test("colleagues' visits, those outside the period and those that are nobody's answer like unknown ids", async () => {
  const theirs = await work.addVisit();
  await work.schedule(theirs.id, [colleague], at('09:00'));
  const far = await work.addVisit();
  await work.schedule(far.id, [own], at('09:00', '2026-12-21'));
  const waiting = await work.addVisit();
  const taken = await work.addVisit();
  await work.schedule(taken.id, [own], at('12:00'));
  await work.schedule(taken.id, [colleague], at('12:00'));
  const answers = await Promise.all(
    [randomUUID(), theirs.id, far.id, waiting.id, taken.id].map((id) => priya.get(`/my/visits/${id}`)),
  );
  expect(answers[0]!.status).toBe(404);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const ids = (await mine()).map(({ id }) => id);
  for (const { id } of [theirs, far, waiting, taken]) expect(ids).not.toContain(id);
  // Some days later it is within a month.
  work.clock.now = MONDAY + 5 * DAY_MS;
  expect((await priya.get(`/my/visits/${far.id}`)).status).toBe(200);
  work.clock.now = MONDAY;
});

test('a visit stays in sight for a week after its day, and until somebody has said how it went', async () => {
  const visit = await work.addVisit();
  await work.schedule(visit.id, [own], at('14:00'));
  const seen = async () => (await priya.get(`/my/visits/${visit.id}`)).status;
  work.clock.now = Date.parse(at('00:00', '2026-11-26'));
  expect(await seen()).toBe(200);
  expect((await mine()).map(({ id }) => id)).toContain(visit.id);
  const done_at = at('15:00');
  const ended = await priya.post(`/my/visits/${visit.id}/progress`, { progress: 'done', at: done_at });
  expect(ended.status).toBe(200);
  // The day after, from the phone: when it really was.
  const content = { on_site_at: at('14:05'), done_at, reason: 'Entered afterwards' };
  const corrected = await priya.post(`/my/visits/${visit.id}/records`, { kind: 'time', content });
  expect(corrected.status).toBe(200);
  expect(await seen()).toBe(404);
  work.clock.now = Date.parse(at('23:59', '2026-11-24'));
  expect(await seen()).toBe(200);
  work.clock.now = Date.parse(at('00:00', '2026-11-25'));
  expect(await seen()).toBe(404);
  work.clock.now = MONDAY;
});

async function told() {
  return (await priya.get('/my/visits')).data as { news: News[]; heard: number | null; change: number };
}

test('what the office did to the visits of a technician is told until they say that they know it', async () => {
  expect(await told()).toMatchObject({ news: [], heard: null });
  const say = async (change: number) => expect((await priya.put('/my/heard', { change })).status).toBe(200);
  await say((await told()).change);
  const site = await work.addSite();
  const book = async (time: LocalTime) => {
    const { id } = await work.addVisit({}, site);
    await work.schedule(id, [own], at(time, '2026-11-19'));
    return id;
  };
  const [moved, cancelled, given] = [await book('08:00'), await book('10:00'), await book('12:00')];
  const gone = await book('14:00');
  await work.owner.post(`/visits/${gone}/unschedule`);
  const by = 'Olivia Owner';
  const where = { customer: site.name, suburb: 'Ryde', zone: 'Australia/Sydney', by };
  const { news, change } = await told();
  expect(news).toMatchObject(
    [moved, cancelled, given].map((visit_id) =>
      Object.assign({ visit_id, kind: 'new', was_at: null }, where),
    ),
  );
  await say(Number.MAX_SAFE_INTEGER);
  expect(await told()).toMatchObject({ news: [], heard: change });
  await say(1);
  expect(await told()).toMatchObject({ news: [], heard: change });

  await work.schedule(moved, [own], at('11:00', '2026-11-20'));
  await work.owner.post(`/visits/${cancelled}/cancel`, { reason: 'Sold the house' });
  await work.schedule(given, [colleague], at('12:00', '2026-11-19'));
  await work.schedule(moved, [own], at('09:00', '2026-11-20'));
  // What was begun, dispatched or written down is no news.
  await work.owner.post(`/visits/${moved}/dispatch`);
  await priya.post(`/my/visits/${moved}/progress`, { progress: 'en route' });
  const lines = (await told()).news;
  expect(lines).toMatchObject([
    { visit_id: cancelled, kind: 'cancelled', starts_at: null, ...where },
    { visit_id: given, kind: 'gone', starts_at: null, ...where },
    { visit_id: moved, kind: 'moved', number: expect.stringMatching(/^J-/), ...where },
  ]);
  const times = lines.map(({ was_at, starts_at }) => [was_at, starts_at].map((t) => t && Date.parse(t)));
  const days = (time: LocalTime, day: LocalDate) => Date.parse(at(time, day));
  expect(times).toEqual([
    [days('10:00', '2026-11-19'), null],
    [days('12:00', '2026-11-19'), null],
    [days('08:00', '2026-11-19'), days('09:00', '2026-11-20')],
  ]);
  await say(lines.at(-1)!.change);
  expect((await told()).news).toEqual([]);
  expect((await priya.put('/my/heard', { change: -1 })).status).toBe(400);
});

test('a visit tells how long the drive there takes, from where, and what the customer was promised', async () => {
  const { id } = await work.addTechnician();
  await work.inside((db) =>
    sql`update technicians set base_latitude = -33.8, base_longitude = 151 where id = ${id}`.execute(db),
  );
  await work.owner.put(`/team/${USER}/technician`, { technician_id: id });
  const sites = [await work.addSite({ kilometres: 5 }), await work.addSite({ kilometres: 15 })];
  const day = '2026-11-24';
  const book = async (site: object | undefined, time: LocalTime, fields: object = {}) => {
    const visit = await work.addVisit(fields, site as (typeof sites)[number]);
    const overrides = ['window', 'shift', 'travel'].map((rule) => ({ rule, reason: 'a test' }));
    expect((await work.schedule(visit.id, [id], at(time, day), { overrides })).status).toBe(200);
    return visit.id;
  };
  const window = { window_from: '08:00', window_to: '10:00' };
  const first = await book(sites[0], '08:00', window);
  const second = await book(sites[1], '12:00', { ...window, on_date: '2026-11-25' });
  const third = await book(sites[1], '14:00');
  const told = async () => (await mine()).filter((visit) => [first, second, third].includes(visit.id));
  // 6.75 km in streets and 10 km of streets with 3.5 km of roads, and 4 minutes to park.
  expect(await told()).toMatchObject([
    { drive: { minutes: 16, is_by_road: false, after: null }, promise: { from: '08:00', to: '10:00' } },
    { drive: { minutes: 25, is_by_road: false, after: first }, promise: null },
    { drive: { minutes: 0, after: second }, promise: null },
  ]);
  const [from, to] = [-33.8 + 5 / 111.194_926_6, -33.8 + 15 / 111.194_926_6].map((latitude) =>
    placeCode({ latitude, longitude: 151 }),
  );
  await work.inside((db) =>
    sql`insert into road_times (account_id, origin, destination, seconds, metres, asked_at)
        values (current_account(), ${from}, ${to}, 1801, 20000, now())`.execute(db),
  );
  // What was emailed is promised.
  await work.inside((db) =>
    sql`insert into customer_messages (account_id, id, visit_id, kind, from_at, to_at, zone, to_address, at)
        values (current_account(), ${randomUUID()}, ${third}, 'confirmed', ${at('13:00', day)}, ${at('15:00', day)},
                'Australia/Sydney', 'k…@example.com', now())`.execute(db),
  );
  expect(await told()).toMatchObject([
    { drive: { minutes: 16 } },
    { drive: { minutes: 31 + 4, is_by_road: true, after: first } },
    { promise: { from: '13:00', to: '15:00' } },
  ]);
  const alone = await priya.get(`/my/visits/${second}`);
  expect(alone.data).toMatchObject({ row: { drive: { minutes: 35, after: first } } });
  await work.owner.put(`/team/${USER}/technician`, { technician_id: own });
});

test('an earlier visit to the site of an own visit is read with its notes, and no other', async () => {
  const site = await work.addSite();
  const before = await work.addVisit({}, site);
  await work.schedule(before.id, [colleague], at('08:00', '2026-11-18'));
  const note = (text: string) => ({ kind: 'note', content: { text } });
  await work.owner.post(`/visits/${before.id}/records`, note('Valve behind the shed'));
  await work.owner.post(`/visits/${before.id}/outcome`, { outcome: 'completed' });
  const visit = await work.addVisit({}, site);
  const read = async (earlier: string, id = visit.id) => priya.get(`/my/visits/${id}/before/${earlier}`);
  expect((await read(before.id)).status).toBe(404);
  await work.schedule(visit.id, [own], at('14:00', '2026-11-18'));
  expect((await read(before.id)).data).toMatchObject({
    row: {
      id: before.id,
      outcome: 'completed',
      records: [{ content: { text: 'Valve behind the shed' }, author: 'Olivia Owner' }],
      files: [],
    },
  });
  const elsewhere = await work.addVisit();
  await work.schedule(elsewhere.id, [colleague], at('10:00', '2026-11-18'));
  await work.owner.post(`/visits/${elsewhere.id}/outcome`, { outcome: 'completed' });
  for (const id of [elsewhere.id, visit.id, randomUUID()]) expect((await read(id)).status).toBe(404);
  expect((await read(before.id, elsewhere.id)).status).toBe(404);
});

test('nothing else of the work exists for a technician', async () => {
  const { id } = await work.addVisit();
  const calls = ['/jobs', '/job-types', '/board?from=2026-11-16&to=2026-11-16', `/visits/${id}`];
  for (const path of calls) expect((await priya.get(path)).status).toBe(403);
  for (const path of [`/visits/${id}/dispatch`, `/visits/${id}/unschedule`])
    expect((await priya.post(path)).status).toBe(403);
});

test('an owner who drives has a day, hours and a stream of their own; one who does not has an empty day', async () => {
  const { owner } = work;
  expect((await owner.get('/my/visits')).data).toMatchObject({ rows: [] });
  const added = await owner.post('/technicians', { name: 'Olivia Owner', is_active: true, is_me: true });
  const me = (added.data as { row: { id: string; user_id: string } }).row;
  expect((await session()).user).toMatchObject({ role: 'owner', id: me.user_id, technician_id: me.id });
  const visit = await work.addVisit();
  await work.schedule(visit.id, [me.id], at('10:00'));
  expect((await owner.get('/my/visits')).data).toMatchObject({ rows: [{ id: visit.id, is_lead: true }] });
  expect((await owner.get('/my/hours')).status).toBe(200);
  const told = await owner.post(`/my/visits/${visit.id}/progress`, { progress: 'en route' });
  expect(told.data).toMatchObject({ row: { state: 'en route' } });

  // Only owners say so of themselves; and whoever becomes another technician is one, not two.
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  expect((await dispatcher.post('/technicians', { name: 'Dee', is_me: true })).status).toBe(403);
  const other = await owner.post('/technicians', { name: 'Olivia again', is_active: true, is_me: true });
  expect((await session()).user.technician_id).toBe((other.data as { row: { id: string } }).row.id);
});

async function session() {
  const { headers } = await signInAs(work.app, 'owner@example.com');
  const answer = await work.app.inject({ url: '/services/authentication/api/session', headers });
  return answer.json().data;
}
