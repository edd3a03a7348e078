import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { wordsOf } from '@muster/domain/values/words';
import type { BoardSearch } from './board-search.ts';
import { rowOf, utilisationOf } from './rows.ts';

/** Who is shown, from top to bottom. Whoever is inactive is shown only with work on these days. */
export function orderOf(
  board: Board,
  tables: BoardTables,
  days: readonly BoardDay[],
  { search, skill, sort }: Pick<BoardSearch, 'search' | 'skill' | 'sort'>,
): string[] {
  const words = wordsOf(search ?? '');
  const shown = tables.technicians.filter(({ id, is_active, skills, name }) => {
    const { blocks } = rowOf(board, id, days);
    if (!is_active && blocks.length === 0) return false;
    if (skill !== undefined && !skills.includes(skill)) return false;
    const texts = [name, ...blocks.map(({ booking: { visit } }) => textOf(visit.row))];
    return words.length === 0 || texts.some((text) => isFound(words, text));
  });
  const ids = shown.map(({ id }) => id);
  // Neighbours are near each other; the country's cities lie along its coast from north to south.
  if (sort === 'area') {
    const north = new Map(shown.map(({ id, base_latitude }) => [id, base_latitude ?? -90]));
    return ids.toSorted((a, b) => north.get(b)! - north.get(a)!);
  }
  if (sort !== 'load') return ids;
  const load = new Map(ids.map((id) => [id, utilisationOf(rowOf(board, id, days)) ?? Infinity]));
  return ids.toSorted((a, b) => load.get(a)! - load.get(b)!);
}

function textOf({
  number,
  customer,
  site,
}: {
  number: string;
  customer: string;
  site: { suburb: string };
}): string {
  return `${number} ${customer} ${site.suburb}`;
}

function isFound(words: readonly string[], text: string): boolean {
  const own = wordsOf(text);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}
