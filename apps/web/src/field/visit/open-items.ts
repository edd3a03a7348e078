import type { ShownVisit } from '../day/with-waiting.ts';
import { countWords } from '../day/words.ts';

/** How many items of the check list nobody has answered, in words; undefined where none is left. Two of the same words are one. */
export function openItemsWords({ check_list }: Pick<ShownVisit, 'check_list'>): string | undefined {
  const open = new Set(check_list.filter(({ done }) => !done).map(({ text }) => text)).size;
  if (open === 0) return undefined;
  return `${countWords(open, 'item')} of the check list ${open === 1 ? 'is' : 'are'} open.`;
}
