import { choiceParam, dayParam, idParam, present } from '../../../../lib/page/search-params.ts';

/** What is printed; without anything, the board and a page for each technician, of today. */
export interface PrintSearch {
  date?: string;
  /** Of one technician alone. */
  technician?: string;
  only?: 'board';
}

export function readPrintSearch(given: Record<string, unknown>): PrintSearch {
  return present<PrintSearch>({
    date: dayParam(given, 'date'),
    technician: idParam(given, 'technician'),
    only: choiceParam(given, 'only', ['board'] as const),
  });
}
