import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Technician, Visit } from '@muster/domain/scheduling/problem';

import type { Blocked } from './blockers.ts';
import type { Inquiry } from './inquiry.ts';
import { MOST_OVERTIME } from './obstacle.ts';
import type { Remedy } from './remedy.ts';
import { movesOn } from './remedy.ts';

/** Whose day has to be least longer, and by how much. */
export function withOvertime(
  { source, daysOf }: Inquiry,
  visit: Visit,
  blocked: readonly Blocked[],
): Remedy | undefined {
  const ways = blocked.flatMap(({ technician, obstacle }) =>
    (obstacle.code === 'full' || obstacle.code === 'late') && obstacle.by !== undefined
      ? [{ id: technician, shift: obstacle.shift, ...obstacle.by }]
      : [],
  );
  for (const { id, shift, over, route } of ways.sort((a, b) => a.over - b.over)) {
    if (over > MOST_OVERTIME) return undefined;
    const technician = source.problem.technicians.find((one) => one.id === id)!;
    const until = (shift.latestEnd ?? shift.end) + over;
    if (!isFreeUntil(technician, shift.end, until)) continue;
    const days = daysOf(technician);
    const shifts = technician.shifts.map((own) => (own.id === shift.id ? { ...own, latestEnd: until } : own));
    const longer = { ...days.problem, technicians: [{ ...technician, shifts }] };
    const others = days.routes.filter((own) => own.shift !== shift.id);
    const withIt = { ...longer, visits: [...longer.visits, visit] };
    const { violations } = evaluate(withIt, { routes: [...others, route], unplaced: [] });
    if (violations.length > 0) continue;
    const moves = movesOn({ problem: longer, routes: days.routes }, visit, [route]);
    return { code: 'overtime', technician: id, shift: shift.id, by: over, moves };
  }
  return undefined;
}

function isFreeUntil({ shifts, absences = [] }: Technician, end: number, until: number): boolean {
  return ![...shifts, ...absences].some(({ start }) => start >= end && start < until);
}
