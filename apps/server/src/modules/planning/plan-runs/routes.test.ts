import { randomUUID } from 'node:crypto';
import type { PlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAccount } from '../../../../test/setups/accounts.ts';
import { testApp } from '../../../../test/app.ts';
import { copyDatabase, testDatabase } from '../../../../test/database.ts';
import { openTold } from '../../../../test/setups/customers-told.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { asSaid, plannerOf, TUESDAY } from '../../../../test/setups/planning.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { until } from '../../../../test/until.ts';
import { at, DEMO, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { connect } from '../../../platform/db/connect.ts';
import { claimRun, endRun, insertRun, readRun } from './store.ts';
import { testKeys } from '../../../../test/test-keys.ts';

let work: Work;
let planner: ReturnType<typeof plannerOf>;
let technicians: string[];
let visits: string[];

beforeAll(async () => {
  work = await openWork();
  await work.app.listen({ port: 0, host: '127.0.0.1' });
  planner = plannerOf(work.owner);
  technicians = [];
  for (let count = 0; count < 3; count += 1) technicians.push((await work.addTechnician()).id);
  visits = [];
  for (let count = 0; count < 12; count += 1)
    visits.push((await work.addVisit({}, await work.addSite({ kilometres: count }))).id);
});
beforeEach(() => {
  work.clock.now = MONDAY;
});
afterAll(() => work.close());

test('a run plans what waits, tells how far it is, and what comes of it is a proposal; the board stays', async () => {
  const { headers } = await signInAs(work.app, 'owner@example.com');
  const stream = await openStream(work.app, headers);
  await stream.started();
  const before = (await work.owner.get('/board?from=2026-11-17&to=2026-11-17')).data as { change: number };
  const asked = await planner.ask();
  expect(asked.status).toBe(200);
  const { id, asked_by } = asked.data as PlanRun;
  expect(asked_by.name).not.toBe('');
  const best = await until(async () => {
    const found = await planner.run(id);
    return found.best.length > 0 ? found : undefined;
  });
  expect(best).toMatchObject({
    state: 'running',
    before: { placed: 0, unplaced: 12 },
    after: { placed: 12 },
  });
  const ended = await planner.ended(id);
  expect(ended).toMatchObject({ state: 'finished', share: 1, problem: null, best: [] });
  const proposal = await planner.proposal(ended.proposal_id!);
  expect(proposal).toMatchObject({
    state: 'open',
    version: 1,
    from: TUESDAY,
    counts: { added: 12, moved: 0, freed: 0, unplaced: 0, accepted: 0 },
    since: [],
  });
  for (const item of proposal.items) {
    expect(item).toMatchObject({ kind: 'added', before: null, unfit: null });
    expect(asSaid(item.reasons[0]!)).toMatch(/driving/);
    expect(technicians).toContain(item.after!.technicians[0]);
  }
  expect(((await work.owner.get('/board?from=2026-11-17&to=2026-11-17')).data as typeof before).change).toBe(
    before.change,
  );
  expect(proposal.days.map(({ date }) => date)).toEqual(proposal.days.map(() => TUESDAY));
  for (const { technician_id, words } of proposal.days) {
    expect(technicians).toContain(technician_id);
    expect(asSaid(words)).toMatch(
      /^Leaves at \d+:\d\d am, .* visits?, .* of driving, home by \d+:\d\d [ap]m/,
    );
  }
  const told = stream.messages().filter(({ event }) => event === 'plan-run' || event === 'proposal');
  expect(told.length).toBeGreaterThan(2);
  expect(told.every(({ data }) => data.id === id)).toBe(true);
  expect(told.length).toBeLessThan(12);
  stream.response.destroy();
});

test(
  'what has begun, is pinned, dispatched, overridden or past stays where it is',
  { timeout: 300_000 },
  async () => {
    const own = await openWork({ now: Date.parse(at('09:30')) });
    const kai = await own.addTechnician();
    const mia = await own.addTechnician();
    const site = await own.addSite();
    const put = async (time: `${number}:${number}`, who = kai.id, more = {}) => {
      const visit = await own.addVisit({}, site);
      own.clock.now = Date.parse(at('06:00'));
      const booked = await own.schedule(visit.id, [who], at(time), more);
      expect(booked.status).toBe(200);
      own.clock.now = Date.parse(at('09:30'));
      return visit.id;
    };
    const [past, begun, pinned, dispatched, free] = [
      await put('07:00'),
      await put('09:00'),
      await put('10:30', kai.id, { pinned: true }),
      await put('12:30'),
      await put('14:00'),
    ];
    const overridden = await put('14:45', mia.id, { overrides: [{ rule: 'shift', reason: 'agreed' }] });
    expect((await own.owner.post(`/visits/${dispatched}/dispatch`)).status).toBe(200);
    expect((await own.owner.post(`/visits/${begun}/dispatch`)).status).toBe(200);
    await own.owner.post(`/visits/${begun}/progress`, { progress: 'en route' });
    for (let count = 0; count < 8; count += 1) await own.addVisit({}, site);
    const proposal = await plannerOf(own.owner).planned();
    const touched = proposal.items.map(({ visit_id }) => visit_id);
    for (const visit of [past, begun, pinned, dispatched, overridden]) expect(touched).not.toContain(visit);
    expect(touched).toContain(free);
    const starts = proposal.items.flatMap(({ after }) => (after ? [Date.parse(after.starts_at)] : []));
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(own.clock.now);
    await own.close();
  },
);

test('where nothing is left to plan it says which, and offers the next day on which somebody works', async () => {
  work.clock.now = Date.parse(at('20:00'));
  expect(await planner.ask()).toMatchObject({
    status: 422,
    data: { nothing: 'day over', next: '2026-11-18' },
  });
  // Nor is today the next, once it is over as well.
  expect(await planner.ask({ from: '2026-11-16', to: '2026-11-16' })).toMatchObject({
    data: { nothing: 'day over', next: '2026-11-18' },
  });
  work.clock.now = MONDAY;
  const sunday = await planner.ask({ from: '2026-11-22', to: '2026-11-22' });
  expect(sunday).toMatchObject({ status: 422, data: { nothing: 'no shifts', next: '2026-11-23' } });
  const unknown = await planner.ask({ visits: [randomUUID()] });
  expect(unknown).toMatchObject({ status: 422, data: { nothing: 'no visits', next: '2026-11-18' } });
  const nobody = await planner.ask({ technicians: [randomUUID()] });
  expect(nobody).toMatchObject({ status: 422, data: null });
  expect((await planner.ask({ to: '2026-12-17' })).status).toBe(400);
});

test('one at a time for the same days: a second is refused with who runs the first; other days may be planned', async () => {
  // After those of the other tests.
  work.clock.now += 60_000;
  const key = randomUUID();
  // After all that other tests have asked for, so that the list begins with these.
  work.clock.now += 1_000;
  const first = await planner.ask({ seconds: 30 }, key);
  const { id } = first.data as PlanRun;
  const dispatcher = plannerOf(await schedulerOf(work.app, 'dispatcher@example.com'));
  const second = await dispatcher.ask({ from: '2026-11-16', to: '2026-11-18' });
  expect(second.status).toBe(409);
  expect(second.data).toMatchObject({ run: { id, asked_by: (first.data as PlanRun).asked_by } });
  expect(second.message).toMatch(/is already planning these days/);
  expect(((await planner.ask({ seconds: 30 }, key)).data as PlanRun).id).toBe(id);
  // The key stands for what was asked first, and for nothing else.
  expect((await planner.ask({ seconds: 20 }, key)).status).toBe(422);
  work.clock.now += 1_000;
  const other = await dispatcher.ask({ from: '2026-11-18', to: '2026-11-18' });
  expect(other.status).toBe(200);
  const waiting = other.data as PlanRun;
  expect(await dispatcher.run(waiting.id)).toMatchObject({ state: 'waiting', place: 1 });
  expect(
    (
      (await work.owner.get('/plan-runs?from=2026-11-17&to=2026-11-18')).data as { rows: PlanRun[] }
    ).rows.slice(0, 2),
  ).toMatchObject([{ id: waiting.id }, { id }]);
  await work.owner.post(`/plan-runs/${waiting.id}/stop`);
  expect(await dispatcher.run(waiting.id)).toMatchObject({ state: 'stopped', proposal_id: null });
  await until(async () => (await planner.run(id)).best.length > 0);
  await (await schedulerOf(work.app, 'dispatcher@example.com')).post(`/plan-runs/${id}/stop`);
  const ended = await planner.ended(id);
  expect(ended.state).toBe('stopped');
  expect((await planner.proposal(ended.proposal_id!)).counts.added).toBe(12);
});

test('ten who ask at once: one gets a run', async () => {
  const asked = await Promise.all(Array.from({ length: 10 }, () => planner.ask()));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(asked.filter(({ status }) => status === 409)).toHaveLength(9);
  await planner.ended((asked.find(({ status }) => status === 200)!.data as PlanRun).id);
});

test('a run is followed and stopped on a process that does not do it', async () => {
  const other = await testApp(work.here, { now: () => work.clock.now, env: { PLAN_THREADS: '0' } });
  const there = plannerOf(await schedulerOf(other, 'owner@example.com'));
  const { id } = (await there.ask({ seconds: 60 })).data as PlanRun;
  await until(async () => (await there.run(id)).state === 'running');
  await (await schedulerOf(other, 'owner@example.com')).post(`/plan-runs/${id}/stop`);
  expect(await there.ended(id)).toMatchObject({ state: 'stopped' });
  await other.close();
});

test('accounts take turns: whoever has asked once comes before the second of whoever asked earlier', async () => {
  const here = await testDatabase();
  const { db } = here.database;
  const [one, two] = [await makeAccount(db, 'One'), await makeAccount(db, 'Two')];
  const queue = [one, one, two].map((account, place) => ({ account, id: randomUUID(), place }));
  for (const { account, id, place } of queue)
    await withAccount(db, account, async (db) => {
      await sql`insert into plan_runs (account_id, id, asked_at, from_date, to_date, way, seconds)
                values (current_account(), ${id}, now(), ${`2026-11-1${place}`}, ${`2026-11-1${place}`}, 'plan', 1)`.execute(
        db,
      );
      await sql`insert into plan_queue (run_id, account_id, asked_at)
                values (${id}, current_account(), now() + ${place} * interval '1 second')`.execute(db);
    });
  const taken = [];
  // Of one account this process does one at a time, however many threads it has: the third waits for another process.
  const process = randomUUID();
  for (const _ of queue) taken.push((await claimRun(db, process, 1))?.run_id);
  taken.push((await claimRun(db, randomUUID(), 1))?.run_id);
  expect(taken).toEqual([queue[0]!.id, queue[2]!.id, undefined, queue[1]!.id]);
  expect(await claimRun(db, randomUUID(), 1)).toBeUndefined();
  await here.drop();
});

test('a run that was asked for last is not behind all that another account asked for before; its place is true', async () => {
  // One that no application works on, as those that other tests have left may still do.
  const { ownerUrl, remove } = await copyDatabase();
  const database = await connect({ ownerUrl, log: silentLog, keys: testKeys });
  const { db } = database;
  const [busy, other] = [await makeAccount(db, 'Busy'), await makeAccount(db, 'Other')];
  const process = randomUUID();
  const queued = async (account: AccountId, day: number) => {
    const id = randomUUID();
    const date = `2026-11-${10 + day}`;
    await withAccount(db, account, (db) =>
      insertRun(
        db,
        { id, user: null, apiKey: null, at: new Date() },
        { from: date, to: date, way: 'plan', seconds: 1 },
      ),
    );
    return id;
  };
  const end = (account: AccountId, id: string) =>
    withAccount(db, account, (db) =>
      endRun(db, id, process, { state: 'finished', problem: null, at: new Date() }),
    );
  const place = async (account: AccountId, id: string) =>
    (await withAccount(db, account, (db) => readRun(db, id)))?.place;
  const first = await queued(busy, 0);
  const [second, third] = [await queued(busy, 1), await queued(busy, 2)];
  expect((await claimRun(db, process, 1))?.run_id).toBe(first);
  const [mine, later] = [await queued(other, 1), await queued(other, 2)];
  const order: [AccountId, string][] = [
    [other, mine],
    [busy, second],
    [other, later],
    [busy, third],
  ];
  for (const [at, [account, id]] of order.entries()) expect(await place(account, id)).toBe(at + 1);
  // One process with one thread: when a run is taken, no account has one under way.
  for (let [account, id] of [[busy, first] as const, ...order.slice(0, -1)]) {
    await end(account, id);
    [account, id] = order.shift()!;
    expect(await place(account, id)).toBe(1);
    expect((await claimRun(db, process, 1))?.run_id).toBe(id);
  }
  await database.close();
  await remove();
});

test('an account has a few runs waiting at most', async () => {
  const days = ['24', '25', '26', '27', '30'].map((day) => `2026-11-${day}`);
  const asked = [];
  for (const date of days)
    asked.push(await work.owner.post('/plan-runs', { from: date, to: date, way: 'plan', seconds: 120 }));
  expect(asked.map(({ status }) => status)).toEqual(days.map(() => 200));
  const refused = await work.owner.post('/plan-runs', {
    from: '2026-12-01',
    to: '2026-12-01',
    way: 'plan',
    seconds: 1,
  });
  expect(refused).toMatchObject({ status: 429, message: expect.stringMatching(/already has 5 plan runs/) });
  for (const { data } of asked) await work.owner.post(`/plan-runs/${(data as PlanRun).id}/stop`);
  for (const { data } of asked)
    await until(async () => (await planner.run((data as PlanRun).id)).ended_at !== null);
});

test('a run whose process is gone is told as ended, and the next works', async () => {
  const id = randomUUID();
  await work.inside(async (db) => {
    await sql`insert into plan_runs (account_id, id, asked_at, from_date, to_date, way, seconds, state)
              values (${DEMO}, ${id}, now(), ${TUESDAY}, ${TUESDAY}, 'plan', 10, 'running')`.execute(db);
    await sql`insert into plan_queue (run_id, account_id, process_id, lease_until)
              values (${id}, ${DEMO}, ${randomUUID()}, now() - interval '1 second')`.execute(db);
  });
  expect(await planner.run(id)).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/server restarted/),
  });
  const next = await planner.planned();
  expect(next.counts.added).toBe(12);
  expect(await planner.run(id)).toMatchObject({ state: 'failed', proposal_id: null });
});

test('technicians neither plan nor read of it', async () => {
  const technician = await schedulerOf(work.app, 'technician@example.com');
  for (const path of ['/plan-runs?from=2026-11-17&to=2026-11-17', '/proposals?from=2026-11-17&to=2026-11-17'])
    expect((await technician.get(path)).status).toBe(403);
  expect((await plannerOf(technician).ask()).status).toBe(403);
});

test('to fill gaps moves nothing, to repair moves as little as possible', { timeout: 300_000 }, async () => {
  const own = await openWork();
  const caller = plannerOf(own.owner);
  const [kai, mia] = [await own.addTechnician(), await own.addTechnician()];
  const sites = [await own.addSite({ kilometres: 3 }), await own.addSite({ kilometres: 14 })];
  const planned: string[] = [];
  for (const [place, technician] of [kai, mia].entries())
    for (const time of ['08:00', '10:00', '13:00'] as const) {
      const visit = await own.addVisit({}, sites[place]);
      expect((await own.schedule(visit.id, [technician.id], at(time))).status).toBe(200);
      planned.push(visit.id);
    }
  const [leo, noa] = [await own.addTechnician(), await own.addTechnician()];
  const pair = await own.addVisit({ crew_size: 2 }, sites[1]);
  expect((await own.schedule(pair.id, [leo.id, noa.id], at('08:00'))).status).toBe(200);
  const waiting = await own.addVisit({}, sites[0]);
  const filled = await caller.planned({ way: 'fill gaps' });
  expect(filled.items).toMatchObject([{ visit_id: waiting.id, kind: 'added' }]);
  await own.owner.post(`/technicians/${mia.id}/absences`, {
    kind: 'sick',
    starts_at: at('12:00'),
    ends_at: at('23:00'),
    whole_days: false,
  });
  // At the same time with somebody else, also where it was pinned, which it stays; what lost nothing stays, the visit for two as well.
  expect((await own.owner.post(`/visits/${planned[5]}/pin`)).status).toBe(200);
  const repaired = await caller.planned({ way: 'repair' });
  expect(repaired.items).toMatchObject([
    {
      visit_id: planned[5],
      kind: 'moved',
      before: { technicians: [mia.id] },
    },
  ]);
  expect(Date.parse(repaired.items[0]!.after!.starts_at)).toBe(Date.parse(at('13:00')));
  expect([leo.id, noa.id]).toContain(repaired.items[0]!.after!.technicians[0]);
  expect(await caller.open()).toMatchObject([{ id: repaired.id }]);
  expect((await caller.accept(repaired)).data).toMatchObject({ row: { state: 'accepted', left_out: [] } });
  expect((await own.show(planned[5]!)).assignments).toMatchObject([
    { technician_id: repaired.items[0]!.after!.technicians[0], is_pinned: true },
  ]);
  await own.close();
});

test('a time that was mailed to a customer is among the promises, as one that was agreed is', async () => {
  const told = await openTold();
  const planner = plannerOf(told.owner);
  const figures = async () => {
    const { data } = await planner.ask({ way: 'plan' });
    const { before } = await planner.ended((data as PlanRun).id);
    return [before!.kept, before!.late];
  };
  const { id } = await told.plan({ date: TUESDAY });
  // Where nothing waits, nothing is planned.
  await told.addVisit();
  expect(await figures()).toEqual([0, 0]);
  await told.dispatch(id);
  await told.pass(61);
  expect(told.subjects()).toHaveLength(1);
  expect(await figures()).toEqual([1, 0]);
  await told.schedule(id, '14:00', TUESDAY);
  expect(await figures()).toEqual([0, 1]);
  await told.close();
});
