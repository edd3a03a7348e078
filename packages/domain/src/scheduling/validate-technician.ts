import type { Fault } from './faults.ts';
import type { Shift, Technician } from './problem.ts';
import { duplicates, ordered, placeFaults, whole } from './validate-numbers.ts';

/** A timetable keeps a departure for each number of breaks taken. */
const MOST_BREAKS = 15;

export function technicianFaults(technician: Technician, places: number, profiles: number): Fault[] {
  const { id, shifts, profile, travelRate, capacity = [] } = technician;
  const of = `technician ${id}`;
  const faults = [
    ...whole(of, [travelRate, ...capacity]),
    ...duplicates(shifts, (shift) => `shift ${shift} of ${of}`),
    ...shifts.flatMap((shift) => shiftFaults(`shift ${shift.id} of ${of}`, shift, places)),
    ...overlaps(of, shifts),
  ];
  if (profile !== undefined && !(Number.isInteger(profile) && profile >= 0 && profile < profiles))
    faults.push({ code: 'unknown profile', of, value: profile });
  return faults;
}

function shiftFaults(of: string, shift: Shift, places: number): Fault[] {
  const { start, end, latestEnd, startPlace, endPlace, breaks = [], maxDuration, cost } = shift;
  const faults = [
    ...ordered(of, [start, end, latestEnd]),
    ...placeFaults(of, startPlace, places),
    ...placeFaults(of, endPlace, places),
    ...whole(of, [maxDuration, cost]),
    ...breaks.flatMap(({ earliest, latest, duration }) => [
      ...ordered(`a break in ${of}`, [earliest, latest]),
      ...whole(`a break in ${of}`, [duration]),
    ]),
    ...ordered(
      `the list of breaks of ${of}`,
      breaks.map(({ earliest }) => earliest),
    ),
  ];
  if (breaks.length > MOST_BREAKS) faults.push({ code: 'too many breaks', of, value: breaks.length });
  return faults;
}

function overlaps(of: string, shifts: readonly Shift[]): Fault[] {
  const sorted = shifts.toSorted((a, b) => a.start - b.start);
  return sorted.flatMap((shift, i): Fault[] => {
    const next = sorted[i + 1];
    return next === undefined || next.start >= shift.end
      ? []
      : [{ code: 'overlapping shifts', of: `shift ${next.id} of ${of}`, value: shift.id }];
  });
}
