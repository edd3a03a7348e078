/** The parameters of a command: its Idempotency-Key, and what it is about. */
export const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
export const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });
