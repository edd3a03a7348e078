import { type ChildProcess, fork } from 'node:child_process';
import { constants, availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';

export interface Picture {
  readonly content: Uint8Array;
  readonly thumbnail: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** What the process is asked for, and what it tells. */
export type Asked =
  | { readonly kind: 'redraw' | 'logo'; readonly picture: Uint8Array; readonly side?: never }
  | { readonly kind: 'shrink'; readonly picture: Uint8Array; readonly side: number };
export interface Told {
  readonly drawn: Picture | Uint8Array | 'too much' | undefined;
}

/**
 * How many pictures this server opens at once. Half of the machine at most, and behind everything else that runs on it: those who sign
 * in, and the mails, have their own threads in another process.
 */
const PICTURES_AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

const PROGRAM = join(import.meta.dirname, 'picture-process.ts');
/** The process ends itself long before; this is for one that cannot any more. */
const PATIENCE_MS = 300_000;
/** A process that has nothing to do gives its memory back. */
const IDLE_MS = 30_000;

/**
 * Draws a picture anew: upright, and without anything that was written beside it. Undefined where it is no picture after all, or one that
 * is too large for anybody's camera. Throws where the machine failed, and not the picture.
 */
export async function redraw(picture: Uint8Array): Promise<Picture | undefined> {
  return (await drawn({ kind: 'redraw', picture })) as Picture | undefined;
}

/** A logo without the room around it, on a ground on which it is seen; undefined where it is no picture, or nothing is to be seen in it. */
export async function drawLogo(picture: Uint8Array): Promise<Picture | undefined> {
  return (await drawn({ kind: 'logo', picture })) as Picture | undefined;
}

/** A picture that is no longer than so many points, on white paper; undefined where it is none after all. */
export async function shrink(picture: Uint8Array, side: number): Promise<Uint8Array | undefined> {
  return (await drawn({ kind: 'shrink', picture, side })) as Uint8Array | undefined;
}

/** Processes that wait for the next picture, each with what ends it when none comes. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();
const waiting: (() => void)[] = [];
let busy = 0;

/** In turn; whoever asks is a task of a queue that is fair between accounts. */
async function drawn(asked: Asked): Promise<Exclude<Told['drawn'], 'too much'>> {
  if (busy >= PICTURES_AT_ONCE) await new Promise<void>((enter) => waiting.push(enter));
  else busy += 1;
  try {
    const told = await ask(take() ?? start(), asked);
    return told === 'too much' ? undefined : told;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

function take(): ChildProcess | undefined {
  const [first] = idle;
  if (!first) return undefined;
  const [child, timer] = first;
  clearTimeout(timer);
  idle.delete(child);
  return child;
}

function start(): ChildProcess {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Without this the server would wait for it when it stops. It ends by itself when the channel is closed.
  child.unref();
  child.channel?.unref();
  child.once('exit', () => {
    clearTimeout(idle.get(child));
    idle.delete(child);
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

async function ask(child: ChildProcess, asked: Asked): Promise<Told['drawn']> {
  const { promise, resolve, reject } = Promise.withResolvers<Told['drawn']>();
  const onMessage = ({ drawn: told }: Told) => resolve(told);
  const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
    // One that crashes over a picture crashes over it again; one that was killed was not ended by the picture.
    signal === null || signal === 'SIGKILL'
      ? reject(new Error(`The process that draws pictures ended (${signal ?? code}).`))
      : resolve(undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  child.channel?.ref();
  child.on('message', onMessage).on('exit', onExit).on('error', reject);
  child.send(asked);
  try {
    const told = await promise;
    // One that took too much is about to end.
    if (told !== 'too much' && child.connected)
      idle.set(child, setTimeout(() => end(child), IDLE_MS).unref());
    return told;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
    child.channel?.unref();
    child.off('message', onMessage).off('exit', onExit).off('error', reject);
  }
}

function end(child: ChildProcess): void {
  idle.delete(child);
  if (child.connected) child.disconnect();
}
