import { crewSize } from '@muster/domain/scheduling/crew';
import type { Problem, Shift, Visit } from '@muster/domain/scheduling/problem';
import { unplacedCost } from '@muster/domain/scheduling/soft-rules';

import { compileRich, needsRich } from './compile-rich.ts';
import type { Compiled } from './compiled.ts';
import type { CompileOptions } from './options.ts';
import { roomFor } from './options.ts';
import { flags, ints } from './ints.ts';
import type { Model } from './model.ts';
import { NEVER } from './model.ts';
import { firstTime, fromZero, largest, smallest } from './span.ts';
import { readTravel } from './travel.ts';

export function compile(problem: Problem, options: CompileOptions = {}): Compiled {
  const { forQuestions = false, everyRule = forQuestions } = options;
  const { technicians, visits, weights } = problem;
  const { visitOf, nodeOf } = numberNodes(visits);
  const shifts = technicians.flatMap((technician, t) =>
    technician.shifts.map((shift) => ({ technician, shift, t })),
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
    shiftOf: shifts.map(({ shift }) => shift),
    zero: firstTime(problem),
  };
  const { zero } = compiled;
  const penalty = new Float64Array(nodes);
  visits.forEach((visit, v) => (penalty[nodeOf[v]!] = unplacedCost(visit, weights)));
  const model: Model = {
    nodes,
    routes,
    technicians: technicians.length,
    places,
    ...travel,
    place,
    ready: each(({ pinned, windows }) => fromZero(pinned?.start ?? windows[0]?.start, zero) ?? NEVER),
    due: each(({ pinned, windows }) => fromZero(pinned?.start ?? windows.at(-1)?.end, zero) ?? -NEVER),
    service: each(({ duration }) => duration),
    demand: each(({ loads }) => loads?.[0] ?? 0),
    penalty,
    capacity: byShift(({ technician, shift }) => roomFor(technician, shift, 0, options)),
    routeStart: byShift(({ shift }) => shift.start - zero),
    routeEnd: byShift(({ shift }) => (shift.latestEnd ?? shift.end) - zero),
    rate: byShift(({ technician }) => weights.travel * (technician.travelRate ?? 1)),
    routeType,
    types,
    spread:
      shifts.length > 0 &&
      largest(shifts.map(({ shift }) => shift.start)) >
        smallest(shifts.map(({ shift }) => shift.latestEnd ?? shift.end)),
    pinned: flags(nodes, (i) => visits[visitOf[i]!]!.pinned !== undefined),
    allFree: visits.every((visit) => visit.pinned === undefined && crewSize(visit) === 1),
    rich: everyRule || needsRich(problem) ? compileRich(compiled, types, options) : undefined,
  };
  return { ...compiled, model };
}

/** A node for each member of a visit's crew, one after the other. */
function numberNodes(visits: readonly Visit[]): Pick<Compiled, 'visitOf' | 'nodeOf'> {
  const nodeOf = new Int32Array(visits.length);
  let nodes = 0;
  for (let v = 0; v < visits.length; v++) {
    nodeOf[v] = nodes;
    nodes += crewSize(visits[v]!);
  }
  const visitOf = new Int32Array(nodes);
  for (let v = 0; v < visits.length; v++) visitOf.fill(v, nodeOf[v], nodeOf[v + 1] ?? nodes);
  return { visitOf, nodeOf };
}

function namesTechnicians({ visits, weights, current }: Problem): boolean {
  const named = visits.some(({ fixed, pinned, preferred, banned }) => fixed ?? pinned ?? preferred ?? banned);
  return named || weights.fairness !== 0 || current !== undefined;
}

/** Shifts that nothing but their name tells apart. */
function groupAlike(
  shifts: readonly { readonly technician: Problem['technicians'][number]; readonly shift: Shift }[],
  named: boolean,
): { routeType: Int32Array; types: number } {
  const seen = new Map<string, number>();
  const routeType = ints(shifts.length, (r) => {
    const { technician, shift } = shifts[r]!;
    const { id: _, ...terms } = shift;
    const { skills, expiries, profile, travelRate, capacity } = technician;
    const key = JSON.stringify([
      terms,
      skills,
      expiries,
      profile,
      travelRate,
      capacity,
      named && technician.id,
    ]);
    const type = seen.get(key) ?? seen.size;
    seen.set(key, type);
    return type;
  });
  return { routeType, types: seen.size };
}
