import { MOST_API_KEYS } from '@muster/domain/identity/api-keys/rules';
import type { ApiKey, NewApiKey } from '@muster/domain/identity/api-keys/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { owners } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { keepApiKey, revokeApiKey } from '../../../platform/sign-in/api-key.ts';
import { countApiKeys } from './store.ts';

export const apiKeys: TrackedTable<ApiKey> = {
  name: 'api_keys',
  columns: ['name', 'rights', 'money', 'created_by', 'created_at', 'revoked_at'],
  readers: owners,
  writers: owners,
  label: ({ name }) => name,
};

/** Keeps what a person decided in the log, and the hash of the key where no log is. */
export async function addApiKey(
  write: Writer,
  account: AccountId,
  { name, rights, money = 'none' }: NewApiKey,
  key: string,
): Promise<ApiKey> {
  if ((await countApiKeys(write.db)) >= MOST_API_KEYS)
    throw new Failure(
      'unprocessable',
      `You’ve reached the limit of ${MOST_API_KEYS} keys. Revoke one you don’t use first.`,
    );
  const [row] = await write.insert(apiKeys, [
    { name: name.trim(), rights, money, created_by: write.author.user!, created_at: write.at.toISOString() },
  ]);
  await keepApiKey(write.db, key, { account, id: row!.id, rights, money });
  return row!;
}

/** For good: whoever needs a key again makes a new one. */
export async function endApiKey(write: Writer, account: AccountId, id: string): Promise<ApiKey> {
  const [row] = await readRows(write.db, apiKeys, [id]);
  if (!row) throw new Failure('notFound');
  if (row.revoked_at !== null) return row;
  await revokeApiKey(write.db, account, id);
  return write.update(apiKeys, id, { revoked_at: write.at.toISOString() });
}
