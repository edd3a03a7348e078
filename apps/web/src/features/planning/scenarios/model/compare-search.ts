import type { LocalDate } from '@muster/domain/values/local-time';
import { dayParam, flagParam, idParam, present } from '../../../../lib/page/search-params.ts';

/** The board that is real, among those that can be compared. */
export const LIVE = 'live';

/** What the address of a comparison says. */
export interface CompareSearch {
  /** The id of a scenario; the live board where there is none. */
  left?: string;
  right?: string;
  date?: LocalDate;
  /** The visit that somebody has jumped to. */
  visit?: string;
  /** Whether only those are shown whose day differs. */
  only?: true;
}

export function readCompareSearch(given: Record<string, unknown>): CompareSearch {
  return present<CompareSearch>({
    left: sideParam(given, 'left'),
    right: sideParam(given, 'right'),
    date: dayParam(given, 'date') as LocalDate | undefined,
    visit: idParam(given, 'visit'),
    only: flagParam(given, 'only'),
  });
}

function sideParam(given: Record<string, unknown>, name: string): string | undefined {
  return given[name] === LIVE ? LIVE : idParam(given, name);
}
