import {
  MOST_COUNTED,
  MOST_OLDER_COUNTED,
  type ReadyCount,
  type ReadyCountQuery,
  type ReadyQuery,
  type ReadyVisit,
} from '@muster/domain/money/billable-work/schema';
import type { Outcome } from '@muster/domain/work/visits/states';
import { type RawBuilder, sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import { eachWord, wordRange } from '../../../platform/changes/search-words.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** When a visit took place: as the visits are told that are over, by the same index. */
const tookPlace = sql`coalesce(assignments.on_site_at, assignments.starts_at)`;

const isOver = sql<boolean>`exists (
  select from visits v where v.id = assignments.visit_id and v.outcome is not null and v.cancelled_at is null)`;
const isUncharged = sql<boolean>`not exists (select from charged_visits c where c.visit_id = assignments.visit_id)`;
const isLeftOut = sql`exists (select from left_out_visits o where o.id = assignments.visit_id)`;

/** Where a day begins by the clocks of the business. */
function beginOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce((${day})::timestamp at time zone zone, '-infinity') from accounts where id = current_account())`;
}

/** Earlier work is left out, all of it: asked first, so that the index passes over it. */
const workFrom = beginOf(sql`select work_from from money_settings`);

function conditions({ search = '', customer, job, left_out = false }: ReadyQuery): RawBuilder<boolean>[] {
  return [
    sql<boolean>`assignments.is_lead`,
    isOver,
    isUncharged,
    left_out
      ? sql<boolean>`(${isLeftOut} or ${tookPlace} < ${workFrom})`
      : sql<boolean>`not ${isLeftOut} and ${tookPlace} >= ${workFrom}`,
    ...(customer === undefined ? [] : [ofJobs(sql`j.customer_id = ${customer}`)]),
    ...(job === undefined ? [] : [ofJobs(sql`j.id = ${job}`)]),
    ...eachWord(search, (word) => {
      const inRange = wordRange(word);
      return ofJobs(sql`j.id in (
        select w.row_id from search_words w where w.table_name = 'jobs' and ${inRange}
        union all
        select k.id from search_words w join jobs k on k.customer_id = w.row_id where w.table_name = 'customers' and ${inRange}
        union all
        select k.id from search_words w join jobs k on k.site_id = w.row_id where w.table_name = 'sites' and ${inRange})`);
    }),
  ];
}

function ofJobs(which: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`assignments.visit_id in (select v.id from jobs j join visits v on v.job_id = j.id where ${which})`;
}

const place = sql`concat_ws(', ', nullif(s.name, ''), nullif(s.address, ''), nullif(s.suburb, ''))`;
const crew = sql`(
  select string_agg(t.name, ', ' order by a.is_lead desc, t.sort_name, a.id)
    from assignments a join technicians t on t.id = a.technician_id where a.visit_id = v.id)`;

/** The latest first: what was done today is invoiced today. */
export async function listReady(
  db: Tx,
  query: ReadyQuery,
): Promise<{ rows: ReadyVisit[]; next: string | null }> {
  const { cursor, limit } = query;
  return listPage(db, {
    columns: sql<ReadyVisit>`v.id, v.number, v.job_id, j.number as job_number, y.name as job_type, j.description,
      j.customer_id, c.name as customer_name, ${place} as site, s.zone, ${tookPlace} as took_place_at, v.outcome,
      ${crew} as technicians, o.id is null and ${tookPlace} < ${workFrom} as is_older,
      coalesce(o.reason, case when ${tookPlace} < ${workFrom} then (select work_from_reason from money_settings) end) as left_out`,
    from: sql`assignments`,
    details: sql`join visits v on v.id = assignments.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
      left join job_types y on y.id = j.job_type_id
      left join left_out_visits o on o.id = v.id`,
    id: sql`assignments.visit_id`,
    where: conditions(query),
    order: { by: tookPlace, type: 'timestamptz', descending: true },
    cursor,
    limit,
  });
}

export async function countReady(
  db: Tx,
  { before, ...ofThem }: ReadyCountQuery,
  most: number = before === undefined ? MOST_COUNTED : MOST_OLDER_COUNTED,
): Promise<ReadyCount> {
  const wanted = conditions(ofThem);
  if (before !== undefined) wanted.push(sql<boolean>`${tookPlace} < ${beginOf(sql`${before}::date`)}`);
  const { rows } = await sql<ReadyCount>`
    select count(*)::int as visits, count(distinct j.customer_id)::int as customers
      from (select assignments.visit_id from assignments
             where ${sql.join(wanted, sql` and `)} limit ${most}) ready
      join visits w on w.id = ready.visit_id join jobs j on j.id = w.job_id`.execute(db);
  return rows[0]!;
}

/** A visit that is over, with what is said of it on an invoice. */
export interface FinishedVisit {
  readonly id: string;
  readonly number: number;
  readonly job_id: string;
  readonly job_number: number;
  readonly title: string;
  readonly order_number: string;
  readonly customer_id: string;
  readonly fixed_item_id: string | null;
  readonly at: string;
  readonly zone: string;
  readonly outcome: Outcome;
  readonly left_out: string | null;
  /** Of a day before the first that is invoiced here. */
  readonly is_older: boolean;
  readonly is_charged: boolean;
  /** The lead first. */
  readonly crew: readonly { readonly technician_id: string; readonly name: string }[];
  readonly parts: readonly { readonly name: string; readonly quantity: number }[];
}

/** Those of these visits that are over, in the order in which they took place. */
export async function readFinished(db: Tx, ids: readonly string[]): Promise<FinishedVisit[]> {
  const { rows } = await sql<{ row: FinishedVisit }>`
    select to_jsonb(r) as row from (
      select v.id, v.number, v.job_id, j.number as job_number, j.order_number, j.customer_id, y.fixed_item_id,
             left(coalesce(nullif(split_part(j.description, E'\n', 1), ''), y.name, ''), 200) as title,
             coalesce(l.on_site_at, l.starts_at, v.created_at) as at, s.zone, v.outcome, o.reason as left_out,
             coalesce(l.on_site_at, l.starts_at, v.created_at) < ${workFrom} as is_older,
             exists (select from charged_visits c where c.visit_id = v.id) as is_charged,
             (select coalesce(jsonb_agg(jsonb_build_object('technician_id', t.id, 'name', t.name)
                       order by a.is_lead desc, t.sort_name, a.id), '[]')
                from assignments a join technicians t on t.id = a.technician_id where a.visit_id = v.id) as crew,
             (select coalesce(jsonb_agg(jsonb_build_object('name', f.content ->> 'name', 'quantity', (f.content ->> 'quantity')::float8)
                       order by f.noted_at, f.created_at, f.id), '[]')
                from field_records f
               where f.visit_id = v.id and f.kind = 'part' and f.retracted_at is null and f.content ? 'name') as parts
        from visits v
        join jobs j on j.id = v.job_id
        join sites s on s.id = j.site_id
        left join job_types y on y.id = j.job_type_id
        left join assignments l on l.visit_id = v.id and l.is_lead
        left join left_out_visits o on o.id = v.id
       where v.id = any(${ids}::uuid[]) and v.outcome is not null and v.cancelled_at is null
       order by at, v.id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Finished visits that nobody charges yet and nobody left out, of some jobs or of all of a customer; `older`: those of before the first day that is invoiced as well. */
export async function findReady(
  db: Tx,
  {
    jobs = [],
    customer,
    older = false,
  }: { jobs?: readonly string[] | undefined; customer?: string | undefined; older?: boolean },
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from jobs j join visits v on v.job_id = j.id
      left join assignments l on l.visit_id = v.id and l.is_lead
     where (j.id = any(${jobs}::uuid[]) or j.customer_id = ${customer ?? null}::uuid)
       and v.outcome is not null and v.cancelled_at is null
       and not exists (select from charged_visits c where c.visit_id = v.id)
       and not exists (select from left_out_visits o where o.id = v.id)
       and (${older} or coalesce(l.on_site_at, l.starts_at, v.created_at) >= ${workFrom})
     order by v.created_at, v.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of these jobs an invoice charges for an item already, drafts too; one that was credited as a whole charges nothing. */
export async function findChargedItems(
  db: Tx,
  jobs: readonly string[],
): Promise<{ job_id: string; item_id: string }[]> {
  const { rows } = await sql<{ job_id: string; item_id: string }>`
    select distinct line ->> 'job_id' as job_id, line ->> 'item_id' as item_id
      from invoices i, jsonb_array_elements(i.lines) line
     where i.kind = 'invoice' and i.jobs && ${jobs}::uuid[]
       and (line ->> 'quantity')::bigint > 0
       and line ->> 'job_id' is not null and line ->> 'item_id' is not null
       and (cardinality(i.visits) = 0 or exists (select from charged_visits c where c.invoice_id = i.id))`.execute(
    db,
  );
  return rows;
}
