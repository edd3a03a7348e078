import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '@muster/domain/values/answer';
import type { Client } from 'pg';
import { ORDER } from '../app.ts';
import { asSuperuser } from '../superuser.ts';
import { until } from '../until.ts';

export function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
}

/** The postmaster and all that work for it. */
export function postgresPids(dataDir: string): number[] {
  const pid = postmasterPid(dataDir);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Signs in to a running built-in cluster whose address nobody told us. */
export async function asClusterSuperuser<T>(
  dataDir: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const port = readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[3];
  return asSuperuser({ ownerUrl: `postgres://127.0.0.1:${port}/muster` }, dataDir, work);
}

/** Some end by themselves before their turn comes. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {}
  }
}

/** As many clients as write at the same time. */
const CLIENTS = 4;

export interface Writer {
  process: ChildProcess;
  /** What a client was told is done. */
  acknowledged: string[];
  /** Resolves when so many more writes were acknowledged. */
  wrote(count: number): Promise<void>;
  /** After the process has gone: resolves when every client has noticed. */
  ended(): Promise<void>;
}

/** A server in a process of its own, and clients that write through it as fast as it answers. */
export async function startWriter(dataDir: string): Promise<Writer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await Promise.race([
    once(child.stdout, 'data').then(([line]) => Number(line)),
    once(child, 'exit').then(() => Promise.reject(new Error('The writer ended too early.'))),
  ]);
  const acknowledged: string[] = [];
  const clients = Promise.all(Array.from({ length: CLIENTS }, write));
  return {
    process: child,
    acknowledged,
    async wrote(count) {
      const goal = acknowledged.length + count;
      await until(() => acknowledged.length >= goal);
    },
    ended: async () => void (await clients),
  };

  async function write(): Promise<void> {
    while (child.exitCode === null && child.signalCode === null) {
      const item = randomUUID();
      if (await order(port, item)) acknowledged.push(item);
    }
  }
}

/** Whether the server said that it is done. While server and database are killed, it may also say no, or nothing. */
async function order(port: number, item: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${ORDER}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ item }),
    });
    const { code } = (await answer.json()) as { code: number };
    return code === answers.ok.code;
  } catch {
    return false;
  }
}

export async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
