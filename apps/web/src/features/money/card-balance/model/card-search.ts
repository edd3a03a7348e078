import { cardPaymentSorts, cardPaymentViews } from '@muster/domain/money/card-balance/rules';
import {
  type Change,
  choiceParam,
  dayParam,
  present,
  textParam,
} from '../../../../lib/page/search-params.ts';

export type CardSort = (typeof cardPaymentSorts)[number];

/** What the address of the list of card payments says. It leaves out whatever is usual. */
export interface CardSearch {
  search?: string;
  view?: (typeof cardPaymentViews)[number];
  from?: string;
  to?: string;
  sort?: CardSort;
}

export function readCardSearch(given: Record<string, unknown>): CardSearch {
  return present({
    search: textParam(given, 'search'),
    view: choiceParam(given, 'view', cardPaymentViews),
    from: dayParam(given, 'from'),
    to: dayParam(given, 'to'),
    sort: choiceParam(given, 'sort', cardPaymentSorts),
  });
}

export const noFilters: Change<CardSearch> = {
  search: undefined,
  view: undefined,
  from: undefined,
  to: undefined,
};

export const usualSort: CardSort = '-paid';

/** How many filters are set, beside the search. */
export function countFilters({ view, from, to }: CardSearch): number {
  return [view, from ?? to].filter((value) => value !== undefined).length;
}
