import type { SignIn } from '@muster/domain/identity/accounts/schema';
import type { InvitationAnswer } from '@muster/domain/identity/invitations/schema';
import type {
  ChangedPassword,
  ForgottenPassword,
  NewPassword,
} from '@muster/domain/identity/passwords/schema';
import type { Activation, Registration } from '@muster/domain/identity/registrations/schema';
import { answer, api, verdict } from '../../../lib/api/api.ts';
import { wipeDay } from '../../../lib/storage/phone-data.ts';

export type Session = Awaited<ReturnType<typeof loadSession>>;

/** Who is signed in, the technician whom they are, and the name and the clocks of their business, which its owner may change. */
export const sessionQuery = {
  queryKey: ['session'],
  queryFn: loadSession,
  meta: { tables: ['accounts', 'technicians'] },
};

function loadSession() {
  return answer(api.GET('/services/authentication/api/session'));
}

/** Whoever has signed in finds nothing of a technician who used this phone before. The page is left then. */
async function signedIn<T>(call: Promise<T>): Promise<T> {
  const told = await call;
  await wipeDay();
  return told;
}

export function signIn(body: SignIn) {
  return signedIn(answer(api.POST('/services/authentication/api/login', { body })));
}

export function signOut() {
  return answer(api.POST('/services/authentication/api/logout'));
}

/** Sent again with the same key, it is done once. */
export function register(body: Registration, key: string) {
  const params = { header: { 'idempotency-key': key } };
  return verdict(api.POST('/services/authentication/api/register', { body, params }));
}

/** What a link from a mail leads to, and whose it is: the address with most of its name left out. */
export type ActivationLink = Awaited<ReturnType<typeof checkActivation>>;
export type ResetLink = Awaited<ReturnType<typeof checkReset>>;

/** Looks at an activation link without using it up. */
export function checkActivation(token: string) {
  return answer(api.POST('/services/authentication/api/activation/check', { body: { token } }));
}

/** Opens the account and signs in; elsewhere than in the browser that registered, the chosen password is needed. */
export function activate(body: Activation) {
  return signedIn(answer(api.POST('/services/authentication/api/activate', { body })));
}

export function resendActivation(body: { email: string } | { token: string }) {
  return answer(api.POST('/services/authentication/api/activation/resend', { body }));
}

export type InvitationLink = Awaited<ReturnType<typeof checkInvitation>>;

export function checkInvitation(token: string) {
  return answer(api.POST('/services/authentication/api/invitation/check', { body: { token } }));
}

/** Makes a user of whoever was invited, and signs them in. */
export function acceptInvitation(body: InvitationAnswer) {
  return signedIn(answer(api.POST('/services/authentication/api/invitation/accept', { body })));
}

export function askForReset(body: ForgottenPassword) {
  return answer(api.POST('/services/authentication/api/password/forgot', { body }));
}

export function checkReset(token: string) {
  return answer(api.POST('/services/authentication/api/password/reset/check', { body: { token } }));
}

export function resetPassword(body: NewPassword) {
  return answer(api.POST('/services/authentication/api/password/reset', { body }));
}

/** Where the signed-in user is signed in. Nothing tells when that changes, so it is asked anew each time it is looked at. */
export const sessionsQuery = { queryKey: ['sessions'], queryFn: loadSessions, staleTime: 0 };
export type SessionEntry = Awaited<ReturnType<typeof loadSessions>>[number];

function loadSessions() {
  return answer(api.GET('/services/authentication/api/sessions'));
}

export function endSession(id: string) {
  return answer(api.DELETE('/services/authentication/api/sessions/{id}', { params: { path: { id } } }));
}

export function endOtherSessions() {
  return answer(api.DELETE('/services/authentication/api/sessions'));
}

export function changePassword(body: ChangedPassword) {
  return answer(api.POST('/services/authentication/api/password/change', { body }));
}
