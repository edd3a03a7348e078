import { createStore } from '@muster/ui/store';
import type { FileKind, FileSubject } from '@muster/domain/field/files/rules';
import { ApiError } from '../api/api.ts';
import type { Sending, upload } from './upload.ts';

/** What becomes of a file on its way. */
type SendingState =
  /** Others are sent first. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  /** The connection is gone; it goes on by itself where it was cut off. */
  | { readonly kind: 'lost' }
  /** The server does not want it, and says why. */
  | { readonly kind: 'refused'; readonly words: string }
  /** All of it has arrived; lists have it in a moment. */
  | { readonly kind: 'sent' };

export interface Outgoing {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly subject: FileSubject;
  readonly subject_id: string;
  /** How much of it has arrived, 0 to 1. */
  readonly share: number;
  readonly state: SendingState;
}

export interface Receiver {
  readonly subject: FileSubject;
  readonly subject_id: string;
}

interface Means {
  send: typeof upload;
  /** Tells the server that the rest will not come. */
  giveUp: (id: string) => Promise<void>;
  makeId: () => string;
  wait: (ms: number) => Promise<void>;
}

/** Enough that small files do not wait behind a film, and few enough that each of them moves. */
const MOST_AT_ONCE = 3;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** By then every list has heard of it. */
const SENT_MS = 15_000;
const TOO_MANY = 429;
const SERVER_FAULT = 500;

/** Files on their way, of whatever drawer they were dropped on: closing it ends nothing. */
export function createSendings({ send, giveUp, makeId, wait }: Means) {
  const all = createStore<readonly Outgoing[]>([]);
  const contents = new Map<string, Sending>();
  const aborts = new Map<string, AbortController>();
  const tries = new Map<string, number>();

  function change(id: string, fields: Partial<Outgoing> | undefined): void {
    all.set(
      fields
        ? all.get().map((one) => (one.id === id ? Object.assign({}, one, fields) : one))
        : all.get().filter((one) => one.id !== id),
    );
  }

  const stateOf = (id: string) => all.get().find((one) => one.id === id)?.state.kind;

  function next(): void {
    const free = MOST_AT_ONCE - all.get().filter(({ state }) => state.kind === 'sending').length;
    const waiting = all
      .get()
      .filter(({ state }) => state.kind === 'waiting')
      .slice(0, Math.max(0, free));
    for (const { id } of waiting) void begin(id);
  }

  async function begin(id: string): Promise<void> {
    const abort = new AbortController();
    aborts.set(id, abort);
    change(id, { state: { kind: 'sending' } });
    try {
      await send(contents.get(id)!, {
        signal: abort.signal,
        onProgress: (share) => change(id, { share }),
      });
      contents.delete(id);
      change(id, { share: 1, state: { kind: 'sent' } });
      void wait(SENT_MS).then(() => change(id, undefined));
    } catch (error) {
      if (abort.signal.aborted) return;
      if (isPassing(error)) void goOnLater(id);
      else change(id, { state: { kind: 'refused', words: wordsOf(error) } });
    } finally {
      next();
    }
  }

  async function goOnLater(id: string): Promise<void> {
    const tried = tries.get(id) ?? 0;
    tries.set(id, tried + 1);
    change(id, { state: { kind: 'lost' } });
    await wait(Math.min(FIRST_DELAY_MS * 2 ** tried, LONGEST_DELAY_MS));
    if (stateOf(id) === 'lost') retry(id);
  }

  function retry(id: string): void {
    change(id, { state: { kind: 'waiting' } });
    next();
  }

  return {
    add: (files: readonly File[], to: Receiver): void => {
      const added = files.map((file): Outgoing => {
        const { name, size } = file;
        const id = makeId();
        contents.set(id, { id, content: file, name, kind: kindOf(file), ...to });
        const state: SendingState =
          size === 0 ? { kind: 'refused', words: 'This file is empty.' } : { kind: 'waiting' };
        return { id, name, bytes: size, ...to, share: 0, state };
      });
      all.set([...all.get(), ...added]);
      next();
    },
    /** Takes it off the list; what has arrived of it is given up. */
    cancel: (id: string): void => {
      const wasRefused = stateOf(id) === 'refused';
      aborts.get(id)?.abort();
      contents.delete(id);
      change(id, undefined);
      // Where the server cannot be told, it gives up by itself after a day.
      if (!wasRefused) giveUp(id).catch(() => {});
      next();
    },
    /** A list has it: from then on that says what becomes of it. */
    arrived: (id: string): void => {
      if (stateOf(id) === 'sent') change(id, undefined);
    },
    retry,
    /** The connection is back: nobody waits any longer. */
    goOn: (): void => {
      tries.clear();
      for (const { id, state } of all.get()) if (state.kind === 'lost') retry(id);
    },
    subscribe: all.subscribe,
    all: all.get,
    isUnderWay: (): boolean =>
      all.get().some(({ state: { kind } }) => kind === 'waiting' || kind === 'sending' || kind === 'lost'),
  };
}

/** No answer, a fault of the server, or too much at once: the same piece may arrive in a moment. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === TOO_MANY || error.status >= SERVER_FAULT;
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError
    ? error.message
    : 'We couldn’t read it. It may be a folder, or it may have been moved.';
}

/** As the browser takes it for; the server looks for itself. */
function kindOf({ type }: File): FileKind {
  if (type.startsWith('image/')) return 'photo';
  return type.startsWith('video/') ? 'video' : 'document';
}
