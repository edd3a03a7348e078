import {
  type Change,
  dayParam,
  flagParam,
  idParam,
  present,
  textParam,
} from '../../../../lib/page/search-params.ts';

/** What the address of the list of calls says. */
export interface CallSearch {
  search?: string;
  missed?: true;
  campaign?: string;
  day?: string;
}

export function readCallSearch(given: Record<string, unknown>): CallSearch {
  return present({
    search: textParam(given, 'search'),
    missed: flagParam(given, 'missed'),
    campaign: idParam(given, 'campaign'),
    day: dayParam(given, 'day'),
  });
}

export const noFilters: Change<CallSearch> = {
  search: undefined,
  missed: undefined,
  campaign: undefined,
  day: undefined,
};

/** How many filters are set, beside the search. */
export function countFilters({ missed, campaign, day }: CallSearch): number {
  return [missed, campaign, day].filter((value) => value !== undefined).length;
}
