import { visitState } from '@muster/domain/work/visits/rules';
import type { BookedQuery, BookedVisit, Visit, VisitRecord } from '@muster/domain/work/visits/schema';
import type { Way } from '@muster/domain/work/contacts/ways';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { mailStates } from '../../basics/mails/service.ts';
import { textStates } from '../../basics/texts/service.ts';

/** Visits with who is on them, in the order of their numbers: some by id, or all of a job. */
export async function readRecords(
  db: Tx,
  table: TrackedTable<Visit>,
  key: { ids: readonly string[] } | { job: string },
): Promise<VisitRecord[]> {
  const { rows } = await sql<{ row: VisitRecord }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, visits.state,
             coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = visits.entered_by), '') as entered_by_name,
             (select coalesce(jsonb_agg(to_jsonb(a) - '{account_id,scenario_id,is_overlap}'::text[] ||
                                        jsonb_build_object('technician_name', t.name)
                                        order by a.is_lead desc, t.sort_name, a.id), '[]')
                from assignments a join technicians t on t.id = a.technician_id where a.visit_id = visits.id) as assignments,
             (select to_jsonb(m) - 'account_id' from customer_messages m where m.visit_id = visits.id order by m.at desc, m.id desc limit 1) as told,
             (select coalesce(jsonb_agg(to_jsonb(m) - 'account_id' || jsonb_build_object('recipients', (
                       select coalesce(jsonb_agg(o.one || jsonb_build_object('name', case when o.one ->> 'contact_id' is null then c.name
                                                         else coalesce(k.name, '') end) order by o.place), '[]')
                         from jsonb_array_elements(m.recipients) with ordinality o(one, place)
                         left join contacts k on k.id = (o.one ->> 'contact_id')::uuid)) order by m.at desc, m.id desc), '[]')
                from (select * from customer_messages where visit_id = visits.id order by at desc, id desc limit 10) m
                join jobs j on j.id = visits.job_id join customers c on c.id = j.customer_id) as messages
        from visits
       where ${'ids' in key ? sql`visits.id = any(${key.ids}::uuid[])` : sql`visits.job_id = ${key.job}`}
       order by visits.job_id, visits.number) r`.execute(db);
  const states = await statesOf(
    db,
    rows.flatMap(({ row }) => row.messages.flatMap(({ recipients }) => recipients)),
  );
  for (const { row } of rows)
    for (const { recipients } of row.messages)
      for (const one of recipients) Object.assign(one, { state: states.get(one.message_id ?? '') ?? null });
  // The state that is written down is that of the live board; in a scenario another one may follow from who is on the visit.
  return rows.map(({ row }) => Object.assign(row, { state: visitState(row, row.assignments) }));
}

type Told = VisitRecord['messages'][number]['recipients'][number];

/** What has become of the emails and texts that some recipients were sent, by their ids. */
export async function statesOf(
  db: Tx,
  recipients: readonly Pick<Told, 'way' | 'message_id'>[],
): Promise<Map<string, NonNullable<Told['state']>>> {
  const idsOf = (wanted: Way) =>
    recipients.flatMap(({ way = 'email', message_id = null }) =>
      way === wanted && message_id !== null ? [message_id] : [],
    );
  const [texts, mails] = [idsOf('text'), idsOf('email')];
  const found = [
    ...(texts.length === 0 ? [] : await textStates(db, texts)),
    ...(mails.length === 0 ? [] : await mailStates(db, mails)),
  ];
  return new Map(found.map(([id, { state, at, why }]) => [id, { name: state, at: at.toISOString(), why }]));
}

const fewBooked = 20;

/** Who is on which visits from when on: those of a customer or of a technician, by their starts. */
export async function listBooked(
  db: Tx,
  { customer, technician, from, to, latest = false, limit = fewBooked }: BookedQuery,
): Promise<BookedVisit[]> {
  const { rows } = await sql<BookedVisit>`
    select v.id, v.number, j.number as job_number, v.state, a.starts_at, a.ends_at, s.zone, j.description,
           (select t.name from job_types t where t.id = j.job_type_id) as job_type,
           c.id as customer_id, c.name as customer_name, s.name as site_name, s.address, s.suburb,
           (select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by o.is_lead desc, t.sort_name, t.id)
              from assignments o join technicians t on t.id = o.technician_id where o.visit_id = v.id) as crew
      from assignments a join visits v on v.id = a.visit_id join jobs j on j.id = v.job_id
           join customers c on c.id = j.customer_id join sites s on s.id = j.site_id
     where ${technician === undefined ? sql`a.is_lead` : sql`a.technician_id = ${technician}`}
       and ${customer === undefined ? sql`true` : sql`j.customer_id = ${customer}`}
       and ${from === undefined ? sql`true` : sql`a.starts_at >= ${from}`}
       and ${to === undefined ? sql`true` : sql`a.starts_at < ${to}`}
     order by a.starts_at ${latest ? sql`desc` : sql`asc`}, v.id limit ${limit}`.execute(db);
  return rows;
}

/** The number of the next visit of a job, which is held: two who add one at once wait for each other. */
export async function nextNumber(db: Tx, job: string): Promise<number | undefined> {
  const held = await sql`select from jobs where id = ${job} for update`.execute(db);
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from visits where job_id = ${job}`.execute(db);
  return rows[0]!.next;
}

export async function listIds(db: Tx, job: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from visits where job_id = ${job} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
