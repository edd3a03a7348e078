import type { BoardTables } from '@muster/domain/board/schema';
import { areaNames } from './groups.ts';

export interface Choice {
  value: string;
  label: string;
}

/** What the people of a board can be filtered by. */
export function filterChoices(tables: BoardTables | undefined): { skills: Choice[]; areas: Choice[] } {
  const { skills = [], technicians = [] } = tables ?? {};
  return {
    skills: skills
      .filter(({ archived_at }) => archived_at === null)
      .map(({ id, name }) => ({ value: id, label: name })),
    areas: [...areaNames(technicians.map(({ area }) => area))].map(([value, label]) => ({ value, label })),
  };
}
