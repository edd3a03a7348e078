import { keepInTab, keptInTab } from '../../../lib/tab-storage.ts';
import { readSearch } from './office-search.ts';
import type { OfficeSearch } from './office-search.ts';

const place = 'office';

/** The link back from an enquiry leads to the search that somebody came from. */
export function keepSearch(search: OfficeSearch): void {
  keepInTab(place, JSON.stringify(search));
}

export function keptSearch(): OfficeSearch {
  const text = keptInTab(place);
  return text === undefined ? {} : readSearch(JSON.parse(text) as Record<string, unknown>);
}
