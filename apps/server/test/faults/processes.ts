import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { asSuperuser } from '../superuser.ts';

export function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
}

/** The postmaster and its child processes. */
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

/** Some processes may have ended already. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {}
  }
}

export async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
