import { addDays, type LocalDate } from '@muster/domain/values/local-time';

/** Days of the business, both included. */
export interface Period {
  from: LocalDate;
  to: LocalDate;
}

/** From the first of the month until today. */
export function thisMonth(today: LocalDate): Period {
  return { from: firstOf(today), to: today };
}

/** The whole month before, which is what the books are closed for. */
export function lastMonth(today: LocalDate): Period {
  const to = addDays(firstOf(today), -1);
  return { from: firstOf(to), to };
}

function firstOf(day: LocalDate): LocalDate {
  return `${day.slice(0, 7)}-01` as LocalDate;
}
