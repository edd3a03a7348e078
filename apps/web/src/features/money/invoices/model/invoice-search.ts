import {
  invoiceKinds,
  invoiceSorts,
  invoiceViews,
  type InvoiceKind,
} from '@muster/domain/money/invoices/rules';
import {
  type Change,
  choiceParam,
  dayParam,
  flagParam,
  idParam,
  present,
  textParam,
} from '../../../../lib/page/search-params.ts';

/** The piles that invoices are sorted into, as tabs; none: all of them. */
const invoiceTabs = ['ready', ...invoiceViews] as const;
export type InvoiceTab = (typeof invoiceTabs)[number];
export type InvoiceSort = (typeof invoiceSorts)[number];

/** What the address of the list of invoices says. It leaves out whatever is usual. */
export interface InvoiceSearch {
  search?: string;
  /** Which pile; all of them where nothing is said. */
  view?: InvoiceTab;
  kind?: InvoiceKind;
  customer?: string;
  /** Where the work was done. */
  site?: string;
  from?: string;
  to?: string;
  sort?: InvoiceSort;
  /** Of finished work: what was left out, and no other. */
  left_out?: true;
}

export function readInvoiceSearch(given: Record<string, unknown>): InvoiceSearch {
  return present({
    search: textParam(given, 'search'),
    view: choiceParam(given, 'view', invoiceTabs),
    kind: choiceParam(given, 'kind', invoiceKinds),
    customer: idParam(given, 'customer'),
    site: idParam(given, 'site'),
    from: dayParam(given, 'from'),
    to: dayParam(given, 'to'),
    sort: choiceParam(given, 'sort', invoiceSorts),
    left_out: flagParam(given, 'left_out'),
  });
}

export const noFilters: Change<InvoiceSearch> = {
  search: undefined,
  kind: undefined,
  customer: undefined,
  site: undefined,
  from: undefined,
  to: undefined,
};

/** How many filters are set, beside the search and the pile. */
export function countFilters({ kind, customer, site, from, to }: InvoiceSearch): number {
  return [kind, site ?? customer, from ?? to].filter((value) => value !== undefined).length;
}

/** What is owed longest is first where something is owed; else what is newest. */
export function usualSort({ view }: { view?: InvoiceTab | undefined }): InvoiceSort {
  return view === 'overdue' || view === 'unpaid' ? 'due' : '-created';
}
