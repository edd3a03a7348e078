import { randomUUID } from 'node:crypto';
import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schedulerOf } from '../../../test/scheduler.ts';
import { at, MONDAY, openWork, type Work } from '../../../test/work.ts';

const USER = '0193e5a0-0000-7000-8000-000000000013';
const DAY_MS = 86_400_000;

let work: Work;
let priya: Awaited<ReturnType<typeof schedulerOf>>;
let own: string;
let colleague: string;
beforeAll(async () => {
  work = await openWork();
  priya = await schedulerOf(work.app, 'technician@example.com');
  own = (await work.addTechnician()).id;
  expect((await work.owner.put(`/team/${USER}/technician`, { technician_id: own })).code).toBe(800);
  colleague = (await work.addTechnician()).id;
});
afterAll(() => work.close());

async function mine(): Promise<OwnVisit[]> {
  return ((await priya.get('/my/visits')).data as { rows: OwnVisit[] }).rows;
}

test('a technician finds what, where and when of their own visits, tentative until it is dispatched', async () => {
  const visit = await work.addVisit({ note: 'Ring twice', check_list: [{ text: 'Valve', done: false }] });
  await work.schedule(visit.id, [own], at('09:00'));
  const [found] = await mine();
  expect(found).toMatchObject({
    id: visit.id,
    number: expect.stringMatching(/^J-\d+\/1$/),
    state: 'planned',
    is_tentative: true,
    starts_at: '2026-11-16T22:00:00+00:00',
    note: 'Ring twice',
    check_list: [{ text: 'Valve', done: false }],
    customer: { phone: '0412 345 678' },
    site: { suburb: 'Ryde', hazards: 'Dog' },
    contacts: [],
    is_lead: true,
  });
  await work.owner.post(`/visits/${visit.id}/dispatch`);
  expect((await priya.get(`/my/visits/${visit.id}`)).data).toMatchObject({
    row: { is_tentative: false, state: 'dispatched' },
  });
});

test("colleagues' visits, those outside the period and those that are nobody's answer like unknown ids", async () => {
  const theirs = await work.addVisit();
  await work.schedule(theirs.id, [colleague], at('09:00'));
  const far = await work.addVisit();
  await work.schedule(far.id, [own], at('09:00', '2026-12-21'));
  const waiting = await work.addVisit();
  const taken = await work.addVisit();
  await work.schedule(taken.id, [own], at('12:00'));
  await work.schedule(taken.id, [colleague], at('12:00'));
  const answers = await Promise.all(
    [randomUUID(), theirs.id, far.id, waiting.id, taken.id].map((id) => priya.get(`/my/visits/${id}`)),
  );
  expect(answers[0]!.status).toBe(404);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const ids = (await mine()).map(({ id }) => id);
  for (const { id } of [theirs, far, waiting, taken]) expect(ids).not.toContain(id);
  // Some days later it is within a month.
  work.clock.now = MONDAY + 5 * DAY_MS;
  expect((await priya.get(`/my/visits/${far.id}`)).status).toBe(200);
  work.clock.now = MONDAY;
});

test('a visit stays in sight for a week after its day', async () => {
  const visit = await work.addVisit();
  await work.schedule(visit.id, [own], at('14:00'));
  work.clock.now = Date.parse(at('23:59', '2026-11-24'));
  expect((await priya.get(`/my/visits/${visit.id}`)).status).toBe(200);
  work.clock.now = Date.parse(at('00:00', '2026-11-25'));
  expect((await priya.get(`/my/visits/${visit.id}`)).status).toBe(404);
  work.clock.now = MONDAY;
});

test('nothing else of the work exists for a technician, and their calls are nobody else’s', async () => {
  const { id } = await work.addVisit();
  const calls = ['/jobs', '/job-types', '/board?from=2026-11-16&to=2026-11-16', `/visits/${id}`];
  for (const path of calls) expect((await priya.get(path)).status).toBe(403);
  for (const path of [`/visits/${id}/dispatch`, `/visits/${id}/unschedule`])
    expect((await priya.post(path)).status).toBe(403);
  expect((await work.owner.get('/my/visits')).status).toBe(403);
});
