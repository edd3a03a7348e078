import type { TextService } from '@muster/domain/basics/text-services/schema';
import type { PartOf } from '@muster/domain/basics/texts/receipts';
import { sql } from 'kysely';
import type { Told } from '../../../platform/sms/line.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    text_services: TableOf<'text_services'>;
    text_lines: TableOf<'text_lines'>;
  }
}

export async function findService(db: Tx): Promise<TextService | undefined> {
  const { rows } = await sql<{ row: TextService }>`select to_jsonb(s) as row from text_services s`.execute(
    db,
  );
  return rows[0]?.row;
}

/** Which service has a line, where one is on. */
export interface LineKey {
  readonly account_id: string;
  readonly connection_id: string;
}

export async function insertLine(db: Tx, connection: string): Promise<void> {
  await sql`
    insert into text_lines (account_id, connection_id) values (current_account(), ${connection})
    on conflict do nothing`.execute(db);
}

export async function deleteLine(db: Tx, connection: string): Promise<void> {
  await sql`
    delete from text_lines where account_id = current_account() and connection_id = ${connection}`.execute(
    db,
  );
}

/** Those that no process holds, or whose process has died; and those of this one, which may have given one up and kept it by mistake. */
export async function listFree(db: Db, { process, now }: { process: string; now: Date }): Promise<LineKey[]> {
  const { rows } = await sql<LineKey>`
    select account_id, connection_id from text_lines
     where held_by = ${process} or held_until is null or held_until < ${now}`.execute(db);
  return rows;
}

/** Takes a line, or keeps it. False where another process has it, or it is off. */
export async function holdLine(
  db: Db,
  { account_id, connection_id }: LineKey,
  { process, now, until }: { process: string; now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update text_lines set held_by = ${process}, held_until = ${until}
     where account_id = ${account_id} and connection_id = ${connection_id}
       and (held_by = ${process} or held_until is null or held_until < ${now})
    returning held_by`.execute(db);
  return rows.length > 0;
}

export async function leaveLine(
  db: Db,
  { account_id, connection_id }: LineKey,
  process: string,
): Promise<void> {
  await sql`
    update text_lines set held_by = null, held_until = null
     where account_id = ${account_id} and connection_id = ${connection_id} and held_by = ${process}`.execute(
    db,
  );
}

/** Whether the process still has the line; nobody else takes it until the transaction ends. */
export async function hasLine(db: Tx, connection: string, process: string): Promise<boolean> {
  const { rows } = await sql`
    select from text_lines
     where account_id = current_account() and connection_id = ${connection} and held_by = ${process} for share`.execute(
    db,
  );
  return rows.length > 0;
}

export interface OpenEvent {
  readonly key: string;
  readonly content: Told;
}

/** Receipts of messages that nobody here knew yet. */
export async function listOpenReceipts(db: Tx, connection: string, since: Date): Promise<OpenEvent[]> {
  const { rows } = await sql<OpenEvent>`
    select event_key as key, content from inbound_events
     where connection_id = ${connection} and done_at is null and received_at > ${since} and content->>'kind' = 'receipt'`.execute(
    db,
  );
  return rows;
}

/** The parts of an answer that have come so far. */
export async function listParts(
  db: Tx,
  connection: string,
  { number, part, since }: { number: string; part: PartOf; since: Date },
): Promise<OpenEvent[]> {
  const { rows } = await sql<OpenEvent>`
    select event_key as key, content from inbound_events
     where connection_id = ${connection} and done_at is null and received_at > ${since}
       and content->>'kind' = 'answer' and content->>'number' = ${number}
       and content->'part'->>'whole' = ${part.whole} and (content->'part'->>'total')::int = ${part.total}
     order by (content->'part'->>'number')::int`.execute(db);
  return rows;
}
