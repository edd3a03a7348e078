import { createHmac, randomUUID } from 'node:crypto';
import { askedPause } from '@muster/domain/basics/deliveries/rules';
import type { Delivery } from '@muster/domain/messages/webhooks/rules';
import { afterDelivery, reasonOf } from '@muster/domain/messages/webhooks/rules';
import type { AccountId } from '@muster/domain/values/ids';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Announced } from '../../../platform/live/event-log.ts';
import { ANNOUNCED } from '../../../platform/live/event-log.ts';
import { openSecret } from '../../../platform/secrets/secrets.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import type { Resolve } from '../../../platform/tasks/post.ts';
import { post, findTarget, ForbiddenAddress } from '../../../platform/tasks/post.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import {
  beginTry,
  clearConnection,
  endTry,
  endTurn,
  heldUntil,
  noteWorking,
  takeTurn,
  waitAfter,
} from '../../basics/deliveries/service.ts';
import type { WebhookTask } from './service.ts';
import { keyOf, type Notice, noticeOf, stopWebhook, taskOf, WEBHOOK } from './service.ts';
import { advanceWebhook, listEnabled, noteWanted, readUrl, readWanted } from './store.ts';

/** Then others who wait for the same workers have their turn. */
const TURN_MS = 5_000;

const NO_SECRET = 'Its secret can’t be read on this server anymore. Reconnect it to get a new one.';

/** What a delivery is after a try, by what follows from it. Where the webhook stops, it waits for somebody to turn it on again. */
const states = { arrived: 'accepted', retry: 'waiting', stop: 'waiting', 'set aside': 'failed' } as const;

type Sent = Delivery & { readonly askedSeconds?: number };

/** A webhook as one task carries it on. */
interface Turn {
  readonly account: AccountId;
  readonly webhook: string;
  readonly url: string;
  readonly failingSince: Date | null;
}

/** The tasks that tell webhooks of changes: of whatever was announced, of one webhook that goes on, of one change once more, of a test. */
export function webhookTasks({ database: { db, keys }, now, settings }: Deps, resolve?: Resolve) {
  const options = { networks: settings.WEBHOOK_NETWORKS, ...(resolve && { resolve }) };
  const inAccount = <T>(account: AccountId, work: Parameters<typeof withAccount<T>>[2]) =>
    withAccount(db, account, work);

  async function goOn(
    account: AccountId,
    webhook: string,
    { task, pause, wanted = 0 }: { task: string; pause?: string | undefined; wanted?: number },
  ): Promise<void> {
    const started = now();
    const held = await inAccount(account, async (db) => {
      const found = await noteWanted(db, webhook, wanted);
      const turn = found && (await takeTurn(db, webhook, { task, pause, now: started }));
      return turn && { ...found, ...turn };
    });
    if (!held) return;
    const turn = { account, webhook, ...held };
    for (let { sent, wanted: told } = held; ;) {
      const begun = await inAccount(account, async (db) => {
        const notice = await noticeOf(db, { after: sent });
        return notice && { notice, number: await beginTry(db, keyOf(webhook, notice.number), now()) };
      });
      if (!begun) {
        const more = await release(account, webhook, Math.max(told, sent));
        if (more === undefined) return;
        told = more;
        continue;
      }
      if (!(await tell(turn, begun.notice, begun.number))) return;
      sent = begun.notice.number;
      if (now() - started > TURN_MS) return nextTurn(account, webhook);
    }
  }

  /** Gives it back, unless more is wanted meanwhile: then says up to which number. */
  async function release(account: AccountId, webhook: string, told: number): Promise<number | undefined> {
    return inAccount(account, async (db) => {
      const wanted = await readWanted(db, webhook);
      if (wanted !== undefined && wanted > told) return wanted;
      await advanceWebhook(db, webhook, told);
      await endTurn(db, webhook, now());
      return undefined;
    });
  }

  async function nextTurn(account: AccountId, webhook: string): Promise<void> {
    await inAccount(account, async (db) => {
      await endTurn(db, webhook, now());
      await enqueue(db, WEBHOOK, taskOf(account, webhook));
    });
  }

  /** Whether the next one may follow. */
  async function tell(turn: Turn, notice: Notice, tries: number): Promise<boolean> {
    const { account, webhook } = turn;
    const delivery = await deliver(turn, { ...notice });
    const at = now();
    const failingSince = (turn.failingSince ?? new Date(at)).getTime();
    const next = afterDelivery(delivery, { tries, failingSince, now: at });
    const error = next === 'arrived' ? '' : reasonOf(delivery);
    await inAccount(account, async (db) => {
      const ended = { try: tries, state: states[next], error, now: new Date(at) };
      await endTry(db, keyOf(webhook, notice.number), ended);
      if (next === 'retry') {
        const wait = { error, askedSeconds: delivery.askedSeconds ?? 0, now: at };
        const { pause, seconds } = await waitAfter(db, webhook, wait);
        await enqueue(db, WEBHOOK, { ...taskOf(account, webhook), pause } satisfies WebhookTask, seconds);
      } else if (next === 'stop') await endTurn(db, webhook, at);
      else {
        await advanceWebhook(db, webhook, notice.number);
        await noteWorking(db, webhook, {
          worked: next === 'arrived' ? new Date(at) : null,
          until: heldUntil(at),
        });
      }
    });
    if (next === 'stop') await stop(account, webhook, error);
    return next === 'arrived' || next === 'set aside';
  }

  async function stop(account: AccountId, webhook: string, why: string): Promise<void> {
    const author = { user: null, apiKey: null, role: 'owner' } as const;
    const command = { account, id: randomUUID(), kind: 'webhook stopped' as const, body: webhook, author };
    await runCommand(db, { ...command, at: new Date(now()), whenReadOnly: true }, (write) =>
      stopWebhook(write, account, webhook, why),
    );
  }

  async function deliver(
    { account, webhook, url }: Pick<Turn, 'account' | 'webhook' | 'url'>,
    content: object,
  ): Promise<Sent> {
    const secret = await inAccount(account, (db) => openSecret(db, keys, { account, connection: webhook }));
    if (secret === undefined) return { error: NO_SECRET };
    const body = JSON.stringify({ webhook, ...content });
    const t = Math.floor(now() / 1000);
    const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': settings.BRAND_NAME.replaceAll(/[^\w.-]+/g, '-'),
      'muster-signature': `t=${t},v1=${signature}`,
    };
    try {
      const { status, retryAfter } = await post(await findTarget(url, options), { body, headers });
      return { status, askedSeconds: askedPause(retryAfter, now()) };
    } catch (error) {
      return { error: wordsFor(error) };
    }
  }

  /** Beside the order of the others, and once: whoever asked for it sees in the list what became of it. */
  async function sendOne(
    account: AccountId,
    webhook: string,
    {
      key,
      content,
    }: { key: string; content: (db: Parameters<typeof readUrl>[0]) => Promise<object | undefined> },
  ): Promise<boolean> {
    const delivery = { connection: webhook, key };
    const begun = await inAccount(account, async (db) => {
      const [url, said] = [await readUrl(db, webhook), await content(db)];
      if (url === undefined || !said) return undefined;
      return { url, said, number: await beginTry(db, delivery, now()) };
    });
    if (!begun) return false;
    const sent = await deliver({ account, webhook, url: begun.url }, begun.said);
    const arrived = 'status' in sent && sent.status >= 200 && sent.status < 300;
    await inAccount(account, (db) =>
      endTry(db, delivery, {
        try: begun.number,
        state: arrived ? 'accepted' : 'failed',
        error: arrived ? '' : reasonOf(sent),
        now: new Date(now()),
      }),
    );
    return arrived;
  }

  /** A test that arrives ends a pause: what waits goes on. */
  async function sendTest(account: AccountId, webhook: string, key: string): Promise<void> {
    const content = async () => ({ test: true, at: new Date(now()).toISOString() });
    if (!(await sendOne(account, webhook, { key, content }))) return;
    await inAccount(account, async (db) => {
      await clearConnection(db, webhook);
      await enqueue(db, WEBHOOK, taskOf(account, webhook));
    });
  }

  const announced: Task = async (payload, task) => {
    const { channel, number } = payload as Announced;
    const account = accountOfChannel(channel);
    const ids = await inAccount(account, listEnabled);
    await Promise.all(ids.map((id) => goOn(account, id, { task, wanted: number })));
  };

  const webhook: Task = async (payload, task) => {
    const { channel, webhook, number, test, pause } = payload as WebhookTask;
    const account = accountOfChannel(channel);
    if (test !== undefined) await sendTest(account, webhook, test);
    else if (number !== undefined)
      await sendOne(account, webhook, {
        key: keyOf(webhook, number).key,
        content: (db) => noticeOf(db, { number }),
      });
    else await goOn(account, webhook, { task, pause });
  };

  return { [ANNOUNCED]: announced, [WEBHOOK]: webhook };
}

/** What a person can go on with; of what was answered nothing is kept, so that nobody reads a private network through us. */
function wordsFor(error: unknown): string {
  if (error instanceof ForbiddenAddress) return error.message;
  if (error instanceof Error && error.name === 'AbortError') return 'It didn’t answer in time.';
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `We couldn’t reach it${code}.`;
}
