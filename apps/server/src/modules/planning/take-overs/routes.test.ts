import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storedBoard } from '../../../../test/setups/planning.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { takenIn, tryOut } from '../../../../test/setups/trials.ts';
import { at, changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
let kai: string;
let kim: string;
let visits: string[];
beforeAll(async () => {
  work = await openWork();
  [kai, kim] = [(await work.addTechnician()).id, (await work.addTechnician()).id];
});
beforeEach(async () => {
  const board = (await work.owner.get('/board?from=2026-11-16&to=2026-11-20')).data as {
    assignments: { visit_id: string }[];
  };
  for (const { visit_id } of board.assignments) await work.owner.post(`/visits/${visit_id}/unschedule`);
  visits = [];
  for (const time of ['08:00', '10:00', '12:30'] as const) {
    const { id } = await work.addVisit();
    await work.schedule(id, [kai], at(time));
    visits.push(id);
  }
});
afterAll(() => work.close());

const [first, second, third] = [() => visits[0]!, () => visits[1]!, () => visits[2]!];

test('what differs becomes the live board in one change, and one undo leaves it as it was, byte by byte', async () => {
  const before = await storedBoard(work);
  const trial = await tryOut(work);
  await trial.schedule(first(), [kim], at('08:00'));
  await trial.inside.post(`/visits/${second()}/unschedule`);
  const away = { kind: 'leave', starts_at: at('07:00', '2026-11-18'), ends_at: at('15:00', '2026-11-18') };
  await trial.inside.post(`/technicians/${kai}/absences`, { ...away, whole_days: false });
  const { visits: differ, absences } = await trial.differences();
  expect(differ.map(({ visit_id, kind, unfit }) => [visit_id, kind, unfit])).toEqual(
    expect.arrayContaining([
      [first(), 'moved', null],
      [second(), 'freed', null],
    ]),
  );
  expect(absences).toMatchObject([{ kind: 'added', unfit: null, is_done: false }]);
  const taken = await trial.takeOver();
  expect(taken.status).toBe(200);
  expect(takenIn(taken)).toMatchObject({ scenario: { state: 'taken over' }, left_out: [] });
  expect(takenIn(taken).taken).toHaveLength(3);
  expect(await work.show(first())).toMatchObject({ state: 'planned', assignments: [{ technician_id: kim }] });
  expect(await work.show(second())).toMatchObject({ state: 'unscheduled' });
  expect((await work.owner.post(`/changes/${changeOf(taken)}/undo`)).status).toBe(200);
  expect(await storedBoard(work)).toEqual(before);
  const { data } = await work.owner.get(`/scenarios/${trial.id}`);
  expect(data['row']).toMatchObject({ state: 'open' });
});

test('what others have decided on the live board since is not overruled: it is named, and left out if that is agreed', async () => {
  const trial = await tryOut(work);
  await trial.schedule(first(), [kim], at('08:00'));
  await trial.schedule(second(), [kim], at('10:00'));
  const colleague = await schedulerOf(work.app, 'dispatcher@example.com');
  const { version } = await work.show(second());
  await colleague.post(`/visits/${second()}/schedule`, {
    version,
    technicians: [kai],
    starts_at: at('10:30'),
  });
  const { visits: differ } = await trial.differences();
  const clash = differ.find(({ visit_id }) => visit_id === second());
  expect(clash).toMatchObject({
    unfit: [{ text: 'It has been moved since.' }],
    live: { technicians: [kai], starts_at: expect.stringContaining('23:30') },
  });
  const refused = await trial.takeOver();
  expect(refused).toMatchObject({ status: 409, data: { unfit: [{ visit_id: second() }] } });
  expect((await work.show(first())).assignments).toMatchObject([{ technician_id: kai }]);
  const taken = await trial.takeOver({ leave_out: true });
  expect(takenIn(taken)).toMatchObject({
    scenario: { state: 'open' },
    taken: [first()],
    left_out: [{ visit_id: second() }],
  });
  expect((await work.show(second())).assignments).toMatchObject([
    { technician_id: kai, starts_at: expect.stringContaining('23:30') },
  ]);
});

test('each is checked as the live board stands: a place that somebody took is told with its rule', async () => {
  const trial = await tryOut(work);
  await trial.schedule(first(), [kim], at('09:00'));
  const { id } = await work.addVisit();
  await work.schedule(id, [kim], at('09:00'));
  expect(await trial.takeOver()).toMatchObject({
    status: 409,
    data: { unfit: [{ visit_id: first(), reasons: [{ rule: 'overlap' }] }] },
  });
});

test('some of it can be taken over, and the rest later; what is there already is done', async () => {
  const trial = await tryOut(work);
  await trial.schedule(first(), [kim], at('08:00'));
  await trial.schedule(third(), [kim], at('12:30'));
  expect(takenIn(await trial.takeOver({ items: [first()] }))).toMatchObject({
    scenario: { state: 'open' },
    taken: [first()],
  });
  const { visits: differ } = await trial.differences();
  expect(Object.fromEntries(differ.map(({ visit_id, is_done }) => [visit_id, is_done]))).toEqual({
    [first()]: true,
    [third()]: false,
  });
  expect(takenIn(await trial.takeOver())).toMatchObject({
    scenario: { state: 'taken over' },
    taken: [third()],
  });
  expect((await trial.takeOver({ version: 2 })).status).toBe(409);
});

test('an absence that was changed on both sides is a clash', async () => {
  const away = { kind: 'leave', starts_at: at('07:00', '2026-11-19'), ends_at: at('12:00', '2026-11-19') };
  const made = await work.owner.post(`/technicians/${kim}/absences`, { ...away, whole_days: false });
  const live = (made.data as { row: { id: string } }).row;
  const trial = await tryOut(work);
  const copy = (await trial.board()).absences.find(({ technician_id }) => technician_id === kim);
  const edit = { version: 1, ends_at: at('13:00', '2026-11-19') };
  expect((await trial.inside.patch(`/absences/${copy!.id}`, edit)).status).toBe(200);
  await work.owner.patch(`/absences/${live.id}`, { version: 1, ends_at: at('15:00', '2026-11-19') });
  expect((await trial.differences()).absences).toMatchObject([
    { kind: 'moved', before: { id: live.id }, unfit: [{ rule: 'absence' }] },
  ]);
  expect((await trial.takeOver({ leave_out: true })).status).toBe(409);
  await work.owner.delete(`/absences/${live.id}`);
});

test('somebody who was tried needs a licence to become real, and undo gives it back', async () => {
  const trial = await tryOut(work);
  const added = await trial.inside.post('/technicians', { name: 'Hal', is_active: true });
  const { id: hal } = (added.data as { row: { id: string } }).row;
  await trial.schedule(first(), [hal], at('08:00'));
  await work.inside(async (db) => {
    await sql`update accounts set licences = (select count(*) from technicians where is_active)`.execute(db);
  });
  const { free_licences, technicians, visits: differ } = await trial.differences();
  expect([free_licences, technicians.map(({ name }) => name)]).toEqual([0, ['Hal']]);
  expect(differ).toMatchObject([{ visit_id: first(), unfit: null }]);
  expect(await trial.takeOver()).toMatchObject({ status: 409, message: expect.stringContaining('licences') });
  expect((await work.show(first())).assignments).toMatchObject([{ technician_id: kai }]);
  await work.inside(async (db) => {
    await sql`update accounts set licences = licences + 1`.execute(db);
  });
  const taken = await trial.takeOver();
  expect(taken.status).toBe(200);
  expect((await work.show(first())).assignments).toMatchObject([{ technician_name: 'Hal' }]);
  expect((await work.owner.post(`/changes/${changeOf(taken)}/undo`)).status).toBe(200);
  expect((await work.owner.get('/technicians?search=hal')).data).toMatchObject({ rows: [] });
  await work.inside(async (db) => {
    await sql`update accounts set licences = 100`.execute(db);
  });
});

test('two who take the same over at once make one change', async () => {
  const trial = await tryOut(work);
  await trial.schedule(first(), [kim], at('08:00'));
  const answers = await Promise.all([trial.takeOver(), trial.takeOver()]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await work.show(first())).assignments).toMatchObject([{ technician_id: kim }]);
});

test('a rule that was broken with a reason in the scenario is broken with that reason on the live board', async () => {
  const trial = await tryOut(work);
  const overrides = [{ rule: 'shift', reason: 'She agreed to stay' }];
  expect((await trial.schedule(first(), [kim], at('17:00'), { overrides })).status).toBe(200);
  expect(takenIn(await trial.takeOver())).toMatchObject({ taken: [first()] });
  expect((await work.show(first())).assignments).toMatchObject([{ technician_id: kim, overrides }]);
});
