import { sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    invoice_link_tokens: TableOf<'invoice_link_tokens'>;
    quote_link_tokens: TableOf<'quote_link_tokens'>;
  }
}

/** A paper about money that a customer has a page of. */
export type LinkedPaper = 'invoice' | 'quote';

/** Where the links of each kind are kept, beside the papers themselves. */
const places = {
  invoice: {
    papers: sql`invoices`,
    tokens: sql`invoice_link_tokens`,
    paper: sql`invoice_id`,
    customer: sql`bill_to_id`,
  },
  quote: {
    papers: sql`quotes`,
    tokens: sql`quote_link_tokens`,
    paper: sql`quote_id`,
    customer: sql`customer_id`,
  },
} as const;

/** Nobody else sends it, decides about it or changes what is owed of it until the transaction ends. */
export async function holdPaper(db: Tx, kind: LinkedPaper, id: string): Promise<void> {
  await sql`select from ${places[kind].papers} where id = ${id} for no key update`.execute(db);
}

/** The link of a paper, with the master keys that tokens of it follow from. */
export async function listLinks(
  db: Tx,
  kind: LinkedPaper,
  paper: string,
): Promise<{ link_id: string; key_id: string }[]> {
  const place = places[kind];
  const { rows } = await sql<{ link_id: string; key_id: string }>`
    select link_id, key_id from ${place.tokens}
     where account_id = current_account() and ${place.paper} = ${paper} order by key_id`.execute(db);
  return rows;
}

export async function insertToken(
  db: Tx,
  kind: LinkedPaper,
  { hash, link, paper, key }: { hash: Buffer; link: string; paper: string; key: string },
): Promise<void> {
  const place = places[kind];
  await sql`
    insert into ${place.tokens} (token_hash, account_id, link_id, ${place.paper}, key_id)
    values (${hash}, current_account(), ${link}, ${paper}, ${key})`.execute(db);
}

export async function deleteTokens(db: Tx, customers: readonly string[]): Promise<void> {
  for (const { tokens, paper, papers, customer } of Object.values(places))
    await sql`
      delete from ${tokens}
       where account_id = current_account()
         and ${paper} in (select id from ${papers} where ${customer} = any(${customers}::uuid[]))`.execute(
      db,
    );
}

interface StoredToken {
  readonly account_id: string;
  readonly link_id: string;
  readonly paper: string;
  readonly last_read_at: Date | null;
}

/** Outside every account: whoever knows the secret names the account by it. */
export async function findToken(db: Db, kind: LinkedPaper, hash: Buffer): Promise<StoredToken | undefined> {
  const place = places[kind];
  const { rows } = await sql<StoredToken>`
    select account_id, link_id, ${place.paper} as paper, last_read_at
      from ${place.tokens} where token_hash = ${hash}`.execute(db);
  return rows[0];
}

export async function noteRead(db: Db, kind: LinkedPaper, hash: Buffer, at: Date): Promise<void> {
  await sql`update ${places[kind].tokens} set last_read_at = ${at} where token_hash = ${hash}`.execute(db);
}
