import type { PresentPerson } from './schema.ts';

/** How long a visit stays held after the browser that holds it has last said so, and how often it does. */
export const LEASE_MS = 10_000;
export const RENEW_MS = 3_000;

/** Whoever else holds a visit: shown by it, and asked by it who may take the visit. Nobody stands in their own way. */
export function holderOf(
  people: readonly PresentPerson[],
  visit: string,
  user: string,
): PresentPerson | undefined {
  return people.find(({ user_id, held_visit }) => user_id !== user && held_visit === visit);
}
