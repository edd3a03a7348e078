import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { useSyncExternalStore } from 'react';
import type { Session } from './day/session.ts';
import type { Entry } from './outbox/entry.ts';

/** All that the pages of a technician show. */
export interface FieldState {
  /** Undefined until the phone has looked, or asked, who this is. */
  session: Session | undefined;
  /** As they were read last, from the server or from the phone. */
  visits: readonly OwnVisit[] | undefined;
  readAt: number | undefined;
  /** What this person has done that the visits do not tell of yet. */
  entries: readonly Entry[];
  isConnected: boolean;
  /** Why the visits could not be read. */
  problem: string | undefined;
  /** A new build is on the phone: this opens it. */
  takeOver: (() => void) | undefined;
}

let state: FieldState = {
  session: undefined,
  visits: undefined,
  readAt: undefined,
  entries: [],
  isConnected: true,
  problem: undefined,
  takeOver: undefined,
};
const listeners = new Set<() => void>();

export function fieldState(): FieldState {
  return state;
}

export function become(part: Partial<FieldState>): void {
  state = { ...state, ...part };
  for (const listen of listeners) listen();
}

export function useField(): FieldState {
  return useSyncExternalStore(subscribe, fieldState);
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
