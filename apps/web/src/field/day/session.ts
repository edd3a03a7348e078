import { answer, api } from '../../lib/api.ts';

export type Session = Awaited<ReturnType<typeof loadSession>>;

/** A line that swallows everything ends a reading after this time, and the next one may begin. */
export const READING_MS = 30_000;

export function loadSession() {
  const signal = AbortSignal.timeout(READING_MS);
  return answer(api.GET('/services/authentication/api/session', { signal }));
}

export function endSession() {
  return answer(api.POST('/services/authentication/api/logout'));
}
