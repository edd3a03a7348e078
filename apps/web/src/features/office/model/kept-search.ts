import { keepInTab, keptInTab } from '../../../lib/tab-storage.ts';
import { readSearch } from './office-search.ts';
import type { OfficeSearch } from './office-search.ts';

const place = 'office';

/** The way back from an enquiry leads to what was looked at before. */
export function keepSearch(search: OfficeSearch): void {
  keepInTab(place, JSON.stringify(search));
}

export function keptSearch(): OfficeSearch {
  const text = keptInTab(place);
  return text === undefined ? {} : readSearch(JSON.parse(text) as Record<string, unknown>);
}
