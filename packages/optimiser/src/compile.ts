import type { Problem, Visit } from '@muster/domain/scheduling/problem';
import { unplacedCost } from '@muster/domain/scheduling/soft-rules';

import { compileRich, needsRich } from './compile-rich.ts';
import type { Model } from './model.ts';
import { NEVER } from './model.ts';
import { readTravel } from './travel.ts';

/** The problem's names and the model's numbers side by side. */
export type Compiled = {
  readonly problem: Problem;
  readonly model: Model;
  /** Node → index of its visit. */
  readonly visitOf: Int32Array;
  /** Visit → its first node. */
  readonly nodeOf: Int32Array;
  /** Route → technician and shift. */
  readonly technicianOf: Int32Array;
  readonly shiftOf: Int32Array;
};

/**
 * `locked`: visits (by index) that the search must leave where the initial plan has them.
 * `forQuestions`: every rule is laid out even where the problem is plain, but no matrix is turned: few drives are read.
 */
export function compile(
  problem: Problem,
  locked: ReadonlySet<number> = new Set(),
  forQuestions = false,
): Compiled {
  const { technicians, visits, weights } = problem;
  const visitOf = Int32Array.from(
    visits.flatMap((visit, v) => Array.from({ length: crewOf(visit) }, () => v)),
  );
  const nodeOf = new Int32Array(visits.length);
  for (let i = visitOf.length - 1; i >= 0; i--) nodeOf[visitOf[i]!] = i;
  const shifts = technicians.flatMap((technician, t) =>
    technician.shifts.map((shift, s) => ({ technician, shift, t, s })),
  );
  const nodes = visitOf.length;
  const routes = shifts.length;
  const each = (read: (visit: Visit) => number): Int32Array =>
    Int32Array.from(visitOf, (v) => read(visits[v]!));
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
    technicianOf: Int32Array.from(shifts, ({ t }) => t),
    shiftOf: Int32Array.from(shifts, ({ s }) => s),
  };
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
    penalty: Float64Array.from(visitOf, (v, i) => (nodeOf[v] === i ? unplacedCost(visits[v]!, weights) : 0)),
    capacity: Int32Array.from(shifts, ({ technician }) => technician.capacity?.[0] ?? NEVER),
    routeStart: Int32Array.from(shifts, ({ shift }) => shift.start),
    routeEnd: Int32Array.from(shifts, ({ shift }) => shift.latestEnd ?? shift.end),
    rate: Int32Array.from(shifts, ({ technician }) => weights.travel * (technician.travelRate ?? 1)),
    routeType,
    types,
    spread:
      lastOf(shifts.map(({ shift }) => shift.start)) >
      firstOf(shifts.map(({ shift }) => shift.latestEnd ?? shift.end)),
    locked: Uint8Array.from(visitOf, (v) => (locked.has(v) || visits[v]!.pinned !== undefined ? 1 : 0)),
    allFree: locked.size === 0 && visits.every((visit) => visit.pinned === undefined && crewOf(visit) === 1),
    rich: forQuestions || needsRich(problem) ? compileRich(compiled, types) : undefined,
  };
  return { ...compiled, model };
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
  const routeType = Int32Array.from(shifts, ({ technician, shift }) => {
    const { skills, profile, travelRate, capacity } = technician;
    const key = JSON.stringify([shift, skills, profile, travelRate, capacity, named && technician.id]);
    const type = seen.get(key) ?? seen.size;
    seen.set(key, type);
    return type;
  });
  return { routeType, types: seen.size };
}
