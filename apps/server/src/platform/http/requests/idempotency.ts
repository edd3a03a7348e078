import type { Answer } from '@muster/domain/values/answer';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../db/connect.ts';
import type { Db, TableOf, Tx } from '../../db/executor.ts';
import { transaction } from '../../db/transaction.ts';
import { Failure, unavailable } from '../answers/errors.ts';
import { keyed, tokenHash } from '../../sign-in/secret.ts';

declare module '../../db/executor.ts' {
  interface Tables {
    /** The answer is its text, as one JSON string: jsonb would not keep the order of its keys. */
    idempotency_keys: TableOf<'idempotency_keys', { answer: string | null }>;
  }
}

const KEY_HEADER = 'idempotency-key';

/** Goes into the schema of a route that honours the header. */
export const idempotencyHeaders = Type.Object({
  [KEY_HEADER]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'A value you choose, new for each action. Repeating a request with the same value is safe for 24 hours.',
    }),
  ),
});

/** Throws for a public POST that does not declare whether it may be repeated, or declares it without taking the header. */
export function checkIdempotency({ method, url, config, schema }: RouteOptions): void {
  const isPublicPost = config?.access === 'public' && [method].flat().includes('POST');
  if (isPublicPost && config.idempotent === undefined)
    throw new Error(`POST ${url} does not declare whether it may be repeated (config.idempotent).`);
  if (config?.idempotent === true && schema?.headers !== idempotencyHeaders)
    throw new Error(`${String(method)} ${url} does not take the Idempotency-Key (schema.headers).`);
}

/**
 * Runs a write in one transaction with the record that it was made, so that a repeated request (same key, same body) has
 * one effect and gets the same answer: in parallel, after a lost answer or after a crash. A failed write leaves no
 * record and may be tried again. Requests that repeat a key wait for the first one at the key's row.
 */
export async function idempotently<T>(
  { db, secret }: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  effect: (db: Tx) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const record = keyOf(secret, request);
  if (!record) return transaction(db, effect);
  const { text, replayed } = await transaction(db, async (db) => {
    if (!(await claim(db, record)))
      return { text: answerOf(await findRecord(db, record), record), replayed: true };
    const text = JSON.stringify(await effect(db));
    await writeAnswer(db, record, text);
    return { text, replayed: false };
  });
  return replayed ? replay(reply, text) : (JSON.parse(text) as Answer<T>);
}

/** The answer to an earlier request with this key, or undefined. Saves expensive work before the write. */
export async function answeredBefore<T>(
  { db, secret }: Database,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer<T> | undefined> {
  const key = keyOf(secret, request);
  const known = key && (await findRecord(db, key));
  return key && known && replay(reply, answerOf(known, key));
}

/** What is recorded of a request besides its answer; undefined if it has no key. */
function keyOf(secret: Buffer, request: FastifyRequest): Key | undefined {
  const { config, method, url } = request.routeOptions;
  if (config.idempotent !== true)
    throw new Error(`${String(method)} ${url ?? ''} is not declared idempotent.`);
  const key = idempotencyKey(request);
  if (key === undefined) return undefined;
  return {
    route: `${String(method)} ${url ?? ''}`,
    // Two people may use the same key, and must not get each other's answers. A key holds no space, so the text is unambiguous.
    key_hash: tokenHash(`${request.session?.user ?? ''} ${key}`),
    // A body may hold a password, and somebody who reads the database could guess it from a plain hash.
    body_hash: keyed(secret, JSON.stringify(request.body) ?? ''),
  };
}

function replay<T>(reply: FastifyReply, text: string): Answer<T> {
  reply.header('idempotent-replayed', 'true');
  return JSON.parse(text) as Answer<T>;
}

export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers[KEY_HEADER];
  return typeof key === 'string' ? key : undefined;
}

interface Key {
  route: string;
  key_hash: Buffer;
  body_hash: Buffer;
}

/** False if the key exists; waits for another transaction that is inserting it. */
async function claim(db: Tx, key: Key): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .returning('route')
    .executeTakeFirst();
  return inserted !== undefined;
}

interface KnownKey {
  body_hash: Buffer;
  answer: string | null;
}

async function findRecord(db: Db, { route, key_hash }: Key): Promise<KnownKey | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('route', '=', route)
    .where('key_hash', '=', key_hash)
    .executeTakeFirst();
}

function answerOf(known: KnownKey | undefined, { body_hash }: Key): string {
  if (!known?.answer) throw unavailable(1);
  if (!known.body_hash.equals(body_hash)) throw new Failure('keyReused');
  return known.answer;
}

async function writeAnswer(db: Tx, key: Key, text: string): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(text) })
    .where('route', '=', key.route)
    .where('key_hash', '=', key.key_hash)
    .execute();
}
