import type { HardRule } from '@muster/domain/scheduling/hard-rules';
import type { Problem, Shift, Technician, Visit } from '@muster/domain/scheduling/problem';

import { largest, smallest } from '../model/span.ts';

/** Rules that somebody could waive for one visit and one technician, the easiest to waive first. */
export type Relaxable = Extract<
  HardRule,
  'window' | 'shift' | 'fixed' | 'break' | 'duration' | 'capacity' | 'crew' | 'skill' | 'banned' | 'pinned'
>;

export const relaxable: readonly Relaxable[] = [
  'window',
  'shift',
  'fixed',
  'break',
  'duration',
  'capacity',
  'crew',
  'skill',
  'banned',
  'pinned',
];

/** The same problem with one rule waived: for the visit where the rule is the visit's, else for the technician. */
export function relax(
  problem: Problem,
  visitId: string,
  technicianId: string,
  rule: Relaxable,
  day: Horizon = horizonOf(problem),
): Problem {
  return {
    ...problem,
    visits: problem.visits.map((visit) =>
      visit.id === visitId ? relaxVisit(visit, technicianId, rule, day) : visit,
    ),
    technicians: problem.technicians.map((technician) =>
      technician.id === technicianId ? relaxTechnician(technician, rule, day) : technician,
    ),
  };
}

/** From the first to the last time of a problem. */
export type Horizon = { readonly start: number; readonly end: number };

export function horizonOf({ technicians, visits }: Problem): Horizon {
  const shifts = technicians.flatMap((technician) => technician.shifts);
  const windows = visits.flatMap((visit) => visit.windows);
  return {
    start: smallest([...shifts, ...windows].map(({ start }) => start)),
    end: largest([...shifts.map(({ end, latestEnd }) => latestEnd ?? end), ...windows.map(({ end }) => end)]),
  };
}

export function relaxVisit(visit: Visit, technicianId: string, rule: Relaxable, day: Horizon): Visit {
  const { fixed, pinned, ...rest } = visit;
  if (rule === 'window') return { ...visit, windows: [day] };
  if (rule === 'fixed') return pinned === undefined ? rest : { ...rest, pinned };
  if (rule === 'pinned') return fixed === undefined ? rest : { ...rest, fixed };
  if (rule === 'skill') return { ...visit, skills: [], ...anyCrew(visit) };
  if (rule === 'crew') return { ...visit, crew: 1 };
  if (rule === 'banned')
    return { ...visit, banned: (visit.banned ?? []).filter((id) => id !== technicianId) };
  return visit;
}

/** Rules whose waiver changes the days of the technician, and not the visit. */
export const technicianRules: ReadonlySet<Relaxable> = new Set(['shift', 'break', 'duration', 'capacity']);

/** Whether waiving the rule changes anything for this visit and this technician. */
export function matters(visit: Visit, { id, capacity, shifts }: Technician, rule: Relaxable): boolean {
  if (rule === 'fixed') return visit.fixed !== undefined;
  if (rule === 'pinned') return visit.pinned !== undefined;
  if (rule === 'banned') return visit.banned?.includes(id) ?? false;
  if (rule === 'skill') return (visit.skills?.length ?? 0) > 0 || visit.crewSkills !== undefined;
  if (rule === 'capacity') return capacity !== undefined;
  if (rule === 'break') return shifts.some(({ breaks }) => (breaks?.length ?? 0) > 0);
  if (rule === 'duration') return shifts.some(({ maxDuration }) => maxDuration !== undefined);
  return true;
}

function anyCrew({ crewSkills }: Visit): Pick<Visit, 'crewSkills'> {
  return crewSkills === undefined ? {} : { crewSkills: crewSkills.map(() => []) };
}

export function relaxTechnician(technician: Technician, rule: Relaxable, day: Horizon): Technician {
  if (rule === 'capacity') {
    const { capacity, ...rest } = technician;
    return capacity === undefined ? technician : rest;
  }
  // A shift may run on until the next one begins, and the last as long again as the horizon.
  const starts = technician.shifts.map(({ start }) => start).sort((a, b) => a - b);
  return {
    ...technician,
    shifts: technician.shifts.map((shift) => {
      const next = starts.find((start) => start > shift.start) ?? day.end + (day.end - day.start);
      return relaxShift(shift, rule, next);
    }),
  };
}

function relaxShift(shift: Shift, rule: Relaxable, next: number): Shift {
  const { breaks, maxDuration, ...rest } = shift;
  if (rule === 'shift') return { ...shift, latestEnd: Math.max(next, shift.latestEnd ?? shift.end) };
  if (rule === 'break') return maxDuration === undefined ? rest : { ...rest, maxDuration };
  if (rule === 'duration') return breaks === undefined ? rest : { ...rest, breaks };
  return shift;
}
