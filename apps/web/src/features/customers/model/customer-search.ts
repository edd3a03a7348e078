import { type Region, regions } from '@muster/domain/suburbs/rules';
import { type Change, choiceParam, flagParam, present, textParam } from '../../../lib/search-params.ts';

const customerSorts = ['name', '-name', 'created', '-created'] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** What the address of the list says. It leaves out whatever is usual. */
export interface CustomerSearch {
  search?: string;
  region?: Region;
  tag?: string;
  /** Those who were put aside, and no others. */
  archived?: true;
  sort?: CustomerSort;
}

export function readCustomerSearch(given: Record<string, unknown>): CustomerSearch {
  const sort = choiceParam(given, 'sort', customerSorts);
  return present({
    search: textParam(given, 'search'),
    region: choiceParam(given, 'region', regions),
    tag: textParam(given, 'tag'),
    archived: flagParam(given, 'archived'),
    sort: sort === 'name' ? undefined : sort,
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
