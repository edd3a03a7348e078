import { afterAll, beforeAll, expect, test } from 'vitest';
import { schedulerByKey } from '../../../test/scheduler.ts';
import { at, openWork, type Work } from '../../../test/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

interface Found {
  from: string;
  to: string;
  slots: { technicians: string[]; starts_at: string; driving: number; reasons: string[] }[];
}

test('five places at most, the cheapest first, with reasons in words; each can be booked as it is', async () => {
  for (let count = 0; count < 3; count += 1) await work.addTechnician();
  const { id: visit } = await work.addVisit();
  const { status, data } = await work.owner.get(`/visits/${visit}/slots`);
  expect(status).toBe(200);
  const { slots, from, to } = data as Found;
  expect(slots.length).toBeGreaterThan(0);
  expect(slots.length).toBeLessThanOrEqual(5);
  expect(slots[0]!.reasons).toEqual(expect.arrayContaining([expect.stringMatching(/driving/)]));
  expect([from, to]).toEqual(['2026-11-16', '2026-11-22']);
  const { technicians, starts_at } = slots[0]!;
  const booked = await work.owner.post(`/visits/${visit}/schedule`, { version: 1, technicians, starts_at });
  expect(booked.status).toBe(200);
});

test('a place begins at full five minutes, however long the drive there is', async () => {
  const before = (await work.owner.get('/technicians?limit=200')).data as { rows: { id: string }[] };
  const kai = await work.addTechnician();
  const first = await work.addVisit();
  await work.schedule(first.id, [kai.id], at('09:00'));
  const starts: string[] = [];
  for (const kilometres of [7, 8, 9, 10]) {
    const site = await work.addSite({ kilometres, banned: before.rows.map(({ id }) => id) });
    const window = { on_date: '2026-11-17', window_from: '10:00', window_to: '11:00' };
    const { id } = await work.addVisit(window, site);
    const { slots } = (await work.owner.get(`/visits/${id}/slots`)).data as Found;
    starts.push(...slots.map(({ starts_at }) => starts_at));
  }
  expect(starts).toHaveLength(4);
  for (const start of starts) {
    expect(Date.parse(start)).toBeGreaterThan(Date.parse(at('10:00')));
    expect(Date.parse(start) % 300_000).toBe(0);
  }
});

test('a place that is taken is not offered', async () => {
  const { id: visit } = await work.addVisit();
  const before = (await work.owner.get(`/visits/${visit}/slots`)).data as Found;
  const other = await work.addVisit();
  const { technicians, starts_at } = before.slots[0]!;
  await work.owner.post(`/visits/${other.id}/schedule`, { version: 1, technicians, starts_at });
  const after = (await work.owner.get(`/visits/${visit}/slots`)).data as Found;
  expect(after.slots.map((slot) => [slot.technicians, slot.starts_at])).not.toContainEqual([
    technicians,
    starts_at,
  ]);
});

test('an unknown visit is not found, and a day that is over is today', async () => {
  const gone = await work.owner.get('/visits/0193e5a0-0000-7000-8000-000000000099/slots');
  expect(gone.status).toBe(404);
  const { id: visit } = await work.addVisit();
  const { data } = await work.owner.get(`/visits/${visit}/slots?from=2020-01-01`);
  expect((data as Found).from).toBe('2026-11-16');
});

test('no place is on a day before the first that was asked for', async () => {
  const { id: visit } = await work.addVisit();
  const { slots } = (await work.owner.get(`/visits/${visit}/slots?from=2026-11-25`)).data as Found;
  expect(slots.length).toBeGreaterThan(0);
  const first = Date.parse('2026-11-25T00:00+11:00');
  for (const { starts_at } of slots) expect(Date.parse(starts_at)).toBeGreaterThanOrEqual(first);
});

test('a place tells its price in minutes of driving', async () => {
  const { id: visit } = await work.addVisit();
  const { slots } = (await work.owner.get(`/visits/${visit}/slots`)).data as Found;
  for (const { driving, reasons } of slots)
    expect(reasons[0]).toBe(driving <= 0 ? 'no extra driving' : `${driving} min of extra driving`);
});

test('a booking page asks with a key for a visit that does not exist yet, and nothing is kept', async () => {
  const { data: made } = await work.owner.post('/api-keys', { name: 'Booking page', rights: 'dispatcher' });
  const page = schedulerByKey(work.app, (made as { key: string }).key);
  const before = (await work.owner.get('/jobs')).data as { rows: object[]; change: number };
  const wanted = {
    duration: 90,
    position: { latitude: -33.8, longitude: 151 },
    on_date: '2026-11-18',
    window_from: '09:00',
    window_to: '11:00',
    priority: 'P1',
  };
  const found = await page.post('/slots', wanted);
  expect(found.status).toBe(200);
  const { slots } = found.data as Found;
  expect(slots.length).toBeGreaterThan(0);
  for (const { starts_at } of slots) {
    expect(Date.parse(starts_at)).toBeGreaterThanOrEqual(Date.parse('2026-11-17T22:00:00Z'));
    expect(Date.parse(starts_at)).toBeLessThanOrEqual(Date.parse('2026-11-18T00:00:00Z'));
  }
  const after = (await work.owner.get('/jobs')).data as { rows: object[]; change: number };
  expect([after.rows.length, after.change]).toEqual([before.rows.length, before.change]);
});

test('a visit that does not exist yet needs a place, sound times and skills that there are', async () => {
  const { site_id } = await work.addSite();
  expect((await work.owner.post('/slots', { duration: 60, site_id })).status).toBe(200);
  const unknown = '0193e5a0-0000-7000-8000-000000000099';
  for (const wrong of [
    { duration: 60 },
    { duration: 60, site_id: unknown },
    { duration: 60, site_id, skills: [unknown] },
    { duration: 60, site_id, window_from: '09:00' },
  ])
    expect([wrong, (await work.owner.post('/slots', wrong)).status]).toEqual([wrong, 422]);
});
