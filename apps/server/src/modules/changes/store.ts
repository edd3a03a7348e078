import type { Change } from '@muster/domain/changes/schema';
import { sql } from 'kysely';
import { listPage } from '../../platform/changes/list.ts';
import type { Tx } from '../../platform/db/executor.ts';

/** Shown of each change; who wants to see all of an import asks for that change. */
const SHOWN_ENTRIES = 20;

export interface HistoryFilters {
  readonly subject?: string;
  readonly table?: string;
  readonly user?: string;
  readonly from?: string;
  readonly to?: string;
  readonly number?: number;
}

/** A visit and its bookings are called by the number of the visit and its customer, "J-1042/2 Smith": alone they have no name. */
const visitLabel = sql`
  select 'J-' || j.number || '/' || v.number || ' ' || cu.name as label
    from visits v join jobs j on j.id = v.job_id join customers cu on cu.id = j.customer_id
   where e.table_name in ('visits', 'assignments')
     and v.id = case e.table_name when 'visits' then e.row_id
                else coalesce(e.after ->> 'visit_id', e.before ->> 'visit_id',
                              (select a.visit_id::text from assignments a where a.id = e.row_id))::uuid end`;

/** The latest change first. Of each only what whoever asks may read: entries of other tables are left out, and so are changes without any. */
export async function listChanges(
  db: Tx,
  filters: HistoryFilters,
  readable: readonly string[],
  { cursor, limit }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: Change[]; next: string | null }> {
  const { subject, table, user, from, to, number } = filters;
  const tables = table === undefined ? readable : readable.filter((name) => name === table);
  return listPage(db, {
    columns: sql<Change>`
      c.number, c.command_id as id, c.command_id as command, c.kind, c.at,
      jsonb_build_object('user_id', c.user_id, 'api_key_id', c.api_key_id, 'name', coalesce(u.first_name || ' ' || u.last_name, k.name, '')) as by,
      c.undoes, undone.kind as undoes_kind,
      (select case i.state when 'done' then i.done else i.total end
         from imports i where i.id = coalesce(undone.command_id, c.command_id)) as imported,
      (select max(later.number) from changes later where later.undoes = c.number) as undone_by, c.entries as count,
      (select coalesce(jsonb_agg(jsonb_build_object('table', e.table_name, 'id', e.row_id, 'version', e.version, 'label', coalesce(visit.label, e.label),
                                                    'before', e.before, 'after', e.after) order by e.position), '[]')
         from (select * from change_entries e where e.number = c.number and e.table_name = any(${tables}) order by e.position
                limit ${number === undefined ? SHOWN_ENTRIES : 1000}) e
         left join lateral (${visitLabel}) visit on true) as entries`,
    from: sql`changes c left join changes undone on undone.account_id = c.account_id and undone.number = c.undoes
                        left join users u on u.account_id = c.account_id and u.id = c.user_id
                        left join api_keys k on k.account_id = c.account_id and k.id = c.api_key_id`,
    id: sql`c.command_id`,
    where: [
      sql<boolean>`c.scenario_id = current_scenario()`,
      sql<boolean>`exists (select from change_entries e where e.number = c.number and e.table_name = any(${tables}))`,
      subject === undefined
        ? undefined
        : sql<boolean>`c.number in (select s.number from change_subjects s where s.subject_id = ${subject})`,
      user === undefined ? undefined : sql<boolean>`c.user_id = ${user}`,
      from === undefined ? undefined : sql<boolean>`c.at >= ${from}`,
      to === undefined ? undefined : sql<boolean>`c.at < ${to}`,
      number === undefined ? undefined : sql<boolean>`c.number = ${number}`,
    ],
    order: { by: sql`c.number`, type: 'bigint', descending: true },
    cursor,
    limit,
  });
}
