import { type Region, regions } from '@muster/domain/work/suburbs/rules';
import {
  type Change,
  choiceParam,
  flagParam,
  type KeptSort,
  present,
  sortParam,
  textParam,
} from '../../../../lib/page/search-params.ts';

/** What the address of the list says. It leaves out whatever is usual. */
export interface CustomerSearch {
  search?: string;
  region?: Region;
  tag?: string;
  /** Those who were put aside, and no others. */
  archived?: true;
  sort?: KeptSort;
}

export function readCustomerSearch(given: Record<string, unknown>): CustomerSearch {
  return present({
    search: textParam(given, 'search'),
    region: choiceParam(given, 'region', regions),
    tag: textParam(given, 'tag'),
    archived: flagParam(given, 'archived'),
    sort: sortParam(given),
  });
}

export const noFilters: Change<CustomerSearch> = {
  search: undefined,
  region: undefined,
  tag: undefined,
  archived: undefined,
};

/** How many filters are set, beside the search. */
export function countFilters({ region, tag, archived }: CustomerSearch): number {
  return [region, tag, archived].filter((value) => value !== undefined).length;
}
