import { HOUR_MS } from '@muster/domain/values/minutes';
import type { OwnHours } from '@muster/domain/field/my-hours/schema';
import { createStore, useStore } from '@muster/ui/store';
import { useEffect } from 'react';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { minutesWorked } from '@muster/domain/field/my-hours/rules';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { ApiError, answer, api } from '../../lib/api/api.ts';
import { keepHours, type KeptHours, READING_MS, readKeptHours } from '../day/phone-copy.ts';
import { useField } from '../state.ts';
import { clockWords } from '../../lib/format/clock.ts';
import { dayAfter } from '../../lib/format/calendar-day.ts';
import { daysFrom, dayOf } from '../day/days.ts';

const hours = createStore<KeptHours | undefined>(undefined);

/** The office seldom changes them: asked for once an hour, whenever the visits are read. */
const FRESH_MS = HOUR_MS;

/** Keeps the hours of whoever is signed in on the phone, so that the week opens without a connection. */
export function useKeepHours(): void {
  const { session, readAt } = useField();
  const user = session?.user.id;
  useEffect(() => {
    if (user !== undefined && readAt !== undefined) void readHours(user);
  }, [user, readAt]);
}

async function readHours(user: string): Promise<void> {
  const kept = hours.get() ?? (await readKeptHours().catch(() => undefined));
  if (kept?.user === user && hours.get() === undefined) hours.set(kept);
  if (kept?.user === user && Date.now() - kept.read_at < FRESH_MS) return;
  try {
    const { rows } = await answer(
      api.GET('/services/scheduling/api/v1/my/hours', { signal: AbortSignal.timeout(READING_MS) }),
    );
    const read = { user, rows, read_at: Date.now() };
    hours.set(read);
    await keepHours(read);
  } catch (error) {
    // Without a connection those of before count; the session's end is found by whoever reads the visits.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Undefined until they are known. */
export function useHours(): readonly OwnHours[] | undefined {
  const { session } = useField();
  const known = useStore(hours);
  return known?.user === session?.user.id ? known?.rows : undefined;
}

const DAYS = 7;

/**
 * How long was worked on each of the last seven days, today last. Of the days before the server tells; of today the visits do, because
 * the server may not have heard of them.
 */
export function workedDays(
  hours: readonly Pick<OwnHours, 'date' | 'worked'>[],
  visits: readonly Pick<OwnVisit, 'on_site_at' | 'done_at'>[],
  today: string,
  zone: string,
): { day: string; minutes: number }[] {
  const known = new Map(hours.map(({ date, worked }) => [date, worked]));
  return daysFrom(dayAfter(today, 1 - DAYS), DAYS).map((day) => ({
    day,
    minutes: day === today ? workedOn(visits, today, zone) : (known.get(day) ?? 0),
  }));
}

function workedOn(
  visits: readonly Pick<OwnVisit, 'on_site_at' | 'done_at'>[],
  day: string,
  zone: string,
): number {
  const spent = visits.flatMap(({ on_site_at, done_at }) =>
    on_site_at !== null && done_at !== null && dayOf(on_site_at, zone) === day
      ? [{ start: minuteOf(on_site_at), end: minuteOf(done_at) }]
      : [],
  );
  return minutesWorked(spent);
}

const away = { leave: 'On leave', sick: 'Sick leave', training: 'Training' } as const;

/** When somebody works on a day: "7:00 am – 3:30 pm", "Day off", or why not, one line for each. */
export function hoursWords({ shifts, holiday, absences }: OwnHours): string[] {
  const isAway = absences.some(({ from, to }) => from === null && to === null);
  const work =
    shifts.length === 0 ? 'Day off' : shifts.map(({ from, to }) => shiftWords(from, to)).join(', ');
  return [
    ...(holiday === null ? [] : [`Public holiday: ${holiday}`]),
    ...(isAway ? [] : [work]),
    ...absences.map(absenceWords),
  ];
}

/** One that ends when it begins lasts until the next day. */
function shiftWords(from: string, to: string): string {
  return from === to ? 'All day' : `${clockWords(from)} – ${clockWords(to)}`;
}

function absenceWords({ kind, from, to, reason }: OwnHours['absences'][number]): string {
  return [away[kind], spanWords(from, to), reason === '' ? '' : `(${reason})`].filter(Boolean).join(' ');
}

function spanWords(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `${clockWords(from)} – ${clockWords(to)}`;
  if (from !== null) return `from ${clockWords(from)}`;
  return to === null ? 'all day' : `until ${clockWords(to)}`;
}
