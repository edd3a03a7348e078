import { ApiError } from '../../../lib/api.ts';
import { wait } from '../../../lib/format.ts';

/** Why a call did not work, for the person who made it. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it, then try again.';
  if (error.retryAfter === undefined || error.status !== 429) return error.message;
  return `Too many attempts. Please wait ${wait(error.retryAfter)}, then try again.`;
}
