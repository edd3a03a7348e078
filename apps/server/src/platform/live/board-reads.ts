import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';

/** Somebody has read these days of an account. */
export interface Look {
  readonly account: AccountId;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Who answers a read notes it, for those who get ready what the next one will need. Nobody waits for them. */
export interface Looks {
  note(look: Look): void;
  /** Returns a function that stops it. */
  hear(listener: (look: Look) => void): () => void;
}

export function createLooks(): Looks {
  const listeners = new Set<(look: Look) => void>();
  return {
    note: (look) => listeners.forEach((listener) => listener(look)),
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
