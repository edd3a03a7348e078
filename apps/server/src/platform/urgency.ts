import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Whether what is being done is what people stand in front of (`criticalCalls`). It goes along with a request, so that the one door to
 * the database knows it without every call in between passing it on.
 */
const urgency = new AsyncLocalStorage<boolean>();

export function isUrgent(): boolean {
  return urgency.getStore() ?? false;
}

export function withUrgency(urgent: boolean, work: () => void): void {
  urgency.run(urgent, work);
}
