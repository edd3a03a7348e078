import type { SetUp } from '@muster/domain/work/samples/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** More than this is many; nobody waits for all of them to be counted. */
const COUNTED = 1_000;

export async function readSetUp(db: Tx): Promise<SetUp> {
  const { rows } = await sql<SetUp>`
    select to_jsonb(a.set_up_at) as set_up_at,
           (select count(*)::int from (select from technicians where archived_at is null limit ${COUNTED}) t) as technicians,
           (select count(*)::int from (select from customers where archived_at is null limit ${COUNTED}) c) as customers,
           (select count(*)::int from (select from jobs where archived_at is null limit ${COUNTED}) j) as jobs,
           (select count(*)::int from (
              select from technicians where is_sample union all
              select from customers where is_sample union all
              select from jobs where is_sample limit ${COUNTED}) s) as samples,
           greatest(0, a.licences - (select count(*)::int from technicians where is_active)) as free_licences
      from accounts a where a.id = current_account()`.execute(db);
  return rows[0]!;
}

/** What the business calls by these names already. */
export async function readNames(
  db: Tx,
): Promise<{ id: string; name: string; table: 'skills' | 'job_types' }[]> {
  const { rows } = await sql<{ id: string; name: string; table: 'skills' | 'job_types' }>`
    select id, lower(name) as name, 'skills' as table from skills where archived_at is null union all
    select id, lower(name), 'job_types' from job_types where archived_at is null`.execute(db);
  return rows;
}

interface Held {
  table: string;
  id: string;
  label: string;
}

/**
 * What real work needs: jobs at which somebody has noted or attached something, or of which a report was mailed; customers with such
 * jobs, with jobs that are no samples or with files; technicians who are booked for them or sign in.
 */
export async function readHeld(db: Tx): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with real as (
      select j.id, j.customer_id from jobs j
       where not j.is_sample
          or exists (select from files f where f.job_id = j.id)
          or exists (select from visits v where v.job_id = j.id and (
               exists (select from field_records r where r.visit_id = v.id)
               or exists (select from taps t where t.visit_id = v.id)
               or exists (select from follow_ups u where u.visit_id = v.id)
               or exists (select from files f where f.visit_id = v.id)
               or exists (select from report_choices k where k.visit_id = v.id)
               or exists (select from report_mails m where m.visit_id = v.id))))
    select 'customers' as table, id, name as label from customers c
     where is_sample and (
       exists (select from real where real.customer_id = c.id)
       or exists (select from files f where f.customer_id = c.id)
       or exists (select from files f join sites s on s.id = f.site_id where s.customer_id = c.id))
    union all
    select 'jobs', j.id, 'J-' || j.number from jobs j join real on real.id = j.id where j.is_sample
    union all
    select 'technicians', id, name from technicians t
     where is_sample and (
       user_id is not null
       or exists (select from team_invitations i where i.technician_id = t.id)
       or exists (select from sites s join customers c on c.id = s.customer_id
                   where not c.is_sample and (t.id = any(s.preferred) or t.id = any(s.banned)))
       or exists (select from assignments a join visits v on v.id = a.visit_id join real on real.id = v.job_id
                   where a.technician_id = t.id)
       or exists (select from taps p join visits v on v.id = p.visit_id join real on real.id = v.job_id
                   where p.technician_id = t.id))
    order by 1, 3`.execute(db);
  return rows;
}

type Ids = Record<
  | 'assignments'
  | 'visits'
  | 'jobs'
  | 'sites'
  | 'contacts'
  | 'customers'
  | 'absences'
  | 'tickets'
  | 'technicians',
  string[]
>;

/** What is a sample still, table by table: what was kept is none any more. Returns come before what they return to. */
export async function readSamples(db: Tx): Promise<Ids> {
  const { rows } = await sql<Ids>`
    select ${ids(sql`select a.id from assignments a join visits v on v.id = a.visit_id join jobs j on j.id = v.job_id where j.is_sample`)} as assignments,
           array(select v.id from visits v join jobs j on j.id = v.job_id where j.is_sample order by v.number desc) as visits,
           ${ids(sql`select id from jobs where is_sample`)} as jobs,
           ${ids(sql`select s.id from sites s join customers c on c.id = s.customer_id where c.is_sample`)} as sites,
           ${ids(sql`select k.id from contacts k join customers c on c.id = k.customer_id where c.is_sample`)} as contacts,
           ${ids(sql`select id from customers where is_sample`)} as customers,
           ${ids(sql`select a.id from absences a join technicians t on t.id = a.technician_id where t.is_sample`)} as absences,
           ${ids(sql`select k.id from tickets k join technicians t on t.id = k.technician_id where t.is_sample`)} as tickets,
           ${ids(sql`select id from technicians where is_sample`)} as technicians`.execute(db);
  return rows[0]!;
}

/** Sample job types that no job has, once the samples are gone. */
export async function readLooseTypes(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from job_types y
     where is_sample
       and not exists (select from jobs j where j.job_type_id = y.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sample skills that nobody has and nothing asks for, once the samples are gone. */
export async function readLooseSkills(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from skills s
     where is_sample
       and not exists (select from technicians t where s.id = any(t.skills))
       and not exists (select from tickets k where k.skill_id = s.id)
       and not exists (select from job_types y where s.id = any(y.skills))
       and not exists (select from visits v where s.id = any(v.skills) or v.crew_skills::text like '%' || s.id || '%')`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

function ids(query: ReturnType<typeof sql>) {
  return sql`array(${query})`;
}
