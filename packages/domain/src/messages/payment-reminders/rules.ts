import { addDays, type LocalDate, type LocalTime, weekdayOf } from '../../values/local-time.ts';

/** What decides when whoever pays is reminded next. */
export interface Owed {
  readonly due_on: LocalDate;
  /** When it first went to them; null: nobody is reminded of what they never got. */
  readonly sent_on: LocalDate | null;
  /** When they were last reminded, by the rule or by a person. */
  readonly reminded_on: LocalDate | null;
}

/** What was missed for longer, because the rule is new or nobody was here, stays missed: nobody is flooded with what is old. */
const LATEST_DAYS = 6;
/** A reminder so shortly before the day counts for it too, and whoever got the invoice only now has this long. */
const PAUSE_DAYS = 2;

/** The day from which the next reminder may leave, perhaps past; null: there is none to come. */
export function nextReminder(
  { due_on, sent_on, reminded_on }: Owed,
  days: readonly number[],
  today: LocalDate,
): LocalDate | null {
  if (sent_on === null) return null;
  const soonest = addDays(sent_on, PAUSE_DAYS);
  for (const after of days.toSorted((one, other) => one - other)) {
    const on = addDays(due_on, after);
    if (addDays(on, LATEST_DAYS) < today) continue;
    if (reminded_on !== null && reminded_on >= addDays(on, -PAUSE_DAYS)) continue;
    return on > soonest ? on : soonest;
  }
  return null;
}

/** Of money one speaks in office hours. */
const OFFICE_HOURS = { from: '09:00', to: '17:00' } as const;
const FRIDAY = 5;

function isBusinessDay(day: LocalDate, holidays: readonly LocalDate[]): boolean {
  return weekdayOf(day) <= FRIDAY && !holidays.includes(day);
}

/** That day, or the first business day after it. */
export function businessDayFrom(day: LocalDate, holidays: readonly LocalDate[]): LocalDate {
  return isBusinessDay(day, holidays) ? day : businessDayFrom(addDays(day, 1), holidays);
}

/** Whether reminders may leave at that moment: on a weekday that is no public holiday, while people are at work. */
export function isTimeToRemind(today: LocalDate, time: LocalTime, holidays: readonly LocalDate[]): boolean {
  return isBusinessDay(today, holidays) && time >= OFFICE_HOURS.from && time < OFFICE_HOURS.to;
}
