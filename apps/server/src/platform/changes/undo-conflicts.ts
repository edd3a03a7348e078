import { stillInForce } from '@muster/domain/basics/changes/rules';
import type { listNewer, readEntries } from './log.ts';
import type { AnyTable, TrackedRow } from './tracked.ts';

export type LoggedEntry = Awaited<ReturnType<typeof readEntries>>[number];
type Newer = Awaited<ReturnType<typeof listNewer>>[number];

interface UndoConflicts {
  /** The latest of what stands in the way of an undo. */
  readonly newest: Newer;
  /** What stays as it is, an entry for each thing: a visit with its bookings is one. */
  readonly stays: readonly LoggedEntry[];
  /** What can be taken back all the same, in the order in which it was done. */
  readonly rest: readonly LoggedEntry[];
  /** How many things that is. */
  readonly restThings: number;
}

/**
 * What of a change something newer stands in the way of; undefined where nothing does. A row stays together with what it is only
 * undone with, and with what the same change made and it refers to.
 */
export function conflictsOf(
  tables: ReadonlyMap<string, AnyTable>,
  number: number,
  entries: readonly LoggedEntry[],
  newer: readonly Newer[],
  held: ReadonlyMap<string, TrackedRow>,
): UndoConflicts | undefined {
  const byRow = Map.groupBy(newer, keyOf);
  const inForce = [...byRow.values()]
    .map((own) => stillInForce(own, number))
    .filter((one) => one !== undefined);
  const [newest] = inForce.toSorted((a, b) => b.number - a.number);
  if (!newest) return undefined;
  // An entry has the changed fields alone. The rest of a row is in the database, or with the change that it went with.
  const rowOf = (entry: LoggedEntry) =>
    Object.assign(
      {},
      byRow.get(keyOf(entry))?.[0]?.before,
      entry.before,
      entry.after,
      held.get(keyOf(entry)),
    );
  const things = new Map(entries.map((entry) => [entry, thingOf(tables, entry, rowOf(entry))]));
  const standing = new Set(inForce.map(keyOf));
  const kept = new Map<string, LoggedEntry>();
  for (const [entry, thing] of things) if (standing.has(keyOf(entry))) kept.set(thing, entry);
  keepReferred(things, kept, rowOf);
  return {
    newest,
    stays: [...kept.values()],
    rest: entries.filter((entry) => !kept.has(things.get(entry)!)),
    restThings: new Set(things.values()).size - kept.size,
  };
}

/** What was made and is referred to by what stays cannot go, whatever refers to it in turn. */
function keepReferred(
  things: ReadonlyMap<LoggedEntry, string>,
  kept: Map<string, LoggedEntry>,
  rowOf: (entry: LoggedEntry) => object,
): void {
  const made = new Map(
    [...things.keys()].filter(({ before }) => before === null).map((one) => [one.row_id, one]),
  );
  const byThing = Map.groupBy(things.keys(), (entry) => things.get(entry)!);
  const open = [...kept.keys()].flatMap((thing) => byThing.get(thing)!);
  for (let entry = open.pop(); entry; entry = open.pop())
    for (const value of Object.values(rowOf(entry))) {
      const referred = made.get(value as string);
      if (!referred || kept.has(things.get(referred)!)) continue;
      kept.set(things.get(referred)!, referred);
      open.push(...byThing.get(things.get(referred)!)!);
    }
}

export function keyOf({ table_name, row_id }: { table_name: string; row_id: string }): string {
  return `${table_name} ${row_id}`;
}

function thingOf(
  tables: ReadonlyMap<string, AnyTable>,
  { table_name, row_id }: LoggedEntry,
  row: object,
): string {
  return tables.get(table_name)?.undoneWith?.(row as never) ?? row_id;
}
