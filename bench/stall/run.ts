import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays, dateAt, type LocalDate, weekdayOf } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { SAMPLE_ZONE } from '@muster/domain/work/samples/make-business';
import { type Fill, fillAccount } from '../../apps/server/seed/fill.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { refreshStatistics } from '../../apps/server/src/platform/db/statistics.ts';
import { visitCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { freePort, ready, spawnMuster } from '../../apps/server/test/faults/muster-process.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { keptCookies } from '../../apps/server/test/sign-in.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';

/**
 * How long others wait while one business does something heavy. A business of 200 technicians with 8 visits a day, each at a site of
 * its own, does each of the heavy things in turn; meanwhile another, small business makes one light request after the other. Printed
 * are the longest of those, beside what they take in quiet, and how long the heavy thing took itself. The same with 500 technicians and
 * 4 visits, for the figures.
 */
const sizes: readonly (Fill & { readonly isPromised: boolean })[] = [
  { technicians: 200, visits: 8, weeksBefore: 1, weeksAhead: 2, isPromised: true },
  { technicians: 40, visits: 8, weeksBefore: 1, weeksAhead: 2, isPromised: true },
  { technicians: 500, visits: 4, weeksBefore: 1, weeksAhead: 2, isPromised: false },
];
const small: Fill = { technicians: 5, visits: 4, weeksBefore: 1, weeksAhead: 1 };
/** Nobody waits longer for somebody else, on a machine that is busy with other things as well. */
const LONGEST_WAIT_MS = 300;
/** A slot is found in this time by a business with so many technicians. */
const slotPromise = (technicians: number) => (technicians > 40 ? 2_000 : 1_000);
const ROUNDS = 3;
const IMPORT_ROWS = 20_000;
const QUIET_MS = 3_000;
const BETWEEN_LIGHT_MS = 5;

const { values } = parseArgs({ options: { technicians: { type: 'string' } } });
const wanted = sizes.filter(
  ({ technicians }) => values.technicians === undefined || technicians === Number(values.technicians),
);

const folder = temporaryFolder();
const muster = await ready(
  spawnMuster({
    PORT: await freePort(),
    DATA_DIR: folder.path,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }),
);
try {
  for (const size of wanted) await measure(size);
} finally {
  muster.child.kill('SIGTERM');
  await muster.ended;
  folder.remove();
}

async function measure(size: (typeof sizes)[number]): Promise<void> {
  const { technicians, visits, isPromised } = size;
  const [large, other] = [await open(size), await open(small)];
  const quiet = await waitsDuring(other, sleep(QUIET_MS));
  console.log(`\n${technicians} technicians × ${visits} visits a day, each at its own site`);
  console.log(
    `  light requests in quiet: ${ms(middle(quiet))} in the middle, ${ms(Math.max(...quiet))} at most`,
  );
  for (const [name, request] of Object.entries(await heavyRequests(large))) {
    const own: number[] = [];
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      const done = request().then(() => own.push(performance.now() - begun));
      waits.push(...(await waitsDuring(other, done)));
    }
    const worst = Math.max(...waits);
    const slowest = Math.max(...own);
    const isKept =
      worst <= LONGEST_WAIT_MS &&
      (!name.startsWith('find a slot') || middle(own) <= slotPromise(technicians));
    if (isPromised && !isKept) process.exitCode = 1;
    console.log(
      `  ${name.padEnd(26)} itself ${ms(middle(own))} (at most ${ms(slowest)}), others wait at most ${ms(worst)}${isKept ? '' : '  ← too long'}`,
    );
  }
}

type Caller = Awaited<ReturnType<typeof open>>;

/** A new business, called by its owner. */
async function open(fill: Fill) {
  const cluster = await visitCluster({ dataDir: folder.path, log: silentLog });
  const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog, keys: testKeys });
  const { email, password } = await fillAccount(database, fill, new Date());
  await database.close();
  await refreshStatistics(cluster.ownerUrl);
  await cluster.stop();
  const login = await fetch(`${muster.url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { headers } = keptCookies(login.headers.getSetCookie());

  return async function call<T>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    isRead = true,
  ): Promise<T> {
    const answer = await fetch(`${muster.url}/services/scheduling/api/v1${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${bytes.toString().slice(0, 500)}`);
    // Whoever only waits for it does not read it: this process measures how long others wait, and would wait for itself.
    return (isRead ? JSON.parse(bytes.toString()).data : undefined) as T;
  };
}

/** How long each light request took until the work was done. */
async function waitsDuring(call: Caller, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  const over = { is: false };
  const end = work.finally(() => (over.is = true));
  do {
    const begun = performance.now();
    // Whoever is turned away has waited in vain.
    const isServed = await call('GET', '/skills').then(
      () => true,
      () => false,
    );
    waits.push(isServed ? performance.now() - begun : Infinity);
    await sleep(BETWEEN_LIGHT_MS);
  } while (!over.is);
  await end;
  return waits;
}

interface Run {
  id: string;
  state: string;
  proposal_id: string | null;
}

/** What a business of that size does every day, by name. Each leaves the board as it was. */
async function heavyRequests(call: Caller): Promise<Record<string, () => Promise<unknown>>> {
  const today = dateAt(minuteAt(new Date()), SAMPLE_ZONE);
  const monday = addDays(today, 8 - weekdayOf(today));
  const [day, weekEnd] = [addDays(monday, 1), addDays(monday, 6)];
  const board = await call<{
    visits: { id: string; version: number }[];
    assignments: { visit_id: string; is_pinned: boolean }[];
  }>('GET', `/board?from=${day}&to=${day}`);
  const booked = board.assignments.map(({ visit_id }) => visit_id);
  const waiting = board.visits.find(({ id }) => !booked.includes(id))!.id;
  const some = booked.slice(0, 200);
  const scenario = await call<{ row: { id: string } }>('POST', '/scenarios', {
    name: 'Compared',
    from: day,
    to: day,
  });
  const wait = (path: string) => call('GET', path, undefined, false);
  const position = { latitude: -33.81, longitude: 151 };
  let proposal = '';
  const customers = await call<{ rows: { id: string }[] }>('GET', '/customers?limit=1');
  const table = [
    'Name,Phone,Address',
    ...Array.from(
      { length: IMPORT_ROWS },
      (_, at) => `Customer ${at},04${String(at).padStart(8, '0')},${at} High St`,
    ),
  ].join('\n');
  return {
    'find a slot': () => wait(`/visits/${waiting}/slots?from=${monday}`),
    'find a slot, a week later': () => wait(`/visits/${waiting}/slots?from=${addDays(monday, 7)}`),
    'find a slot for a crew': () =>
      call('POST', '/slots', { duration: 60, crew_size: 2, position, from: monday }, false),
    'why, of a booked visit': () => wait(`/visits/${booked[0]!}/why?from=${day}&to=${day}`),
    'why, of a waiting visit': () => wait(`/visits/${waiting}/why?from=${day}&to=${day}`),
    'board of a day': () => wait(`/board?from=${day}&to=${day}`),
    'board of a week': () => wait(`/board?from=${monday}&to=${weekEnd}`),
    'plan run of a day': async () => {
      const run = await planned(call, day);
      proposal = run.proposal_id!;
    },
    'open a proposal': () => wait(`/proposals/${proposal}`),
    'compare a scenario': () => wait(`/scenarios/${scenario.row.id}/comparison`),
    'preview of a dispatch': () => wait(`/dispatch/preview?date=${day}`),
    'dispatch a day': async () => {
      await call('POST', '/dispatch', { date: day });
      for (let at = 0; at < booked.length; at += some.length)
        await call('POST', '/visits/call-back', { visits: booked.slice(at, at + some.length) });
    },
    'print a day': () => wait(`/day-sheets?date=${day}`),
    'hours as CSV': () => wait('/hours.csv'),
    'jobs as CSV': () => wait('/jobs.csv'),
    'what waits to be decided': () => wait('/follow-ups'),
    'history of a customer': () => wait(`/changes?subject=${customers.rows[0]!.id}`),
    search: () => wait('/search?q=street'),
    'preview of an import': () => call('POST', '/imports/preview', { kind: 'customers', csv: table }, false),
    'pin 200 visits': async () => {
      await call('POST', '/visits/pin', { visits: some });
      await call('POST', '/visits/unpin', { visits: some });
    },
  };
}

async function planned(call: Caller, day: LocalDate): Promise<Run> {
  const { id } = await call<Run>('POST', '/plan-runs', { from: day, to: day, way: 'plan', seconds: 3 });
  for (;;) {
    const run = await call<Run>('GET', `/plan-runs/${id}`);
    if (run.state !== 'waiting' && run.state !== 'running') return run;
    await sleep(50);
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
