import type { Db } from '../db/executor.ts';
import { Failure } from '../http/errors.ts';
import { type Command, lockTechnicians, type Outcome, runCommand } from './command.ts';
import { findNewer, readChange, readEntries } from './log.ts';
import { holdRows } from './rows.ts';
import type { AnyTable, Writer } from './tracked.ts';

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** What was done with what has no inverse is changed back by hand. */
const withoutInverse = /^(team|licences|api key|webhook|erasure)\b/;

/**
 * Takes a change back, as a change of its own: by the rights and under the rules of whoever does so. Undoing an undo is a redo.
 * Refused where something newer stands in the way, which is named.
 */
export async function undo(
  db: Db,
  tables: ReadonlyMap<string, AnyTable>,
  command: Omit<Command, 'kind' | 'body' | 'undoes'> & { undoes: number },
): Promise<Outcome<{ undone: number }>> {
  const { undoes: number } = command;
  return runCommand(db, { ...command, kind: 'undo', body: number }, async (write) => {
    const change = await readChange(write.db, number);
    if (!change) throw new Failure('notFound');
    if (withoutInverse.test(change.kind))
      throw new Failure('unprocessable', 'This cannot be undone; change it back by hand.');
    if (write.at.getTime() - change.at.getTime() > KEPT_DAYS * DAY_MS)
      throw new Failure('unprocessable', `Changes can be undone for ${KEPT_DAYS} days.`);
    const newer = await findNewer(write.db, number);
    if (newer) {
      const by = await readChange(write.db, newer.number);
      throw new Failure('conflict', `${newer.label} was changed again since.`, {
        data: {
          newer: { number: newer.number, label: newer.label, user_id: by!.user_id, at: by!.at.toISOString() },
        },
      });
    }
    const entries = await readEntries(write.db, number);
    await holdAll(write, tables, entries);
    // What was made last goes first, because it may refer to what was made before it.
    for (const run of runsOf(entries.toReversed())) {
      const table = tables.get(run[0]!.table_name);
      if (!table?.writers.includes(write.author.role)) throw new Failure('forbidden');
      await applyInverse(write, table, run);
    }
    return { undone: number };
  });
}

/** In the order in which commands hold them, technicians and then rows table by table, so that an undo and a command never wait for each other. */
async function holdAll(
  { db }: Writer,
  tables: ReadonlyMap<string, AnyTable>,
  entries: readonly LoggedEntry[],
): Promise<void> {
  const touched = [...tables.values()]
    .map((table) => ({ table, own: entries.filter(({ table_name }) => table_name === table.name) }))
    .filter(({ own }) => own.length > 0);
  const technicians: string[] = [];
  for (const { table, own } of touched) {
    const rows = own.map(({ row_id, before, after }) => Object.assign({ id: row_id }, before, after));
    technicians.push(...((await table.technicians?.(db, rows as never)) ?? []));
  }
  await lockTechnicians(db, technicians);
  for (const { table, own } of touched)
    await holdRows(
      db,
      table,
      own.map(({ row_id }) => row_id),
    );
}

interface LoggedEntry {
  table_name: string;
  row_id: string;
  version: number;
  before: object | null;
  after: object | null;
}

/** What was done to a row: it was made, it was taken away, or it was changed. */
function deedOf({ before, after }: LoggedEntry): 'made' | 'gone' | 'changed' {
  if (before === null) return 'made';
  return after === null ? 'gone' : 'changed';
}

/** Entries that follow each other and are taken back alike: an import of thousands is taken back by a few statements, too. */
function runsOf(entries: readonly LoggedEntry[]): LoggedEntry[][] {
  const runs: LoggedEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1)?.[0];
    if (last && last.table_name === entry.table_name && deedOf(last) === deedOf(entry))
      runs.at(-1)!.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

async function applyInverse(write: Writer, table: AnyTable, run: readonly LoggedEntry[]): Promise<void> {
  const any = table as never;
  const deed = deedOf(run[0]!);
  if (deed === 'gone') {
    const rows = run.map(({ row_id: id, version, before }) =>
      Object.assign({}, before, { id, version: version + 1 }),
    );
    await write.insert(any, rows);
  } else if (deed === 'made') {
    await write.removeAll(
      any,
      run.map(({ row_id: id, version }) => ({ id, version })),
    );
  } else
    for (const { row_id: id, version, before } of run) await write.update(any, id, before as never, version);
}
