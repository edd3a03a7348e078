import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AccountId } from '@muster/domain/values/ids';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { until } from '../../../test/until.ts';
import { publish, startLive } from './live.ts';
import type { LiveEvent, LiveHub } from './live.ts';

const harbour = 'a0000000-0000-4000-8000-000000000001' as AccountId;
const outback = 'a0000000-0000-4000-8000-000000000002' as AccountId;

let here: TestDatabase;
const hubs: LiveHub[] = [];

beforeAll(async () => {
  here = await testDatabase();
});
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close();
});
afterAll(() => here.drop());

async function hub(): Promise<LiveHub> {
  const started = await startLive({ appUrl: here.database.appUrl, log: silentLog });
  hubs.push(started);
  return started;
}
function hear(live: LiveHub, account: AccountId): LiveEvent[] {
  const heard: LiveEvent[] = [];
  live.subscribe(account, (event) => heard.push(event));
  return heard;
}
const tell = (account: AccountId, topic: string) =>
  here.database.db.transaction().execute((db) => publish(db, { account, topic, id: '1' }));

test('every hub on the database hears an event of its account, and none of another', async () => {
  const [first, second] = [await hub(), await hub()];
  const [here, there, stranger] = [hear(first, harbour), hear(second, harbour), hear(second, outback)];
  await tell(harbour, 'visits');
  await tell(outback, 'jobs');
  await until(() => stranger.length > 0 && here.length > 0);
  expect(here).toEqual([{ topic: 'visits', id: '1' }]);
  expect(there).toEqual([{ topic: 'visits', id: '1' }]);
  expect(stranger).toEqual([{ topic: 'jobs', id: '1' }]);
});

test('what is rolled back is never heard', async () => {
  const heard = hear(await hub(), harbour);
  await here.database.db
    .transaction()
    .execute(async (db) => {
      await publish(db, { account: harbour, topic: 'undone', id: '1' });
      throw new Error('changed my mind');
    })
    .catch(() => {});
  await tell(harbour, 'done');
  await until(() => heard.length > 0);
  expect(heard).toEqual([{ topic: 'done', id: '1' }]);
});

test('who unsubscribed hears no more, and a listener that throws disturbs nobody', async () => {
  const live = await hub();
  const left: LiveEvent[] = [];
  const leave = live.subscribe(harbour, (event) => left.push(event));
  live.subscribe(harbour, () => {
    throw new Error('broken page');
  });
  const stayed = hear(live, harbour);
  await tell(harbour, 'one');
  await until(() => stayed.length === 1);
  leave();
  await tell(harbour, 'two');
  await until(() => stayed.length === 2);
  expect(left).toEqual([{ topic: 'one', id: '1' }]);
});

test.each(['x', '', 'null', '{"account":'])(
  'a notice that is not ours (%j) is passed over',
  async (payload) => {
    const heard = hear(await hub(), harbour);
    await here.database.pool.query(`select pg_notify('muster_live', $1)`, [payload]);
    await tell(harbour, 'visits');
    await until(() => heard.length > 0);
    expect(heard).toEqual([{ topic: 'visits', id: '1' }]);
  },
);

test('after a lost connection every listener is told to load again, and then hears on', async () => {
  const live = await hub();
  const [one, two] = [hear(live, harbour), hear(live, outback)];
  await here.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'muster-muster_live'`,
  );
  await until(() => one.length > 0 && two.length > 0);
  await tell(harbour, 'visits');
  await until(() => one.length > 1);
  expect(one).toEqual([{ topic: 'resync' }, { topic: 'visits', id: '1' }]);
  expect(two).toEqual([{ topic: 'resync' }]);
});

test('two processes on one database hear each other', async () => {
  const heard = hear(await hub(), harbour);
  const other = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../test/live-process.ts'), here.ownerUrl, harbour],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const said: string[] = [];
  createInterface(other.stdout).on('line', (line) => said.push(line));
  await until(() => said.includes('listening'));
  await tell(harbour, 'from-here');
  other.stdin.write('from-there\n');
  await until(() => heard.length === 2 && said.length === 3);
  expect(heard.map(({ topic }) => topic).sort()).toEqual(['from-here', 'from-there']);
  expect(said.slice(1)).toContainEqual(JSON.stringify({ topic: 'from-here', id: '1' }));
  other.stdin.end();
  expect(await once(other, 'exit')).toEqual([0, null]);
});
