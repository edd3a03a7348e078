import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DatabaseError } from 'pg';
import type { Tx } from '../db/executor.ts';
import { Failure } from '../http/errors.ts';
import { eraseFromLog, rowAtVersion } from './log.ts';
import { deleteRows, holdRows, insertRows, updateRow } from './rows.ts';
import { replaceWords } from './search-words.ts';
import type { AnyTable, Entry, Touched, TrackedRow, TrackedTable, Writer } from './tracked.ts';

interface Trace {
  readonly table: AnyTable;
  before: TrackedRow | null;
  after: TrackedRow | null;
  /** The fields that were erased: what was in them is not told. */
  erased?: object;
}

export interface OpenWriter extends Writer {
  /** Lets every table that was touched check and follow up, and says what is to be logged. */
  finish(): Promise<{ entries: Entry[]; subjects: string[] }>;
}

/** As deep as what follows from what was written may follow from something that followed. */
const MOST_ROUNDS = 5;

export function openWriter(
  db: Tx,
  { author, at, restores }: Pick<Writer, 'author' | 'at' | 'restores'>,
): OpenWriter {
  const traces = new Map<string, Trace>();
  const unsettled = new Set<AnyTable>();
  const concerned = new Set<string>();

  function trace(table: AnyTable, before: TrackedRow | null, after: TrackedRow | null): Trace {
    const key = `${table.name} ${(before ?? after)!.id}`;
    const known = traces.get(key);
    const traced = known ?? { table, before, after };
    traced.after = after;
    traces.set(key, traced);
    unsettled.add(table);
    return traced;
  }

  const writer: OpenWriter = {
    db,
    author,
    at,
    restores,
    async insert(table, rows) {
      if (rows.length === 0) return [];
      const withIds = rows.map((row) => ({ id: randomUUIDv7(), ...row }));
      const written = await refusing(table, () => insertRows(db, table, withIds));
      for (const row of written) trace(table, null, row);
      await replaceWords(db, table, written);
      return written;
    },
    async update(table, id, fields, version) {
      const before = await held(db, table, id, version);
      const changed = changedFields(before, fields);
      if (Object.keys(changed).length === 0) return before;
      const after = await refusing(table, () => updateRow(db, table, id, changed));
      trace(table, before, after);
      await replaceWords(db, table, [after]);
      return after;
    },
    async remove(table, id, version) {
      const before = await held(db, table, id, version);
      await refusing(table, () => deleteRows(db, table as AnyTable, [id]));
      trace(table, before, null);
      await replaceWords(db, table, [], [id]);
    },
    async erase(table, id) {
      const before = await held(db, table, id, undefined);
      const blank = table.erased?.(before) ?? {};
      const after = await refusing(table, () => updateRow(db, table, id, blank));
      trace(table, before, after).erased = blank;
      await replaceWords(db, table, [after]);
      await eraseFromLog(db, table.name, id, blank, table.label(after));
      return after;
    },
    async removeAll(table, rows) {
      const ids = rows.map(({ id }) => id);
      const versions = new Map(rows.map(({ id, version }) => [id, version]));
      const before = await holdRows(db, table, ids);
      if (before.length < versions.size) throw new Failure('notFound');
      for (const row of before) {
        const version = versions.get(row.id)!;
        if (row.version !== version) throw await versionConflict(db, table, row, version);
      }
      await refusing(table, () => deleteRows(db, table as AnyTable, ids));
      for (const row of before) trace(table, row, null);
      await replaceWords(db, table, [], ids);
    },
    concern(subjects) {
      for (const subject of subjects) concerned.add(subject);
    },
    async settle() {
      for (let round = 0; unsettled.size > 0; round += 1) {
        if (round === MOST_ROUNDS) throw new Error('What follows from a command does not come to an end.');
        const tables = [...unsettled];
        unsettled.clear();
        for (const table of tables) await settle(table);
      }
    },
    async finish() {
      await writer.settle();
      const changed = [...traces.values()].filter(isChange);
      const subjects = new Set([...changed.flatMap(subjectsOf), ...concerned]);
      return { entries: changed.map(entryOf), subjects: [...subjects] };
    },
  };

  async function settle(table: AnyTable): Promise<void> {
    const touched = [...traces.values()].filter((trace) => trace.table === table);
    await table.settle?.(writer, touched as readonly Touched<never>[]);
  }

  return writer;
}

async function held<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  id: string,
  version: number | undefined,
): Promise<Row> {
  const [row] = await holdRows(db, table, [id]);
  if (!row) throw new Failure('notFound');
  if (version !== undefined && row.version !== version) throw await versionConflict(db, table, row, version);
  return row;
}

/** Both versions, so that a person can choose field by field. */
async function versionConflict<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  row: Row,
  version: number,
): Promise<Failure> {
  const base = await rowAtVersion(db, table, row, version);
  return new Failure('conflict', `Somebody else changed ${table.label(row)} meanwhile.`, {
    data: { expected: version, current: row.version, row, base },
  });
}

function changedFields<Row extends TrackedRow>(row: Row, fields: Partial<Row>): Partial<Row> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(Reflect.get(row, name), value),
  );
  return Object.fromEntries(changed) as Partial<Row>;
}

function isChange({ before, after, erased }: Trace): boolean {
  if (erased) return true;
  return before && after ? difference(before, after).length > 0 : before !== after;
}

function subjectsOf({ table, before, after }: Trace): string[] {
  const rows = [before, after].filter((row) => row !== null);
  return rows.flatMap((row) =>
    [row.id, ...(table.subjects?.(row as never) ?? [])].filter((id) => id !== null),
  );
}

function entryOf({ table, before: was, after, erased }: Trace): Entry {
  const row = (after ?? was)!;
  const before = was && erased ? { ...was, ...erased } : was;
  const different = before && after ? difference(before, after) : undefined;
  const changed = erased ? [...new Set([...Object.keys(erased), ...(different ?? [])])] : different;
  const pick = (from: TrackedRow | null) =>
    from && changed ? Object.fromEntries(changed.map((name) => [name, Reflect.get(from, name)])) : from;
  return {
    table: table.name,
    id: row.id,
    version: after?.version ?? before!.version + 1,
    label: table.label(row as never),
    before: pick(before),
    after: pick(after),
  };
}

/** The names of the fields that differ; the version always does, and tells nothing. */
function difference(before: object, after: object): string[] {
  return Object.keys(after).filter(
    (name) => name !== 'version' && !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name)),
  );
}

/** What PostgreSQL says when one row contradicts another. */
const CONTRADICTIONS = new Set(['23505', '23503', '23P01', '23514', 'MU001']);

/** The class of what no type can hold: a date in the year 0, for one. */
const OUT_OF_RANGE = '22';

/** A constraint that refuses is an answer to whoever asked, in the words of the table that has it. */
async function refusing<T>(table: Pick<AnyTable, 'refusals'>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DatabaseError && error.code?.startsWith(OUT_OF_RANGE))
      throw new Failure('unprocessable', 'One of these values is beyond what can be kept.');
    if (!(error instanceof DatabaseError) || !CONTRADICTIONS.has(error.code ?? '')) throw error;
    const words = table.refusals?.[error.constraint ?? error.code ?? ''];
    if (words !== undefined) throw new Failure('conflict', words);
    if (error.code === '23503')
      throw new Failure(
        'conflict',
        'Something else refers to it, or it refers to something that is not there.',
      );
    throw error;
  }
}
