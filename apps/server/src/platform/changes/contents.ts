import { sql } from 'kysely';
import type { Tx } from '../db/executor.ts';

/** What a change holds, as the stream tells it. Whoever passes it on leaves out what the receiver may not read. */
export interface ChangeContents {
  readonly command: string;
  readonly kind: string;
  readonly user_id: string | null;
  readonly undoes: number | null;
  /** Null: it is of the live board. */
  readonly scenario: string | null;
  /** In whose histories it is told. */
  readonly subjects: readonly string[];
  /** Null where there are so many that reading again is quicker. */
  readonly entries:
    | readonly {
        readonly table: string;
        readonly id: string;
        readonly version: number;
        /** The fields that changed; the whole row where it is new, null where it is gone. */
        readonly fields: object | null;
      }[]
    | null;
}

const MOST_ENTRIES = 200;

export async function readContents(db: Tx, numbers: readonly number[]): Promise<Map<number, ChangeContents>> {
  const { rows } = await sql<{ number: string; contents: ChangeContents }>`
    select c.number, jsonb_build_object(
             'command', c.command_id, 'kind', c.kind, 'user_id', c.user_id, 'undoes', c.undoes,
             'scenario', nullif(c.scenario_id, c.account_id),
             'subjects', case when c.entries <= ${MOST_ENTRIES} then
               (select coalesce(jsonb_agg(s.subject_id), '[]') from change_subjects s where s.number = c.number) else '[]' end,
             'entries', case when c.entries <= ${MOST_ENTRIES} then
               (select coalesce(jsonb_agg(jsonb_build_object('table', e.table_name, 'id', e.row_id, 'version', e.version, 'fields', e.after)
                         order by e.position), '[]')
                  from change_entries e where e.number = c.number) end) as contents
      from changes c where c.number = any(${numbers}::bigint[])`.execute(db);
  return new Map(rows.map(({ number, contents }) => [Number(number), contents]));
}
