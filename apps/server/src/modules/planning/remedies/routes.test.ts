import { randomUUID } from 'node:crypto';
import type { ProposalItem, Remedy } from '@muster/domain/planning/proposals/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAccount } from '../../../../test/setups/accounts.ts';
import { asSaid, plannerOf, TUESDAY } from '../../../../test/setups/planning.ts';
import { itemOf, remediesOf } from '../../../../test/setups/remedies.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, changeOf, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';
import { withAccount } from '../../../platform/db/account.ts';

let work: Work;
let planner: ReturnType<typeof plannerOf>;
let choose: ReturnType<typeof remediesOf>['choose'];
let tryAll: ReturnType<typeof remediesOf>['tryAll'];
let priya: string;
let site: Awaited<ReturnType<Work['addSite']>>;
let week: { weekday: number }[];

beforeAll(async () => {
  work = await openWork();
  planner = plannerOf(work.owner);
  ({ choose, tryAll } = remediesOf(work));
  priya = (await work.addTechnician({ name: 'Priya Shah' })).id;
  site = await work.addSite();
  week = (await work.owner.get('/settings')).data['row']['working_week'];
});
/** Nothing is on the board, nothing waits, and Priya is there alone. */
beforeEach(async () => {
  work.clock.now = MONDAY;
  await work.inside(async (db) => {
    await sql`delete from proposals`.execute(db);
    await sql`delete from assignments`.execute(db);
    await sql`delete from absences`.execute(db);
    await sql`update accounts set working_week = ${JSON.stringify(week)}::jsonb`.execute(db);
    await sql`update technicians set is_active = false where id <> ${priya}`.execute(db);
    await sql`update visits set state = 'cancelled', cancelled_at = now() where cancelled_at is null`.execute(
      db,
    );
  });
});
afterAll(() => work.close());

/** A shift of Tuesday, filled to the last minute by four visits of the same customer. */
async function fillDay(technician = priya, more: object = { pinned: true }): Promise<string[]> {
  const ids: string[] = [];
  for (const time of ['07:00', '09:00', '11:00', '13:30'] as const) {
    const { id } = await work.addVisit({ duration: 120 }, site);
    const booked = await work.schedule(id, [technician], at(time), more);
    expect([time, booked.status, booked.message]).toEqual([time, 200, booked.message]);
    ids.push(id);
  }
  return ids;
}

test('a full day is said to be full; overtime and another day are agreed to, accepted and taken back', async () => {
  await fillDay();
  const { id: visit } = await work.addVisit({ on_date: TUESDAY }, site);
  const proposal = await planner.planned();
  const { reasons } = itemOf(proposal, visit);
  expect(reasons.map(asSaid)).toEqual(['Priya’s day is full: 1 h short, in any order']);
  expect(reasons[0]![0]).toEqual({ text: 'Priya', technician: priya });
  const kinds = await tryAll(proposal, visit, async ({ kind }) => {
    const { assignments, on_date } = await work.show(visit);
    expect([kind, on_date, assignments[0]!.overrides]).toEqual(
      kind === 'overtime'
        ? [kind, TUESDAY, [{ rule: 'shift', reason: 'Overtime agreed' }]]
        : [kind, '2026-11-18', []],
    );
  });
  expect(kinds).toEqual(['overtime', 'another day']);
});

test('a window is widened, and a visit made shorter', async () => {
  for (const time of ['07:00', '10:00', '13:30'] as const) {
    const { id } = await work.addVisit({ duration: time === '10:00' ? 150 : 120 }, site);
    expect((await work.schedule(id, [priya], at(time), { pinned: true })).status).toBe(200);
  }
  const window = { on_date: TUESDAY, window_from: '10:00', window_to: '11:00' };
  const { id: early } = await work.addVisit({ duration: 60, ...window }, site);
  const first = await planner.planned({ visits: [early] });
  const kinds = await tryAll(first, early, async ({ kind }) => {
    const { window_from, window_to, on_date } = await work.show(early);
    if (kind === 'window') expect([window_from, window_to, on_date]).toEqual(['09:00', '11:00', TUESDAY]);
  });
  expect(kinds).toContain('window');
  const { id: long } = await work.addVisit({ duration: 90, on_date: TUESDAY }, site);
  const second = await planner.planned({ visits: [long] });
  const others = await tryAll(second, long, async ({ kind, duration }) => {
    const { duration: takes, assignments } = await work.show(long);
    expect([kind, takes]).toEqual([kind, kind === 'shorter' ? 60 : 90]);
    if (kind === 'shorter')
      expect([duration, assignments[0]!.ends_at]).toEqual([60, at('10:00').replace('.000Z', '+00:00')]);
  });
  expect(others).toContain('shorter');
});

test('whoever was not chosen could do it, and what is in the way could be at another time', async () => {
  const mia = (await work.addTechnician({ name: 'Mia Rossi' })).id;
  await fillDay();
  const { id: chosen } = await work.addVisit({}, site);
  const first = await planner.planned({ technicians: [priya] });
  expect(await tryAll(first, chosen)).toContain('somebody else');
  const { id: apart } = await work.addVisit({ duration: 120 }, site);
  expect((await work.schedule(apart, [mia], at('09:00'))).status).toBe(200);
  const { id: long } = await work.addVisit({ duration: 300, on_date: TUESDAY }, site);
  const second = await planner.planned({ way: 'fill gaps', visits: [long, apart] });
  expect(await tryAll(second, long)).toEqual(['place']);
});

test('an emergency displaces what matters less, which says so', async () => {
  const planned = await fillDay();
  await work.owner.post(`/visits/${planned[1]}/unpin`);
  const job = await work.addJob({ priority: 'P1', visits: [{ duration: 120, on_date: TUESDAY }] }, site);
  const proposal = await planner.planned();
  expect(itemOf(proposal, job.visits[0]!.id).kind).toBe('added');
  const freed = itemOf(proposal, planned[1]!);
  expect(freed.kind).toBe('freed');
  expect(asSaid(freed.reasons[0]!)).toMatch(new RegExp(`^bumped by ${site.name} \\(P1\\)`));
  expect(freed.reasons[0]!.some(({ visit }) => visit === job.visits[0]!.id)).toBe(true);
  expect(await tryAll(proposal, freed.visit_id)).toContain('another day');
});

test('another visit goes to the next day, or waits where it matters less', async () => {
  const [first] = await fillDay(priya, {});
  const { id: visit } = await work.addVisit({ duration: 120, on_date: TUESDAY }, site);
  const proposal = await planner.planned({ way: 'fill gaps' });
  const seen: Remedy[] = [];
  await tryAll(proposal, visit, async (remedy) => void seen.push(remedy));
  const goes = seen.find(({ kind }) => kind === 'move out')!;
  expect(asSaid(goes.words)).toBe(`would fit with Priya if ${site.name} (P3) moved to Wed 18 Nov`);
  await work.inside(async (db) => {
    await sql`update jobs set priority = 'P4' where id = (select job_id from visits where id = ${first})`.execute(
      db,
    );
    await sql`update accounts set working_week = ${JSON.stringify(week.filter(({ weekday }) => weekday === 2))}::jsonb`.execute(
      db,
    );
  });
  await work.owner.post(`/technicians/${priya}/absences`, {
    kind: 'leave',
    starts_at: at('00:00', '2026-11-18'),
    ends_at: at('00:00', '2026-12-01'),
    whole_days: false,
  });
  const again = await planner.planned({ way: 'fill gaps' });
  const waits = itemOf(again, visit).remedies.find(({ kind }) => kind === 'move out')!;
  expect(waits.moves.at(-1)).toEqual({ visit_id: first, technicians: [], starts_at: null });
  await tryAll(again, visit);
});

test('who is away is the cause', async () => {
  const [, , , last] = await fillDay(priya, {});
  await work.owner.post(`/technicians/${priya}/absences`, {
    kind: 'sick',
    starts_at: at('13:00'),
    ends_at: at('23:00'),
    whole_days: false,
  });
  const proposal = await planner.planned({ way: 'repair' });
  const { reasons, kind } = itemOf(proposal, last!);
  expect([kind, asSaid(reasons[0]!)]).toEqual(['freed', 'Priya is away from 1:00 pm']);
  expect(reasons[0]!.find(({ rule }) => rule === 'absence')!.text).toBe('away');
  expect((await choose(proposal, itemOf(proposal, last!), 0)).status).toBe(200);
  const accepted = await planner.accept(await planner.proposal(proposal.id));
  expect(accepted.status).toBe(200);
  // One undo puts everything back as it stood, with the warning that it stood there with.
  expect((await work.owner.post(`/changes/${changeOf(accepted)}/undo`)).status).toBe(200);
  expect((await work.show(last!)).assignments[0]!.technician_id).toBe(priya);
});

test('two who want the same hour: the second is not offered it any more', async () => {
  await fillDay();
  const [first, second] = [await work.addVisit({}, site), await work.addVisit({}, site)];
  const proposal = await planner.planned();
  const place = (item: ProposalItem) => item.remedies.findIndex(({ kind }) => kind === 'overtime');
  const [a, b] = [itemOf(proposal, first.id), itemOf(proposal, second.id)];
  expect([place(a), place(b)]).toEqual([0, 0]);
  expect((await choose(proposal, a, 0)).status).toBe(200);
  const then = await planner.proposal(proposal.id);
  expect(place(itemOf(then, second.id))).toBe(-1);
  const stale = await choose(proposal, b, 0);
  expect(stale).toMatchObject({ status: 409, data: { expected: 1, current: 2 } });
  const unknown = await choose(then, itemOf(then, first.id), 0);
  expect(unknown).toMatchObject({
    status: 409,
    message: 'That option is no longer available. Check the proposal again.',
  });
});

test('what the board does not allow any more is refused with the reasons, and what was agreed is not forced on what has changed', async () => {
  await fillDay();
  const { id: visit } = await work.addVisit({ on_date: TUESDAY }, site);
  const proposal = await planner.planned();
  const item = itemOf(proposal, visit);
  const day = item.remedies.findIndex(({ kind }) => kind === 'another day');
  const other = await work.addVisit({ duration: 120 }, site);
  expect((await work.schedule(other.id, [priya], at('07:00', '2026-11-18'))).status).toBe(200);
  const refused = await choose(proposal, item, day);
  expect(refused.status).toBe(409);
  expect(refused.data).toMatchObject({ unfit: [{ visit_id: visit, reasons: [{ rule: 'overlap' }] }] });
  await work.owner.post(`/visits/${other.id}/unschedule`);
  expect((await choose(proposal, item, day)).status).toBe(200);
  const { version } = await work.show(visit);
  await work.owner.patch(`/visits/${visit}`, { version, on_date: '2026-11-19' });
  const then = await planner.proposal(proposal.id);
  expect(itemOf(then, visit).unfit).toMatchObject([{ rule: 'edited' }]);
  expect((await planner.accept(then)).status).toBe(409);
});

test('technicians and other accounts have no say in it', async () => {
  await fillDay();
  const { id: visit } = await work.addVisit({}, site);
  const proposal = await planner.planned();
  const item = itemOf(proposal, visit);
  const body = { version: 1, item_id: item.id, remedy: 0 };
  const technician = await schedulerOf(work.app, 'technician@example.com');
  expect((await technician.post(`/proposals/${proposal.id}/remedies`, body)).status).toBe(403);
  expect((await technician.get(`/visits/${visit}/why?from=${TUESDAY}&to=${TUESDAY}`)).status).toBe(403);
  const stranger = await ownerElsewhere();
  expect((await stranger.post(`/proposals/${proposal.id}/remedies`, body)).status).toBe(404);
  expect((await stranger.get(`/visits/${visit}/why?from=${TUESDAY}&to=${TUESDAY}`)).status).toBe(404);
  expect((await work.owner.post(`/proposals/${randomUUID()}/remedies`, body)).status).toBe(404);
});

/** The owner of another account, with the demo's password. */
async function ownerElsewhere() {
  const { db } = work.here.database;
  const account = await makeAccount(db, 'Others');
  const password_hash = await work.inside(async (db) => {
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from users where email = 'owner@example.com'`.execute(db);
    return rows[0]!.password_hash;
  });
  await withAccount(db, account, (db) => sql`update users set password_hash = ${password_hash}`.execute(db));
  return schedulerOf(work.app, `${account}@example.com`);
}
