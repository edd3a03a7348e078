import { dateInWords } from '@muster/domain/values/clock-words';
import { addDays, dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';

interface Day<T> {
  date: LocalDate;
  changes: T[];
}

/** Changes, the latest first, by the days of the business on which they were made. */
export function byDay<T extends { at: string }>(changes: readonly T[], zone: string): Day<T>[] {
  const days: Day<T>[] = [];
  for (const change of changes) {
    const date = dateAt(minuteAt(change.at), zone);
    const last = days.at(-1);
    if (last?.date === date) last.changes.push(change);
    else days.push({ date, changes: [change] });
  }
  return days;
}

/** "Today", "Yesterday", "Mon 16 Nov", "Wed 31 Dec 2025". */
export function dayName(date: LocalDate, today: LocalDate): string {
  if (date === today) return 'Today';
  if (date === addDays(today, -1)) return 'Yesterday';
  const year = date.slice(0, 4);
  return year === today.slice(0, 4) ? dateInWords(date) : `${dateInWords(date)} ${year}`;
}
