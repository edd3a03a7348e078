import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { bareEnv } from '../bare-env.ts';
import { program } from '../programs.ts';
import { until } from '../until.ts';

const repo = join(import.meta.dirname, '../../../..');

export interface MusterProcess {
  child: ChildProcess;
  url: string;
  /** All it has printed so far. */
  said: () => string;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
}

/** The product, told everything by its environment; through npm as a person starts it, or as npm does. */
export function spawnMuster(
  env: Record<string, string>,
  [command, ...args]: [string, ...string[]] = [process.execPath, program('main')],
): MusterProcess {
  const child = spawn(command, args, {
    cwd: repo,
    env: { ...bareEnv(), HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, url: `http://127.0.0.1:${env['PORT']}`, said: () => said, ended };
}

export async function ready(muster: MusterProcess): Promise<MusterProcess> {
  await until(() => {
    if (muster.child.exitCode !== null) throw new Error(`It ended too early:\n${muster.said()}`);
    return muster.said().includes('Muster is ready');
  });
  return muster;
}

export async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(port);
}
