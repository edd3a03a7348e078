const BYTES = 16;

/**
 * The id of a command, a UUID, so that the stream tells of the command by the very same text. Not `crypto.randomUUID`, which is missing
 * where the page came over plain http; and not beside the keys of the public forms, which stay light.
 */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

/** The parameters of a command: its Idempotency-Key, and what it is about. */
export const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
export const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });
