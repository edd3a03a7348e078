import type { ScenarioSummary } from '@muster/domain/planning/scenarios/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plannerOf } from '../../../../test/setups/planning.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { tryOut, WEEK } from '../../../../test/setups/trials.ts';
import { at, changeOf, DEMO, openWork, type Work } from '../../../../test/setups/work.ts';
import { withAccount } from '../../../platform/db/account.ts';

let work: Work;
let kai: string;
let kim: string;
beforeAll(async () => {
  work = await openWork();
  [kai, kim] = [(await work.addTechnician()).id, (await work.addTechnician()).id];
});
afterAll(() => work.close());

async function booked(time: `${number}:${number}`, technician = kai): Promise<string> {
  const { id } = await work.addVisit();
  expect((await work.schedule(id, [technician], at(time))).status).toBe(200);
  return id;
}

test('it is a copy of its days: what moves in it stays where it is on the live board, and the other way round', async () => {
  const [moved, freed] = [await booked('09:00'), await booked('11:00')];
  const waiting = (await work.addVisit()).id;
  const trial = await tryOut(work);
  expect(trial.scenario).toMatchObject({ from_date: WEEK.from, to_date: WEEK.to, state: 'open', version: 1 });
  expect((await trial.schedule(moved, [kim], at('14:00'))).status).toBe(200);
  expect((await trial.inside.post(`/visits/${freed}/unschedule`)).status).toBe(200);
  expect((await trial.schedule(waiting, [kai], at('09:00'))).status).toBe(200);
  expect(await trial.show(moved)).toMatchObject({ state: 'planned', assignments: [{ technician_id: kim }] });
  expect(await trial.show(freed)).toMatchObject({ state: 'unscheduled', assignments: [] });
  expect(await trial.show(waiting)).toMatchObject({ state: 'planned' });
  expect(await work.show(moved)).toMatchObject({ state: 'planned', assignments: [{ technician_id: kai }] });
  expect(await work.show(freed)).toMatchObject({ state: 'planned', assignments: [{ technician_id: kai }] });
  expect(await work.show(waiting)).toMatchObject({ state: 'unscheduled', assignments: [] });
  await work.schedule(moved, [kai], at('15:00'));
  const there = (await trial.board()).assignments.filter(({ visit_id }) => visit_id === moved);
  expect(there).toMatchObject([{ technician_id: kim, starts_at: expect.stringContaining('T03:00:00') }]);
  const tray = await trial.board();
  const placed = new Set(tray.assignments.map(({ visit_id }) => visit_id));
  expect(tray.visits.filter(({ id }) => !placed.has(id)).map(({ id }) => id)).toContain(freed);
});

test('what is booked on other days is no part of it, and it has no days but its own', async () => {
  const other = (await work.addVisit()).id;
  await work.schedule(other, [kai], at('09:00', '2026-11-24'));
  const trial = await tryOut(work);
  expect((await trial.board()).visits.map(({ id }) => id)).not.toContain(other);
  const { id } = await work.addVisit();
  expect(await trial.schedule(id, [kai], at('12:00', '2026-11-24'))).toMatchObject({
    status: 409,
    message: expect.stringContaining('2026-11-16 to 2026-11-20'),
  });
});

test('rules hold in it as anywhere, absences are its own, and pins too', async () => {
  const visit = await booked('08:00', kim);
  const trial = await tryOut(work);
  const away = { kind: 'sick', starts_at: at('00:00'), ends_at: at('23:00'), whole_days: false };
  expect((await trial.inside.post(`/technicians/${kim}/absences`, away)).status).toBe(200);
  expect(await trial.schedule(visit, [kim], at('10:00'))).toMatchObject({
    status: 409,
    data: { reasons: [{ rule: 'absence' }] },
  });
  expect((await work.schedule(visit, [kim], at('10:00'))).status).toBe(200);
  expect((await trial.inside.post(`/visits/${visit}/pin`)).status).toBe(200);
  expect((await trial.show(visit)).assignments).toMatchObject([{ is_pinned: true }]);
  expect((await work.show(visit)).assignments).toMatchObject([{ is_pinned: false }]);
});

test('undo and history are of the board on which something was done', async () => {
  const visit = await booked('13:00', kim);
  const trial = await tryOut(work);
  const number = changeOf(await trial.schedule(visit, [kim], at('13:30')));
  expect(await work.owner.post(`/changes/${number}/undo`)).toMatchObject({ status: 422 });
  const kinds = (data: unknown) =>
    (data as { rows: { number: number; kind: string }[] }).rows.map((row) => row.number);
  expect(kinds((await trial.inside.get('/changes')).data)).toEqual([number]);
  expect(kinds((await work.owner.get('/changes')).data)).not.toContain(number);
  const undone = await trial.inside.post(`/changes/${number}/undo`);
  expect(undone.status).toBe(200);
  expect((await trial.show(visit)).assignments).toMatchObject([
    { starts_at: expect.stringContaining('02:00') },
  ]);
  expect((await trial.inside.post(`/changes/${changeOf(undone)}/undo`)).status).toBe(200);
  expect((await trial.show(visit)).assignments).toMatchObject([
    { starts_at: expect.stringContaining('02:30') },
  ]);
});

test('facts and what everybody shares are refused in it, with words', async () => {
  const visit = await booked('10:00', (await work.addTechnician()).id);
  const { inside, show } = await tryOut(work);
  const { version, job_id } = await show(visit);
  const refused = [
    await inside.post(`/visits/${visit}/dispatch`),
    await inside.post('/visits/dispatch', { visits: [visit] }),
    await inside.post('/dispatch', { date: '2026-11-17' }),
    await inside.post(`/visits/${visit}/cancel`, { reason: 'a test' }),
    await inside.patch(`/visits/${visit}`, { version, duration: 90 }),
    await inside.patch(`/jobs/${job_id}`, { version: 1, priority: 'P1' }),
    await inside.patch(`/technicians/${kai}`, { version: 1, name: 'Somebody else' }),
    await inside.post(`/visits/${visit}/progress`, { progress: 'en route' }),
  ];
  for (const { status, message } of refused)
    expect([status, message]).toEqual([409, expect.stringContaining('live board')]);
  expect(await work.show(visit)).toMatchObject({ state: 'planned', duration: 60, dispatched_at: null });
});

test('somebody whom only the scenario has takes no licence, is seen there alone and gets work there', async () => {
  const trial = await tryOut(work);
  await work.inside(async (db) => {
    await sql`update accounts set licences = (select count(*) from technicians where is_active)`.execute(db);
  });
  expect((await work.owner.post('/technicians', { name: 'Real', is_active: true })).status).toBe(409);
  const added = await trial.inside.post('/technicians', { name: 'Hypothetical Hal', is_active: true });
  expect(added.status).toBe(200);
  const { id: hal } = (added.data as { row: { id: string } }).row;
  const { id } = await work.addVisit();
  expect((await trial.schedule(id, [hal], at('09:00'))).status).toBe(200);
  expect((await trial.board()).technicians.map(({ name }) => name)).toContain('Hypothetical Hal');
  expect((await work.owner.get(`/technicians/${hal}`)).status).toBe(404);
  expect((await work.schedule(id, [hal], at('09:00'))).status).toBe(422);
  const { data } = await work.owner.get('/technicians?search=hypothetical');
  expect((data as { rows: object[] }).rows).toEqual([]);
  await work.inside(async (db) => {
    await sql`update accounts set licences = 100`.execute(db);
  });
  expect((await work.owner.post(`/scenarios/${trial.id}/discard`)).status).toBe(200);
  expect((await trial.inside.get('/board?from=2026-11-17&to=2026-11-17')).status).toBe(404);
});

test('the optimiser plans it, and its proposal is its own', async () => {
  for (let count = 0; count < 4; count += 1) await work.addVisit();
  const trial = await tryOut(work);
  const planner = plannerOf(trial.inside);
  const proposal = await planner.planned();
  expect(proposal.counts.added).toBeGreaterThan(0);
  expect(await plannerOf(work.owner).open()).toEqual([]);
  expect((await work.owner.get(`/proposals/${proposal.id}`)).status).toBe(404);
  const before = (await work.owner.get('/board?from=2026-11-17&to=2026-11-17')).data as { assignments: [] };
  expect((await planner.accept(proposal)).status).toBe(200);
  const after = (await work.owner.get('/board?from=2026-11-17&to=2026-11-17')).data as { assignments: [] };
  expect(after.assignments).toEqual(before.assignments);
  expect((await trial.board()).assignments.length).toBeGreaterThan(after.assignments.length);
});

test('a query without a filter sees the rows of its scenario alone', async () => {
  await booked('07:00', kim);
  const trials = [await tryOut(work), await tryOut(work)];
  const tables = ['assignments', 'absences', 'scenario_bases', 'plan_runs', 'proposals'];
  for (const scenario of [null, ...trials.map(({ id }) => id)])
    await withAccount(
      work.here.database.db,
      DEMO,
      async (db) => {
        for (const table of tables) {
          const { rows } = await sql<{ own: boolean }>`
            select distinct scenario_id = ${scenario ?? DEMO} as own from ${sql.table(table)}`.execute(db);
          expect([table, rows.filter(({ own }) => !own)]).toEqual([table, []]);
        }
      },
      scenario,
    );
});

test('it belongs to its account and to the office, and its name is no secret key', async () => {
  const trial = await tryOut(work);
  const technician = await schedulerOf(work.app, 'technician@example.com', trial.id);
  expect((await technician.get('/my/visits')).status).toBe(403);
  const nowhere = await schedulerOf(work.app, 'owner@example.com', '0193e5a0-0000-7000-8000-0000000000ff');
  expect((await nowhere.get('/board?from=2026-11-17&to=2026-11-17')).status).toBe(404);
  const odd = await schedulerOf(work.app, 'owner@example.com', 'live');
  expect((await odd.get('/board?from=2026-11-17&to=2026-11-17')).status).toBe(400);
});

test('it is listed, renamed with a version and discarded for good; twenty are enough', async () => {
  const list = async () => ((await work.owner.get('/scenarios')).data as { rows: ScenarioSummary[] }).rows;
  for (const { id } of await list()) await work.owner.post(`/scenarios/${id}/discard`);
  const trial = await tryOut(work, ' Rainy week ');
  expect(await list()).toMatchObject([{ name: 'Rainy week', made_by: { name: expect.any(String) } }]);
  const rename = (version: number) =>
    work.owner.patch(`/scenarios/${trial.id}`, { version, name: 'Dry week' });
  expect((await rename(1)).status).toBe(200);
  expect((await rename(1)).status).toBe(409);
  expect(await list()).toMatchObject([{ name: 'Dry week', version: 2 }]);
  const more = { name: 'One more', ...WEEK };
  for (let count = 1; count < 20; count += 1)
    expect((await work.owner.post('/scenarios', more)).status).toBe(200);
  expect(await work.owner.post('/scenarios', more)).toMatchObject({ status: 409 });
  const discarded = await work.owner.post(`/scenarios/${trial.id}/discard`);
  expect(discarded.status).toBe(200);
  expect((await work.owner.post(`/changes/${changeOf(discarded)}/undo`)).status).toBe(422);
  expect((await work.owner.post('/scenarios', more)).status).toBe(200);
  const long = { name: 'Long', from: '2026-11-01', to: '2026-12-02' };
  expect((await work.owner.post('/scenarios', long)).status).toBe(422);
  expect((await work.owner.post('/scenarios', { ...long, to: '2026-10-31' })).status).toBe(422);
});
