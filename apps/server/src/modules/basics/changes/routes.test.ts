import { randomUUID } from 'node:crypto';
import type { Change, LongUndo } from '@muster/domain/basics/changes/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTasks } from '../../../app.ts';
import { doLongTasks, imported, undoneLong } from '../../../../test/setups/long-tasks.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { readSettings } from '../../../settings.ts';
import { at, changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

const hours = ['08:00', '11:00', '14:00'] as const;

/** Three visits of three technicians, planned together: change A. */
async function plannedTogether(crews?: string[][]) {
  const site = await work.addSite();
  const people = crews ?? [];
  for (const _ of crews ? [] : hours) people.push([(await work.addTechnician()).id]);
  const size = people[0]!.length;
  const visits = [];
  for (const _ of hours) visits.push((await work.addVisit({ crew_size: size }, site)).id);
  const bookings = visits.map((visit_id, index) => ({
    visit_id,
    version: 1,
    technicians: people[index],
    starts_at: at(hours[index]!),
  }));
  const answer = await work.owner.post('/visits/schedule', { bookings });
  expect(answer).toMatchObject({ status: 200 });
  return { visits, people, change: changeOf(answer) };
}

async function starts(visits: readonly string[]): Promise<(string | undefined)[]> {
  const shown = await Promise.all(visits.map((id) => work.show(id)));
  return shown.map(({ assignments }) => assignments[0] && new Date(assignments[0].starts_at).toISOString());
}

const planned = hours.map((hour) => at(hour));

test('an undo that something newer stands in the way of takes back the rest, as one change that is redone', async () => {
  const { visits, people, change } = await plannedTogether();
  const moved = await work.schedule(visits[1]!, people[1]!, at('12:00'));
  const refused = await work.owner.post(`/changes/${change}/undo`);
  expect(refused).toMatchObject({ status: 409, message: 'Booking has been changed again since.' });
  expect(refused.data).toMatchObject({
    newer: { number: changeOf(moved) },
    stays: [{ table: 'assignments' }],
    rest: 2,
  });
  expect(await starts(visits)).toEqual([planned[0], at('12:00'), planned[2]]);

  const rest = await work.owner.post(`/changes/${change}/undo?rest=true`);
  expect(rest).toMatchObject({ status: 200, data: { undone: change, stays: 1, made: true } });
  expect(await starts(visits)).toEqual([undefined, at('12:00'), undefined]);

  const redone = await work.owner.post(`/changes/${changeOf(rest)}/undo`);
  expect(redone.data).toMatchObject({ stays: 0 });
  expect(await starts(visits)).toEqual([planned[0], at('12:00'), planned[2]]);
  await work.owner.post(`/changes/${changeOf(redone)}/undo`);
  expect(await starts(visits)).toEqual([undefined, at('12:00'), undefined]);

  // What was left then can be taken back once nothing stands in its way any more.
  await work.owner.post(`/changes/${changeOf(moved)}/undo`);
  expect(await starts(visits)).toEqual([undefined, planned[1], undefined]);
  await work.owner.post(`/changes/${change}/undo?rest=true`);
  expect(await starts(visits)).toEqual([undefined, undefined, undefined]);
  const none = await work.owner.post(`/changes/${change}/undo?rest=true`);
  expect(none).toMatchObject({ status: 409, data: { rest: 0 } });
});

test('a crew stays together: where one of them was exchanged since, nobody of that visit is taken off', async () => {
  const people = [];
  for (let count = 0; count < 6; count += 1) people.push((await work.addTechnician()).id);
  const crews = [people.slice(0, 2), people.slice(2, 4), people.slice(4)];
  const { visits, change } = await plannedTogether(crews);
  const { id: other } = await work.addTechnician();
  await work.schedule(visits[0]!, [people[0]!, other], at('08:00'));
  const rest = await work.owner.post(`/changes/${change}/undo?rest=true`);
  expect(rest.data).toMatchObject({ stays: 1 });
  const crew = (await work.show(visits[0]!)).assignments.map(({ technician_id }) => technician_id);
  expect(crew.toSorted()).toEqual([people[0]!, other].toSorted());
  expect(await starts(visits)).toEqual([planned[0], undefined, undefined]);
});

test('what was made by the change and is still needed stays, and a rule that speaks against the rest is named', async () => {
  const site = await work.addSite();
  const { data } = await work.owner.post('/jobs', { ...site, name: undefined, visits: [{ duration: 60 }] });
  const { row, change } = data as { row: { id: string; visits: { id: string }[] }; change: number };
  await work.owner.patch(`/visits/${row.visits[0]!.id}`, { version: 1, note: 'Dog' });
  // The job cannot go while its visit stays: nothing is left to be taken back.
  const refused = await work.owner.post(`/changes/${change}/undo?rest=true`);
  expect(refused).toMatchObject({ status: 409, data: { rest: 0 } });

  const { visits, people } = await plannedTogether();
  const bookings = visits.map((visit_id, index) => ({
    visit_id,
    version: 1,
    technicians: people[index],
    starts_at: at('09:30'),
  }));
  const together = await work.owner.post('/visits/schedule', { bookings });
  await work.schedule(visits[2]!, people[0]!, at('07:30'));
  // Where the first was, its technician is with the third by now.
  const clash = await work.owner.post(`/changes/${changeOf(together)}/undo?rest=true`);
  expect(clash.status).toBe(409);
  expect(clash.message).toContain('overlap');
  expect(await starts(visits)).toEqual([at('09:30'), at('09:30'), at('07:30')]);
});

test('nobody else has a way to it: another business finds nothing, and technicians have no such call', async () => {
  const { visits, people, change } = await plannedTogether();
  await work.schedule(visits[1]!, people[1]!, at('12:00'));
  const business = await openBusiness(work.here.database.db);
  const stranger = await schedulerOf(work.app, business.owner.email);
  expect((await stranger.post(`/changes/${change}/undo?rest=true`)).status).toBe(404);
  const technician = await schedulerOf(work.app, 'technician@example.com');
  expect((await technician.post(`/changes/${change}/undo?rest=true`)).status).toBe(403);
  expect(await starts(visits)).toEqual([planned[0], at('12:00'), planned[2]]);
});

test('what was taken off somebody who is sick goes back there by an undo, unless that is news', async () => {
  const [sick, other] = [await work.addTechnician(), await work.addTechnician()];
  const visit = (await work.addVisit()).id;
  await work.schedule(visit, [sick.id], at('09:00'));
  const absence = { kind: 'sick', starts_at: at('06:00'), ends_at: at('18:00'), whole_days: false };
  const added = await work.owner.post(`/technicians/${sick.id}/absences`, absence);
  expect(added.status).toBe(200);
  const repaired = await work.schedule(visit, [other.id], at('09:00'));
  expect((await work.owner.post(`/changes/${changeOf(repaired)}/undo`)).status).toBe(200);
  expect((await work.show(visit)).assignments[0]!.technician_id).toBe(sick.id);

  const moved = await work.schedule(visit, [other.id], at('10:00'));
  await work.owner.delete(`/absences/${(added.data as { row: { id: string } }).row.id}`);
  await work.owner.post(`/technicians/${sick.id}/absences`, absence);
  const refused = await work.owner.post(`/changes/${changeOf(moved)}/undo`);
  expect(refused.status).toBe(409);
  expect(refused.message).toContain('sick');
});

/** An import of more than somebody waits for. */
async function importedMany(name: string): Promise<number> {
  const csv = ['Name,Active', ...Array.from({ length: 1_100 }, (_, at) => `${name} ${at},no`)].join('\n');
  const { change } = await imported(work.here, work.owner, { kind: 'technicians', csv });
  return change!;
}

async function countNamed(name: string): Promise<number> {
  const { data } = await work.owner.get(`/technicians?search=${name}&state=all&limit=200`);
  return (data as { rows: object[] }).rows.length;
}

const historyOf = async (number: number): Promise<Change> =>
  (await work.owner.get(`/changes/${number}`)).data;

test('what is large is taken back in the background, as one change, however often its process ends and it is asked for', async () => {
  const change = await importedMany('Many');
  const key = randomUUID();
  const ask = () => work.owner.post(`/changes/${change}/undo`, undefined, key);
  const [first, again] = await Promise.all([ask(), ask()]);
  expect(first).toMatchObject({
    status: 202,
    data: { id: key, undoes: change, state: 'waiting', total: 1_100 },
  });
  expect(again).toMatchObject({ status: 202, data: { id: key, state: 'waiting' } });
  expect(await work.owner.post(`/changes/${change}/undo`)).toMatchObject({
    status: 409,
    message: 'This is already being undone. Wait until that’s done.',
  });
  expect((await work.owner.post(`/changes/${change}/undo?rest=true`, undefined, key)).status).toBe(422);
  expect(await historyOf(change)).toMatchObject({ undone_by: null, undo_under_way: key });
  const stranger = await schedulerOf(work.app, (await openBusiness(work.here.database.db)).owner.email);
  expect((await stranger.get(`/undos/${key}`)).status).toBe(404);

  const { rows } = await work.here.asOwner<{ payload: object }>(
    `delete from outbox where topic = 'long undo' returning payload`,
  );
  expect(rows).toHaveLength(1);
  const tasks = buildTasks({
    database: work.here.database,
    log: silentLog,
    settings: readSettings({}),
  } as never);
  const task = (signal?: AbortSignal) => tasks['long undo']!(rows[0]!.payload, key, signal);
  await expect(task(AbortSignal.abort())).rejects.toThrow('aborted');
  expect((await work.owner.get(`/undos/${key}`)).data).toMatchObject({ state: 'running', result: null });
  expect(await countNamed('many')).toBe(200);
  await task();
  // A queue may hand it out once more: nothing is done twice.
  await task();
  const { data } = await work.owner.get(`/undos/${key}`);
  const { result } = data as LongUndo;
  expect(data).toMatchObject({
    state: 'done',
    total: 1_100,
    done: 1_100,
    result: { undone: change, stays: 0, made: true },
  });
  expect(await countNamed('many')).toBe(0);
  expect(await ask()).toMatchObject({ status: 200, data: result! });
  expect(await historyOf(change)).toMatchObject({ undone_by: result!.change, undo_under_way: null });

  const redone = await undoneLong(work.here, work.owner, result!.change);
  expect(redone).toMatchObject({ state: 'done', result: { undone: result!.change } });
  expect(await countNamed('many')).toBe(200);
});

test('one that is refused in the background says so as a request would, and the rest can be taken back', async () => {
  const change = await importedMany('Stays');
  const { data } = await work.owner.get('/technicians?search=stays&state=all&limit=1');
  const [row] = (data as { rows: { id: string; version: number; name: string }[] }).rows;
  await work.owner.patch(`/technicians/${row!.id}`, { version: row!.version, note: 'Since then' });
  const refused = await undoneLong(work.here, work.owner, change);
  expect(refused).toMatchObject({
    state: 'failed',
    result: null,
    refusal: { code: 409, message: `${row!.name} has been changed again since.`, data: { rest: 1_099 } },
  });
  expect(await historyOf(change)).toMatchObject({ undone_by: null, undo_under_way: null });
  const asked = await work.owner.post(`/changes/${change}/undo?rest=true`);
  await doLongTasks(work.here);
  expect((await work.owner.get(`/undos/${(asked.data as LongUndo).id}`)).data).toMatchObject({
    state: 'done',
    result: { undone: change, stays: 1 },
  });
  expect(await countNamed('stays')).toBe(1);
  // What was refused names somebody, and is forgotten with whoever is erased.
  await work.owner.post(`/technicians/${row!.id}/erase`);
  expect((await work.owner.get(`/undos/${refused.id}`)).status).toBe(404);
});
