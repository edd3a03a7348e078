import { HOUR_MS } from '@muster/domain/values/minutes';
import { createHmac, randomUUID } from 'node:crypto';
import type { Delivery } from '@muster/domain/messages/webhooks/rules';
import { afterDelivery, reasonOf } from '@muster/domain/messages/webhooks/rules';
import type { AccountId } from '@muster/domain/values/ids';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Announced } from '../../../platform/live/event-log.ts';
import { ANNOUNCED } from '../../../platform/live/event-log.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { openSecret } from '../../../platform/secrets/secrets.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import type { Resolve } from '../../../platform/tasks/post.ts';
import { post, findTarget, ForbiddenAddress } from '../../../platform/tasks/post.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import type { WebhookTask } from './service.ts';
import { stopWebhook, taskOf, WEBHOOK } from './service.ts';
import type { ChangeNotice, Held } from './store.ts';
import {
  advanceWebhook,
  holdWebhook,
  listEnabled,
  noteArrival,
  noteFailure,
  pauseWebhook,
  readNotice,
  readUrl,
  releaseWebhook,
} from './store.ts';

/** Longer than one delivery may take. */
const HOLD_MS = 30_000;
/** Then others who wait for the same workers have their turn. */
const TURN_MS = 5_000;
/** Longer than the longest pause between two tries of a task (platform/db/queue-schema.ts). */
const PAUSE_MS = 2 * HOUR_MS;

const NO_SECRET = 'Its secret can’t be read on this server anymore. Reconnect it to get a new one.';

/** How deliveries end for the task that makes them. */
type End = 'told' | 'try again';

/** The tasks that tell webhooks of changes: of whatever was announced, of one webhook that goes on, of one change once more. */
export function webhookTasks({ database: { db, keys }, now, settings }: Deps, resolve?: Resolve) {
  const options = { networks: settings.WEBHOOK_NETWORKS, ...(resolve && { resolve }) };
  const inAccount = <T>(account: AccountId, work: Parameters<typeof withAccount<T>>[2]) =>
    withAccount(db, account, work);

  async function goOn(account: AccountId, webhook: string, task: string, wanted: number): Promise<End> {
    const started = now();
    const held = await inAccount(account, (db) =>
      holdWebhook(db, webhook, { task, wanted, now: new Date(started), until: later(HOLD_MS) }),
    );
    if (!held) return 'told';
    for (let { sent, wanted: told } = held; ;) {
      const notice = await inAccount(account, (db) => readNotice(db, { after: sent }));
      if (!notice) {
        const more = await inAccount(account, (db) => releaseWebhook(db, webhook, Math.max(told, sent)));
        if (more === undefined) return 'told';
        told = more;
        continue;
      }
      const end = await tell(account, webhook, task, held, notice);
      if (end !== 'told') return end === 'stopped' ? 'told' : end;
      sent = notice.number;
      if (now() - started > TURN_MS) return nextTurn(account, webhook, sent);
    }
  }

  async function nextTurn(account: AccountId, webhook: string, sent: number): Promise<End> {
    await inAccount(account, async (db) => {
      await advanceWebhook(db, webhook, sent, null);
      await enqueue(db, WEBHOOK, taskOf(account, webhook));
    });
    return 'told';
  }

  async function tell(
    account: AccountId,
    webhook: string,
    task: string,
    held: Held,
    notice: ChangeNotice,
  ): Promise<End | 'stopped'> {
    const { number } = notice;
    const delivery = await deliver(account, webhook, held.url, notice);
    const at = new Date(now());
    const tries = await note(account, webhook, number, delivery, at);
    const failingSince = (held.failingSince ?? at).getTime();
    const next = afterDelivery(delivery, { tries, failingSince, now: at.getTime() });
    if (next === 'stop') {
      await stop(account, webhook, delivery);
      return 'stopped';
    }
    if (next === 'retry') {
      await inAccount(account, (db) => pauseWebhook(db, webhook, { task, now: at, by: later(PAUSE_MS) }));
      return 'try again';
    }
    await inAccount(account, (db) => advanceWebhook(db, webhook, number, later(HOLD_MS)));
    return 'told';
  }

  /** Says how often it was tried in vain. */
  async function note(
    account: AccountId,
    webhook: string,
    number: number,
    delivery: Delivery,
    at: Date,
  ): Promise<number> {
    return inAccount(account, async (db) => {
      if (hasArrived(delivery)) {
        await noteArrival(db, webhook, number, at);
        return 0;
      }
      return noteFailure(db, webhook, { number, reason: reasonOf(delivery), now: at });
    });
  }

  async function stop(account: AccountId, webhook: string, delivery: Delivery): Promise<void> {
    const author = { user: null, apiKey: null, role: 'owner' } as const;
    const command = { account, id: randomUUID(), kind: 'webhook stopped' as const, body: webhook, author };
    await runCommand(db, { ...command, at: new Date(now()) }, (write) =>
      stopWebhook(write, account, webhook, reasonOf(delivery)),
    );
  }

  async function deliver(
    account: AccountId,
    webhook: string,
    url: string,
    notice: ChangeNotice,
  ): Promise<Delivery> {
    const secret = await inAccount(account, (db) => openSecret(db, keys, { account, connection: webhook }));
    if (secret === undefined) return { error: NO_SECRET };
    const body = JSON.stringify({ webhook, ...notice });
    const t = Math.floor(now() / 1000);
    const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': settings.BRAND_NAME.replaceAll(/[^\w.-]+/g, '-'),
      'muster-signature': `t=${t},v1=${signature}`,
    };
    try {
      return { status: await post(await findTarget(url, options), { body, headers }) };
    } catch (error) {
      return { error: wordsFor(error) };
    }
  }

  /** Beside the order of the others, and once: whoever asked for it sees in the list what became of it. */
  async function sendOne(account: AccountId, webhook: string, number: number): Promise<void> {
    const found = await inAccount(account, async (db) => ({
      url: await readUrl(db, webhook),
      notice: await readNotice(db, { number }),
    }));
    const { url, notice } = found;
    if (url === undefined || !notice) return;
    const delivery = await deliver(account, webhook, url, notice);
    await note(account, webhook, number, delivery, new Date(now()));
  }

  const announced: Task = async (payload, task) => {
    const { channel, number } = payload as Announced;
    const account = accountOfChannel(channel);
    const ids = await inAccount(account, listEnabled);
    const ends = await Promise.all(ids.map((id) => goOn(account, id, task, number)));
    if (ends.includes('try again')) throw new Error('A webhook delivery failed.');
  };

  const webhook: Task = async (payload, task) => {
    const { channel, webhook, number } = payload as WebhookTask;
    const account = accountOfChannel(channel);
    if (number !== undefined) await sendOne(account, webhook, number);
    else if ((await goOn(account, webhook, task, 0)) === 'try again')
      throw new Error('A webhook delivery failed.');
  };

  function later(ms: number): Date {
    return new Date(now() + ms);
  }

  return { [ANNOUNCED]: announced, [WEBHOOK]: webhook };
}

function hasArrived(delivery: Delivery): boolean {
  return 'status' in delivery && delivery.status >= 200 && delivery.status < 300;
}

/** What a person can go on with; of what was answered nothing is kept, so that nobody reads a private network through us. */
function wordsFor(error: unknown): string {
  if (error instanceof ForbiddenAddress) return error.message;
  if (error instanceof Error && error.name === 'AbortError') return 'It didn’t answer in time.';
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `We couldn’t reach it${code}.`;
}
