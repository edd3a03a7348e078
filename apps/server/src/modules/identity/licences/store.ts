import type { QuotaKind, Room } from '@muster/domain/identity/plans/quotas';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** Nobody activates a technician until the transaction ends: whoever does counts the licences first, and waits for this row. */
export async function holdLicences(db: Tx): Promise<void> {
  await sql`select from accounts where id = current_account() for no key update`.execute(db);
}

/** Who uses a licence. */
export async function listActive(db: Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from technicians where is_active order by sort_name, id`.execute(db);
  return rows;
}

/** Whether the licences of the account are paid for, so that they follow what is paid. */
export async function isSubscribed(db: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from billing
     where subscription is not null and (not has_ended or unpaid_since is not null or paid_until is not null)`.execute(
    db,
  );
  return rows.length > 0;
}

/** What decides how much room the account has, and about how many rows of the kind all accounts have together; -1: nobody knows. */
export async function readRoom(db: Tx, kind: QuotaKind): Promise<Room & { of_everybody: number }> {
  const { rows } = await sql<Room & { of_everybody: number }>`
    select a.plan_code, a.licences, p.licences as included,
           (select reltuples::float8 from pg_class where oid = ${`public.${kind}`}::regclass) as of_everybody
      from accounts a join plans p on p.code = a.plan_code where a.id = current_account()`.execute(db);
  return rows[0]!;
}

/** Up to so many: what lies beyond need not be counted. */
export async function countRows(db: Tx, kind: QuotaKind, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${sql.table(kind)} limit ${most}) counted`.execute(db);
  return rows[0]!.count;
}
