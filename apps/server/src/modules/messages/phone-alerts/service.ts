import { ALERT_WAIT_SECONDS, LONGEST_ALERT_WAIT_SECONDS } from '@muster/domain/messages/phone-alerts/rules';
import type { AlertedPhone, PhoneAlerts } from '@muster/domain/messages/phone-alerts/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { latestChange } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Channel } from '../../../platform/live/event-log.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { keepSecret, openSecret } from '../../../platform/secrets/secrets.ts';
import type { Session } from '../../../platform/sign-in/session.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { arePushKeys, isPushService, newPushKey, publicPushKey } from '../../../platform/web-push.ts';
import { openConnection } from '../../basics/deliveries/service.ts';
import { deletePhone, findPhone, savePhone, startAlertWaits } from './store.ts';

export { listPushHosts as pushHostsOf } from './store.ts';

/** The task that looks whether a phone is to be alerted, and does it. */
export const PHONE_ALERT = 'outside phone alert';

export interface PhoneAlertTask {
  channel: Channel;
  /** Whose turn it takes. */
  account: Channel;
  phone: string;
  token: string;
  /** How often it was tried before. */
  tries: number;
}

/** Of the key that the phones of an account believe: a secret of a connection of its own, which is named as the account is. */
export function alertKeyOf(db: Tx, keys: Keyring, account: AccountId): Promise<string | undefined> {
  return openSecret(db, keys, { account, connection: account });
}

/** The public half of that key. It is made when the first phone asks for it, or when it cannot be read here any more. */
export async function alertKey(db: Tx, keys: Keyring, account: AccountId): Promise<string> {
  await openConnection(db, account, 'phone alerts');
  const kept = await alertKeyOf(db, keys, account);
  const key = kept ?? newPushKey();
  if (kept === undefined) await keepSecret(db, keys, { account, connection: account }, key);
  return publicPushKey(key);
}

/** How it stands with the phone of a session. */
export async function phoneAlerts(
  db: Tx,
  keys: Keyring,
  { account, session }: { account: AccountId; session: Session },
): Promise<PhoneAlerts> {
  const [own, phone] = [await alertKeyOf(db, keys, account), await findPhone(db, session.id)];
  const key = own === undefined ? null : publicPushKey(own);
  if (!phone) return { state: 'off', endpoint: null, key };
  const isOn = phone.endpoint !== '' && phone.key === key;
  return { state: isOn ? 'on' : 'again', endpoint: isOn ? phone.endpoint : null, key };
}

/** From now on it is alerted of what the office changes. */
export async function alertPhone(
  db: Tx,
  keys: Keyring,
  { account, session }: { account: AccountId; session: Session },
  { phone, alsoHosts }: { phone: AlertedPhone; alsoHosts: readonly string[] },
): Promise<void> {
  if (!isPushService(phone.endpoint, alsoHosts))
    throw new Failure('unprocessable', 'This browser’s push service isn’t one we know.');
  if (!arePushKeys(phone)) throw new Failure('unprocessable', 'The keys of this browser can’t be used.');
  const own = await alertKeyOf(db, keys, account);
  if (own === undefined || publicPushKey(own) !== phone.key)
    throw new Failure('conflict', 'Alerts have to be switched on again.');
  const alerted = await latestChange(db, account);
  await savePhone(db, { session: session.id, user: session.user, alerted }, phone);
}

export function forgetPhone(db: Tx, session: Session): Promise<void> {
  return deletePhone(db, session.id);
}

/** In a while somebody looks whether the phones of these technicians, whose bookings have changed, have something to say. */
export async function alertTechniciansLater(write: Writer, technicians: readonly string[]): Promise<void> {
  if (technicians.length === 0) return;
  const waits = await startAlertWaits(write.db, technicians, {
    at: write.at,
    by: write.author.user,
    wait: ALERT_WAIT_SECONDS,
    longest: LONGEST_ALERT_WAIT_SECONDS,
  });
  for (const { phone, token, channel, delay } of waits) {
    const task: PhoneAlertTask = { channel, account: channel, phone, token, tries: 0 };
    await enqueue(write.db, PHONE_ALERT, task, delay);
  }
}
