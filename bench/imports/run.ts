import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDemo } from '../scheduler/demo-server.ts';

/**
 * How long an import of 10,000 customers, each with a site, takes from the first byte to the answer, beside a bare COPY of the same
 * rows into tables with the same indexes; how often its progress can be seen to move, and how long taking it back takes.
 */
const CUSTOMERS = 10_000;
const suburbs = ['Ryde NSW 2112', 'Parramatta NSW 2150', 'Manly NSW 2095', 'Penrith NSW 2750'];

const csv = [
  'Name,Phone,Email,Address,Suburb,Note',
  ...Array.from(
    { length: CUSTOMERS },
    (_, at) =>
      `Customer ${at} Pty Ltd,04${String(at).padStart(8, '0')},office${at}@example.com,${at} Church Street,${suburbs[at % 4]},Ring first`,
  ),
].join('\n');

const demo = await startDemo();
try {
  const key = randomUUID();
  const begun = performance.now();
  const watching = watch(key);
  const { count, change } = await demo.call<{ count: number; change: number }>(
    'POST',
    '/imports',
    { kind: 'customers', csv },
    key,
  );
  const importMs = performance.now() - begun;
  const seen = await watching;
  const copyMs = await demo.asSuperuser(copySameRows);
  const undoBegun = performance.now();
  const undone = await demo.call<{ change: number }>('POST', `/changes/${change}/undo`);
  const undoMs = performance.now() - undoBegun;
  const redoBegun = performance.now();
  await demo.call('POST', `/changes/${undone.change}/undo`);
  const redoMs = performance.now() - redoBegun;
  console.log(`${count} customers, each with a site (${Math.round(csv.length / 1000)} kB):
  import, from the first byte to the answer   ${Math.round(importMs)} ms
  bare COPY of the same rows                  ${Math.round(copyMs)} ms (the import takes ${(importMs / copyMs).toFixed(1)} times as long)
  seen on the way                             ${seen.size} different counts
  taking it back                              ${Math.round(undoMs)} ms
  doing it again                              ${Math.round(redoMs)} ms`);
} finally {
  await demo.stop();
}

/** The counts that somebody sees who looks fifty times a second, until it is done. */
async function watch(key: string): Promise<Set<number>> {
  const seen = new Set<number>();
  for (;;) {
    const progress = await demo
      .call<{ state: string; done: number }>('GET', `/imports/${key}`)
      .catch(() => undefined);
    if (progress) seen.add(progress.done);
    if (progress?.state === 'done') return seen;
    await sleep(20);
  }
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
      `copy (select ${columns} from ${table} order by created_at desc limit ${CUSTOMERS}) to '${file}' csv`,
    );
    const begun = performance.now();
    await client.query(`copy copy_of_${table} (${columns}) from '${file}' csv`);
    ms += performance.now() - begun;
    rmSync(file, { force: true });
  }
  return ms;
}
