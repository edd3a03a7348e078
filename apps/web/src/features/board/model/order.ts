import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import type { BoardSearch } from './board-search.ts';
import { holds, isMeant } from './meant.ts';
import { rowOf, utilisationOf } from './rows.ts';

/** Who is shown, from top to bottom. Whoever is inactive is shown only with work on these days. */
export function orderOf(
  board: Board,
  tables: BoardTables,
  days: readonly BoardDay[],
  { search, skill, area, sort }: Pick<BoardSearch, 'search' | 'skill' | 'area' | 'sort'>,
): string[] {
  const shown = tables.technicians.filter(({ id, is_active, skills, name, area: own }) => {
    if (skill !== undefined && !skills.includes(skill)) return false;
    if (area !== undefined && own !== area) return false;
    // A row is dear to make, and mostly nobody looks for anything.
    if (is_active && search === undefined) return true;
    const { blocks } = rowOf(board, id, days);
    if (!is_active && blocks.length === 0) return false;
    if (search === undefined || holds(name, search)) return true;
    return blocks.some(({ booking: { visit } }) => isMeant(visit, { search }));
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
