import type { Problem, Visit } from '@muster/domain/scheduling/problem';
import { unplacedCost } from '@muster/domain/scheduling/soft-rules';

import { compileRich, needsRich } from './compile-rich.ts';
import type { Compiled } from './compiled.ts';
import { flags, ints } from './ints.ts';
import type { Model } from './model.ts';
import { NEVER } from './model.ts';
import { readTravel } from './travel.ts';

/** `forQuestions`: every rule is laid out even where the problem is plain, but no matrix is turned: few drives are read. */
export function compile(problem: Problem, forQuestions = false): Compiled {
  const { technicians, visits, weights } = problem;
  const { visitOf, nodeOf } = numberNodes(visits);
  const shifts = technicians.flatMap((technician, t) =>
    technician.shifts.map((shift, s) => ({ technician, shift, t, s })),
  );
  const nodes = visitOf.length;
  const routes = shifts.length;
  const each = (read: (visit: Visit) => number): Int32Array => ints(nodes, (i) => read(visits[visitOf[i]!]!));
  const byShift = (read: (given: (typeof shifts)[number]) => number): Int32Array =>
    ints(routes, (r) => read(shifts[r]!));
  const places = problem.travel[0]?.places ?? 0;
  const travel = readTravel(problem.travel, !forQuestions);
  const place = new Int32Array(nodes + 2 * routes);
  visitOf.forEach((v, i) => (place[i] = visits[v]!.place));
  shifts.forEach(({ shift }, r) => {
    place[nodes + 2 * r] = shift.startPlace;
    place[nodes + 2 * r + 1] = shift.endPlace;
  });
  const { routeType, types } = groupAlike(shifts, namesTechnicians(problem));
  const compiled: Omit<Compiled, 'model'> = {
    problem,
    visitOf,
    nodeOf,
    technicianOf: byShift(({ t }) => t),
    shiftOf: byShift(({ s }) => s),
  };
  const penalty = new Float64Array(nodes);
  visits.forEach((visit, v) => (penalty[nodeOf[v]!] = unplacedCost(visit, weights)));
  const model: Model = {
    nodes,
    routes,
    technicians: technicians.length,
    places,
    ...travel,
    place,
    ready: each(({ pinned, windows }) => pinned?.start ?? windows[0]?.start ?? NEVER),
    due: each(({ pinned, windows }) => pinned?.start ?? windows.at(-1)?.end ?? -NEVER),
    service: each(({ duration }) => duration),
    demand: each(({ loads }) => loads?.[0] ?? 0),
    penalty,
    capacity: byShift(({ technician }) => technician.capacity?.[0] ?? NEVER),
    routeStart: byShift(({ shift }) => shift.start),
    routeEnd: byShift(({ shift }) => shift.latestEnd ?? shift.end),
    rate: byShift(({ technician }) => weights.travel * (technician.travelRate ?? 1)),
    routeType,
    types,
    spread:
      lastOf(shifts.map(({ shift }) => shift.start)) >
      firstOf(shifts.map(({ shift }) => shift.latestEnd ?? shift.end)),
    pinned: flags(nodes, (i) => visits[visitOf[i]!]!.pinned !== undefined),
    allFree: visits.every((visit) => visit.pinned === undefined && crewOf(visit) === 1),
    rich: forQuestions || needsRich(problem) ? compileRich(compiled, types) : undefined,
  };
  return { ...compiled, model };
}

/** A node for each member of a visit's crew, one after the other. */
function numberNodes(visits: readonly Visit[]): Pick<Compiled, 'visitOf' | 'nodeOf'> {
  const nodeOf = new Int32Array(visits.length);
  let nodes = 0;
  for (let v = 0; v < visits.length; v++) {
    nodeOf[v] = nodes;
    nodes += crewOf(visits[v]!);
  }
  const visitOf = new Int32Array(nodes);
  for (let v = 0; v < visits.length; v++) visitOf.fill(v, nodeOf[v], nodeOf[v + 1] ?? nodes);
  return { visitOf, nodeOf };
}

function firstOf(times: readonly number[]): number {
  return times.reduce((first, time) => Math.min(first, time), NEVER);
}

function lastOf(times: readonly number[]): number {
  return times.reduce((last, time) => Math.max(last, time), -NEVER);
}

function crewOf(visit: Visit): number {
  return visit.crew ?? 1;
}

function namesTechnicians({ visits, weights, current }: Problem): boolean {
  const named = visits.some(({ fixed, pinned, preferred, banned }) => fixed ?? pinned ?? preferred ?? banned);
  return named || weights.fairness !== 0 || current !== undefined;
}

/** Shifts that nothing but their name tells apart. */
function groupAlike(
  shifts: readonly { readonly technician: Problem['technicians'][number]; readonly shift: object }[],
  named: boolean,
): { routeType: Int32Array; types: number } {
  const seen = new Map<string, number>();
  const routeType = ints(shifts.length, (r) => {
    const { technician, shift } = shifts[r]!;
    const { skills, profile, travelRate, capacity } = technician;
    const key = JSON.stringify([shift, skills, profile, travelRate, capacity, named && technician.id]);
    const type = seen.get(key) ?? seen.size;
    seen.set(key, type);
    return type;
  });
  return { routeType, types: seen.size };
}
