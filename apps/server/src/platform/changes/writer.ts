import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DatabaseError } from 'pg';
import type { Tx } from '../db/executor.ts';
import { Failure } from '../http/answers/errors.ts';
import { eraseFromLog, rowAtVersion } from './log.ts';
import { eachInPortions } from './portions.ts';
import { areOwn, deleteRows, holdRows, insertRows, resetVersions, updateRows } from './rows.ts';
import { hasOtherWords, replaceWords } from './search-words.ts';
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
  {
    author,
    at,
    restores,
    undoes,
    scenario,
  }: Pick<Writer, 'author' | 'at' | 'restores' | 'undoes' | 'scenario'>,
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
    undoes,
    scenario,
    async insert(table, rows) {
      if (rows.length === 0) return [];
      // Rising, so that what was written together can be told in the order in which it was given.
      const ids = rows.map(() => randomUUIDv7()).toSorted();
      const withIds = rows.map((row, at) => ({ id: ids[at]!, ...row }));
      const written = await refusing(table, () => insertRows(db, table, withIds));
      for (const row of written) trace(table, null, row);
      await replaceWords(db, table, written);
      return written;
    },
    async update(table, id, fields, version) {
      const [row] = await writer.updateAll(table, [{ ...fields, id, version } as never]);
      return row!;
    },
    async updateAll(table, rows) {
      const before = await held(db, table, rows);
      const changed = rows.filter((row) => changedFields(before.get(row.id)!, row).length > 0);
      if (changed.length > 0) {
        const fields = new Set(changed.flatMap((row) => changedFields(before.get(row.id)!, row)));
        const whole = changed.map((row) => Object.assign({}, before.get(row.id), row));
        const written = await refusing(table, () => updateRows(db, table, whole, [...fields]));
        const reworded = written.filter((row) => hasOtherWords(table, before.get(row.id)!, row));
        for (const row of written) {
          trace(table, before.get(row.id)!, row);
          before.set(row.id, row);
        }
        await replaceWords(db, table, reworded);
      }
      return rows.map(({ id }) => before.get(id)!);
    },
    async remove(table, id, version) {
      await writer.removeAll(table, [{ id, version }]);
    },
    async removeAll(table, rows) {
      const before = await held(db, table, rows);
      const ids = [...before.keys()];
      // Asked before they are gone.
      if (scenario !== null && table.byScenario === 'some' && !(await areOwn(db, table, ids))) throw shared();
      await refusing(table, () => deleteRows(db, table as AnyTable, ids));
      for (const row of before.values()) trace(table, row, null);
      await replaceWords(db, table, [], ids);
    },
    async erase(table, ids, people) {
      if (ids.length === 0) return;
      const before = await held(
        db,
        table,
        ids.map((id) => ({ id })),
      );
      const blanks = new Map([...before.values()].map((row) => [row.id, table.erased?.(row, people) ?? {}]));
      const rows = [...before.values()].map((row) => Object.assign({}, row, blanks.get(row.id)));
      const fields = [...new Set([...blanks.values()].flatMap((blank) => Object.keys(blank)))];
      // Those that are blank already are not among what was written, and are erased from the log all the same.
      const written =
        fields.length === 0 ? [] : await refusing(table, () => updateRows(db, table, rows, fields));
      const after = new Map([...before, ...written.map((row) => [row.id, row] as const)]);
      for (const row of before.values()) trace(table, row, after.get(row.id)!).erased = blanks.get(row.id)!;
      await replaceWords(db, table, [...after.values()]);
      await eraseFromLog(
        db,
        table.name,
        [...after.values()].map((row) => ({
          id: row.id,
          blank: blanks.get(row.id)!,
          name: table.label(row),
        })),
      );
    },
    async eraseGone(table, rows, people) {
      const left = rows.map((row) => ({ blank: table.erased?.(row, people) ?? {}, row }));
      const erased = left.map(({ row, blank }) => ({ blank, row: { ...row, ...blank } }));
      for (const { row, blank } of erased) trace(table, row, null).erased = blank;
      await eraseFromLog(
        db,
        table.name,
        erased.map(({ row, blank }) => ({ id: row.id, blank, name: table.label(row) })),
      );
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
      await forgetDetours();
    },
    async finish() {
      await writer.settle();
      const changed = [...traces.values()].filter(isChange);
      if (scenario !== null) await refuseShared(db, changed);
      const subjects = new Set(concerned);
      const entries: Entry[] = [];
      await eachInPortions(changed, (one) => {
        for (const subject of subjectsOf(one)) subjects.add(subject);
        entries.push(entryOf(one));
      });
      return { entries, subjects: [...subjects] };
    },
  };

  async function settle(table: AnyTable): Promise<void> {
    const touched = [...traces.values()].filter((trace) => trace.table === table);
    await table.settle?.(writer, touched as readonly Touched<never>[]);
  }

  /** A row that is again as it was has no entry in the log, and so must have the version that it had. */
  async function forgetDetours(): Promise<void> {
    const back = [...traces.values()].filter(isDetour);
    for (const [table, own] of Map.groupBy(back, ({ table }) => table)) {
      const rows = own.map(({ before }) => before!);
      await resetVersions(db, table, rows);
      for (const trace of own) trace.after = trace.before;
    }
  }

  return writer;
}

/** Rows that nobody else changes until the end, by id; each still of the version that was seen, where one is given. */
async function held<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  wanted: readonly { id: string; version?: number | undefined }[],
): Promise<Map<string, Row>> {
  const rows = await holdRows(
    db,
    table,
    wanted.map(({ id }) => id),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { id, version } of wanted) {
    const row = found.get(id);
    if (!row) throw new Failure('notFound');
    if (version !== undefined && row.version !== version)
      throw await versionConflict(db, table, row, version);
  }
  return found;
}

/** Both versions, so that a person can choose field by field. */
async function versionConflict<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  row: Row,
  version: number,
): Promise<Failure> {
  const base = await rowAtVersion(db, table, row, version);
  return new Failure(
    'conflict',
    `Someone else has changed ${table.label(row)} in the meantime. Check their change, then try again.`,
    {
      data: { expected: version, current: row.version, row, base },
    },
  );
}

/** What everybody shares stays as it is while somebody tries things: it would be true on the live board as well. */
async function refuseShared(db: Tx, changed: readonly Trace[]): Promise<void> {
  for (const [table, own] of Map.groupBy(changed, (trace) => trace.table)) {
    const ids = own.filter(({ after }) => after !== null).map(({ after }) => after!.id);
    if (table.byScenario === 'all') continue;
    if (table.byScenario === 'some' && (await areOwn(db, table, ids))) continue;
    throw shared();
  }
}

function shared(): Failure {
  return new Failure(
    'conflict',
    'In a scenario you can only change bookings, absences and extra technicians. Do this on the live board.',
  );
}

/** The names of the fields that are given and differ. */
function changedFields(row: TrackedRow, fields: object): string[] {
  return Object.entries(fields)
    .filter(([name, value]) => name !== 'version' && value !== undefined)
    .filter(([name, value]) => !isDeepStrictEqual(Reflect.get(row, name), value))
    .map(([name]) => name);
}

function isChange({ before, after, erased }: Trace): boolean {
  if (erased) return true;
  return before && after ? difference(before, after).length > 0 : before !== after;
}

function isDetour(trace: Trace): boolean {
  return trace.before?.version !== trace.after?.version && !isChange(trace);
}

function subjectsOf({ table, before, after }: Trace): string[] {
  const rows = [before, after].filter((row) => row !== null);
  return rows.flatMap((row) =>
    [row.id, ...(table.subjects?.(row as never) ?? [])].filter((id) => id !== null),
  );
}

function entryOf({ table, before: was, after, erased }: Trace): Entry {
  const before = was && erased ? { ...was, ...erased } : was;
  const row = (after ?? before)!;
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
const CONTRADICTIONS = new Set(['23505', '23503', '23P01', '23514', 'MU001', 'MU002']);

/** The class of what no type can hold: a date in the year 0, for one. */
const OUT_OF_RANGE = '22';

/** A constraint that refuses is an answer to whoever asked, in the words of the table that has it. */
async function refusing<T>(table: Pick<AnyTable, 'refusals'>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DatabaseError && error.code?.startsWith(OUT_OF_RANGE))
      throw new Failure('unprocessable', 'One of these values is too large. Check them and try again.');
    if (!(error instanceof DatabaseError) || !CONTRADICTIONS.has(error.code ?? '')) throw error;
    const words = table.refusals?.[error.constraint ?? error.code ?? ''];
    if (words !== undefined) throw new Failure('conflict', words);
    if (error.code === '23503')
      throw new Failure(
        'conflict',
        'This is linked to something else, or to something that no longer exists. Reload and try again.',
      );
    if (error.code === '23514')
      throw new Failure(
        'unprocessable',
        'These values can’t be saved: one isn’t allowed, or two contradict each other. Check them and try again.',
      );
    throw error;
  }
}
