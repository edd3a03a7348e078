import type { BoardVisit } from '@muster/domain/scheduling/board/prepared';
import type { VisitState } from '@muster/domain/scheduling/board/rows';
import { wordsOf } from '@muster/domain/values/words';
import type { BoardSearch } from './board-search.ts';

const groups: Record<NonNullable<BoardSearch['state']>, readonly VisitState[]> = {
  planned: ['planned'],
  dispatched: ['dispatched'],
  'under way': ['en route', 'on site'],
  over: ['completed', 'needs return', 'could not complete'],
};

/** Whether a visit is among those that somebody looks for. */
export function isMeant(
  { row }: BoardVisit,
  { search, state }: Pick<BoardSearch, 'search' | 'state'>,
): boolean {
  if (state !== undefined && !groups[state].includes(row.state)) return false;
  // Taking texts apart is dear, and mostly nobody looks for anything.
  if (search === undefined) return true;
  return holds(`${row.number} ${row.customer} ${row.site.suburb} ${row.priority}`, search);
}

/** Whether each of the words begins one of the text's. */
export function holds(text: string, typed: string): boolean {
  const own = wordsOf(text);
  return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)));
}
