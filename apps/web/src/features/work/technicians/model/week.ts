import type { Technician } from '@muster/domain/work/technicians/schema';
import { clockWords } from '../../../../lib/format/clock.ts';

export type Week = NonNullable<Technician['working_week']>;
export type Stretch = Week[number];
export type Break = Stretch['breaks'][number];

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** What somebody begins with who writes down hours of their own. */
const usualBreak: Break = { from: '11:30', to: '13:30', length: 30 };
const usualHours = { from: '07:00', to: '15:30', breaks: [usualBreak] };

export const usualWeek: Week = [1, 2, 3, 4, 5].map((weekday) => dayLike(weekday, usualHours));

export function stretchesOf(week: Week, weekday: number): Stretch[] {
  return week.filter((stretch) => stretch.weekday === weekday);
}

/** A day off becomes a day like the one before it that has hours, or a usual one; a working day becomes a day off. */
export function toggleDay(week: Week, weekday: number): Week {
  if (stretchesOf(week, weekday).length > 0) return week.filter((stretch) => stretch.weekday !== weekday);
  const earlier = week.findLast((stretch) => stretch.weekday < weekday);
  const like = earlier ? stretchesOf(week, earlier.weekday) : [usualHours];
  return sorted([...week, ...like.map((hours) => dayLike(weekday, hours))]);
}

export function changeStretch(week: Week, stretch: Stretch, change: Partial<Stretch>): Week {
  return week.map((one) => (one === stretch ? { ...one, ...change } : one));
}

/** A second stretch of work, after the last one of the day. */
export function splitDay(week: Week, weekday: number): Week {
  return sorted([...week, { weekday, from: '17:00', to: '19:00', breaks: [] }]);
}

export function removeStretch(week: Week, stretch: Stretch): Week {
  return week.filter((one) => one !== stretch);
}

export function addBreak(week: Week, stretch: Stretch): Week {
  return changeStretch(week, stretch, { breaks: [...stretch.breaks, usualBreak] });
}

/** All days that are worked get the hours of this one. */
export function spreadDay(week: Week, weekday: number): Week {
  const hours = stretchesOf(week, weekday);
  const days = [...new Set(week.map((stretch) => stretch.weekday))];
  return days.flatMap((day) => hours.map((one) => dayLike(day, one)));
}

function dayLike(weekday: number, { from, to, breaks }: Omit<Stretch, 'weekday'>): Stretch {
  return { weekday, from, to, breaks };
}

/** "Mon–Fri 7:00 am – 3:30 pm, Sat 8:00 am – 12:00 pm". */
export function weekWords(week: Week | null): string {
  if (week === null) return 'Business hours';
  const runs: { first: number; last: number; hours: string }[] = [];
  for (let day = 1; day <= 7; day += 1) {
    const hours = stretchesOf(week, day)
      .map(({ from, to }) => `${clockWords(from)} – ${clockWords(to)}`)
      .join(' and ');
    const run = runs.at(-1);
    if (hours === '') continue;
    if (run?.hours === hours && run.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day, hours });
  }
  return runs.map(({ first, last, hours }) => `${daysWords(first, last)} ${hours}`).join(', ') || 'Never';
}

function daysWords(first: number, last: number): string {
  const [from, to] = [weekdayNames[first - 1]!.slice(0, 3), weekdayNames[last - 1]!.slice(0, 3)];
  return first === last ? from : `${from}–${to}`;
}

function sorted(week: Week): Week {
  return week.toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from));
}
