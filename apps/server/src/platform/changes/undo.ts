import { stillInForce, UNDO_DAYS, undoProblem } from '@muster/domain/changes/rules';
import type { Db } from '../db/executor.ts';
import { Failure } from '../http/errors.ts';
import { type Command, lockTechnicians, type Outcome, runCommand } from './command.ts';
import { listNewer, readChange, readEntries } from './log.ts';
import { holdRows } from './rows.ts';
import type { AnyTable, Writer } from './tracked.ts';

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
    if (change.scenario_id !== (command.scenario ?? command.account))
      throw new Failure('unprocessable', 'That was done on another board. Undo it there.');
    const problem = undoProblem(change, write.at);
    if (problem === 'no inverse')
      throw new Failure('unprocessable', 'This cannot be undone; change it back by hand.');
    if (problem === 'too old')
      throw new Failure('unprocessable', `Changes can be undone for ${UNDO_DAYS} days.`);
    const entries = await readEntries(write.db, number);
    await holdAll(write, tables, entries);
    // Looked for while the rows are held, so that nothing newer comes between.
    const newer = stillInForce(await listNewer(write.db, number), number);
    if (newer)
      throw new Failure('conflict', `${newer.label} was changed again since.`, {
        data: {
          newer: {
            number: newer.number,
            label: newer.label,
            user_id: newer.user_id,
            at: newer.at.toISOString(),
          },
        },
      });
    for (const alike of inverseOrder(entries)) {
      const table = tables.get(alike[0]!.table_name);
      if (!table?.writers.includes(write.author.role)) throw new Failure('forbidden');
      await applyInverse(write, table, alike);
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

/**
 * What was made last goes first, because it may refer to what was made before it. Neighbours to which the same happened are taken
 * together: an import has thousands.
 */
function inverseOrder(entries: readonly LoggedEntry[]): LoggedEntry[][] {
  const groups: LoggedEntry[][] = [];
  for (const entry of entries.toReversed()) {
    const last = groups.at(-1);
    if (last && kindOf(last[0]!) === kindOf(entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function kindOf({ table_name, before, after }: LoggedEntry): string {
  if (after === null || before === null) return `${table_name} ${after === null ? 'gone' : 'made'}`;
  return `${table_name} ${Object.keys(before).toSorted().join(' ')}`;
}

async function applyInverse(write: Writer, table: AnyTable, alike: readonly LoggedEntry[]): Promise<void> {
  const any = table as never;
  const [{ before, after }] = alike as [LoggedEntry];
  if (after === null) await write.insert(any, alike.map(asGiven(1)));
  else if (before === null) await write.removeAll(any, alike.map(asGiven(0)));
  else await write.updateAll(any, alike.map(asGiven(0)));
}

/** The row as it was before; one that comes back is a version later than the one that went. */
function asGiven(later: number) {
  return ({ row_id, version, before }: LoggedEntry) =>
    Object.assign({}, before, { id: row_id, version: version + later });
}
