import { ApiError } from '../../../lib/api.ts';
import type { ActivationLink } from '../api.ts';

export type LinkState = ActivationLink['state'];

const states: readonly LinkState[] = ['ready', 'password', 'used', 'expired', 'revoked', 'unknown'];

/** The state that a refused call has found its link in, where it says one. */
export function linkStateOf(error: unknown): LinkState | undefined {
  const data = error instanceof ApiError ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('state' in data)) return undefined;
  return states.find((state) => state === data.state);
}
