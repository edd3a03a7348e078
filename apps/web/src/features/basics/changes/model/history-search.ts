import { dateOf } from '@muster/domain/values/minutes';
import { startOfDay, addDays, type LocalDate } from '@muster/domain/values/local-time';
import { choiceParam, dayParam, idParam, present } from '../../../../lib/page/search-params.ts';
import { thingNames } from '../../../../lib/changes/words/field-words.ts';

/** What the address of the history says. */
export interface HistorySearch {
  user?: string;
  table?: string;
  /** Days of the business, both included. */
  from?: string;
  to?: string;
}

export function readHistorySearch(given: Record<string, unknown>): HistorySearch {
  return present({
    user: idParam(given, 'user'),
    table: choiceParam(given, 'table', Object.keys(thingNames)),
    from: dayParam(given, 'from'),
    to: dayParam(given, 'to'),
  });
}

/** The same in moments: the last day is over when the next one begins. */
export function asQuery({ from, to, ...rest }: HistorySearch, zone: string) {
  return {
    ...rest,
    ...(from !== undefined && { from: momentAt(from as LocalDate, zone) }),
    ...(to !== undefined && { to: momentAt(addDays(to as LocalDate, 1), zone) }),
  };
}

function momentAt(day: LocalDate, zone: string): string {
  return dateOf(startOfDay(day, zone)).toISOString();
}
