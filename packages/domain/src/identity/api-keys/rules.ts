import { MINUTE_MS } from '../../values/minutes.ts';
export const apiKeyRights = ['dispatcher', 'read only'] as const;

export type ApiKeyRights = (typeof apiKeyRights)[number];

/** More than anybody has programs; who needs another one revokes one that is not used. */
export const MOST_API_KEYS = 50;

const TOLD_AGAIN_MS = 10 * MINUTE_MS;

/** A secret is shown once. An answer may be lost on its way, so whoever made it may ask again for a little while, and nobody else. */
export function mayTellAgain(
  made: { readonly created_by: string; readonly created_at: string },
  user: string | null,
  at: Date,
): boolean {
  return made.created_by === user && at.getTime() - Date.parse(made.created_at) < TOLD_AGAIN_MS;
}
