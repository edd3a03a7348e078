import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { sql } from 'kysely';
import type { Tx } from '../db/executor.ts';
import { createHook } from '../hook.ts';

/** What a change holds, as the stream tells it. Whoever passes it on leaves out what the receiver may not read. */
export interface ChangeContents {
  readonly command: string;
  readonly kind: ChangeKind;
  readonly user_id: string | null;
  readonly undoes: number | null;
  /** Null: it is of the live board. */
  readonly scenario: string | null;
  /** In whose histories it is told. */
  readonly subjects: readonly string[];
  /** Null where there are so many that reading again is quicker. */
  readonly entries: readonly ToldEntry[] | null;
  /** Rows that did not change, and that whoever follows the change may lack: the customer and the site of a new job. */
  readonly beside: readonly ToldEntry[];
}

interface ToldEntry {
  readonly table: string;
  readonly id: string;
  readonly version: number;
  /** The fields that changed; the whole row where it is new, null where it is gone. */
  readonly fields: object | null;
}

/** Reads what belongs beside the entries of changes. Those who show a change know what that is. */
export const besideEntries = createHook<[Tx, readonly ToldEntry[]], readonly ToldEntry[]>('beside entries');

const MOST_ENTRIES = 200;

export async function readContents(db: Tx, numbers: readonly number[]): Promise<Map<number, ChangeContents>> {
  // Said as values, so that the database plans for the partitions of these months alone: this is read for every change that is followed.
  const found = await sql<{ month: string }>`
    select distinct month::text from changes where number = any(${numbers}::bigint[])`.execute(db);
  const months = found.rows.map(({ month }) => month);
  const { rows } = await sql<{ number: string; contents: Omit<ChangeContents, 'beside'> }>`
    select c.number, jsonb_build_object(
             'command', c.command_id, 'kind', c.kind, 'user_id', c.user_id, 'undoes', c.undoes,
             'scenario', nullif(c.scenario_id, c.account_id),
             'subjects', case when c.entries <= ${MOST_ENTRIES} then
               (select coalesce(jsonb_agg(s.subject_id), '[]') from change_subjects s where s.number = c.number) else '[]' end,
             'entries', case when c.entries <= ${MOST_ENTRIES} then
               (select coalesce(jsonb_agg(jsonb_build_object('table', e.table_name, 'id', e.row_id, 'version', e.version, 'fields', e.after)
                         order by e.position), '[]')
                  from change_entries e where e.number = c.number and e.month = any(${months}::date[])) end) as contents
      from changes c where c.number = any(${numbers}::bigint[])`.execute(db);
  const entries = rows.flatMap(({ contents }) => contents.entries ?? []);
  const beside = entries.length === 0 ? [] : await besideEntries.run(db, entries);
  return new Map(
    rows.map(({ number, contents }) => [Number(number), { ...contents, beside: own(contents) }]),
  );

  function own({ entries }: Omit<ChangeContents, 'beside'>): readonly ToldEntry[] {
    return beside.filter(({ id }) =>
      entries?.some(({ fields }) => fields !== null && Object.values(fields).includes(id)),
    );
  }
}
