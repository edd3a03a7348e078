import type { BoardTables } from '@muster/domain/board/schema';
import type { BoardSearch } from './board-search.ts';
import type { Group } from './lines.ts';

const nobodyKnows = { area: 'Without a base', skill: 'Without a skill' };

/** The technicians in their order, under headings where they are grouped. Whoever has several skills is under the first of them. */
export function groupsOf(
  { technicians, skills }: Pick<BoardTables, 'technicians' | 'skills'>,
  order: readonly string[],
  by: BoardSearch['group'],
): Group[] {
  if (by === undefined) return [{ id: '', label: '', technicians: order }];
  const rows = new Map(technicians.map((row) => [row.id, row]));
  const names = new Map(skills.map(({ id, name }) => [id, name]));
  const areas = areaNames(technicians.map(({ area }) => area));
  const labelOf = (id: string) => {
    const row = rows.get(id)!;
    return by === 'area' ? areas.get(row.area) : names.get(row.skills[0] ?? '');
  };
  const grouped = Map.groupBy(order, (id) => labelOf(id) ?? '');
  return [...grouped]
    .map(([label, members]) => ({
      id: `${by} ${label}`,
      label: label === '' ? nobodyKnows[by] : label,
      technicians: members,
    }))
    .toSorted(
      (a, b) => Number(a.id === `${by} `) - Number(b.id === `${by} `) || (a.label < b.label ? -1 : 1),
    );
}

/** What each area is called here: in a business that works in one city, its name goes without saying. */
export function areaNames(areas: readonly string[]): Map<string, string> {
  const known = [...new Set(areas)].filter((area) => area !== '').toSorted();
  const city = known[0]?.split(' - ')[0];
  const isOneCity = known.every((area) => area.startsWith(`${city} - `));
  return new Map(known.map((area) => [area, isOneCity ? area.slice(`${city} - `.length) : area]));
}
