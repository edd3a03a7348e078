import { randomUUID } from 'node:crypto';
import type { ReasonPart, Remedy } from '@muster/domain/planning/proposals/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSaid, TUESDAY } from '../../../../test/setups/planning.ts';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
let priya: string;
beforeAll(async () => {
  work = await openWork();
  priya = (await work.addTechnician({ name: 'Priya Shah', base_latitude: -33.8, base_longitude: 151 })).id;
  await work.addTechnician({ name: 'Sam Lee', base_latitude: -33.5, base_longitude: 151 });
});
afterAll(() => work.close());

async function why(visit: string, from = TUESDAY, to = from) {
  const { status, data } = await work.owner.get(`/visits/${visit}/why?from=${from}&to=${to}`);
  return { status, ...(data as { reasons: ReasonPart[][]; remedies: Remedy[] }) };
}

test('a visit on the board says what it costs there, between which others, and what the best other place would cost', async () => {
  const [near, far] = [await work.addSite({ kilometres: 5 }), await work.addSite({ kilometres: 10 })];
  const [first, second] = [await work.addVisit({}, near), await work.addVisit({}, far)];
  expect((await work.schedule(first.id, [priya], at('08:00'))).status).toBe(200);
  expect((await work.schedule(second.id, [priya], at('10:00'))).status).toBe(200);
  const { reasons, remedies } = await why(second.id);
  expect(reasons.map(asSaid)).toEqual([
    expect.stringMatching(
      new RegExp(`^after ${near.name}: \\d+ min of extra driving instead of .* with Sam$`),
    ),
  ]);
  expect(reasons[0]!.find(({ visit }) => visit === first.id)!.text).toBe(near.name);
  expect(remedies).toEqual([]);
});

test('one that waits says what would let it in, and one that is elsewhere says so', async () => {
  const { id: free } = await work.addVisit();
  const { reasons, remedies } = await why(free);
  expect(reasons).toEqual([]);
  expect(remedies).toMatchObject([{ kind: 'place', moves: [{ visit_id: free, technicians: [priya] }] }]);
  const { id: never } = await work.addVisit({ duration: 600, on_date: TUESDAY });
  const told = (await why(never)).reasons.map(asSaid);
  expect(told[0]).toMatch(/past the end of Priya’s day, even with nothing else on it/);
  const { id: other } = await work.addVisit({ on_date: '2026-11-25' });
  expect((await why(other)).status).toBe(200);
  await work.schedule(free, [priya], at('08:00', '2026-11-19'));
  expect((await why(free)).reasons).toEqual([[{ text: 'This visit isn’t on the board for these days.' }]]);
});

test('what nobody knows is not found, and no more days are asked about than are planned at once', async () => {
  expect((await why(randomUUID())).status).toBe(404);
  const { id } = await work.addVisit();
  expect((await why(id, TUESDAY, '2026-12-17')).status).toBe(400);
});
