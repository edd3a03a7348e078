import { sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    invoice_link_tokens: TableOf<'invoice_link_tokens'>;
  }
}

/** Nobody else sends it, reminds of it or changes what is owed of it until the transaction ends. */
export async function holdInvoice(db: Tx, invoice: string): Promise<void> {
  await sql`select from invoices where id = ${invoice} for no key update`.execute(db);
}

/** The link of an invoice, with the master keys that tokens of it follow from. */
export async function listLinks(db: Tx, invoice: string): Promise<{ link_id: string; key_id: string }[]> {
  const { rows } = await sql<{ link_id: string; key_id: string }>`
    select link_id, key_id from invoice_link_tokens
     where account_id = current_account() and invoice_id = ${invoice} order by key_id`.execute(db);
  return rows;
}

export async function insertToken(
  db: Tx,
  { hash, link, invoice, key }: { hash: Buffer; link: string; invoice: string; key: string },
): Promise<void> {
  await sql`
    insert into invoice_link_tokens (token_hash, account_id, link_id, invoice_id, key_id)
    values (${hash}, current_account(), ${link}, ${invoice}, ${key})`.execute(db);
}

export async function deleteTokens(db: Tx, customers: readonly string[]): Promise<void> {
  await sql`
    delete from invoice_link_tokens
     where account_id = current_account()
       and invoice_id in (select id from invoices where bill_to_id = any(${customers}::uuid[]))`.execute(db);
}

interface StoredToken {
  readonly account_id: string;
  readonly link_id: string;
  readonly invoice_id: string;
  readonly last_read_at: Date | null;
}

/** Outside every account: whoever knows the secret names the account by it. */
export async function findToken(db: Db, hash: Buffer): Promise<StoredToken | undefined> {
  return db
    .selectFrom('invoice_link_tokens')
    .select(['account_id', 'link_id', 'invoice_id', 'last_read_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

export async function noteRead(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db
    .updateTable('invoice_link_tokens')
    .set({ last_read_at: at })
    .where('token_hash', '=', hash)
    .execute();
}
