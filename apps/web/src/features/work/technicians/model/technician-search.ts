import {
  type Change,
  choiceParam,
  flagParam,
  idParam,
  type KeptSort,
  present,
  sortParam,
  textParam,
} from '../../../../lib/page/search-params.ts';

const technicianStates = ['active', 'inactive', 'archived', 'all'] as const;

/** What the address of the list says. It leaves out whatever is usual. */
export interface TechnicianSearch {
  search?: string;
  skill?: string;
  /** Usually all but the archived. */
  state?: (typeof technicianStates)[number];
  expiring?: true;
  sort?: KeptSort;
}

export const stateNames = {
  active: 'Active',
  inactive: 'Inactive',
  archived: 'Archived',
  all: 'All, including archived',
};

export function readTechnicianSearch(given: Record<string, unknown>): TechnicianSearch {
  return present({
    search: textParam(given, 'search'),
    skill: idParam(given, 'skill'),
    state: choiceParam(given, 'state', technicianStates),
    expiring: flagParam(given, 'expiring'),
    sort: sortParam(given),
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
