import type { Schedule, Problem, Technician, Visit } from '@muster/domain/scheduling/problem';
import type { RouteView } from '@muster/domain/scheduling/walk';
import { travelTime, viewSchedule } from '@muster/domain/scheduling/walk';

import { minutes, namesOf, skillPhrase } from './phrases.ts';

/** One difference between two schedules, and what it is good for. */
export type Move = {
  readonly visit: string;
  readonly kind: 'placed' | 'left out' | 'reassigned' | 'retimed';
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly startBefore?: number;
  readonly startAfter?: number;
  /** Driving that the visit's own detour costs less than before (negative: more). */
  readonly saved: number;
  readonly sentence: string;
};

type Spot = { readonly technicians: Technician[]; readonly start: number; detour: number };

/** Every visit that differs between two schedules, the greatest saving first. */
export function explainMoves(
  problem: Problem,
  before: Schedule,
  after: Schedule,
  unitsPerMinute: number,
): Move[] {
  const old = spots(problem, before);
  const now = spots(problem, after);
  const moves = problem.visits.flatMap((visit) => {
    const move = compare(visit, old.get(visit.id), now.get(visit.id), unitsPerMinute);
    return move === undefined ? [] : [move];
  });
  return moves.sort((a, b) => b.saved - a.saved);
}

function spots(problem: Problem, schedule: Schedule): Map<string, Spot> {
  const found = new Map<string, Spot>();
  for (const route of viewSchedule(problem, schedule).routes) {
    route.stops.forEach(({ visit, start }, i) => {
      const spot = found.get(visit.id) ?? { technicians: [], start, detour: 0 };
      spot.technicians.push(route.technician);
      spot.detour += detour(problem, route, i);
      found.set(visit.id, spot);
    });
  }
  return found;
}

/** Driving that would fall away without stop i. */
function detour({ travel }: Problem, { technician, shift, stops }: RouteView, i: number): number {
  const matrix = travel[technician.profile ?? 0]!;
  const from = stops[i - 1]?.visit.place ?? shift.startPlace;
  const at = stops[i]!.visit.place;
  const to = stops[i + 1]?.visit.place ?? shift.endPlace;
  const direct = stops.length === 1 ? 0 : travelTime(matrix, from, to);
  return travelTime(matrix, from, at) + travelTime(matrix, at, to) - direct;
}

function compare(visit: Visit, old: Spot | undefined, now: Spot | undefined, unit: number): Move | undefined {
  const from = old?.technicians ?? [];
  const to = now?.technicians ?? [];
  const same = from.length === to.length && from.every((technician) => to.includes(technician));
  if (same && old?.start === now?.start) return undefined;
  const saved = (old?.detour ?? 0) - (now?.detour ?? 0);
  const kind =
    now === undefined ? 'left out' : old === undefined ? 'placed' : same ? 'retimed' : 'reassigned';
  return {
    visit: visit.id,
    kind,
    from: from.map(({ id }) => id),
    to: to.map(({ id }) => id),
    ...(old !== undefined && { startBefore: old.start }),
    ...(now !== undefined && { startAfter: now.start }),
    saved,
    sentence: sentence(visit, kind, from, to, saved, (now?.start ?? 0) - (old?.start ?? 0), unit),
  };
}

function sentence(
  visit: Visit,
  kind: Move['kind'],
  from: readonly Technician[],
  to: readonly Technician[],
  saved: number,
  shift: number,
  unit: number,
): string {
  const names = (people: readonly Technician[]): string => namesOf(people.map(({ name }) => name));
  const driving = `${saved >= 0 ? 'saves' : 'costs'} ${minutes(saved, unit)} of driving`;
  if (kind === 'left out') return `${names(from)} → nobody: saves ${minutes(saved, unit)} of driving`;
  if (kind === 'retimed')
    return `${names(to)}: ${minutes(shift, unit)} ${shift < 0 ? 'earlier' : 'later'}, ${driving}`;
  const skills = visit.skills?.length ? [skillPhrase(unique([...from, ...to]), visit.skills)] : [];
  const wanted = to.some(({ id }) => visit.preferred?.includes(id)) ? ['preferred by the customer'] : [];
  const head = kind === 'placed' ? `→ ${names(to)}` : `${names(from)} → ${names(to)}`;
  const cost = kind === 'placed' ? `adds ${minutes(saved, unit)} of driving` : driving;
  return `${head}: ${[cost, ...skills, ...wanted].join(', ')}`;
}

function unique(people: readonly Technician[]): string[] {
  return [...new Set(people.map(({ name }) => name))];
}
