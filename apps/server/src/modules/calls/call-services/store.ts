import type { CallService } from '@muster/domain/calls/call-services/schema';
import { sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    call_services: TableOf<'call_services'>;
    call_addresses: TableOf<'call_addresses'>;
  }
}

export async function listServices(db: Tx): Promise<CallService[]> {
  const { rows } = await sql<{ row: CallService }>`
    select to_jsonb(s) as row from call_services s order by created_at, id`.execute(db);
  return rows.map(({ row }) => row);
}

export async function insertAddress(db: Tx, connection: string, hash: Buffer): Promise<void> {
  await sql`
    insert into call_addresses (token_hash, account_id, connection_id)
    values (${hash}, current_account(), ${connection})`.execute(db);
}

/** Outside every account: whoever knows the secret names the account by it. */
export async function findAddress(
  db: Db,
  hash: Buffer,
): Promise<{ account_id: string; connection_id: string } | undefined> {
  return db
    .selectFrom('call_addresses')
    .select(['account_id', 'connection_id'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}
