import {
  type PaymentMethod,
  paymentMethods,
  paymentSorts,
  paymentViews,
} from '@muster/domain/money/payments/rules';
import {
  type Change,
  choiceParam,
  dayParam,
  idParam,
  present,
  textParam,
} from '../../../../lib/page/search-params.ts';

export type PaymentSort = (typeof paymentSorts)[number];

/** What the address of the list of payments says. It leaves out whatever is usual. */
export interface PaymentSearch {
  search?: string;
  view?: (typeof paymentViews)[number];
  method?: PaymentMethod;
  customer?: string;
  from?: string;
  to?: string;
  sort?: PaymentSort;
}

export function readPaymentSearch(given: Record<string, unknown>): PaymentSearch {
  return present({
    search: textParam(given, 'search'),
    view: choiceParam(given, 'view', paymentViews),
    method: choiceParam(given, 'method', paymentMethods),
    customer: idParam(given, 'customer'),
    from: dayParam(given, 'from'),
    to: dayParam(given, 'to'),
    sort: choiceParam(given, 'sort', paymentSorts),
  });
}

export const noFilters: Change<PaymentSearch> = {
  search: undefined,
  view: undefined,
  method: undefined,
  customer: undefined,
  from: undefined,
  to: undefined,
};

export const usualSort: PaymentSort = '-received';

/** How many filters are set, beside the search. */
export function countFilters({ view, method, customer, from, to }: PaymentSearch): number {
  return [view, method, customer, from ?? to].filter((value) => value !== undefined).length;
}
