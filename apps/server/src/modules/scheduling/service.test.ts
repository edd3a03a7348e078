import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, changeOf, openWork, reasonsOf, type Work } from '../../../test/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

/** Two visits at one place, one after the other, of the same technician. */
async function pair() {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const [first, second] = [await work.addVisit({}, site), await work.addVisit({}, site)];
  await work.schedule(first.id, [kai.id], at('09:00'));
  await work.schedule(second.id, [kai.id], at('10:00'));
  return { kai, site, ids: [first.id, second.id] as const };
}

const booking = (visit_id: string, technician: string, starts_at: string) => ({
  visit_id,
  version: 1,
  technicians: [technician],
  starts_at,
});
const startsOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await work.show(id)).assignments[0]?.starts_at ?? null));

test('visits that move together are one change, each where the other was, and one undo', async () => {
  const { kai, ids } = await pair();
  const before = await startsOf(ids);
  const moved = await work.owner.post('/visits/schedule', {
    bookings: [booking(ids[0], kai.id, at('10:00')), booking(ids[1], kai.id, at('09:00'))],
  });
  expect(moved).toMatchObject({ status: 200, data: { row: { visits: ids }, made: true } });
  expect(await startsOf(ids)).toEqual(before.toReversed());
  const { data } = await work.owner.get(`/changes/${changeOf(moved)}`);
  expect(data).toMatchObject({ kind: 'visits scheduled', count: 2 });
  // A booking has no name of its own: whoever reads the history looks for the visit and its customer.
  for (const { label } of data['entries'] as { label: string }[]) expect(label).toMatch(/^J-\d+\/1 \w/);
  expect((await work.owner.post(`/changes/${changeOf(moved)}/undo`)).status).toBe(200);
  expect(await startsOf(ids)).toEqual(before);
});

test('what speaks against one of them is named with its visit, and none has moved', async () => {
  const { kai, site, ids } = await pair();
  const before = await startsOf(ids);
  const there = await work.addVisit({}, site);
  await work.schedule(there.id, [kai.id], at('12:00'));
  const refused = await work.owner.post('/visits/schedule', {
    bookings: [booking(ids[0], kai.id, at('11:00')), booking(ids[1], kai.id, at('12:30'))],
  });
  expect(refused.status).toBe(409);
  expect(reasonsOf(refused)).toMatchObject([
    { rule: 'overlap', detail: { visit_id: ids[1], visit: there.id, by: 30 } },
  ]);
  expect(await startsOf(ids)).toEqual(before);
  const twice = await work.owner.post('/visits/schedule', {
    bookings: [booking(ids[0], kai.id, at('13:00')), booking(ids[0], kai.id, at('14:00'))],
  });
  expect(twice).toMatchObject({ status: 422, message: 'A visit can be planned once at a time.' });
});

test('a selection is pinned, told to its crews and taken off the board, each in one change', async () => {
  const { ids } = await pair();
  const states = () => Promise.all(ids.map(async (id) => (await work.show(id)).state));
  const pinned = await work.owner.post('/visits/pin', { visits: ids });
  expect((await work.show(ids[1])).assignments[0]!.is_pinned).toBe(true);
  expect((await work.owner.post(`/changes/${changeOf(pinned)}/undo`)).status).toBe(200);
  expect((await work.show(ids[0])).assignments[0]!.is_pinned).toBe(false);
  expect((await work.owner.post('/visits/dispatch', { visits: ids })).status).toBe(200);
  expect(await states()).toEqual(['dispatched', 'dispatched']);
  const off = await work.owner.post('/visits/unschedule', { visits: ids });
  expect(await states()).toEqual(['unscheduled', 'unscheduled']);
  expect((await work.owner.post('/visits/unschedule', { visits: ids })).status).toBe(409);
  expect((await work.owner.post('/visits/unpin', { visits: ids })).status).toBe(409);
  expect((await work.owner.post(`/changes/${changeOf(off)}/undo`)).status).toBe(200);
  expect(await states()).toEqual(['dispatched', 'dispatched']);
});
