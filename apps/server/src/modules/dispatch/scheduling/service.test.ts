import { afterAll, beforeAll, expect, test } from 'vitest';
import { plannerOf, TUESDAY } from '../../../../test/setups/planning.ts';
import { at, changeOf, openWork, reasonsOf, visitIn, type Work } from '../../../../test/setups/work.ts';

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
  expect(twice).toMatchObject({ status: 422, message: 'The same visit is listed twice. List it once.' });
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

const promiseOf = async (id: string) => {
  const { on_date, window_from, window_to } = await work.show(id);
  return [on_date, window_from, window_to];
};

test('a time that was agreed is the visit’s day and window, in one change with the booking', async () => {
  const kai = await work.addTechnician();
  const { id } = await work.addVisit();
  const booked = await work.schedule(id, [kai.id], at('10:30'), { agreed: true });
  expect(booked.status).toBe(200);
  expect(await promiseOf(id)).toEqual([TUESDAY, '09:00', '11:00']);
  expect(visitIn(booked).assignments[0]!.is_pinned).toBe(false);
  const late = await work.addVisit();
  const overrides = [{ rule: 'shift', reason: 'After hours' }];
  await work.schedule(late.id, [kai.id], at('19:10'), { agreed: true, overrides });
  expect(await promiseOf(late.id)).toEqual([TUESDAY, '18:40', '19:40']);
  expect((await work.owner.post(`/changes/${changeOf(booked)}/undo`)).status).toBe(200);
  expect(await promiseOf(id)).toEqual([null, null, null]);
  expect((await work.show(id)).assignments).toEqual([]);
});

test('a window that was promised before stays, by the clocks at the site', async () => {
  const kai = await work.addTechnician();
  const perth = await work.addVisit({}, await work.addSite({ zone: 'Australia/Perth' }));
  await work.schedule(perth.id, [kai.id], at('11:30'), { agreed: true });
  expect(await promiseOf(perth.id)).toEqual([TUESDAY, '07:00', '09:00']);
  const own = await work.addVisit({ window_from: '13:00', window_to: '16:00' });
  await work.schedule(own.id, [kai.id], at('14:00'), { agreed: true });
  expect(await promiseOf(own.id)).toEqual([TUESDAY, '13:00', '16:00']);
});

test('what was agreed is refused elsewhere, unless somebody says why or the customer agrees again', async () => {
  const kai = await work.addTechnician();
  const { id } = await work.addVisit();
  await work.schedule(id, [kai.id], at('10:30'), { agreed: true });
  const refused = await work.schedule(id, [kai.id], at('13:30'));
  expect(refused.status).toBe(409);
  expect(reasonsOf(refused)).toMatchObject([{ rule: 'window', can_override: true }]);
  const overrides = [{ rule: 'window', reason: 'Held up at the hospital' }];
  expect((await work.schedule(id, [kai.id], at('13:30'), { overrides })).status).toBe(200);
  expect(await promiseOf(id)).toEqual([TUESDAY, '09:00', '11:00']);
  expect((await work.schedule(id, [kai.id], at('13:30'), { agreed: true })).status).toBe(200);
  expect(await promiseOf(id)).toEqual([TUESDAY, '13:00', '15:00']);
  expect((await work.show(id)).assignments[0]!.overrides).toEqual([]);
});

test('a business may pin it as well', async () => {
  const { data } = await work.owner.get('/settings');
  const { version } = (data as { row: { version: number } }).row;
  expect((await work.owner.patch('/settings', { version, pins_agreed: true })).status).toBe(200);
  const kai = await work.addTechnician();
  const { id } = await work.addVisit();
  await work.schedule(id, [kai.id], at('10:30'), { agreed: true });
  expect((await work.show(id)).assignments[0]!.is_pinned).toBe(true);
  await work.owner.patch('/settings', { version: version + 1, pins_agreed: false });
});

test('planning the day keeps it, though what is more urgent fills the day', async () => {
  const one = await openWork();
  try {
    const kai = await one.addTechnician();
    const agreed = await one.addVisit({}, await one.addSite({ kilometres: 1 }));
    expect((await one.schedule(agreed.id, [kai.id], at('14:30'), { agreed: true })).status).toBe(200);
    for (let count = 0; count < 10; count += 1)
      await one.addJob({ priority: 'P1' }, await one.addSite({ kilometres: 2 + count }));
    const { items } = await plannerOf(one.owner).planned();
    expect(items.some(({ kind }) => kind === 'unplaced')).toBe(true);
    const own = items.find(({ visit_id }) => visit_id === agreed.id);
    const start = Date.parse(own === undefined ? at('14:30') : (own.after?.starts_at ?? ''));
    expect(start).toBeGreaterThanOrEqual(Date.parse(at('13:00')));
    expect(start).toBeLessThanOrEqual(Date.parse(at('15:00')));
  } finally {
    await one.close();
  }
});
