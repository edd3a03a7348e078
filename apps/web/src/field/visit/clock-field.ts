import { MINUTE_MS } from '@muster/domain/values/minutes';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { clockOf, minutesBetween, minutesWords } from '../day/words.ts';

/** What is wrong with corrected times, in words; undefined where they are fine. */
export function timesProblem(
  arrived: string | undefined,
  done: string | undefined,
  now: number,
): string | undefined {
  if (arrived === undefined || done === undefined) return 'Enter the day and time.';
  if (Date.parse(arrived) > now + MINUTE_MS)
    return 'This arrival is in the future. Enter a time that has passed.';
  if (Date.parse(done) > now + MINUTE_MS) return 'This end is in the future. Enter a time that has passed.';
  return Date.parse(done) < Date.parse(arrived) ? 'The end can’t be before the arrival.' : undefined;
}

const LONG_MINUTES = 16 * 60;

/** What is possible and yet looks like a slip, in words. The field tells minutes alone, and so the way there counts in minutes too. */
export function timesDoubt(
  arrived: string,
  done: string,
  visit: Pick<OwnVisit, 'en_route_at' | 'starts_at' | 'site'>,
): string | undefined {
  const minutes = minutesBetween(arrived, done);
  if (minutes > LONG_MINUTES) return `That makes ${minutesWords(minutes)} on site. Is the day right?`;
  const { en_route_at } = visit;
  if (en_route_at === null || Date.parse(arrived) > Date.parse(en_route_at) - MINUTE_MS) return undefined;
  return `You set out at ${clockOf(en_route_at, visit)}, after this arrival. Is the time right?`;
}
