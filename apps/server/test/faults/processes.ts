import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

/** Some end by themselves before their turn comes. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {}
  }
}

export interface Writer {
  process: ChildProcess;
  acknowledged: string[];
  /** Resolves when so many more writes were acknowledged. */
  wrote(count: number): Promise<void>;
}

export async function startWriter(dataDir: string): Promise<Writer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  await Promise.race([
    until(() => lines.includes('ready')),
    once(child, 'exit').then(() => Promise.reject(new Error('The writer ended too early.'))),
  ]);
  const acknowledged = lines;
  lines.splice(lines.indexOf('ready'), 1);
  return {
    process: child,
    acknowledged,
    async wrote(count) {
      const goal = acknowledged.length + count;
      await until(() => acknowledged.length >= goal);
    },
  };
}

export async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
