import { crewSize } from './crew.ts';
import type { Problem, Schedule, Shift, Technician, Visit } from './problem.ts';

/** Between the first and the last time of a problem: so much that sums of times stay whole numbers of 32 bits. */
const LONGEST_SPAN = 2 ** 28;
/** Visits, each member of a crew counted: what two bytes can name. */
const MOST_VISITS = 65_536;

/** All that is wrong with a problem, and with the schedule that it is to start from; empty when it can be planned. */
export function validateProblem(problem: Problem, schedule: Schedule | undefined = problem.current): Fault[] {
  const { technicians, visits } = problem;
  const known = new Set(technicians.map(({ id }) => id));
  const places = problem.travel[0]?.places ?? 0;
  return [
    ...travelFaults(problem),
    ...duplicates(technicians, (id) => `technician ${id}`),
    ...technicians.flatMap((technician) => technicianFaults(technician, places, problem.travel.length)),
    ...duplicates(visits, (id) => `visit ${id}`),
    ...visits.flatMap((visit) => visitFaults(visit, places, known)),
    ...weightFaults(problem),
    ...scheduleFaults(schedule),
    ...sizeFaults(problem, schedule),
  ];
}

function travelFaults({ travel }: Problem): Fault[] {
  return travel.flatMap((matrix, profile): Fault[] => {
    const of = `travel matrix ${profile}`;
    // What is reckoned when it is asked for has no size of its own, and is not reckoned for this.
    if (matrix.timeOf && matrix.places === travel[0]?.places) return [];
    const { places, times } = matrix;
    if (places !== travel[0]?.places || times.length !== places * places)
      return [{ code: 'wrong size', of, value: times.length }];
    const below = firstBelowZero(times);
    return below === undefined ? [] : [{ code: 'negative', of, value: below }];
  });
}

/** A plain loop: matrices have millions of entries, and `find` takes fifty times as long. */
function firstBelowZero(times: Int32Array): number | undefined {
  for (let i = 0; i < times.length; i++) if (times[i]! < 0) return times[i];
  return undefined;
}

function weightFaults({ weights }: Problem): Fault[] {
  const { travel, ...others } = weights;
  const given = Object.entries(others).filter(([, weight]) => !(weight >= 0 && weight < Infinity));
  return [
    ...whole('the weight travel', [travel]),
    ...given.map(([name, weight]): Fault => ({ code: 'negative', of: `the weight ${name}`, value: weight })),
  ];
}

function scheduleFaults(schedule: Schedule | undefined): Fault[] {
  const routes = schedule?.routes ?? [];
  return [
    ...routes.flatMap(({ stops }) =>
      stops.flatMap(({ visit, start }) => ordered(`the stop at visit ${visit}`, [start])),
    ),
    ...routes.flatMap(({ technician, breaks }) =>
      breaks.flatMap(({ start }) => ordered(`a break of technician ${technician}`, [start])),
    ),
  ];
}

function sizeFaults(problem: Problem, schedule: Schedule | undefined): Fault[] {
  const faults: Fault[] = [];
  const span = spanOf(problem, schedule);
  if (span > LONGEST_SPAN) faults.push({ code: 'too far apart', of: 'the problem', value: span });
  const count = problem.visits.reduce((sum, visit) => sum + crewSize(visit), 0);
  if (count > MOST_VISITS) faults.push({ code: 'too many visits', of: 'the problem', value: count });
  return faults;
}

function spanOf({ technicians, visits }: Problem, schedule: Schedule | undefined): number {
  let first = Infinity;
  let last = -Infinity;
  const note = (time: number | undefined): void => {
    if (time === undefined || Number.isNaN(time)) return;
    first = Math.min(first, time);
    last = Math.max(last, time);
  };
  for (const { shifts } of technicians) {
    for (const { start, end, latestEnd, breaks = [] } of shifts) {
      for (const time of [start, end, latestEnd]) note(time);
      for (const { earliest, latest, duration } of breaks)
        for (const time of [earliest, latest + duration]) note(time);
    }
  }
  for (const { windows, duration, pinned, promise } of visits) {
    for (const { start, end } of windows) for (const time of [start, end + duration]) note(time);
    for (const time of [pinned?.start, promise]) note(time);
  }
  for (const { stops } of schedule?.routes ?? []) for (const { start } of stops) note(start);
  return last === -Infinity ? 0 : last - first;
}

/** A timetable keeps a departure for each number of breaks taken. */
const MOST_BREAKS = 15;

function technicianFaults(technician: Technician, places: number, profiles: number): Fault[] {
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

function visitFaults(visit: Visit, places: number, technicians: ReadonlySet<string>): Fault[] {
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

/** Names that are used more than once, each told once. */
function duplicates(items: readonly { readonly id: string }[], name: (id: string) => string): Fault[] {
  const seen = new Set<string>();
  const twice = new Set(items.map(({ id }) => id).filter((id) => seen.has(id) || !seen.add(id)));
  return [...twice].map((id) => ({ code: 'duplicate id', of: name(id) }));
}

/** Amounts: whole, and not below zero. */
function whole(of: string, amounts: readonly (number | undefined)[]): Fault[] {
  return amounts.flatMap((value): Fault[] => {
    if (value === undefined) return [];
    if (!Number.isSafeInteger(value)) return [{ code: 'not whole', of, value }];
    return value < 0 ? [{ code: 'negative', of, value }] : [];
  });
}

/** Times: whole, and none after the one that follows it. */
function ordered(of: string, times: readonly (number | undefined)[]): Fault[] {
  const given = times.filter((time) => time !== undefined);
  const broken = given.find((time) => !Number.isSafeInteger(time));
  if (broken !== undefined) return [{ code: 'not whole', of, value: broken }];
  const early = given.find((time, i) => time < (given[i - 1] ?? time));
  return early === undefined ? [] : [{ code: 'out of order', of, value: early }];
}

function placeFaults(of: string, place: number, places: number): Fault[] {
  return Number.isInteger(place) && place >= 0 && place < places
    ? []
    : [{ code: 'unknown place', of, value: place }];
}

/** Something about a problem that nobody could plan with. */
type Fault = {
  readonly code: FaultCode;
  /** What it concerns: "visit v12", "shift mon of technician dave". */
  readonly of: string;
  /** The name or number that is wrong. */
  readonly value?: string | number;
};

export type FaultCode = keyof typeof phrases;

const phrases = {
  'duplicate id': 'has the same id as another one',
  'unknown technician': 'names a technician who is not in the problem',
  'unknown place': 'lies at a place that the travel matrices do not have',
  'unknown profile': 'uses a travel matrix that does not exist',
  'wrong size': 'does not have a time for every pair of places',
  'not whole': 'has a number that is not whole',
  negative: 'has a number below zero',
  'out of order': 'has times that are not in order',
  'overlapping shifts': 'begins before another shift of the same technician ends',
  'too many breaks': 'has more breaks than can be planned',
  'wrong crew': 'needs a crew of another size than it has lists of skills for',
  'too far apart': 'holds times too far apart: choose a larger unit, or fewer days',
  'too many visits': 'holds more visits than can be planned at once',
} as const;

/** Any number of faults as one sentence each. */
export function faultsInWords(faults: readonly Fault[]): string {
  return faults
    .map(({ code, of, value }) => `${of} ${phrases[code]}${value === undefined ? '' : ` (${value})`}`)
    .join('; ');
}
