import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { useSyncExternalStore } from 'react';
import type { Deed } from '../outbox/entry.ts';
import { fieldState } from '../state.ts';
import { doAt } from '../sync.ts';

interface Notice {
  /** For whoever listens: what was just kept or sent. */
  said: string;
  /** How often something was said: the same words again are something new. */
  times: number;
  /** For everybody, until they have read it: what could not be kept, and what to do. */
  problem: string | undefined;
}

let notice: Notice = { said: '', times: 0, problem: undefined };
const listeners = new Set<() => void>();

function tell(part: Partial<Notice>): void {
  notice = { ...notice, ...part };
  for (const listen of listeners) listen();
}

export function say(said: string): void {
  tell({ said, times: notice.times + 1 });
}

export function complain(problem: string | undefined): void {
  tell({ problem });
}

export function useNotice(): Notice {
  return useSyncExternalStore(
    (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    () => notice,
  );
}

/** Does something at a visit and says so. False where the phone could not keep it; the words that say why are shown then. */
export async function keepAt(visit: OwnVisit, what: string, ...deeds: readonly Deed[]): Promise<boolean> {
  const isKept = await attempt(() => doAt(visit, ...deeds));
  if (isKept)
    say(
      fieldState().isConnected ? `${what}.` : `${what}. Kept on this phone, sent when there is a connection.`,
    );
  return isKept;
}

/** Whether something could be written on the phone. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    complain(storageProblem(error));
    return false;
  }
  complain(undefined);
  return true;
}

function storageProblem(error: unknown): string {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull
    ? 'This phone has no room left, so this could not be kept. Delete something, a video for example, and try again.'
    : 'This could not be kept on the phone. Try once more; if it happens again, close the page and open it anew.';
}
