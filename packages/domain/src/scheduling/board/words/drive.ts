import type { Leg } from '../timeline.ts';

/** An estimate is told as one. */
export function driveWords({ drive, isByRoad }: Pick<Leg, 'drive' | 'isByRoad'>): string {
  return isByRoad ? `${drive} min by road` : `about ${drive} min drive`;
}
