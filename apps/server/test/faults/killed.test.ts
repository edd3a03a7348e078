import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/platform/db/connect.ts';
import { startCluster } from '../../src/platform/postgres/cluster.ts';
import { silentLog } from '../silent-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { gone, postgresPids, postmasterPid, signalAll, startWriter } from './processes.ts';

const KILLS = 20;
const folder = temporaryFolder();
afterAll(() => folder.remove());

async function written(dataDir: string): Promise<{ ids: Set<string>; adopted: boolean }> {
  const cluster = await startCluster({ dataDir, log: silentLog });
  const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog });
  const { rows } = await database.pool.query<{ id: string }>(`select payload->>'item' as id from outbox`);
  await database.close();
  await cluster.stop();
  return { ids: new Set(rows.map(({ id }) => id)), adopted: cluster.adopted };
}

test(`${KILLS} times server and database are killed while they write, and nothing acknowledged is lost`, async () => {
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writer = await startWriter(folder.path);
    await writer.wrote(10 + kill * 3);
    // Server first or database first, and the database with or without its children: each leaves other ruins.
    const postgres = kill % 3 === 0 ? [postmasterPid(folder.path)] : postgresPids(folder.path);
    const server = [writer.process.pid!];
    signalAll(kill % 2 === 0 ? [...server, ...postgres] : [...postgres, ...server], 'SIGKILL');
    await gone(writer.process);
    await writer.ended();
    acknowledged.push(...writer.acknowledged);
  }
  const { ids } = await written(folder.path);
  expect(acknowledged.length).toBeGreaterThan(KILLS * 10);
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
}, 300_000);

test('when the server alone is killed, the next one takes over the database it left running', async () => {
  const writer = await startWriter(folder.path);
  await writer.wrote(5);
  const pid = postmasterPid(folder.path);
  signalAll([writer.process.pid!], 'SIGKILL');
  await gone(writer.process);
  await writer.ended();
  expect(postmasterPid(folder.path)).toBe(pid);

  const { ids, adopted } = await written(folder.path);
  expect(adopted).toBe(true);
  expect(writer.acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  // Taken over, it is also ours to stop.
  expect(existsSync(join(folder.path, 'cluster/postmaster.pid'))).toBe(false);
}, 60_000);
