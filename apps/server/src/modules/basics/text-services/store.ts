import type { TextService } from '@muster/domain/basics/text-services/schema';
import type { PartOf } from '@muster/domain/basics/texts/receipts';
import { sql } from 'kysely';
import type { Told } from '../../../platform/sms/line.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

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
