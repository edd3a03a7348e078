import { sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';
import { type Person, rowOf } from '../../../platform/sign-in/person.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    devices: TableOf<'devices'>;
  }
}

/** More than anybody uses in a year; the one that was not used for longest is forgotten. */
const MOST_DEVICES = 50;

/** False if this is not one of their devices. */
export async function seeDevice(db: Tx, { user }: Person, hash: Buffer, now: Date): Promise<boolean> {
  const seen = await db
    .updateTable('devices')
    .set({ seen_at: now })
    .where('user_id', '=', user)
    .where('device_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return seen !== undefined;
}

/** True if they had devices before: the first one needs no mail. */
export async function insertDevice(db: Tx, person: Person, hash: Buffer, now: Date): Promise<boolean> {
  const { account_id, user_id: user } = rowOf(person);
  const inserted = await sql<{ has_others: boolean }>`
    insert into devices (user_id, device_hash, account_id, created_at, seen_at)
    values (${user}, ${hash}, ${account_id}, ${now}, ${now})
    returning exists (select from devices d where d.user_id = ${user}) as has_others`.execute(db);
  await db
    .deleteFrom('devices')
    .where('user_id', '=', user)
    .where('device_hash', 'in', (devices) =>
      devices
        .selectFrom('devices')
        .select('device_hash')
        .where('user_id', '=', user)
        .orderBy('seen_at', 'desc')
        .orderBy('device_hash')
        .offset(MOST_DEVICES),
    )
    .execute();
  return inserted.rows[0]!.has_others;
}

export async function deleteOtherDevices(db: Tx, { user }: Person, kept: Buffer | undefined): Promise<void> {
  const mine = db.deleteFrom('devices').where('user_id', '=', user);
  await (kept ? mine.where('device_hash', '<>', kept) : mine).execute();
}

export async function deleteUnusedDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('devices').where('seen_at', '<', before).execute();
}
