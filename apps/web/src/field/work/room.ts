import { countWords } from '../day/words.ts';

const FEW = 100;
export const LONGEST_REASON = 500;

/** As it is kept: without what surrounds it. */
function left(text: string, most: number): number {
  return most - text.trim().length;
}

/** How many characters are left, where they are few. */
export function roomWords(text: string, most: number): string | undefined {
  const room = left(text, most);
  return room > FEW || room < 0 ? undefined : `${countWords(room, 'character')} left.`;
}

/** By how much a text is too long to be kept; undefined where it is not. */
export function roomProblem(text: string, most: number): string | undefined {
  const room = left(text, most);
  if (room >= 0) return undefined;
  const over = new Intl.NumberFormat('en-AU').format(-room);
  const limit = new Intl.NumberFormat('en-AU').format(most);
  return `Too long by ${over} ${room === -1 ? 'character' : 'characters'}. ${limit} can be kept: shorten it.`;
}

/** Whether it says why, in as many words as can be kept. */
export function isReason(text: string): boolean {
  return text.trim() !== '' && roomProblem(text, LONGEST_REASON) === undefined;
}
