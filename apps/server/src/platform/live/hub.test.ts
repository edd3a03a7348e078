import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { until } from '../../../test/until.ts';
import { transaction } from '../db/transaction.ts';
import { accountToOpen } from '../sign-in/person.ts';
import { announce, type Channel, channelOf, forgetEvents } from './event-log.ts';
import { type LiveHub, startLive } from './hub.ts';

const outback = channelOf(accountToOpen());

let here: TestDatabase;
const hubs: LiveHub[] = [];
/** Each test has a channel of its own. */
let harbour: Channel;

beforeAll(async () => {
  here = await testDatabase();
});
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close();
});
afterAll(() => here.drop());

async function hub(): Promise<LiveHub> {
  harbour = channelOf(accountToOpen());
  const started = await startLive({ database: here.database, log: silentLog });
  hubs.push(started);
  return started;
}

/** What a stream would be told, one line each. */
async function hear(live: LiveHub, channel: Channel, after?: number) {
  const heard: string[] = [];
  const stop = await live.follow(channel, after, {
    onStart: (number) => heard.push(`start ${number}`),
    onEvent: ({ number, topic }) => heard.push(`${number} ${topic}`),
    onReadAgain: (number) => heard.push(`read again ${number}`),
  });
  return { heard, stop };
}
const tell = (channel: Channel, topic: string) =>
  transaction(here.database.db, (db) => announce(db, channel, { topic, id: '1' }));

test('every hub on the database tells the events of a channel in order, and none of another', async () => {
  const [first, second] = [await hub(), await hub()];
  const streams = [await hear(first, harbour), await hear(second, harbour)];
  const stranger = await hear(second, outback);
  await tell(harbour, 'visits');
  await tell(outback, 'jobs');
  await tell(harbour, 'jobs');
  for (const { heard } of streams) await expect.poll(() => heard).toEqual(['start 0', '1 visits', '2 jobs']);
  await expect.poll(() => stranger.heard).toEqual(['start 0', '1 jobs']);
});

test('what is rolled back is never heard, and leaves no gap', async () => {
  const { heard } = await hear(await hub(), harbour);
  await transaction(here.database.db, async (db) => {
    await announce(db, harbour, { topic: 'undone' });
    throw new Error('changed my mind');
  }).catch(() => {});
  await tell(harbour, 'done');
  await expect.poll(() => heard).toEqual(['start 0', '1 done']);
});

test('whoever comes back is told what it missed, and nothing twice', async () => {
  const live = await hub();
  await tell(harbour, 'a');
  const { heard, stop } = await hear(live, harbour);
  await tell(harbour, 'b');
  await expect.poll(() => heard).toEqual(['start 1', '2 b']);
  stop();
  await tell(harbour, 'c');
  await tell(harbour, 'd');
  const again = await hear(await startedBeside(), harbour, 2);
  await tell(harbour, 'e');
  await expect.poll(() => again.heard).toEqual(['start 2', '3 c', '4 d', '5 e']);
  expect(heard).toEqual(['start 1', '2 b']);
});

async function startedBeside(): Promise<LiveHub> {
  const channel = harbour;
  const live = await hub();
  harbour = channel;
  return live;
}

test('whoever missed too much, or what is forgotten, or never was, reads again', async () => {
  const live = await hub();
  for (let at = 0; at < 205; at += 1) await tell(harbour, 'many');
  expect((await hear(live, harbour, 1)).heard).toEqual(['start 205', 'read again 205']);
  expect((await hear(live, harbour, 204)).heard).toEqual(['start 204', '205 many']);
  expect((await hear(live, harbour, 205)).heard).toEqual(['start 205']);
  expect((await hear(live, harbour, 999)).heard).toEqual(['start 205', 'read again 205']);
  await forgetEvents(here.database.db, new Date(Date.now() + 25 * 3_600_000));
  expect((await hear(live, harbour, 204)).heard).toEqual(['start 205', 'read again 205']);
});

test('six writers at once, and followers that come in between: every follower hears every number once, in order', async () => {
  const [one, two] = [await hub(), await startedBeside()];
  const streams = [await hear(one, harbour), await hear(two, harbour)];
  const late: Promise<{ heard: string[] }>[] = [];
  const writer = async (_: unknown, place: number) => {
    for (let at = 0; at < 25; at += 1) {
      await tell(harbour, 'x');
      if (place < 2 && at === 12) late.push(hear(place === 0 ? one : two, harbour, 0));
    }
  };
  await Promise.all(Array.from({ length: 6 }, writer));
  const all = ['start 0', ...Array.from({ length: 150 }, (_, at) => `${at + 1} x`)];
  for (const { heard } of [...streams, ...(await Promise.all(late))])
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(all);
});

test('a listener that throws disturbs nobody', async () => {
  const live = await hub();
  await live.follow(harbour, undefined, {
    onStart: () => {},
    onEvent: () => {
      throw new Error('broken page');
    },
    onReadAgain: () => {},
  });
  const { heard } = await hear(live, harbour);
  await tell(harbour, 'one');
  await expect.poll(() => heard).toEqual(['start 0', '1 one']);
});

test.each(['x', '', 'null', '{"channel":'])(
  'a notice that is not ours (%j) is passed over',
  async (payload) => {
    const { heard } = await hear(await hub(), harbour);
    await here.database.pool.query(`select pg_notify('muster_live', $1)`, [payload]);
    await tell(harbour, 'visits');
    await expect.poll(() => heard).toEqual(['start 0', '1 visits']);
  },
);

test('what was announced while the ear was deaf is found in the log', async () => {
  const { heard } = await hear(await hub(), harbour);
  await here.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'muster-muster_live'`,
  );
  await tell(harbour, 'visits');
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['start 0', '1 visits']);
});

test('two processes on one database hear each other', async () => {
  const { heard } = await hear(await hub(), harbour);
  const other = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../test/services/live-process.ts'), here.ownerUrl, harbour],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const said: string[] = [];
  createInterface(other.stdout).on('line', (line) => said.push(line));
  await until(() => said.includes('listening'));
  await tell(harbour, 'from-here');
  await until(() => said.includes('1 from-here'));
  other.stdin.write('from-there\n');
  await until(() => heard.length === 3 && said.length === 3);
  expect(heard).toEqual(['start 0', '1 from-here', '2 from-there']);
  expect(said).toEqual(['listening', '1 from-here', '2 from-there']);
  other.stdin.end();
  expect(await once(other, 'exit')).toEqual([0, null]);
});
