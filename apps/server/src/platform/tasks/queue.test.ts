import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { until } from '../../../test/until.ts';
import { FAILED_TASKS, TASKS } from '../db/queue-schema.ts';
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
  here.database.db.transaction().execute((db) => enqueue(db, topic, payload));
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
