import { ApiError } from '../../../lib/api.ts';
import type { ActivationLink, InvitationLink } from '../api.ts';

export type LinkState = ActivationLink['state'];
type InvitationState = InvitationLink['state'];

const states: readonly LinkState[] = ['ready', 'password', 'used', 'expired', 'revoked', 'unknown'];
const ofInvitations: readonly InvitationState[] = ['ready', 'used', 'taken', 'expired', 'revoked', 'unknown'];

/** The state that a refused call has found its link in, where it says one. */
export function linkStateOf(error: unknown): LinkState | undefined {
  return saidBy(error, states);
}

export function invitationStateOf(error: unknown): InvitationState | undefined {
  return saidBy(error, ofInvitations);
}

function saidBy<State>(error: unknown, states: readonly State[]): State | undefined {
  const data = error instanceof ApiError ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('state' in data)) return undefined;
  return states.find((state) => state === data.state);
}
