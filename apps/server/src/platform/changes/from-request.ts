import { createHash, randomUUID } from 'node:crypto';
import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { Conflict } from '@muster/domain/basics/changes/schema';
import { type AccountId, isId } from '@muster/domain/values/ids';
import type { Permit } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { Type, type TSchema } from 'typebox';
import { withAccount } from '../db/account.ts';
import type { Db, Tx } from '../db/executor.ts';
import { done, envelope } from '../http/answers/envelope.ts';
import { idempotencyHeaders, idempotencyKey } from '../http/requests/idempotency.ts';
import { accountOf, callerOf, scenarioOf } from '../sign-in/access.ts';
import { type Command, latestChange, runCommand } from './command.ts';
import type { Writer } from './tracked.ts';

/** Those who plan the work; technicians have calls of their own. */
export const dispatchers: readonly Permit[] = ['owner', 'dispatcher'];
export const owners: readonly Permit[] = ['owner'];
/** Those who see for whom what was done, and where: they need no board for it. */
export const readersOfWork: readonly Permit[] = [...dispatchers, 'bookkeeper'];
/** Those who see prices and prepare what is sold at them. */
export const moneyDrafters: readonly Permit[] = ['drafts of money'];
/** Those who set prices, see what things cost the business, and do everything about money. */
export const moneyKeepers: readonly Permit[] = ['all of money'];

/** The command that a request makes. */
export function commandOf(request: FastifyRequest, now: () => number, kind: ChangeKind): Command {
  const { user, apiKey, role, money } = callerOf(request);
  const { params, body } = request;
  return {
    ...askOf(request, now),
    scenario: scenarioOf(request),
    kind,
    body: { params, body },
    author: { user, apiKey, role, money },
  };
}

/** Where, when and under which id somebody asks for something; the Idempotency-Key is the id, and the gate has let them in. */
export function askOf(
  request: FastifyRequest,
  now: () => number,
): Pick<Command, 'account' | 'id' | 'at' | 'whenReadOnly'> {
  const { account, user, apiKey } = callerOf(request);
  return {
    account,
    id: commandId(user ?? apiKey!, idempotencyKey(request)),
    at: new Date(now()),
    whenReadOnly: true,
  };
}

/** Any text may be a key. One that is no UUID becomes one, which is its sender's own. */
function commandId(sender: string, key: string | undefined): string {
  if (key === undefined) return randomUUID();
  if (isId(key.toLowerCase())) return key.toLowerCase();
  const hex = createHash('sha256').update(`${sender} ${key}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** The id that whoever sends a command can know what comes of it by, before there is an answer: its own. */
export function givenId(request: FastifyRequest): string | undefined {
  const key = idempotencyKey(request)?.toLowerCase();
  return key !== undefined && isId(key) ? key : undefined;
}

/** What the routes of all commands have in common; with the reason why one is taken of a read-only account too, where it is. */
export function commandRoute<Answer extends TSchema, More extends object>(
  access: readonly Permit[],
  { answer, ...schema }: { tags: string[]; summary: string; answer: Answer } & More,
  whenReadOnly?: string,
) {
  return {
    config: { access, idempotent: true as const, ...(whenReadOnly !== undefined && { whenReadOnly }) },
    schema: {
      ...schema,
      headers: idempotencyHeaders,
      response: { 200: envelope(answer), 409: envelope(Conflict), 404: envelope(Type.Null()) },
    },
  };
}

/** Runs the command that a request makes, and answers with the row that came of it, the number of the change and whether it made one. */
export function saving(db: Db, now: () => number) {
  return async <Row>(request: FastifyRequest, kind: ChangeKind, work: (write: Writer) => Promise<Row>) => {
    const { answer: row, number, made } = await runCommand(db, commandOf(request, now, kind), work);
    return done({ row, change: number, made });
  };
}

/** The same for what is done to the live board alone, wherever whoever asks is looking; `records`: see `Command`. */
export function savingLive(db: Db, now: () => number, { records = false }: Pick<Command, 'records'> = {}) {
  return async <Row>(request: FastifyRequest, kind: ChangeKind, work: (write: Writer) => Promise<Row>) => {
    const command = { ...commandOf(request, now, kind), scenario: null, records };
    const { answer: row, number, made } = await runCommand(db, command, work);
    return done({ row, change: number, made });
  };
}

/** Reads in the account of a request, and says at which change what was read is at least true. */
export function reading(db: Db) {
  return async <T extends object>(request: FastifyRequest, read: (db: Tx) => Promise<T>) => {
    return readAt(db, accountOf(request), scenarioOf(request), read);
  };
}

/** The same for what is no part of a scenario, wherever whoever asks is looking. */
export function readingLive(db: Db) {
  return async <T extends object>(request: FastifyRequest, read: (db: Tx) => Promise<T>) =>
    readAt(db, accountOf(request), null, read);
}

async function readAt<T extends object>(
  db: Db,
  account: AccountId,
  scenario: string | null,
  read: (db: Tx) => Promise<T>,
) {
  const run = async (db: Tx) => {
    const change = await latestChange(db, account);
    return done({ ...(await read(db)), change });
  };
  return withAccount(db, account, run, scenario);
}
