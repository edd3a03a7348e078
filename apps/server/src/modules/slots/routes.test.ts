import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWork, type Work } from '../../../test/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

interface Found {
  from: string;
  to: string;
  slots: { technicians: string[]; starts_at: string; reasons: string[] }[];
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
