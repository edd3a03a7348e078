import { sql } from 'kysely';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    call_lines: TableOf<'call_lines'>;
  }
}

/** Until when the exchange has promised to let it ring here; null: it has not. */
export async function writeRegistered(db: Tx, connection: string, until: Date | null): Promise<void> {
  await sql`
    update call_lines set registered_until = ${until}
     where account_id = current_account() and connection_id = ${connection}`.execute(db);
}

export async function readRegistered(db: Tx, connection: string): Promise<Date | null> {
  const { rows } = await sql<{ registered_until: Date | null }>`
    select registered_until from call_lines
     where account_id = current_account() and connection_id = ${connection}`.execute(db);
  return rows[0]?.registered_until ?? null;
}
