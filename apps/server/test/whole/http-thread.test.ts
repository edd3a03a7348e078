import { Session } from 'node:inspector/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fillAccount } from '../../seed/fill.ts';
import type { App } from '../../src/platform/deps.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';
import { schedulerWith } from '../setups/scheduler.ts';
import { signInAs } from '../sign-in.ts';
import { until } from '../until.ts';

/** 9:00 am on Monday 16 November 2026 in Sydney. */
const MONDAY = new Date('2026-11-15T22:00:00Z');
/** Nobody is away. */
const DAY = '2026-11-23';
const VISITS_A_DAY = 8;
const TECHNICIANS = 10;

let here: TestDatabase;
let app: App;
let owner: ReturnType<typeof schedulerWith>;
let board: {
  visits: { id: string }[];
  assignments: { visit_id: string }[];
};

beforeAll(async () => {
  here = await testDatabase();
  app = await testApp(here, { now: () => MONDAY.getTime() });
  const size = { technicians: TECHNICIANS, visits: VISITS_A_DAY, weeksBefore: 0, weeksAhead: 1 };
  const { email, password } = await fillAccount(here.database, size, MONDAY);
  owner = schedulerWith(app, (await signInAs(app, email, { password })).headers);
  board = (await owner.get(`/board?from=${DAY}&to=${DAY}`)).data;
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

/** What takes long on a large board, by the name of its function. */
const heavy = new Set([
  'boardRows',
  'prepareBoard',
  'problemFromBoard',
  'allTimes',
  'holdSchedule',
  'unfitIn',
  'evaluate',
]);

/** How often each of them was called by the thread that answers requests. */
async function callsDuring(work: () => Promise<void>): Promise<Record<string, number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const counts: Record<string, number> = {};
  for (const { url, functions } of result)
    if (/packages\/(domain|optimiser)\/src/.test(url))
      for (const { functionName, ranges } of functions)
        if (heavy.has(functionName)) counts[functionName] = (counts[functionName] ?? 0) + ranges[0]!.count;
  return counts;
}

test('none of the work on a board of some size is done on the thread that answers requests', async () => {
  const booked = new Set(board.assignments.map(({ visit_id }) => visit_id));
  const waiting = board.visits.find(({ id }) => !booked.has(id))!.id;
  const [first] = booked;
  const calls = await callsDuring(async () => {
    const answers = [
      await owner.get(`/visits/${waiting}/slots`),
      await owner.post('/slots', { duration: 30, position: { latitude: -33.8, longitude: 151 } }),
      await owner.get(`/visits/${first}/why?from=${DAY}&to=${DAY}`),
      await owner.get(`/visits/${waiting}/why?from=${DAY}&to=${DAY}`),
      await owner.get(`/board?from=${DAY}&to=2026-11-29`),
    ];
    const scenario = await owner.post('/scenarios', { name: 'Compared', from: DAY, to: DAY });
    const { id } = (scenario.data as { row: { id: string } }).row;
    // Two boards are reckoned: on a busy machine that may take longer than anybody is let wait, who then asks again.
    const compared = await until(async () => {
      const answer = await owner.get(`/scenarios/${id}/comparison`);
      return answer.status === 503 ? undefined : answer;
    });
    answers.push(compared);
    const asked = await owner.post('/plan-runs', { from: DAY, to: DAY, way: 'plan', seconds: 1 });
    answers.push(scenario, asked);
    const run = (asked.data as { id: string }).id;
    const proposal = await until(
      async () => ((await owner.get(`/plan-runs/${run}`)).data as { proposal_id: string | null }).proposal_id,
    );
    answers.push(await owner.get(`/proposals/${proposal}`));
    answers.push(await owner.post(`/proposals/${proposal}/accept`, { version: 1, leave_out: true }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
  expect(calls).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, 0])));
});

/** How many statements the server sends. */
async function statementsOf(work: () => Promise<{ status: number }>): Promise<number> {
  const counted = vi.spyOn(Client.prototype, 'query');
  expect((await work()).status).toBe(200);
  const { length } = counted.mock.calls;
  counted.mockRestore();
  return length;
}

test('a command about many visits takes as many statements as one about a few', async () => {
  const fresh = (await owner.get('/board?from=2026-11-19&to=2026-11-19')).data as typeof board;
  const visits = fresh.assignments.map(({ visit_id }) => visit_id);
  expect(visits.length).toBeGreaterThan(60);
  for (const [path, few, many] of [
    ['pin', { visits: visits.slice(0, 2) }, { visits }],
    ['unpin', { visits: visits.slice(0, 2) }, { visits }],
    ['dispatch', { visits: visits.slice(0, 2) }, { visits: visits.slice(2) }],
    ['unschedule', { visits: visits.slice(0, 2) }, { visits: visits.slice(2) }],
  ] as const) {
    const small = await statementsOf(() => owner.post(`/visits/${path}`, few));
    const large = await statementsOf(() => owner.post(`/visits/${path}`, many));
    // What the process does beside it is counted as well, and is far less than one statement for each visit.
    expect([path, large - small < visits.length / 2, large]).toEqual([path, true, expect.any(Number)]);
  }
});
