import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

/** A row that tells of somebody, in the table that has it. */
export interface Belonging {
  readonly table: string;
  readonly id: string;
}

/** Everything that may tell of a customer. */
export async function belongingsOfCustomer(db: Tx, id: string): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    select 'customers' as table, id from customers where id = ${id}
    union all select 'contacts', id from contacts where customer_id = ${id}
    union all select 'sites', id from sites where customer_id = ${id}
    union all select 'jobs', id from jobs where customer_id = ${id}
    union all select 'visits', v.id from visits v join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}`.execute(db);
  return rows;
}

export async function belongingsOfContact(db: Tx, id: string): Promise<Belonging[]> {
  const { rows } =
    await sql<Belonging>`select 'contacts' as table, id from contacts where id = ${id}`.execute(db);
  return rows;
}

/** Of a technician also the sign-in, and the invitation that led to it. */
export async function belongingsOfTechnician(db: Tx, id: string): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    select 'technicians' as table, id from technicians where id = ${id}
    union all select 'tickets', id from tickets where technician_id = ${id}
    union all select 'absences', id from absences where technician_id = ${id}
    union all select 'users', user_id from technicians where id = ${id} and user_id is not null
    union all select 'team_invitations', i.id from team_invitations i
               where i.technician_id = ${id}
                  or i.email in (select u.email from users u join technicians t on t.user_id = u.id where t.id = ${id})`.execute(
    db,
  );
  return rows;
}
