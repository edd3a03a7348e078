import { createHash } from 'node:crypto';
import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { withAccount } from '../db/account.ts';
import type { Db, Tx } from '../db/executor.ts';
import { Failure } from '../http/answers/errors.ts';
import { announce, channelOf, lastNumbers } from '../live/event-log.ts';
import { refuseReadOnly } from '../sign-in/read-only.ts';
import { appendChange, findByCommand, prepareEntries } from './log.ts';
import type { Author, Writer } from './tracked.ts';
import { findUnchanged, keepUnchanged } from './unchanged.ts';
import { openWriter } from './writer.ts';

/** Something that somebody wants done: once, however often they ask for it under the same id. */
export interface Command {
  readonly account: AccountId;
  /** The scenario in which it is done; null: on the live board. */
  readonly scenario?: string | null;
  /** A UUID that whoever asks has made. */
  readonly id: string;
  /** As the history tells it: "technician edited". */
  readonly kind: ChangeKind;
  /** What was asked for, to tell a repetition from another command with the same id. */
  readonly body: unknown;
  readonly author: Author;
  readonly at: Date;
  /** The number of the change that it takes back. */
  readonly undoes?: number;
  /** Whether it writes down what happened before: an import of history. */
  readonly records?: boolean;
  /** Whether it is taken of a read-only account: the gate has let it in, or it tells of what has happened already. */
  readonly whenReadOnly?: boolean;
}

export interface Outcome<T> {
  readonly answer: T;
  /** Of the change that was made; where nothing was to be changed, of the latest, which may be anybody's. */
  readonly number: number;
  /** Whether the change with that number is this command's own. */
  readonly made: boolean;
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
  const {
    account,
    scenario = null,
    id,
    kind,
    author,
    at,
    undoes = null,
    records = false,
    whenReadOnly = false,
  } = command;
  const hash = hashOf(command);
  const run = async (db: Tx) => {
    await lockCommand(db, id);
    const known = await outcomeOf<T>(db, command);
    if (known) return known;
    if (!whenReadOnly) await refuseReadOnly(db, account);
    const writer = openWriter(db, { author, at, restores: records || undoes !== null, undoes, scenario });
    const answer = await work(writer);
    const { entries, subjects } = await writer.finish();
    if (entries.length === 0) {
      const latest = await latestChange(db, account);
      await keepUnchanged(db, { command: id, hash, number: latest, at, answer });
      return { answer, number: latest, made: false };
    }
    const prepared = await prepareEntries(db, entries, subjects);
    const number = await announce(db, channelOf(account), { topic: 'change' });
    await appendChange(db, { number, command: id, hash, kind, author, at, undoes, answer }, prepared);
    return { answer, number, made: true };
  };
  return withAccount(db, account, run, scenario);
}

function hashOf({ kind, body, scenario = null }: Command): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, body, ...(scenario === null ? [] : [scenario])]))
    .digest();
}

/** What came of a command that was asked for before: whoever does something outside for it asks first, and does it once. */
export async function outcomeOf<T>(db: Tx, command: Command): Promise<Outcome<T> | undefined> {
  const before = await findByCommand(db, command.id);
  const known = before ?? (await findUnchanged(db, command.id));
  if (known && !known.command_hash.equals(hashOf(command))) throw new Failure('keyReused');
  return known && { answer: known.answer as T, number: known.number, made: before !== undefined };
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
  const inOrder = [...new Set(ids)].toSorted();
  if (inOrder.length === 0) return;
  // Sorted below, so that the locks are taken one after the other in that order.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(id, ${TECHNICIAN_LOCK}))
      from (select id from unnest(${inOrder}::text[]) with ordinality as t (id, place) order by place offset 0) o`.execute(
    db,
  );
}
