import type { ApiKeySummary } from '@muster/domain/identity/api-keys/schema';
import type { ApiKey } from '@muster/domain/identity/api-keys/schema';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** Those that work first, each with who made it and when it was last used. */
export async function listApiKeys(
  db: Tx,
  table: TrackedTable<ApiKey>,
): Promise<Static<typeof ApiKeySummary>[]> {
  const { rows } = await sql<{ row: Static<typeof ApiKeySummary> }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, u.first_name || ' ' || u.last_name as created_by_name, s.last_used_at
        from api_keys
        join users u on u.account_id = api_keys.account_id and u.id = api_keys.created_by
        join api_key_secrets s on s.account_id = api_keys.account_id and s.key_id = api_keys.id
       order by api_keys.revoked_at is not null, api_keys.created_at desc, api_keys.id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Those that were not revoked. */
export async function countApiKeys(db: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_keys where revoked_at is null`.execute(db);
  return rows[0]!.count;
}
