import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, changeOf, openWork, visitIn, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

async function planned(technician: string, time: '09:00' | '11:00' | '06:30', date = '2026-11-17' as const) {
  const visit = await work.addVisit();
  const overrides = [{ rule: 'shift', reason: 'early bird' }];
  const answer = await work.schedule(visit.id, [technician], at(time, date), { overrides });
  expect(answer.status).toBe(200);
  return visit.id;
}

async function states(ids: string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await work.show(id)).state));
}

test('one visit is dispatched once, and back only by an undo', async () => {
  const kai = await work.addTechnician();
  const id = await planned(kai.id, '09:00');
  const sent = await work.owner.post(`/visits/${id}/dispatch`);
  expect(visitIn(sent)).toMatchObject({ state: 'dispatched', version: 2 });
  expect(await work.owner.post(`/visits/${id}/dispatch`)).toMatchObject({
    status: 409,
    message: 'This visit is already dispatched.',
  });
  await work.owner.post(`/changes/${changeOf(sent)}/undo`);
  expect(await states([id])).toEqual(['planned']);
  await work.owner.post(`/visits/${id}/unschedule`);
});

test('the day of a technician, then the whole day: what is planned on that day of the business, in one change', async () => {
  const [kai, ana] = [await work.addTechnician(), await work.addTechnician()];
  const own = [await planned(kai.id, '06:30'), await planned(kai.id, '09:00')];
  const other = await planned(ana.id, '11:00');
  const mine = await work.owner.post('/dispatch', { date: '2026-11-17', technician: kai.id });
  expect((mine.data as { row: { visits: string[] } }).row.visits).toEqual(own.toSorted());
  expect(await states([...own, other])).toEqual(['dispatched', 'dispatched', 'planned']);
  const all = await work.owner.post('/dispatch', { date: '2026-11-17' });
  expect((all.data as { row: { visits: string[] } }).row.visits).toEqual([other]);
  const none = await work.owner.post('/dispatch', { date: '2026-11-17' });
  expect((none.data as { row: { visits: string[] } }).row.visits).toEqual([]);
  await work.owner.post(`/changes/${changeOf(mine)}/undo`);
  expect(await states([...own, other])).toEqual(['planned', 'planned', 'dispatched']);
});

test('one that was dispatched may still be moved, and taking it off the board forgets that it was', async () => {
  const kai = await work.addTechnician();
  const id = await planned(kai.id, '09:00');
  await work.owner.post(`/visits/${id}/dispatch`);
  expect(visitIn(await work.schedule(id, [kai.id], at('10:00'))).state).toBe('dispatched');
  const tray = visitIn(await work.owner.post(`/visits/${id}/unschedule`));
  expect([tray.state, tray.dispatched_at]).toEqual(['unscheduled', null]);
});

test('what was dispatched is called back in one change, but for what has begun; an undo dispatches it again', async () => {
  const kai = await work.addTechnician();
  const [begun, waiting] = [await planned(kai.id, '09:00'), await planned(kai.id, '11:00')];
  await work.owner.post('/visits/dispatch', { visits: [begun, waiting] });
  await work.owner.post(`/visits/${begun}/progress`, { progress: 'en route' });
  const answer = await work.owner.post('/visits/call-back', { visits: [begun, waiting] });
  expect((answer.data as { row: { visits: string[] } }).row.visits).toEqual([waiting]);
  expect(await states([begun, waiting])).toEqual(['en route', 'planned']);
  expect((await work.show(waiting)).assignments).toMatchObject([{ technician_id: kai.id }]);
  expect(await work.owner.post('/visits/call-back', { visits: [begun] })).toMatchObject({
    status: 409,
    message: 'This visit has started (en route). Record the outcome instead.',
  });
  await work.owner.post(`/changes/${changeOf(answer)}/undo`);
  expect(await states([waiting])).toEqual(['dispatched']);
});
