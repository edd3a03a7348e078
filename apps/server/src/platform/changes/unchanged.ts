import { DAY_MS } from '@muster/domain/values/minutes';
import { sql } from 'kysely';
import type { TableOf, Tx } from '../db/executor.ts';

declare module '../db/executor.ts' {
  interface Tables {
    unchanged_commands: TableOf<'unchanged_commands'>;
  }
}

/** A phone may come back after weeks. */
const KEPT_MS = 30 * DAY_MS;

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

/**
 * Takes the texts out of those answers that name one of these rows, among so many after that command. Says which was looked at last;
 * undefined, where there are no more. The others stay: a command that is repeated is answered, and not done a second time.
 */
export async function forgetUnchangedAnswers(
  db: Tx,
  ids: readonly string[],
  { after, most }: { after: string | null; most: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select forget_unchanged_answers(${ids}::uuid[], ${after}::uuid, ${most}::int) as last`.execute(db);
  return rows[0]?.last ?? undefined;
}
