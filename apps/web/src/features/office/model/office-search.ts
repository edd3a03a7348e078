import { enquiryStates } from '@muster/domain/enquiries/pipeline';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { LAST_PAGE } from '@muster/domain/enquiries/paging';
import type { Sort } from '@muster/domain/enquiries/schema';

/** What the address of the office says: what to look for, and how to show it. It leaves out whatever is usual. */
export interface OfficeSearch {
  view?: 'table';
  search?: string;
  state?: EnquiryState;
  /** A member of staff, or `none`. */
  owner?: string;
  industry?: number;
  overdue?: true;
  sort?: Sort;
  page?: number;
}

export type Filters = Pick<OfficeSearch, 'search' | 'state' | 'owner' | 'industry' | 'overdue'>;

export const sortNames: Record<Sort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  due: 'Due soonest first',
  '-due': 'Due latest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  licences: 'Fewest licences first',
  '-licences': 'Most licences first',
};

const longestSearch = 200;
const owners = /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Anybody can write an address, so only what the server understands is taken from it. An old link with `view=board` opens the pipeline. */
export function readSearch(given: Record<string, unknown>): OfficeSearch {
  const text = (name: string) => {
    const value = given[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const state = enquiryStates.find((state) => state === given['state']);
  const industry = Number(text('industry'));
  const page = Number(text('page'));
  return changed(
    {},
    {
      view: given['view'] === 'table' ? 'table' : undefined,
      search: text('search').slice(0, longestSearch) || undefined,
      state,
      owner: owners.test(text('owner')) ? text('owner') : undefined,
      industry: Number.isInteger(industry) && industry > 0 && industry <= 1_000_000 ? industry : undefined,
      overdue: given['overdue'] === true ? true : undefined,
      sort: Object.hasOwn(sortNames, text('sort')) ? (text('sort') as Sort) : undefined,
      page: Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : undefined,
    },
  );
}

export type Change = { [K in keyof OfficeSearch]?: OfficeSearch[K] | undefined };

export const nothing: Change = {
  search: undefined,
  state: undefined,
  owner: undefined,
  industry: undefined,
  overdue: undefined,
};

/**
 * A new search begins at its first page, unless the page is what changes. The pipeline has a column for each state, so only the
 * table filters by state.
 */
export function changed(search: OfficeSearch, change: Change): OfficeSearch {
  const next: Change = { ...search, page: undefined, ...change };
  if (next.view !== 'table') next.state = undefined;
  return filled(next);
}

function filled(change: Change): OfficeSearch {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

export function filtersOf({ search, state, owner, industry, overdue }: OfficeSearch): Filters {
  return filled({ search, state, owner, industry, overdue });
}

export function countFilters(search: OfficeSearch): number {
  return Object.keys(filtersOf(search)).length;
}

/** Whether there is anything to clear. */
export function isFiltered(search: OfficeSearch): boolean {
  return countFilters(search) > 0;
}

/** The same enquiries as a CSV file. */
export function exportAddress(search: OfficeSearch): string {
  const query = new URLSearchParams(
    Object.entries(filtersOf(search)).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/services/office/api/v1/enquiries.csv${query && `?${query}`}`;
}
