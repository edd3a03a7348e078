import type { CardService } from '@muster/domain/money/card-services/schema';
import { sql } from 'kysely';
import type { Channel } from '../../../platform/live/event-log.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    card_services: TableOf<'card_services'>;
    card_addresses: TableOf<'card_addresses'>;
    card_turns: TableOf<'card_turns'>;
  }
}

export async function findCardService(db: Tx): Promise<CardService | undefined> {
  const { rows } = await sql<{ row: CardService }>`select to_jsonb(s) as row from card_services s`.execute(
    db,
  );
  return rows[0]?.row;
}

/** The one address of a connection: an earlier one leads nowhere from then on. */
export async function writeAddress(db: Tx, connection: string, hash: Buffer): Promise<void> {
  await sql`
    delete from card_addresses where account_id = current_account() and connection_id = ${connection}`.execute(
    db,
  );
  await sql`
    insert into card_addresses (token_hash, account_id, connection_id)
    values (${hash}, current_account(), ${connection})`.execute(db);
}

/** Outside every account: whoever knows the secret names the account by it. */
export async function findAddress(
  db: Db,
  hash: Buffer,
): Promise<{ account_id: string; connection_id: string } | undefined> {
  return db
    .selectFrom('card_addresses')
    .select(['account_id', 'connection_id'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** Whoever takes the turn asks next; what had it before does nothing any more. */
export async function takeTurn(
  db: Tx,
  connection: string,
  { turn, due, heardUntil }: { turn: string; due: Date; heardUntil: Date },
): Promise<void> {
  await sql`
    insert into card_turns (account_id, connection_id, turn, due_at, heard_until)
    values (current_account(), ${connection}, ${turn}, ${due}, ${heardUntil})
    on conflict (account_id, connection_id) do update set turn = excluded.turn, due_at = excluded.due_at`.execute(
    db,
  );
}

export interface Turn {
  readonly turn: string;
  readonly due: Date;
  readonly heardUntil: Date;
  /** When Stripe was last asked how the account stands; null: it is to be asked now. */
  readonly accountReadAt: Date | null;
  /** The event behind which the list at Stripe is read on. */
  readonly heardAfter: string | null;
  /** When the newest event of that list happened. */
  readonly heardNewest: Date | null;
}

export async function readTurn(db: Tx, connection: string): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    select turn, due_at as due, heard_until as "heardUntil", account_read_at as "accountReadAt",
           heard_after as "heardAfter", heard_newest as "heardNewest" from card_turns
     where account_id = current_account() and connection_id = ${connection}`.execute(db);
  return rows[0];
}

export async function noteHeard(db: Tx, connection: string, until: Date): Promise<void> {
  await sql`
    update card_turns set heard_until = greatest(heard_until, ${until}), heard_after = null, heard_newest = null
     where account_id = current_account() and connection_id = ${connection}`.execute(db);
}

/** What happened is read as far as that; null: it is read from its newest event again. */
export async function noteHeardPart(
  db: Tx,
  connection: string,
  { after, newest }: { after: string | null; newest: Date | null },
): Promise<void> {
  await sql`
    update card_turns set heard_after = ${after}, heard_newest = ${newest}
     where account_id = current_account() and connection_id = ${connection}`.execute(db);
}

export async function noteAccountRead(db: Tx, connection: string, at: Date | null): Promise<void> {
  await sql`
    update card_turns set account_read_at = ${at}
     where account_id = current_account() and connection_id = ${connection}`.execute(db);
}

/** Until then nobody begins to pay in a business; null: they may. */
export async function holdOff(db: Tx, connection: string, until: Date | null): Promise<void> {
  await sql`
    update card_turns set closed_until = ${until}
     where account_id = current_account() and connection_id = ${connection}`.execute(db);
}

/** Whoever lets somebody begin to pay asks for it before, and nobody else changes it until the transaction ends. */
export async function isHeldOff(db: Tx, connection: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select coalesce(closed_until > ${now}, false) as is from card_turns
     where account_id = current_account() and connection_id = ${connection} for no key update`.execute(db);
  return rows[0]?.is ?? false;
}

/** Whose turn was lost: the task that had it has died for good. */
export async function listOverdue(db: Db, before: Date): Promise<{ channel: Channel; connection: string }[]> {
  const { rows } = await sql<{ channel: Channel; connection: string }>`
    select 'account ' || account_id as channel, connection_id as connection from card_turns where due_at < ${before}`.execute(
    db,
  );
  return rows;
}
