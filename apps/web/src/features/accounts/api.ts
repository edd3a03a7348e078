import { answer, api } from '../../lib/api.ts';

export type Session = Awaited<ReturnType<typeof loadSession>>;

export const sessionQuery = { queryKey: ['session'], queryFn: loadSession };
export const overviewQuery = { queryKey: ['overview'], queryFn: loadOverview };

function loadSession() {
  return answer(api.GET('/services/authentication/api/session'));
}

function loadOverview() {
  return answer(api.GET('/services/scheduling/api/v1/overview'));
}

export function signIn(body: { email: string; password: string }) {
  return answer(api.POST('/services/authentication/api/login', { body }));
}

export function signOut() {
  return answer(api.POST('/services/authentication/api/logout'));
}
