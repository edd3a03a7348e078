import type { Role } from '../values/role.ts';

/** Of one calendar for one person: more than anybody has devices; who needs another one revokes one that is not used. */
export const MOST_CALENDAR_FEEDS = 10;

/** Whether somebody may have this calendar at an address of their own: a technician that of the own visits alone. */
export function mayHaveFeed(role: Role, technician: string | null, own: string | undefined): boolean {
  if (role === 'technician') return technician !== null && technician === own;
  return role === 'owner' || role === 'dispatcher';
}
