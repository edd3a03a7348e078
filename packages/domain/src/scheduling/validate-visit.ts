import type { Fault } from './faults.ts';
import type { Visit } from './problem.ts';
import { ordered, placeFaults, whole } from './validate-numbers.ts';

export function visitFaults(visit: Visit, places: number, technicians: ReadonlySet<string>): Fault[] {
  const { id, place, duration, windows, priority, crew, crewSkills, pinned, penalty, loads, promise } = visit;
  const of = `visit ${id}`;
  const faults = [
    ...placeFaults(of, place, places),
    ...whole(of, [duration, priority, penalty, ...(loads ?? [])]),
    ...ordered(
      `the windows of ${of}`,
      windows.flatMap(({ start, end }) => [start, end]),
    ),
    ...ordered(`the promise of ${of}`, [promise]),
    ...ordered(`the pin of ${of}`, [pinned?.start]),
  ];
  for (const value of pinned?.technicians ?? [])
    if (!technicians.has(value)) faults.push({ code: 'unknown technician', of: `the pin of ${of}`, value });
  if (!isCrew(crew, crewSkills?.length)) faults.push({ code: 'wrong crew', of, value: crew ?? 0 });
  return faults;
}

function isCrew(crew: number | undefined, lists: number | undefined): boolean {
  const size = crew ?? lists ?? 1;
  return Number.isInteger(size) && size >= 1 && (lists ?? size) === size;
}
