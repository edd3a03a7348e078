import { type Generated, sql } from 'kysely';
import type { Tx } from '../db/executor.ts';

declare module '../db/executor.ts' {
  interface Tables {
    unchanged_commands: {
      account_id: Generated<string>;
      command_id: string;
      command_hash: Buffer;
      /** A bigint, which arrives as text. */
      number: string;
      at: Date;
      answer: unknown;
    };
  }
}

/** A phone may come back after weeks. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** What a command was answered that made no change. */
export async function findUnchanged(db: Tx, command: string) {
  const found = await db
    .selectFrom('unchanged_commands')
    .select(['number', 'command_hash', 'answer'])
    .where('command_id', '=', command)
    .executeTakeFirst();
  return found && { ...found, number: Number(found.number) };
}

/** Keeps the answer of a command that made no change, and forgets those that are long past. */
export async function keepUnchanged(
  db: Tx,
  { command, hash, number, at, answer }: UnchangedCommand,
): Promise<void> {
  await db
    .deleteFrom('unchanged_commands')
    .where('at', '<', new Date(at.getTime() - KEPT_MS))
    .execute();
  await sql`
    insert into unchanged_commands (account_id, command_id, command_hash, number, at, answer)
    values (current_account(), ${command}, ${hash}, ${number}, ${at}, ${JSON.stringify(answer ?? null)}::jsonb)`.execute(
    db,
  );
}

interface UnchangedCommand {
  command: string;
  hash: Buffer;
  number: number;
  at: Date;
  answer: unknown;
}

/** Whoever is erased may be told of in any answer, so all of them go. */
export async function forgetUnchanged(db: Tx): Promise<void> {
  await db.deleteFrom('unchanged_commands').execute();
}
