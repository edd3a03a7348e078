import { askedPause, pauseSeconds } from '@muster/domain/basics/deliveries/rules';
import {
  afterPush,
  type Alerted,
  alertDue,
  type PhoneAlert,
} from '@muster/domain/messages/phone-alerts/rules';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { findTarget, post, type Resolve } from '../../../platform/tasks/post.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { encryptPush, isPushService, publicPushKey, pushAuthorization } from '../../../platform/web-push.ts';
import { newsOf } from '../../field/my-visits/service.ts';
import { alertKeyOf, PHONE_ALERT, type PhoneAlertTask } from './service.ts';
import { emptyPhone, endAlertWait, findWaiting, pausePhone, type WaitingPhone } from './store.ts';

/** A phone that was off over night still says so in the morning. */
const KEPT_SECONDS = 43_200;

/** Alerts the phone of a technician, in the words of what their page shows as news at this moment. */
export function phoneAlertTasks({ database: { db, keys }, settings, now, log }: Deps, resolve?: Resolve) {
  const options = { networks: settings.WEBHOOK_NETWORKS, ...(resolve && { resolve }) };
  const base = publicAddress(settings);
  /** Whom a push service can turn to. */
  const contact = base.startsWith('https:')
    ? base
    : `mailto:${/[^\s<>]+@[^\s<>]+/.exec(settings.MAIL_FROM)![0]}`;

  /** Undefined: there is nothing to say any more, or nothing that the phone would believe. */
  async function due(db: Tx, task: PhoneAlertTask) {
    const account = accountOfChannel(task.channel);
    const phone = await findWaiting(db, { ...task, now: new Date(now()) });
    if (!phone) return undefined;
    const said = alertDue(await newsOf(db, phone.user, now()), phone.alerted, now());
    const key = said && (await alertKeyOf(db, keys, account));
    if (said && key !== undefined && publicPushKey(key) === phone.key) return { phone, key, ...said };
    await endAlertWait(db, task);
    return undefined;
  }

  async function send(
    { endpoint, ...to }: WaitingPhone,
    { alert, key }: { alert: PhoneAlert; key: string },
  ): Promise<{ status?: number; askedSeconds: number }> {
    const at = now();
    const headers = {
      authorization: pushAuthorization(endpoint, { privateKey: key, contact, now: at }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(KEPT_SECONDS),
      urgency: 'high',
      // What has not reached the phone yet is replaced by what is so now.
      topic: 'day',
    };
    try {
      // A host that the operator allows no more is asked nothing.
      if (!isPushService(endpoint, settings.PUSH_SERVICES)) return { status: 410, askedSeconds: 0 };
      const target = await findTarget(endpoint, options);
      const { status, retryAfter } = await post(target, {
        body: encryptPush(JSON.stringify(alert), to),
        headers,
      });
      return { status, askedSeconds: askedPause(retryAfter, at) };
    } catch {
      // Whatever it is, nobody took it; it is tried as often as what was refused for now.
      return { askedSeconds: 0 };
    }
  }

  async function settle(
    db: Tx,
    task: PhoneAlertTask,
    {
      sent,
      endpoint,
      alerted,
    }: { sent: Awaited<ReturnType<typeof send>>; endpoint: string; alerted: Alerted },
  ): Promise<void> {
    const tries = task.tries + 1;
    const next = afterPush(sent.status, tries);
    if (next === 'left')
      log.warn({ host: new URL(endpoint).hostname, status: sent.status }, 'A push service took no alert.');
    if (next === 'gone') return emptyPhone(db, task.phone, endpoint);
    if (next !== 'retry')
      return endAlertWait(db, { ...task, alerted: next === 'arrived' ? alerted : undefined });
    const seconds = pauseSeconds(tries, sent.askedSeconds);
    await pausePhone(db, task.phone, new Date(now() + seconds * 1000));
    await enqueue(db, PHONE_ALERT, { ...task, tries } satisfies PhoneAlertTask, seconds);
  }

  const alert: Task = async (payload) => {
    const task = payload as PhoneAlertTask;
    const account = accountOfChannel(task.channel);
    const found = await withAccount(db, account, (db) => due(db, task));
    if (!found) return;
    const { phone, alerted } = found;
    const sent = await send(phone, found);
    await withAccount(db, account, (db) => settle(db, task, { sent, endpoint: phone.endpoint, alerted }));
  };

  return { [PHONE_ALERT]: alert };
}
