import { isPermitted } from '@muster/domain/values/role';
import { type ChangeKind, ruleOf } from '@muster/domain/basics/changes/kinds';
import { UNDO_DAYS, undoProblem } from '@muster/domain/basics/changes/rules';
import type { Db, Tx } from '../db/executor.ts';
import type { Deps } from '../deps.ts';
import { createHook } from '../hook.ts';
import { Failure } from '../http/answers/errors.ts';
import { type Command, lockTechnicians, type Outcome, runCommand } from './command.ts';
import { listNewer, readChange, readEntries } from './log.ts';
import { inPortions, portionsOf } from './portions.ts';
import { holdRows } from './rows.ts';
import { keyOf, type LoggedEntry, conflictsOf } from './undo-conflicts.ts';
import type { AnyTable, TrackedRow, TrackedTable, Writer } from './tracked.ts';

/** Who was written to because of a change, by name: that stays so, whatever is taken back. */
export const writtenTo = createHook<[db: Tx, change: number], readonly string[]>(
  'written to because of a change',
);

/** Who is about to be written to because of a change, by name: whoever takes it back wants to know that they were not. */
export const aboutToBeWrittenTo = createHook<
  [db: Tx, change: number, at: Date, deps: Pick<Deps, 'settings' | 'database' | 'embedded'>],
  readonly string[]
>('about to be written to because of a change');

/** As many as a person reads through. */
const MOST_NAMED = 100;

/**
 * Takes a change back, as a change of its own: by the rights and under the rules of whoever does so. Undoing an undo is a redo.
 * Refused where something newer stands in the way, which is named; or, where whoever undoes wants the rest alone, what it touched
 * stays as it is. Says after each portion how much is done.
 */
export async function undo(
  db: Db,
  tables: ReadonlyMap<string, AnyTable>,
  command: Omit<Command, 'kind' | 'body' | 'undoes'> & { undoes: number },
  restAlone = false,
  report: (done: number, total: number) => void = () => {},
): Promise<Outcome<{ undone: number; stays: number }>> {
  const { undoes: number } = command;
  const body = restAlone ? [number, 'rest'] : number;
  return runCommand(db, { ...command, kind: 'undo', body }, async (write) => {
    const change = await readChange(write.db, number);
    if (!change) throw new Failure('notFound');
    if (change.scenario_id !== (command.scenario ?? command.account))
      throw new Failure('unprocessable', 'This was done on another board. Undo it there.');
    const problem = undoProblem(change, write.at);
    const instead = ruleOf(change.kind)?.instead;
    if (problem === 'no inverse' && instead !== undefined) throw new Failure('conflict', instead);
    if (problem === 'no inverse')
      throw new Failure('unprocessable', 'This can’t be undone. Change it back by hand.');
    if (problem === 'too old')
      throw new Failure(
        'unprocessable',
        `Changes can only be undone for ${UNDO_DAYS} days. Change it back by hand.`,
      );
    const all = await readEntries(write.db, change);
    // Asked first: what stands in the way is named, and may be a payment that they may not read.
    refuseUnlessWriter(write, tables, change.kind, all);
    const held = await holdAll(write, tables, all);
    // Looked for while the rows are held, so that nothing newer comes between.
    const conflicts = conflictsOf(tables, number, all, await listNewer(write.db, change), held);
    if (conflicts && (!restAlone || conflicts.rest.length === 0)) throw inTheWay(write, tables, conflicts);
    const entries = conflicts?.rest ?? all;
    let done = 0;
    for (const alike of inverseOrder(entries)) {
      const table = tables.get(alike[0]!.table_name)!;
      for (const portion of portionsOf(alike)) {
        await applyInverse(write, table, portion);
        done += portion.length;
        report(done, entries.length);
      }
    }
    return { undone: number, stays: conflicts?.stays.length ?? 0 };
  });
}

function refuseUnlessWriter(
  { author }: Writer,
  tables: ReadonlyMap<string, AnyTable>,
  kind: ChangeKind,
  entries: readonly LoggedEntry[],
): void {
  for (const name of new Set(entries.map(({ table_name }) => table_name))) {
    const table = tables.get(name);
    const isCarried = table?.carriedBy?.includes(kind) ?? false;
    if (!table || !(isCarried || isPermitted(table.writers, author))) throw new Failure('forbidden');
  }
}

/** What somebody may not read went along with what they did: it is not named to them. */
function inTheWay(
  { author }: Writer,
  tables: ReadonlyMap<string, AnyTable>,
  { newest, stays, restThings }: NonNullable<ReturnType<typeof conflictsOf>>,
): Failure {
  const isReadable = ({ table_name }: { readonly table_name: string }) => {
    const table = tables.get(table_name);
    return table !== undefined && isPermitted(table.readers, author);
  };
  const { number, user_id, at } = newest;
  const label = isReadable(newest) ? newest.label : 'Part of this';
  return new Failure('conflict', `${label} has been changed again since.`, {
    data: {
      newer: { number, label, user_id, at: at.toISOString() },
      stays: stays
        .filter(isReadable)
        .slice(0, MOST_NAMED)
        .map(({ table_name, row_id, label }) => ({ table: table_name, id: row_id, label })),
      rest: restThings,
    },
  });
}

/** In the order in which commands hold them, technicians and then rows table by table, so that an undo and a command never wait for each other. */
async function holdAll(
  { db }: Writer,
  tables: ReadonlyMap<string, AnyTable>,
  entries: readonly LoggedEntry[],
): Promise<ReadonlyMap<string, TrackedRow>> {
  const touched = [...tables.values()]
    .map((table) => ({ table, own: entries.filter(({ table_name }) => table_name === table.name) }))
    .filter(({ own }) => own.length > 0);
  const technicians: string[] = [];
  for (const { table, own } of touched) {
    if (!table.technicians) continue;
    const concerned = await inPortions(own, async (own) => {
      const rows = own.map(({ row_id, before, after }) => Object.assign({ id: row_id }, before, after));
      return table.technicians!(db, rows as never);
    });
    for (const id of new Set(concerned)) technicians.push(id);
  }
  await lockTechnicians(db, technicians);
  const held = new Map<string, TrackedRow>();
  for (const { table, own } of touched) {
    const ids = own.map(({ row_id }) => row_id);
    const rows = await holdRows(db, table as unknown as TrackedTable, ids);
    for (const row of rows) held.set(keyOf({ table_name: table.name, row_id: row.id }), row);
  }
  return held;
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
