import { addDays, dateAt, type LocalDate, startOfDay } from '../../values/local-time.ts';
import { type EpochMinutes, DAY_MINUTES } from '../../values/minutes.ts';

export const absenceKinds = ['leave', 'sick', 'training'] as const;

/** Names of colours, not colours: the theme decides how each looks by day and by night. */
export const technicianColours = [
  'teal',
  'blue',
  'violet',
  'pink',
  'red',
  'ochre',
  'lime',
  'green',
  'cyan',
  'slate',
  'indigo',
  'brown',
  'gold',
  'plum',
  'forest',
  'navy',
] as const;

type Colour = (typeof technicianColours)[number];

/** The colours of so many newcomers: each the one that the fewest have by then, in the order of the list. */
export function leastUsedColours(used: readonly string[], count: number): Colour[] {
  const times = new Map<string, number>(technicianColours.map((colour) => [colour, 0]));
  const take = (colour: string) => times.set(colour, (times.get(colour) ?? 0) + 1);
  used.forEach(take);
  return Array.from({ length: count }, () => {
    const least = technicianColours.reduce((best, one) => (times.get(one)! < times.get(best)! ? one : best));
    take(least);
    return least;
  });
}

/** Long enough before the day to renew a ticket: authorities take weeks. */
export const EXPIRY_NOTICE_DAYS = 30;

/** Whether a ticket proves nothing any more, soon will not, or is good for a while. */
export function ticketState(
  expires: LocalDate | null,
  today: LocalDate,
): 'expired' | 'expires soon' | 'good' {
  if (expires === null) return 'good';
  // As on the card itself: it is good on its last day.
  if (expires < today) return 'expired';
  return expires <= addDays(today, EXPIRY_NOTICE_DAYS) ? 'expires soon' : 'good';
}

interface Hours {
  readonly weekday: number;
  readonly from: string;
  readonly to: string;
  readonly breaks: readonly { readonly from: string; readonly to: string; readonly length: number }[];
}

/** What is wrong with a working week, in words; nothing where it is fine. */
export function workingWeekProblem(week: readonly Hours[]): string | undefined {
  for (const { from, to, breaks } of week) {
    const length = lengthOf(from, to);
    for (const pause of breaks) {
      if (pause.from >= pause.to) return 'A break must end after it starts.';
      if (pause.length > lengthOf(pause.from, pause.to))
        return 'A break is longer than the time allowed for it.';
    }
    if (breaks.reduce((sum, pause) => sum + pause.length, 0) >= length)
      return 'The breaks leave no time to work.';
  }
  return overlaps(week) ? 'Two blocks of hours overlap.' : undefined;
}

const WEEK = 7 * DAY_MINUTES;

/** Whether one begins before another has ended, counted round the week: what begins late on Saturday may reach into Sunday. */
function overlaps(week: readonly Hours[]): boolean {
  const stretches = week.map(({ weekday, from, to }) => ({
    start: weekday * DAY_MINUTES + minuteOf(from),
    length: lengthOf(from, to),
  }));
  return stretches.some((one, at) =>
    stretches.some(
      (other, place) => place !== at && (((other.start - one.start) % WEEK) + WEEK) % WEEK < one.length,
    ),
  );
}

function lengthOf(from: string, to: string): number {
  const minutes = minuteOf(to) - minuteOf(from);
  return minutes > 0 ? minutes : minutes + DAY_MINUTES;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Technicians see their visits from so many days before today to so many after it. */
const DAYS_BEFORE = 7;
const DAYS_AFTER = 31;

/** The moments between which a visit of a technician's own begins, whole days of the business. */
export function ownPeriod(now: EpochMinutes, zone: string): { from: EpochMinutes; to: EpochMinutes } {
  const today = dateAt(now, zone);
  return {
    from: startOfDay(addDays(today, -DAYS_BEFORE), zone),
    to: startOfDay(addDays(today, DAYS_AFTER + 1), zone),
  };
}
