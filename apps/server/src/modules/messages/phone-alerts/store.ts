import { sql } from 'kysely';
import type { AlertedPhone } from '@muster/domain/messages/phone-alerts/schema';
import type { Alerted } from '@muster/domain/messages/phone-alerts/rules';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';
import type { Channel } from '../../../platform/live/event-log.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    alerted_phones: TableOf<'alerted_phones'>;
  }
}

/** The phone of a session; undefined if its user does not want to be alerted there. */
export async function findPhone(
  db: Tx,
  session: string,
): Promise<{ endpoint: string; key: string } | undefined> {
  return db
    .selectFrom('alerted_phones')
    .select(['endpoint', 'server_key as key'])
    .where('session_id', '=', session)
    .executeTakeFirst();
}

/** Whoever else was signed in on it is alerted there no more. */
export async function savePhone(
  db: Tx,
  { session, user, alerted }: { session: string; user: string; alerted: number },
  { endpoint, p256dh, auth, key }: AlertedPhone,
): Promise<void> {
  await sql`delete from alerted_phones where endpoint = ${endpoint} and session_id <> ${session}`.execute(db);
  await sql`
    insert into alerted_phones (account_id, session_id, user_id, endpoint, p256dh, auth, server_key, alerted_change)
    values (current_account(), ${session}, ${user}, ${endpoint}, ${p256dh}, ${auth}, ${key}, ${alerted})
    on conflict (account_id, session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, server_key = excluded.server_key,
          paused_until = null`.execute(db);
}

export async function deletePhone(db: Tx, session: string): Promise<void> {
  await sql`delete from alerted_phones where session_id = ${session}`.execute(db);
}

/** The hosts of the push services that alert somebody of the account. */
export async function listPushHosts(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select distinct split_part(split_part(endpoint, '/', 3), ':', 1) as host from alerted_phones
     where endpoint <> '' order by host`.execute(db);
  return rows.map(({ host }) => host);
}

export interface AlertWait {
  readonly phone: string;
  readonly token: string;
  readonly channel: Channel;
  /** Seconds, longer than usual where a push service has asked for it. */
  readonly delay: number;
}

/**
 * The phones of these technicians wait anew, in this transaction each once; those that have waited for too long already are left to
 * the task that comes for them. Whoever does it knows it.
 */
export async function startAlertWaits(
  db: Tx,
  technicians: readonly string[],
  { at, by, wait, longest }: { at: Date; by: string | null; wait: number; longest: number },
): Promise<AlertWait[]> {
  const { rows } = await sql<AlertWait>`
    update alerted_phones p
       set wait_token = pg_current_xact_id()::text, waits_since = coalesce(p.waits_since, ${at})
      from technicians t
     where t.id = any(${technicians}::uuid[]) and t.user_id = p.user_id and p.user_id is distinct from ${by}::uuid
       and p.endpoint <> '' and p.wait_token is distinct from pg_current_xact_id()::text
       and (p.wait_token is null or p.waits_since > ${at}::timestamptz - make_interval(secs => ${longest}))
    returning p.session_id as phone, p.wait_token as token, 'account ' || p.account_id as channel,
              greatest(${wait}, coalesce(ceil(extract(epoch from p.paused_until - ${at}::timestamptz)), 0))::int as delay`.execute(
    db,
  );
  return rows;
}

/** A phone that is to be alerted, and of what it was before. */
export interface WaitingPhone extends AlertedPhone {
  readonly user: string;
  readonly alerted: Alerted;
}

/** Undefined if something else has happened since, which another task comes for, or the session is over. */
export async function findWaiting(
  db: Tx,
  { phone, token, now }: { phone: string; token: string; now: Date },
): Promise<WaitingPhone | undefined> {
  const { rows } = await sql<
    AlertedPhone & { user_id: string; alerted_change: string; alerted_visits: number }
  >`
    select p.endpoint, p.p256dh, p.auth, p.server_key as key, p.user_id, p.alerted_change, p.alerted_visits
      from alerted_phones p join sessions s on s.id = p.session_id
     where p.session_id = ${phone} and p.wait_token = ${token} and s.expires_at > ${now}`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { user_id, alerted_change, alerted_visits, ...keys } = found;
  return { ...keys, user: user_id, alerted: { change: Number(alerted_change), visits: alerted_visits } };
}

/** It waits no more, unless something else has happened; `alerted`: what it has shown. */
export async function endAlertWait(
  db: Tx,
  { phone, token, alerted }: { phone: string; token: string; alerted?: Alerted | undefined },
): Promise<void> {
  if (alerted)
    await sql`
      update alerted_phones set alerted_change = ${alerted.change}, alerted_visits = ${alerted.visits}, paused_until = null
       where session_id = ${phone}`.execute(db);
  await sql`
    update alerted_phones set wait_token = null, waits_since = null
     where session_id = ${phone} and wait_token = ${token}`.execute(db);
}

export async function pausePhone(db: Tx, phone: string, until: Date): Promise<void> {
  await sql`update alerted_phones set paused_until = ${until} where session_id = ${phone}`.execute(db);
}

/** Its push service knows it no more: what is left says that it was on. */
export async function emptyPhone(db: Tx, phone: string, endpoint: string): Promise<void> {
  await sql`
    update alerted_phones set endpoint = '', p256dh = '', auth = '', wait_token = null, waits_since = null
     where session_id = ${phone} and endpoint = ${endpoint}`.execute(db);
}
