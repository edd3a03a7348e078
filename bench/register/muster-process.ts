import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectOwner } from '../../apps/server/src/platform/db/connect.ts';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';

/** The product as people run it, in a process of its own, on a PostgreSQL that the benchmark may look into. */
export interface MusterProcess {
  port: number;
  /** As the owner of the schema. */
  database: Awaited<ReturnType<typeof connectOwner>>;
  stop(): Promise<void>;
}

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');

export async function startMuster(env: Record<string, string> = {}): Promise<MusterProcess> {
  const folder = temporaryFolder();
  const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
  const port = await freePort();
  const log = join(folder.path, 'log');
  const out = openSync(log, 'a');
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: cluster.ownerUrl,
      ...env,
    },
    stdio: ['ignore', out, out],
  });
  const database = await connectOwner(cluster.ownerUrl);
  const stop = async () => {
    await database.end();
    await end(server);
    await cluster.stop();
    folder.remove();
  };
  try {
    await untilReady(port, server, log);
    return { port, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(port: number, server: ChildProcess, log: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${readFileSync(log, 'utf8')}`);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) return;
    await sleep(50);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve();
  server.kill('SIGTERM');
  return new Promise((resolve) => server.once('exit', () => resolve()));
}
