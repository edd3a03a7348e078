import type { ApiKeyRights } from '@muster/domain/identity/api-keys/rules';
import type { AccountId } from '@muster/domain/values/ids';
import type { MoneyRight } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Settings } from '../../settings.ts';
import type { Db, TableOf, Tx } from '../db/executor.ts';
import { transaction } from '../db/transaction.ts';
import { Failure } from '../http/answers/errors.ts';
import { networkOf } from '../http/edge/client-network.ts';
import { signInLimits } from '../limit-table.ts';
import { takeHits, perNetwork, inTurn } from '../limits.ts';
import { accountNamedBy } from './person.ts';
import { keyed, tokenHash } from './secret.ts';

declare module '../db/executor.ts' {
  interface Tables {
    api_key_secrets: TableOf<'api_key_secrets', { rights: ApiKeyRights; money: MoneyRight }>;
  }
}

/** A program that holds a key of an account. */
export interface KeyHolder {
  readonly account: AccountId;
  readonly id: string;
  readonly rights: ApiKeyRights;
  /** What it was made for about money. */
  readonly money: MoneyRight;
}

const bearer = /^Bearer (mk_.*)$/i;
const whole = /^mk_[\w-]{43}$/;

/** The key that a request carries, whatever it is worth. What a proxy puts into the same header for itself is none. */
export function readApiKey(request: FastifyRequest): string | undefined {
  return bearer.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * The key that a command makes. It follows from the command and from what only the servers know, so that it can be told again to
 * whoever lost the answer, and is written down nowhere.
 */
export function makeApiKey(secret: Buffer, account: AccountId, command: string): string {
  return `mk_${keyed(secret, `api key:${account}:${command}`).toString('base64url')}`;
}

export async function keepApiKey(
  db: Tx,
  key: string,
  { account, id, rights, money }: KeyHolder,
): Promise<void> {
  await db
    .insertInto('api_key_secrets')
    .values({ token_hash: tokenHash(key), account_id: account, key_id: id, rights, money, is_revoked: false })
    .execute();
}

export async function revokeApiKey(db: Tx, account: AccountId, id: string): Promise<void> {
  await db
    .updateTable('api_key_secrets')
    .set({ is_revoked: true })
    .where('account_id', '=', account)
    .where('key_id', '=', id)
    .execute();
}

/** Who holds the key. Wrong ones are counted for the network that they come from. */
export async function findKeyHolder(
  db: Db,
  key: string,
  { request, settings, at }: { request: FastifyRequest; settings: Settings; at: Date },
): Promise<KeyHolder> {
  const found = whole.test(key) ? await lookUp(db, key, at) : undefined;
  if (found) return found;
  const network = networkOf(request.ip);
  const bucket = { limit: perNetwork(signInLimits.wrongKeysPerNetwork, settings), key: network };
  await inTurn(network, () => transaction(db, (db) => takeHits(db, [bucket], at)));
  throw new Failure('unauthenticated', 'This API key is unknown or has been revoked. Use another one.');
}

/** Whether it still opens the account: it may have been revoked while a stream was open. */
export async function isApiKeyOpen(
  db: Db,
  { account, id }: Pick<KeyHolder, 'account' | 'id'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('api_key_secrets')
    .select('key_id')
    .where('account_id', '=', account)
    .where('key_id', '=', id)
    .where('is_revoked', '=', false)
    .executeTakeFirst();
  return found !== undefined;
}

const NOTED_MS = 60_000;

async function lookUp(db: Db, key: string, at: Date): Promise<KeyHolder | undefined> {
  const hash = tokenHash(key);
  const row = await db
    .selectFrom('api_key_secrets')
    .select(['account_id', 'key_id', 'rights', 'money', 'last_used_at'])
    .where('token_hash', '=', hash)
    .where('is_revoked', '=', false)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.last_used_at === null || at.getTime() - row.last_used_at.getTime() >= NOTED_MS)
    await noteUse(db, hash, at);
  return { account: accountNamedBy(row), id: row.key_id, rights: row.rights, money: row.money };
}

/** At most once a minute, and never waiting for another request that notes the same. */
async function noteUse(db: Db, hash: Buffer, at: Date): Promise<void> {
  const longAgo = new Date(at.getTime() - NOTED_MS);
  await sql`
    update api_key_secrets set last_used_at = ${at}
     where token_hash = (select token_hash from api_key_secrets
                          where token_hash = ${hash} and (last_used_at is null or last_used_at <= ${longAgo})
                            for update skip locked)`.execute(db);
}
