import type { TechnicianQuery } from '@muster/domain/technicians/schema';
import {
  type Change,
  choiceParam,
  flagParam,
  idParam,
  present,
  textParam,
} from '../../../lib/search-params.ts';

export type TechnicianSort = NonNullable<TechnicianQuery['sort']>;

const technicianStates = ['active', 'inactive', 'archived', 'all'] as const;
const technicianSorts: readonly TechnicianSort[] = ['name', '-name', 'created', '-created'];

/** What the address of the list says. It leaves out whatever is usual. */
export interface TechnicianSearch {
  search?: string;
  skill?: string;
  /** Usually all but the archived. */
  state?: (typeof technicianStates)[number];
  expiring?: true;
  sort?: TechnicianSort;
}

export const stateNames = {
  active: 'Active',
  inactive: 'Inactive',
  archived: 'Archived',
  all: 'All, archived too',
};

export function readTechnicianSearch(given: Record<string, unknown>): TechnicianSearch {
  const sort = choiceParam(given, 'sort', technicianSorts);
  return present({
    search: textParam(given, 'search'),
    skill: idParam(given, 'skill'),
    state: choiceParam(given, 'state', technicianStates),
    expiring: flagParam(given, 'expiring'),
    sort: sort === 'name' ? undefined : sort,
  });
}

export const noFilters: Change<TechnicianSearch> = {
  search: undefined,
  skill: undefined,
  state: undefined,
  expiring: undefined,
};

/** How many filters are set, beside the search. */
export function countFilters({ skill, state, expiring }: TechnicianSearch): number {
  return [skill, state, expiring].filter((value) => value !== undefined).length;
}
