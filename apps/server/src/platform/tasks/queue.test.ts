import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { until } from '../../../test/until.ts';
import { transaction } from '../db/transaction.ts';
import { FAILED_TASKS, LONG_TASKS, OUTSIDE_TASKS, TASKS } from '../db/queue-schema.ts';
import { taskLimits } from '../limit-table.ts';
import { enqueue } from './outbox.ts';
import { startQueue } from './queue.ts';
import type { Queue, Task } from './queue.ts';

let here: TestDatabase;
let queue: Queue | undefined;

beforeAll(async () => {
  here = await testDatabase();
});
afterAll(() => here.drop());
beforeEach(() => here.asOwner('truncate outbox, pgboss.job'));
afterEach(() => queue?.stop());

const start = async (tasks: Record<string, Task>) => {
  queue = await startQueue({ database: here.database, log: silentLog, tasks });
};
const send = (topic: string, payload: object) =>
  transaction(here.database.db, (db) => enqueue(db, topic, payload));
const jobs = async (name: string) =>
  (
    await here.asOwner<{ id: string; state: string; retries: number; delayed: boolean; limit: number }>(
      `select id, state, retry_count as retries, retry_limit as limit, start_after > now() as delayed
         from pgboss.job where name = $1`,
      [name],
    )
  ).rows;
const inState = async (state: string) => (await jobs(TASKS)).find((job) => job.state === state);

test('an enqueued task is done, by topic, with its payload', async () => {
  const done: unknown[] = [];
  await start({
    greet: async (payload, id) => void done.push(['greet', payload, id]),
    other: async () => void done.push('other'),
  });
  await send('greet', { name: 'Kim', list: [1, null] });
  const { id } = await until(() => inState('completed'));
  expect(done).toEqual([['greet', { name: 'Kim', list: [1, null] }, id]]);
});

test('what was enqueued while nobody was listening is done at the next start', async () => {
  await send('greet', {});
  await send('greet', {});
  let done = 0;
  await start({ greet: async () => void (done += 1) });
  await until(async () => (await jobs(TASKS)).filter(({ state }) => state === 'completed').length === 2);
  expect(done).toBe(2);
});

test('a task that fails is tried again later under the same id, and ends among the failed when it always does', async () => {
  const tried: string[] = [];
  await start({
    fail: async (_, id) => {
      tried.push(id);
      throw new Error('the mail server is down');
    },
  });
  await send('fail', { to: 'kim@example.com' });
  const job = await until(() => inState('retry'));
  expect(job).toMatchObject({ delayed: true, limit: 100 });

  await here.asOwner(
    'update pgboss.job set start_after = now(), retry_count = retry_limit - 1 where id = $1',
    [job.id],
  );
  const [failed] = await until(async () => {
    const found = await jobs(FAILED_TASKS);
    return found.length > 0 ? found : undefined;
  });
  expect(failed).toMatchObject({ state: 'created' });
  expect(tried).toEqual([job.id, job.id]);
});

test('a task that nobody does is kept', async () => {
  await start({});
  await send('unheard-of', {});
  expect(await until(() => inState('retry'))).toMatchObject({ delayed: true });
});

test('stopping lets a running task finish', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await start({
    slow: async () => {
      begin();
      await mayEnd;
    },
  });
  await send('slow', {});
  await begun;
  let stopped = false;
  const stopping = queue!.stop().then(() => (stopped = true));
  await here.asOwner('select pg_sleep(0.2)');
  expect(stopped).toBe(false);
  end();
  await stopping;
  expect(await jobs(TASKS)).toEqual([expect.objectContaining({ state: 'completed' })]);
});

test('work on files is done in turn between accounts, and mails wait for none of it', async () => {
  const done: string[] = [];
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  let begun = 0;
  await start({
    'files drawn': async (payload) => {
      const { account } = payload as { account: string };
      // Nothing of somebody who has much ends before the others have had their turn.
      if (account === 'busy') {
        begun += 1;
        await mayEnd;
      }
      done.push(account);
    },
    mail: async () => void done.push('mail'),
  });
  for (let at = 0; at < 6; at += 1) await send('files drawn', { account: 'busy' });
  await until(() => begun > 0);
  await send('files drawn', { account: 'other' });
  await send('mail', {});
  await until(() => done.includes('mail') && done.includes('other'));
  expect(begun).toBe(1);
  end();
  await until(() => done.length === 8);
});

test('long work of one account is done one after the other, and that of another account beside it', async () => {
  const running = new Set<string>();
  const most = new Map<string, number>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const order: string[] = [];
  await send('long work', { account: 'busy', at: 1 });
  await send('long work', { account: 'busy', at: 2 });
  await send('long work', { account: 'busy', at: 3 });
  await send('long work', { account: 'other', at: 4 });
  await start({
    'long work': async (payload) => {
      const { account, at } = payload as { account: string; at: number };
      const name = `${account} ${at}`;
      running.add(name);
      order.push(account);
      const own = [...running].filter((one) => one.startsWith(account)).length;
      most.set(account, Math.max(most.get(account) ?? 0, own));
      if (account === 'busy') await mayEnd;
      else end();
      running.delete(name);
    },
  });
  await until(async () => {
    const done = await jobs(LONG_TASKS);
    return done.length === 4 && done.every(({ state }) => state === 'completed');
  });
  expect(most.get('busy')).toBe(1);
  expect(order.slice(0, 2).toSorted()).toEqual(['busy', 'other']);
});

test('long work is told when the server stops, and is done at the next start', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await start({
    'long work': async (_, __, signal) => {
      begin();
      await new Promise((_, refuse) =>
        signal!.addEventListener('abort', () => refuse(signal!.reason as Error)),
      );
    },
  });
  await send('long work', { account: 'one' });
  await begun;
  await queue!.stop();
  expect(await jobs(LONG_TASKS)).toEqual([expect.objectContaining({ state: 'retry' })]);
});

test('an account whose tasks wait for a program that hangs keeps nobody else’s from their turn', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const done: string[] = [];
  let [hanging, most] = [0, 0];
  await start({
    'outside tell': async (payload) => {
      const { account } = payload as { account: string };
      if (account === 'b') {
        most = Math.max(most, (hanging += 1));
        await mayEnd;
        hanging -= 1;
      }
      done.push(account);
    },
  });
  for (let at = 0; at < 30; at += 1) await send('outside tell', { account: 'b' });
  await until(() => hanging > 0);
  await send('outside tell', { account: 'a' });
  await until(() => done.includes('a'));
  expect(done).toEqual(['a']);
  end();
  await until(() => done.length === 31);
  expect(most).toBe(taskLimits[OUTSIDE_TASKS]!.ofAccount);
});

test('a day of 2,000 messages of two businesses delays no link that somebody waits for to get in', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const order: string[] = [];
  await start({
    mail: async (payload) => {
      order.push('account' in (payload as object) ? 'message' : 'link');
      await mayEnd;
    },
  });
  await here.asOwner(
    `insert into outbox (topic, payload)
     select 'mail', jsonb_build_object('account', 'account ' || n % 2, 'to', n) from generate_series(1, 2000) n`,
  );
  const { workers, atOnce } = taskLimits[TASKS]!;
  const places = workers * atOnce;
  // The relay hears of one more: every place is taken when the link is asked for, and it is behind all of them.
  await send('mail', { account: 'account 0', to: 'last' });
  await until(() => order.length === places);
  await send('mail', { to: 'kim@example.com' });
  await until(async () => (await jobs(TASKS)).length === 2002);
  end();
  await until(() => order.includes('link'));
  expect(order.indexOf('link')).toBeLessThan(3 * places);
}, 60_000);
