import type { Problem, Schedule, Technician, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';

import type { Names } from '../src/explain/words/parts.ts';
import { sampleDays } from '../src/samples/days.ts';

const DAY = 1440;
const technicians = ['Priya', 'Sam', 'Lee', 'Dave', 'Jo', 'Ahmed'];
const customers = [
  'Cole',
  'Smith',
  'Nguyen',
  'Brown',
  'Wilson',
  'Taylor',
  'Singh',
  'White',
  'Martin',
  'Kelly',
  'Khan',
  'Ryan',
  'Walker',
  'King',
  'Chen',
  'Young',
  'Hughes',
  'Murphy',
  'Bell',
  'Ward',
  'Cook',
  'Cox',
  'Reid',
  'Grant',
  'Hunt',
  'Fox',
  'Webb',
  'Hart',
  'Lane',
  'Burke',
  'Shaw',
  'Dean',
  'Ford',
  'Moss',
  'Page',
  'West',
];
const priorities = [
  [1, 'P4'],
  [2, 'P3'],
  [2, 'P3'],
  [5, 'P2'],
] as const;

/** A few days of a plumber in Sydney, as a board makes them: visits of an hour or two, and whoever is not promised a time may be visited at any. */
export function dispatchDays(seed: number, visitsPerDay: number, days = 1): Problem {
  const sample = sampleDays({ technicians: technicians.length, visitsPerDay, days, seed });
  return {
    ...sample,
    weights: defaultWeights,
    technicians: sample.technicians.map((technician, t) => ({ ...technician, name: technicians[t]! })),
    visits: sample.visits.map(asBoardVisit),
  };
}

function asBoardVisit(visit: Visit, v: number): Visit {
  const windows = visit.windows.map(({ start, end }) => {
    const midnight = start - (start % DAY);
    return end - start > 240 ? { start: midnight, end: midnight + DAY - 1 } : { start, end };
  });
  const duration = 15 * Math.round((visit.duration * 2.5) / 15);
  const isAgreed = windows.some(({ start, end }) => end - start <= 240);
  return {
    ...visit,
    duration,
    windows,
    ...(isAgreed && { agreed: true }),
    priority: priorities[v % priorities.length]![0],
  };
}

/** By the numbers in the ids, whichever part of the days is asked about. */
export const names: Names = {
  technician: (id) => technicians[Number(id.slice(1))] ?? id,
  skill: (id) => id,
  visit: (id) => {
    if (id === 'urgent') return { name: 'Flood', priority: 'P1' };
    const v = Number(id.slice(1));
    const again = Math.floor(v / customers.length);
    const name = customers[v % customers.length]!;
    return {
      name: again === 0 ? name : `${name} ${again + 1}`,
      priority: priorities[v % priorities.length]![1],
    };
  },
};

/** The same people on the first day alone, and what may be done then. */
export function firstDay(problem: Problem): Problem {
  return {
    ...problem,
    technicians: problem.technicians.map((technician) => ({
      ...technician,
      shifts: technician.shifts.slice(0, 1),
    })),
    visits: problem.visits.flatMap((visit) => {
      const windows = visit.windows.filter(({ start }) => start < DAY);
      return windows.length === 0 ? [] : [{ ...visit, windows }];
    }),
  };
}

/** Somebody is away: the shifts are cut as a board cuts them, and what was planned then lies outside them. */
export function withAbsence(problem: Problem, id: string, away: { start: number; end: number }): Problem {
  return {
    ...problem,
    technicians: problem.technicians.map((technician): Technician => {
      if (technician.id !== id) return technician;
      const shifts = technician.shifts.flatMap((shift) => {
        const limit = shift.latestEnd ?? shift.end;
        if (away.start >= limit || away.end <= shift.start) return [shift];
        const breaks = (shift.breaks ?? []).filter(
          ({ earliest, duration }) => earliest + duration <= away.start,
        );
        const first = { ...shift, breaks, end: away.start, latestEnd: away.start };
        const last = { ...shift, id: `${shift.id} later`, start: away.end, breaks: [] };
        return [...(shift.start < away.start ? [first] : []), ...(away.end < shift.end ? [last] : [])];
      });
      return { ...technician, shifts, absences: [away], unbroken: technician.shifts };
    }),
  };
}

/** The schedule as a board has it after the absence: what is in no shift any longer is outside every shift. */
export function outsideShifts(problem: Problem, { routes, unplaced }: Schedule): Schedule {
  const parts = new Map(problem.technicians.map((technician) => [technician.id, technician.shifts]));
  return {
    unplaced,
    routes: routes.flatMap(({ technician, shift, stops, breaks }) => {
      const inside = (parts.get(technician) ?? []).map((part) => ({
        technician,
        shift: part.id,
        stops: stops.filter(({ start }) => start >= part.start && start < (part.latestEnd ?? part.end)),
        breaks: part.id === shift ? breaks.filter((pause) => pause.start < part.end) : [],
      }));
      const placed = new Set(inside.flatMap((route) => route.stops.map(({ visit }) => visit)));
      const outside = stops.filter(({ visit }) => !placed.has(visit));
      return [
        ...inside.filter((route) => route.stops.length > 0),
        ...(outside.length > 0 ? [{ technician, stops: outside, breaks: [] }] : []),
      ];
    }),
  };
}
