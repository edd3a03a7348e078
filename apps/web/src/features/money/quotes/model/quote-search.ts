import { quoteSorts, quoteViews } from '@muster/domain/money/quotes/states';
import { type Change, choiceParam, idParam, present, textParam } from '../../../../lib/page/search-params.ts';

/** The piles that quotes are sorted into, as tabs; none: all of them but templates. */
export type QuoteTab = (typeof quoteViews)[number];
export type QuoteSort = (typeof quoteSorts)[number];

/** What the address of the list of quotes says. It leaves out whatever is usual. */
export interface QuoteSearch {
  search?: string;
  view?: QuoteTab;
  customer?: string;
  sort?: QuoteSort;
}

export function readQuoteSearch(given: Record<string, unknown>): QuoteSearch {
  return present({
    search: textParam(given, 'search'),
    view: choiceParam(given, 'view', quoteViews),
    customer: idParam(given, 'customer'),
    sort: choiceParam(given, 'sort', quoteSorts),
  });
}

export const noFilters: Change<QuoteSearch> = { search: undefined, customer: undefined };
