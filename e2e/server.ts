import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bareEnv } from '../apps/server/test/bare-env.ts';
import { program } from '../apps/server/test/programs.ts';

const patienceMs = 180_000;
const askAgainMs = 100;

export interface Product {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
  /** Starts it again at the same address, with the same data. */
  start(): Promise<void>;
}

interface ProductOptions {
  port: number;
  dataDir: string;
  /** Settings beyond the defaults. */
  env?: Record<string, string>;
}

/** The built product as a stranger runs it: its own process, port and database, nothing shared with another one. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { port, dataDir } = options;
  let server = await launch(options);
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async start() {
      server = await launch(options);
    },
  };
}

async function launch({ port, dataDir, env }: ProductOptions): Promise<ChildProcess> {
  const server = spawn(process.execPath, [program('main')], {
    env: { ...bareEnv(), PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  server.stdout.on('data', (chunk) => (said += chunk));
  server.stderr.on('data', (chunk) => (said += chunk));

  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + patienceMs;
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}:\n${said}`);
    if (Date.now() > deadline) {
      server.kill('SIGTERM');
      throw new Error(`The server was not ready after ${patienceMs} ms:\n${said}`);
    }
    await delay(askAgainMs);
  }
  return server;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A copy of what `prepared.ts` left, because a database that has its tables and the demo starts in a third of the time. */
export function makeDataDir(purpose: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `muster-${purpose}-`));
  const prepared = process.env['PREPARED_DATA'];
  // With the owners of its files, which Node's own copy does not keep.
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, path]);
  // If the tests run as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The product as `prepared.ts` left it, with businesses for the journeys. */
export async function startCopy(purpose: string): Promise<{ product: Product; stop: () => Promise<void> }> {
  const dataDir = makeDataDir(purpose);
  const port = await freePort();
  // Links in mails must have the address that the journeys use, because to a browser localhost is another origin.
  const env = { BASE_URL: `http://127.0.0.1:${port}` };
  const product = await startProduct({ port, dataDir: dataDir.path, env });
  return {
    product,
    async stop() {
      await product.stop();
      dataDir.remove();
    },
  };
}
