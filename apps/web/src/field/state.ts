import type { News, OwnVisit } from '@muster/domain/field/my-visits/schema';
import { createStore, useStore } from '@muster/ui/store';
import type { Session } from './day/phone-copy.ts';
import type { Entry } from './outbox/store.ts';

/** All that the pages of a technician show. */
export interface FieldState {
  /** Undefined until the phone has looked, or asked, who this is. */
  session: Session | undefined;
  /** As they were read last, from the server or from the phone. */
  visits: readonly OwnVisit[] | undefined;
  readAt: number | undefined;
  /** What the office did to them that this person has not read, in the order in which it happened. */
  news: readonly News[];
  /** What this person has done that the visits do not tell of yet. */
  entries: readonly Entry[];
  isConnected: boolean;
  /** Why the visits could not be read. */
  problem: string | undefined;
  /** By how many seconds the phone's clock is ahead; null: it is right, as far as anybody knows. */
  clockOff: number | null;
  /** The last step that was tapped here since the page was opened. */
  tapped: Tapped | undefined;
  /** A new build is on the phone: this opens it. */
  takeOver: (() => void) | undefined;
}

interface Tapped {
  readonly visit: string;
  readonly id: string;
  readonly step: 'en route' | 'on site' | 'done';
  readonly at: number;
}

const state = createStore<FieldState>({
  session: undefined,
  visits: undefined,
  readAt: undefined,
  news: [],
  entries: [],
  isConnected: true,
  problem: undefined,
  clockOff: null,
  tapped: undefined,
  takeOver: undefined,
});

export function fieldState(): FieldState {
  return state.get();
}

export function become(part: Partial<FieldState>): void {
  state.set({ ...state.get(), ...part });
}

export function useField(): FieldState {
  return useStore(state);
}

/** The clocks of the business. */
export function useZone(): string {
  return useField().session?.account?.zone ?? 'UTC';
}
