import { forgetInTab, keepInTab, keptInTab } from '../storage/tab-storage.ts';

interface Attempt {
  body: string;
  key: string;
}

export interface Attempts {
  keyFor: (body: unknown) => string;
  /** There is an answer. */
  settle: () => void;
  /** What was sent and never answered. */
  unanswered: () => unknown;
}

const KEY_BYTES = 16;

/**
 * The Idempotency-Key of a request. Sent again unchanged, because no answer arrived, it keeps its key, and the server does
 * the work once; anything else is an attempt of its own. With a `place` in the tab's storage it outlives a reload: not for
 * a body with a password in it.
 */
export function createAttempts(place?: string): Attempts {
  let open = place === undefined ? undefined : kept(place);
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (open?.body !== text) open = { body: text, key: randomKey() };
      if (place !== undefined) keepInTab(place, JSON.stringify(open));
      return open.key;
    },
    settle() {
      open = undefined;
      if (place !== undefined) forgetInTab(place);
    },
    unanswered: () => open && JSON.parse(open.body),
  };
}

function kept(place: string): Attempt | undefined {
  const text = keptInTab(place);
  return text === undefined ? undefined : (JSON.parse(text) as Attempt);
}

/** Not `crypto.randomUUID`, which is missing where the page came over plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
