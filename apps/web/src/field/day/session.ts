import { answer, api } from '../../lib/api.ts';

export type Session = Awaited<ReturnType<typeof loadSession>>;

export function loadSession() {
  return answer(api.GET('/services/authentication/api/session'));
}

export function endSession() {
  return answer(api.POST('/services/authentication/api/logout'));
}
