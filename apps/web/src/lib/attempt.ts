interface Attempt {
  body: string;
  key: string;
}

const KEY_BYTES = 16;

/**
 * The Idempotency-Key of a request. Sent again unchanged, because no answer arrived, it keeps its key, and the server does
 * the work once; anything else is an attempt of its own.
 */
export function createAttempts(): { keyFor: (body: unknown) => string; settle: () => void } {
  let open: Attempt | undefined;
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (open?.body !== text) open = { body: text, key: randomKey() };
      return open.key;
    },
    settle() {
      open = undefined;
    },
  };
}

/** Not `crypto.randomUUID`, which is missing where the page came over plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
