import { owedSorts } from '@muster/domain/money/statements/rules';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { choiceParam, dayParam, present, textParam } from '../../../../lib/page/search-params.ts';

export type OwedSort = (typeof owedSorts)[number];

/** What the address of the list of those who owe something says. */
export interface OwedSearch {
  search?: string;
  /** At the end of which day; today where nothing is said. */
  on?: string;
  sort?: OwedSort;
}

export function readOwedSearch(given: Record<string, unknown>): OwedSearch {
  return present({
    search: textParam(given, 'search'),
    on: dayParam(given, 'on'),
    sort: choiceParam(given, 'sort', owedSorts),
  });
}

/** From which day to which a statement is; of the last three months where nothing is said. */
export interface StatementSearch {
  from?: string;
  to?: string;
}

export function readStatementSearch(given: Record<string, unknown>): StatementSearch {
  return present({ from: dayParam(given, 'from'), to: dayParam(given, 'to') });
}

const USUAL_DAYS = 90;

export function periodOf({ from, to }: StatementSearch, today: LocalDate): { from: string; to: string } {
  const last = (to ?? today) as LocalDate;
  return { from: from ?? addDays(last, -USUAL_DAYS), to: last };
}
