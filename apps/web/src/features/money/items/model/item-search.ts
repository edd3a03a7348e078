import { type ItemKind, itemKinds } from '@muster/domain/money/items/fields';
import {
  type Change,
  choiceParam,
  flagParam,
  type KeptSort,
  present,
  sortParam,
  textParam,
} from '../../../../lib/page/search-params.ts';

/** What the address of the price list says. It leaves out whatever is usual. */
export interface ItemSearch {
  search?: string;
  kind?: ItemKind;
  /** Those that were put aside, and no others. */
  archived?: true;
  sort?: KeptSort;
}

export function readItemSearch(given: Record<string, unknown>): ItemSearch {
  return present({
    search: textParam(given, 'search'),
    kind: choiceParam(given, 'kind', itemKinds),
    archived: flagParam(given, 'archived'),
    sort: sortParam(given),
  });
}

export const noFilters: Change<ItemSearch> = { search: undefined, kind: undefined, archived: undefined };

/** How many filters are set, beside the search. */
export function countFilters({ kind, archived }: ItemSearch): number {
  return [kind, archived].filter((value) => value !== undefined).length;
}
