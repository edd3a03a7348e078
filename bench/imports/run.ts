import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProgress } from '../../apps/server/src/platform/limit-table.ts';
import { startDemo } from '../scheduler/demo-server.ts';

/**
 * How long an import of 20,000 customers, each with a site, takes until it is done, and a look at a draft of them, beside a bare COPY of the same rows into tables
 * with the same indexes; how long taking it back takes; and what everybody else of the account waits for meanwhile: whoever reads a
 * list, and whoever adds a job by hand while 20,000 are imported.
 */
const ROWS = 20_000;
/** Of two rows each, all sent at once; with whoever reads a list meanwhile, as many requests as an account may have in progress. */
const SMALL_IMPORTS = inProgress.ordinary.ofOne - 1;
const suburbs = ['Ryde NSW 2112', 'Parramatta NSW 2150', 'Manly NSW 2095', 'Penrith NSW 2750'];

const customers = [
  'Name,Phone,Email,Address,Suburb,Note',
  ...Array.from(
    { length: ROWS },
    (_, at) =>
      `Customer ${at} Pty Ltd,04${String(at).padStart(8, '0')},office${at}@example.com,${at} Church Street,${suburbs[at % 4]},Ring first`,
  ),
].join('\n');
const jobs = [
  'Customer,Duration,Description',
  ...Array.from({ length: ROWS }, (_, at) => `Customer ${at} Pty Ltd,60,Fix it`),
].join('\n');

interface Import {
  readonly id: string;
  readonly state: string;
  readonly done: number;
  readonly change: number;
  readonly problem: string | null;
}

const demo = await startDemo();
try {
  const quiet = await waitsDuring(() => sleep(3_000), readList);
  const seen = new Set<number>();
  let importMs = 0;
  const reading = await waitsDuring(async () => {
    const begun = performance.now();
    await importAll('customers', customers, (done) => seen.add(done));
    importMs = performance.now() - begun;
  }, readList);
  const copyMs = await demo.asSuperuser(copySameRows);
  console.log(`${ROWS} customers, each with a site (${Math.round(customers.length / 1000)} kB):
  import, from the first byte until it is done  ${Math.round(importMs)} ms
  bare COPY of the same rows                    ${Math.round(copyMs)} ms (the import takes ${(importMs / copyMs).toFixed(1)} times as long)
  seen on the way                               ${seen.size} different counts
What others waited for at most, and in the middle:
  a list, while nothing else is done            ${inWords(quiet)}
  a list, while customers are imported          ${inWords(reading)}`);

  // The worst draft: every row looks like a customer who is there, by now.
  const draft = await demo.call<Import>('POST', '/imports', {
    kind: 'customers',
    csv: customers,
    is_draft: true,
  });
  let lookMs = 0;
  let mendMs = 0;
  const looking = await waitsDuring(async () => {
    lookMs = await timed(() => demo.call('GET', `/imports/${draft.id}/preview?show=alike`));
    mendMs = await timed(() =>
      demo.call('PATCH', `/imports/${draft.id}/rows/777`, { cells: { address: '1 Other Street' } }),
    );
  }, readList);
  await demo.call('DELETE', `/imports/${draft.id}`);
  console.log(`A draft of the same ${ROWS} rows, all of which look like customers by now:
  preview                                       ${Math.round(lookMs)} ms
  one row mended, and checked again             ${Math.round(mendMs)} ms
  a list meanwhile                              ${inWords(looking)}`);

  const { rows } = await demo.call<{ rows: { id: string }[] }>('GET', '/customers?limit=1');
  const { row } = await demo.call<{ row: { id: string; sites: { id: string }[] } }>(
    'GET',
    `/customers/${rows[0]!.id}`,
  );
  const byHand = { customer_id: row.id, site_id: row.sites[0]!.id, visits: [{ duration: 60 }] };
  let jobsMade: Import | undefined;
  const adding = await waitsDuring(
    async () => {
      jobsMade = await importAll('jobs', jobs);
    },
    () => demo.call('POST', '/jobs', byHand),
  );
  console.log(`  a job by hand, while jobs are imported        ${inWords(adding)}`);

  let jobsUndoMs = 0;
  const undoing = await waitsDuring(async () => {
    jobsUndoMs = await timed(() => undoAll(jobsMade!.change));
  }, readList);
  console.log(
    `  a list, while those jobs are taken back       ${inWords(undoing)} (that took ${Math.round(jobsUndoMs)} ms)`,
  );
  const again = await importAll('jobs', jobs);
  const addingBeside = await waitsDuring(
    () => undoAll(again.change),
    () => demo.call('POST', '/jobs', byHand),
  );
  console.log(`  a job by hand, while jobs are taken back      ${inWords(addingBeside)}`);
  const small = await waitsDuring(
    () =>
      Promise.all(
        Array.from({ length: SMALL_IMPORTS }, (_, at) =>
          importAll('customers', `Name\nSmall ${at} a\nSmall ${at} b`),
        ),
      ),
    readList,
  );
  console.log(`  a list, while ${SMALL_IMPORTS} imports are sent at once      ${inWords(small)}`);
} finally {
  await demo.stop();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function importAll(kind: string, csv: string, onDone?: (done: number) => void): Promise<Import> {
  const { id } = await demo.call<Import>('POST', '/imports', { kind, csv }, randomUUID());
  for (;;) {
    const found = await demo.call<Import>('GET', `/imports/${id}`);
    onDone?.(found.done);
    if (found.state === 'failed') throw new Error(found.problem ?? 'failed');
    if (found.state === 'done') return found;
    await sleep(200);
  }
}

async function undoAll(change: number): Promise<void> {
  const { id } = await demo.call<{ id: string }>('POST', `/changes/${change}/undo`);
  for (;;) {
    const { state, refusal } = await demo.call<{ state: string; refusal: object | null }>(
      'GET',
      `/undos/${id}`,
    );
    if (state === 'failed') throw new Error(JSON.stringify(refusal));
    if (state === 'done') return;
    await sleep(200);
  }
}

function readList(): Promise<unknown> {
  return demo.call('GET', '/customers?limit=20');
}

/** How long somebody waits who asks again and again while the work is done. */
async function waitsDuring(work: () => Promise<unknown>, ask: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      waits.push(await timed(ask));
      await sleep(50);
    }
  })();
  await work();
  over.abort();
  await asking;
  return waits.toSorted((a, b) => a - b);
}

function inWords(waits: readonly number[]): string {
  return `${Math.round(waits.at(-1)!)} ms, ${Math.round(waits[Math.floor(waits.length / 2)]!)} ms`;
}

async function copySameRows(client: { query: (text: string) => Promise<{ rows: { columns: string }[] }> }) {
  let ms = 0;
  for (const table of ['customers', 'sites']) {
    const file = join(tmpdir(), `muster-bench-${randomUUID()}.csv`);
    const { rows } = await client.query(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const { columns } = rows[0]!;
    await client.query(`create table copy_of_${table} (like ${table} including all)`);
    await client.query(
      `copy (select ${columns} from ${table} order by created_at desc limit ${ROWS}) to '${file}' csv`,
    );
    const begun = performance.now();
    await client.query(`copy copy_of_${table} (${columns}) from '${file}' csv`);
    ms += performance.now() - begun;
    rmSync(file, { force: true });
  }
  return ms;
}
