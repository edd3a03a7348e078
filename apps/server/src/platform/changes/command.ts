import { createHash } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { withAccount } from '../db/account.ts';
import type { Db, Tx } from '../db/executor.ts';
import { Failure } from '../http/errors.ts';
import { announce, channelOf, lastNumbers } from '../live/event-log.ts';
import { appendChange, findByCommand } from './log.ts';
import type { Author, Writer } from './tracked.ts';
import { openWriter } from './writer.ts';

/** Something that somebody wants done: once, however often they ask for it under the same id. */
export interface Command {
  readonly account: AccountId;
  /** A UUID that whoever asks has made. */
  readonly id: string;
  /** As the history tells it: "technician edited". */
  readonly kind: string;
  /** What was asked for, to tell a repetition from another command with the same id. */
  readonly body: unknown;
  readonly author: Author;
  readonly at: Date;
  /** The number of the change that it takes back. */
  readonly undoes?: number;
  /** Whether it writes down what happened before: an import of history. */
  readonly records?: boolean;
}

export interface Outcome<T> {
  readonly answer: T;
  /** Of the change that was made; where nothing was to be changed, of the latest. */
  readonly number: number;
  /** Whether it was done before, and only told again. */
  readonly replayed: boolean;
}

/**
 * The one way to write what belongs to a business: rows, what follows from them and the entry in the log, in one transaction. Locks
 * are taken in one order, so that two commands never wait for each other: the command's id, technicians, rows, the account's counter.
 */
export async function runCommand<T>(
  db: Db,
  command: Command,
  work: (write: Writer) => Promise<T>,
): Promise<Outcome<T>> {
  const { account, id, kind, body, author, at, undoes = null, records = false } = command;
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, body]))
    .digest();
  return withAccount(db, account, async (db) => {
    await lockCommand(db, id);
    const before = await findByCommand(db, id);
    if (before && !before.command_hash.equals(hash)) throw new Failure('keyReused');
    if (before) return { answer: before.answer as T, number: before.number, replayed: true };
    const writer = openWriter(db, { author, at, restores: records || undoes !== null });
    const answer = await work(writer);
    const { entries, subjects } = await writer.finish();
    if (entries.length === 0) return { answer, number: await latestChange(db, account), replayed: false };
    const number = await announce(db, channelOf(account), { topic: 'change' });
    await appendChange(
      db,
      { number, command: id, hash, kind, author, at, undoes, answer },
      entries,
      subjects,
    );
    return { answer, number, replayed: false };
  });
}

/** The number that what is read from now on is at least true at. */
export async function latestChange(db: Tx, account: AccountId): Promise<number> {
  return (await lastNumbers(db, [channelOf(account)])).get(channelOf(account))!;
}

/** "comm" as a number: any, but always the same. */
const COMMAND_LOCK = 0x636f6d6d;

/** The same command, sent twice at once, is done once. */
async function lockCommand(db: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, ${COMMAND_LOCK}))`.execute(db);
}

/** "tech" as a number. */
const TECHNICIAN_LOCK = 0x74656368;

/** Whoever books technicians holds them first, in the order of their ids: the constraint is only the backstop. */
export async function lockTechnicians(db: Tx, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, ${TECHNICIAN_LOCK}))`.execute(db);
}
