import { sql } from 'kysely';
import type { TrackedRow } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';

/** A row that tells of somebody, in the table that has it. */
export interface Belonging {
  readonly table: string;
  readonly id: string;
  /** The row as it was last, where it is gone and only the log tells of it. */
  readonly gone: TrackedRow | null;
}

/** Rows that the log alone tells of: removed, or taken back by an undo, in a change that concerns one of these. */
async function listGone(
  db: Tx,
  subjects: readonly string[],
  belongs: { readonly tables: readonly string[]; readonly field: string },
): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    select distinct on (e.table_name, e.row_id) e.table_name as table, e.row_id as id,
           e.before || jsonb_build_object('version', e.version) as gone
      from change_subjects s join change_entries e on e.account_id = s.account_id and e.number = s.number
     where s.subject_id = any(${subjects}::uuid[]) and e.table_name = any(${belongs.tables}::text[])
       and e.after is null and (e.before->>${belongs.field})::uuid = any(${subjects}::uuid[])
     order by e.table_name, e.row_id, e.number desc`.execute(db);
  return rows;
}

/** Those that are there, and those of the others which are not. */
function withGone(present: readonly Belonging[], gone: readonly Belonging[]): Belonging[] {
  const known = new Set(present.map(({ id }) => id));
  return [...present, ...gone.filter(({ id }) => !known.has(id))];
}

/** Everything that may tell of a customer. */
export async function belongingsOfCustomer(db: Tx, id: string): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    select 'customers' as table, id, null as gone from customers where id = ${id}
    union all select 'contacts', id, null from contacts where customer_id = ${id}
    union all select 'sites', id, null from sites where customer_id = ${id}
    union all select 'jobs', id, null from jobs where customer_id = ${id}
    union all select 'visits', v.id, null from visits v join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'customer_messages', m.id, null
                from customer_messages m join visits v on v.account_id = m.account_id and v.id = m.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'report_mails', m.id, null
                from report_mails m join visits v on v.account_id = m.account_id and v.id = m.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'field_records', r.id, null
                from field_records r join visits v on v.account_id = r.account_id and v.id = r.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'files', f.id, null
                from files f
                left join visits v on v.account_id = f.account_id and v.id = f.visit_id
                left join jobs j on j.account_id = f.account_id and j.id in (f.job_id, v.job_id)
                left join sites s on s.account_id = f.account_id and s.id = f.site_id
               where ${id} in (f.customer_id, j.customer_id, s.customer_id)`.execute(db);
  const own = withGone(rows, [
    ...(await listGone(db, [id], { tables: ['customers'], field: 'id' })),
    ...(await listGone(db, [id], { tables: ['contacts', 'sites', 'jobs'], field: 'customer_id' })),
  ]);
  const jobs = own.filter(({ table }) => table === 'jobs').map(({ id }) => id);
  const work = withGone(own, await listGone(db, jobs, { tables: ['visits'], field: 'job_id' }));
  const visits = work.filter(({ table }) => table === 'visits').map(({ id }) => id);
  return withGone(
    work,
    await listGone(db, visits, { tables: ['customer_messages', 'field_records'], field: 'visit_id' }),
  );
}

export async function belongingsOfContact(db: Tx, id: string): Promise<Belonging[]> {
  const { rows } =
    await sql<Belonging>`select 'contacts' as table, id, null as gone from contacts where id = ${id}`.execute(
      db,
    );
  return withGone(rows, await listGone(db, [id], { tables: ['contacts'], field: 'id' }));
}

/** Of a technician also the sign-in, and the invitation that led to it. */
export async function belongingsOfTechnician(db: Tx, id: string): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    select 'technicians' as table, id, null as gone from technicians where id = ${id}
    union all select 'tickets', id, null from tickets where technician_id = ${id}
    union all select 'absences', id, null from absences where technician_id = ${id}
    union all select 'users', user_id, null from technicians where id = ${id} and user_id is not null
    union all select 'team_invitations', i.id, null from team_invitations i
               where i.technician_id = ${id}
                  or i.email in (select u.email from users u join technicians t on t.user_id = u.id where t.id = ${id})`.execute(
    db,
  );
  return withGone(rows, [
    ...(await listGone(db, [id], { tables: ['technicians'], field: 'id' })),
    ...(await listGone(db, [id], { tables: ['tickets', 'absences'], field: 'technician_id' })),
  ]);
}
