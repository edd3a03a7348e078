import { enquiryStates } from '@muster/domain/sales/enquiries/pipeline';
import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import type { Sort } from '@muster/domain/sales/enquiries/schema';
import {
  type Change as ChangeOf,
  choiceParam,
  flagParam,
  idParam,
  present,
  textParam,
} from '../../../../lib/page/search-params.ts';

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
}

export type Filters = Pick<OfficeSearch, 'search' | 'state' | 'owner' | 'industry' | 'overdue'>;

export const sortNames: Record<Sort, string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  due: 'Due soonest first',
  '-due': 'Due latest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  licences: 'Fewest licences first',
  '-licences': 'Most licences first',
};

/** Anybody can write an address, so only what the server understands is taken from it. An old link with `view=board` opens the pipeline. */
export function readSearch(given: Record<string, unknown>): OfficeSearch {
  const number = (name: string, least: number, most: number) => {
    const value = Number(textParam(given, name));
    return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
  };
  const owner = textParam(given, 'owner');
  return changed(
    {},
    {
      view: choiceParam(given, 'view', ['table']),
      search: textParam(given, 'search'),
      state: choiceParam(given, 'state', enquiryStates),
      owner: owner === 'none' ? owner : idParam(given, 'owner'),
      industry: number('industry', 1, 1_000_000),
      overdue: flagParam(given, 'overdue'),
      sort: choiceParam(given, 'sort', Object.keys(sortNames) as Sort[]),
    },
  );
}

export type Change = ChangeOf<OfficeSearch>;

export const nothing: Change = {
  search: undefined,
  state: undefined,
  owner: undefined,
  industry: undefined,
  overdue: undefined,
};

/** The pipeline has a column for each state, so only the table filters by state. */
export function changed(search: OfficeSearch, change: Change): OfficeSearch {
  const next: Change = { ...search, ...change };
  if (next.view !== 'table') next.state = undefined;
  return present(next);
}

export function filtersOf({ search, state, owner, industry, overdue }: OfficeSearch): Filters {
  return present({ search, state, owner, industry, overdue });
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
