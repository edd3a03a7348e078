import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnv } from '../test/bare-env.ts';
import { testDatabase, type TestDatabase } from '../test/database.ts';
import { repetitions } from '../test/long.ts';
import { program } from '../test/programs.ts';
import { silentLog } from '../test/silent-log.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { until } from '../test/until.ts';
import { sendMail } from './modules/basics/mails/service.ts';
import { FAILED_TASKS } from './platform/db/queue-schema.ts';
import { transaction } from './platform/db/transaction.ts';
import { startQueue, type Task } from './platform/tasks/queue.ts';

const folder = temporaryFolder();
let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db.drop();
  folder.remove();
});

async function mails(...args: string[]) {
  const child = spawn(process.execPath, [program('mails'), ...args], {
    env: { ...bareEnv(), DATABASE_URL: db.ownerUrl, DATA_DIR: folder.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  return { code, said };
}

async function whileMailing<T>(mail: Task, work: () => Promise<T>): Promise<T> {
  const queue = await startQueue({ database: db.database, log: silentLog, tasks: { mail } });
  try {
    return await work();
  } finally {
    await queue.stop();
  }
}

/** Makes mails fail until they are given up, and returns their ids from the list. */
async function giveUp(...people: string[]): Promise<string[]> {
  await transaction(db.database.db, async (db) => {
    for (const to of people) await sendMail(db, { template: 'password changed', to });
  });
  const fail = async () => {
    throw new Error('the mail server is down');
  };
  return whileMailing(fail, () =>
    until(async () => {
      await db.asOwner(
        `update pgboss.job set start_after = now(), retry_count = retry_limit - 1 where state = 'retry'`,
      );
      const { rows } = await db.asOwner<{ id: string }>(
        `select source_id as id from pgboss.job where name = $1 order by data->'payload'->>'to'`,
        [FAILED_TASKS],
      );
      return rows.length === people.length ? rows.map(({ id }) => id) : undefined;
    }),
  );
}

test('mails that were given up are named, and sent again one by one or all together, under their own ids', async () => {
  expect(await mails('failed')).toEqual({ code: 0, said: 'No emails have failed.\n' });
  const [kim, lee, max] = await giveUp('kim@example.com', 'lee@example.com', 'max@example.com');
  const { said } = await mails('failed');
  expect(said).toMatch(
    new RegExp(`^${kim}  .+Z  password changed to kim@example\\.com: the mail server is down$`, 'm'),
  );
  expect(said.trim().split('\n')).toHaveLength(3);
  // Two attempts are the limit unless a person decides otherwise.
  await db.asOwner(`insert into mails (id, to_address, letter, handed_over) values ($1, '', '{}', 2)`, [lee]);

  expect(await mails('retry', lee!)).toEqual({ code: 0, said: 'Resending 1 email.\n' });
  expect((await mails('retry', lee!)).code).toBe(1);
  expect((await mails('retry', 'all')).code).toBe(1);
  expect(await mails('retry')).toEqual({ code: 0, said: 'Resending 2 emails.\n' });
  expect(await mails('failed')).toEqual({ code: 0, said: 'No emails have failed.\n' });
  const { rows } = await db.asOwner('select handed_over from mails where id = $1', [lee]);
  expect(rows).toEqual([{ handed_over: 0 }]);

  const sent: [string, unknown][] = [];
  await whileMailing(
    async (payload, id) => void sent.push([id, payload]),
    () => until(() => sent.length === 3),
  );
  expect(new Map(sent)).toEqual(
    new Map([
      [kim, { template: 'password changed', to: 'kim@example.com' }],
      [lee, { template: 'password changed', to: 'lee@example.com' }],
      [max, { template: 'password changed', to: 'max@example.com' }],
    ]),
  );
});

const unknown = [['all'], [], ['failed', 'x'], ['retry', 'x', 'y']];
test.each(unknown.slice(0, repetitions({ usual: 1, long: unknown.length })))(
  'with %j it says how it is used',
  async (...args) => {
    const { code, said } = await mails(...args);
    expect(code).toBe(2);
    expect(said).toContain('npm run mails -- retry');
  },
);
