import { type JobState, readJobNumber } from '@muster/domain/work/jobs/rules';
import type { Job, JobQuery, JobRecord, JobSummary } from '@muster/domain/work/jobs/schema';
import type { VisitState } from '@muster/domain/work/visits/states';
import { type RawBuilder, sql } from 'kysely';
import { listPage, type Order } from '../../../platform/changes/list.ts';
import { inPortions } from '../../../platform/changes/portions.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import { wordRange, wordsOf } from '../../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    jobs: TableOf<'jobs'>;
  }
}

const byNumber: Order = { by: sql`jobs.number`, type: 'int' };
const byDue: Order = { by: sql`jobs.sort_due`, type: 'date' };
const byPriority: Order = { by: sql`jobs.priority`, type: 'text' };
const orders: Record<NonNullable<JobQuery['sort']>, Order> = {
  number: byNumber,
  '-number': { ...byNumber, descending: true },
  due: byDue,
  '-due': { ...byDue, descending: true },
  priority: byPriority,
  '-priority': { ...byPriority, descending: true },
};

/**
 * `offset 0` keeps the database from joining in another order: until it has counted what is in the tables it takes all assignments
 * for one, and reads the visits once for each.
 */
const aheadOf = sql`(
  select v.id from visits v where v.job_id = jobs.id and v.state in ('planned', 'dispatched') offset 0)`;

const typeName = sql`(select t.name from job_types t where t.id = jobs.job_type_id) as job_type`;

export async function listJobs(
  db: Tx,
  table: TrackedTable<Job>,
  query: JobQuery,
  now: Date,
): Promise<{ rows: JobSummary[]; next: string | null }> {
  const { search = '', state, priority, type, customer, site, technician, due_from, due_to, tag } = query;
  const { archived = false, sort = '-number', cursor, limit } = query;
  return listPage(db, {
    columns: sql<JobSummary>`${columnsOf(table)}, jobs.state, ${typeName}, c.name as customer_name, s.suburb,
      (select count(*)::int from visits v where v.job_id = jobs.id and v.state <> 'cancelled') as visits,
      n.next_start, n.next_crew, s.zone`,
    from: sql`jobs`,
    details: sql`join customers c on c.id = jobs.customer_id join sites s on s.id = jobs.site_id
      left join lateral (
        select a.starts_at as next_start, string_agg(t.name, ', ' order by a.is_lead desc, t.name) as next_crew
          from ${aheadOf} v
          join lateral (select * from assignments a where a.visit_id = v.id and a.starts_at >= ${now} offset 0) a on true
          join technicians t on t.id = a.technician_id
         group by v.id, a.starts_at order by a.starts_at, v.id limit 1) n on true`,
    id: sql`jobs.id`,
    where: [
      archived ? sql<boolean>`jobs.archived_at is not null` : sql<boolean>`jobs.archived_at is null`,
      isEqual('state', state),
      isEqual('priority', priority),
      isEqual('job_type_id', type),
      isEqual('customer_id', customer),
      isEqual('site_id', site),
      technician === undefined
        ? undefined
        : sql<boolean>`jobs.id in (select v.job_id from assignments a join visits v on v.id = a.visit_id
                                    where a.technician_id = ${technician})`,
      due_from === undefined ? undefined : sql<boolean>`jobs.sort_due >= ${due_from}::date`,
      due_to === undefined ? undefined : sql<boolean>`jobs.sort_due <= ${due_to}::date`,
      ...(tag === undefined ? [] : [sql<boolean>`${tag} = any(jobs.tags)`]),
      // The index finds them by their words, where they have any.
      ...(tag === undefined || wordsOf(tag).length === 0 ? [] : matchesJobs(tag)),
      ...matchesJobs(search),
    ],
    order: orders[sort],
    cursor,
    limit,
  });
}

function isEqual(column: string, value: string | undefined): RawBuilder<boolean> | undefined {
  return value === undefined ? undefined : sql<boolean>`${sql.ref(`jobs.${column}`)} = ${value}`;
}

/** A job is found by its own words, and by those of its customer and its site. The J of J-1042 says nothing: all have it. */
function matchesJobs(text: string): RawBuilder<boolean>[] {
  const words = text.split(/\s+/).flatMap((part) => {
    const number = readJobNumber(part);
    return number === undefined ? wordsOf(part) : [String(number)];
  });
  if (words.length === 0 && text.trim() !== '') return [sql<boolean>`false`];
  return words.map((word) => {
    const inRange = wordRange(word);
    return sql<boolean>`jobs.id in (
      select w.row_id from search_words w where w.table_name = 'jobs' and ${inRange}
      union all
      select j.id from search_words w join jobs j on j.customer_id = w.row_id where w.table_name = 'customers' and ${inRange}
      union all
      select j.id from search_words w join jobs j on j.site_id = w.row_id where w.table_name = 'sites' and ${inRange})`;
  });
}

/** A job with whom it is for and where; by its id or by its number. */
export async function readJob(
  db: Tx,
  table: TrackedTable<Job>,
  key: { id: string } | { number: number },
): Promise<Omit<JobRecord, 'visits'> | undefined> {
  const { rows } = await sql<{ row: Omit<JobRecord, 'visits'> }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, jobs.state, ${typeName},
             jsonb_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'email', c.email, 'tell_by_mail', c.tell_by_mail, 'told_by', c.told_by) as customer,
             (select coalesce(jsonb_agg(to_jsonb(k) - '{account_id,sort_name,phone_digits}'::text[] order by k.sort_name, k.id), '[]')
                from contacts k
               where k.customer_id = c.id and coalesce(k.site_id, s.id) = s.id) as contacts,
             jsonb_build_object('id', s.id, 'name', s.name, 'address', s.address, 'suburb', s.suburb, 'region', s.region,
                                'postcode', s.postcode, 'zone', s.zone, 'access_notes', s.access_notes, 'hazards', s.hazards) as site
        from jobs join customers c on c.id = jobs.customer_id join sites s on s.id = jobs.site_id
       where ${'id' in key ? sql`jobs.id = ${key.id}` : sql`jobs.number = ${key.number}`}) r`.execute(db);
  return rows[0]?.row;
}

/** How many of these are a customer with one of their own sites. */
export async function countPlaces(
  db: Tx,
  places: readonly { customer_id: string; site_id: string }[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from unnest(${places.map(({ site_id }) => site_id)}::uuid[], ${places.map(({ customer_id }) => customer_id)}::uuid[])
             as wanted (site_id, customer_id)
      join sites s on s.id = wanted.site_id and s.customer_id = wanted.customer_id`.execute(db);
  return rows[0]!.count;
}

/** Nobody else changes these jobs, or what follows from their visits, until the transaction ends. In the order of their ids. */
export async function holdJobs(db: Tx, ids: readonly string[]): Promise<void> {
  await inPortions([...new Set(ids)].toSorted(), async (ids) => {
    const held =
      await sql`select from jobs where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
    return held.rows;
  });
}

/** Who is on the visits of these jobs. */
export async function listCrews(db: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.technician_id as id from visits v join assignments a on a.visit_id = v.id
     where v.job_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who is on the visits of all jobs at some sites. */
export async function listCrewsAt(db: Tx, sites: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.technician_id as id from jobs j join visits v on v.job_id = j.id join assignments a on a.visit_id = v.id
     where j.site_id = any(${sites}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** The jobs of a customer, and where each is. */
export async function listPlaces(db: Tx, customer: string): Promise<{ id: string; site_id: string }[]> {
  const { rows } = await sql<{ id: string; site_id: string }>`
    select id, site_id from jobs where customer_id = ${customer} order by id`.execute(db);
  return rows;
}

/** Nobody is booked for the visits of these jobs until the transaction ends. In the order of their ids. */
export async function holdVisitsOf(db: Tx, jobs: readonly string[]): Promise<void> {
  await sql`select from visits where job_id = any(${jobs}::uuid[]) order by id for update`.execute(db);
}

/** What the states of jobs follow from, and the states that were written last. */
export async function readStates(
  db: Tx,
  ids: readonly string[],
): Promise<{ id: string; state: JobState; is_archived: boolean; visits: VisitState[] }[]> {
  return inPortions([...new Set(ids)], async (ids) => {
    const { rows } = await sql<{ id: string; state: JobState; is_archived: boolean; visits: VisitState[] }>`
      select j.id, j.state, j.archived_at is not null as is_archived,
             array(select v.state from visits v where v.job_id = j.id order by v.number) as visits
        from jobs j where j.id = any(${ids}::uuid[]) order by j.id`.execute(db);
    return rows;
  });
}

export async function writeStates(
  db: Tx,
  changed: readonly { id: string; state: JobState }[],
): Promise<void> {
  await inPortions(changed, async (changed) => {
    const done = await sql`
      update jobs set state = n.state
        from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ state }) => state)}::text[]) as n (id, state)
       where jobs.id = n.id`.execute(db);
    return done.rows;
  });
}
