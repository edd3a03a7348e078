import { crewSize } from './crew.ts';
import type { Fault } from './faults.ts';
import type { Problem, Schedule } from './problem.ts';
import { duplicates, ordered, whole } from './validate-numbers.ts';
import { technicianFaults } from './validate-technician.ts';
import { visitFaults } from './validate-visit.ts';

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
  return travel.flatMap(({ places, times }, profile): Fault[] => {
    const of = `travel matrix ${profile}`;
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
