import { crewSize, holdsAll, lastingSkills } from '@muster/domain/dispatch/scheduling/crew';
import type { Problem, Shift, Visit, Window } from '@muster/domain/dispatch/scheduling/problem';
import { unplacedCost, fairShares } from '@muster/domain/dispatch/scheduling/soft-rules';
import { assignments } from './assignments.ts';
import { flags, ints } from './ints.ts';
import type { Compiled, Model, RichModel, CompileOptions } from './model.ts';
import { NEVER, roomFor } from './model.ts';
import { firstTime, fromZero, largest, smallest } from './span.ts';
import { readTravel, usedPlaces } from './travel.ts';

export function compile(problem: Problem, options: CompileOptions = {}): Compiled {
  const { forQuestions = false } = options;
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
  const given = new Int32Array(nodes + 2 * routes);
  visitOf.forEach((v, i) => (given[i] = visits[v]!.place));
  shifts.forEach(({ shift }, r) => {
    given[nodes + 2 * r] = shift.startPlace;
    given[nodes + 2 * r + 1] = shift.endPlace;
  });
  const { matrices, place } = usedPlaces(problem.travel, given);
  const places = matrices[0]?.places ?? 0;
  const travel = readTravel(matrices, !forQuestions);
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
    rich: compileRich(compiled, types, places, options),
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

function compileRich(
  compiled: Omit<Compiled, 'model'>,
  types: number,
  places: number,
  options: CompileOptions,
): RichModel {
  const { problem, visitOf, nodeOf, technicianOf, shiftOf, zero } = compiled;
  const { technicians, visits, weights } = problem;
  const nodes = visitOf.length;
  const routes = technicianOf.length;
  const byNode = (read: (visit: Visit) => number): Int32Array =>
    ints(nodes, (i) => read(visits[visitOf[i]!]!));
  const byRoute = (read: (r: number) => number): Int32Array => ints(routes, read);
  const shift = (r: number) => shiftOf[r]!;
  const person = (r: number) => technicians[technicianOf[r]!]!;
  const windows = packed(nodes, (i): readonly Window[] => {
    const { pinned, windows: given } = visits[visitOf[i]!]!;
    return pinned === undefined ? given : [{ start: pinned.start, end: pinned.start }];
  });
  const breaks = packed(routes, (r) => shift(r).breaks ?? []);
  const kinds = Math.max(1, ...technicians.map(({ capacity }) => capacity?.length ?? 0)) - 1;
  const before = currentStarts(problem);
  const sizes = byNode(crewSize);
  const promise = byNode((visit) => fromZero(visit.promise, zero) ?? NEVER);
  const regularEnd = byRoute((r) => shift(r).end - zero);
  const maxDuration = byRoute((r) => shift(r).maxDuration ?? NEVER);
  const hasOvertime = shiftOf.some(({ end, latestEnd }) => (latestEnd ?? end) > end);
  const retimed = before.size > 0 ? weights.retimed : 0;
  const hasDuration = maxDuration.some((limit) => limit < NEVER);
  const priceless =
    retimed === 0 &&
    windows.all.length === nodes &&
    visits.every((visit) => visit.promise === undefined && visit.windows.length === 1);
  const hasCrews = sizes.some((size) => size > 1);
  const timed =
    hasOvertime ||
    hasDuration ||
    breaks.all.length > 0 ||
    retimed > 0 ||
    promise.some((time) => time < NEVER);
  return {
    base: byRoute((r) => (person(r).profile ?? 0) * places * places),
    technician: technicianOf,
    assign: assignments(compiled, options),
    windowAt: windows.at,
    windowStart: ints(windows.all.length, (at) => windows.all[at]!.start - zero),
    windowEnd: ints(windows.all.length, (at) => windows.all[at]!.end - zero),
    breakAt: breaks.at,
    breakEarliest: ints(breaks.all.length, (at) => breaks.all[at]!.earliest - zero),
    breakLatest: ints(breaks.all.length, (at) => breaks.all[at]!.latest - zero),
    breakDuration: ints(breaks.all.length, (at) => breaks.all[at]!.duration),
    width: 1 + breaks.longest,
    simple: flags(routes, (r) => (shift(r).breaks?.length ?? 0) <= 1 && shift(r).maxDuration === undefined),
    spanned: flags(
      routes,
      (r) =>
        priceless &&
        maxDuration[r]! < NEVER &&
        !shift(r).breaks?.length &&
        !(shift(r).latestEnd! > shift(r).end),
    ),
    promise,
    lateness: weights.lateness,
    regularEnd,
    overtime: weights.overtime,
    currentStart: byNode((visit) => fromZero(before.get(visit.id), zero) ?? NEVER),
    retimed,
    retimeTolerance: weights.retimeTolerance,
    maxDuration,
    hasDuration,
    delayPriced: hasDuration && (retimed > 0 || promise.some((time) => time < NEVER)),
    share: Int32Array.from(options.shares ?? fairShares(problem)),
    fairness: types > 0 ? weights.fairness : 0,
    shiftCost: byRoute((r) => shift(r).cost ?? 0),
    kinds,
    demands: ints(
      nodes * kinds,
      (at) => visits[visitOf[Math.floor(at / kinds)]!]!.loads?.[(at % kinds) + 1] ?? 0,
    ),
    limits: ints(routes * kinds, (at) => {
      const r = Math.floor(at / kinds);
      return roomFor(person(r), shift(r), (at % kinds) + 1, options);
    }),
    crewFirst: ints(nodes, (i) => nodeOf[visitOf[i]!]!),
    crewSize: sizes,
    hasCrews,
    crewLists: crewLists(problem, nodeOf),
    timed,
    windowsOnly: !timed && !hasCrews && windows.at.every((at, i) => at === i),
  };
}

/** Lists of different lengths in one, with the place where each begins. */
function packed<T>(
  count: number,
  read: (at: number) => readonly T[],
): { at: Int32Array; all: readonly T[]; longest: number } {
  const at = new Int32Array(count + 1);
  const all: T[] = [];
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const list = read(i);
    for (const item of list) all.push(item);
    at[i + 1] = all.length;
    longest = Math.max(longest, list.length);
  }
  return { at, all, longest };
}

function crewLists({ visits, technicians }: Problem, nodeOf: Int32Array): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  visits.forEach((visit, v) => {
    const { crewSkills } = visit;
    if (crewSkills === undefined || crewSize(visit) < 2) return;
    const meets = crewSkills.flatMap((skills) =>
      technicians.map((technician) => holdsAll({ skills: lastingSkills(technician) }, skills)),
    );
    found.set(nodeOf[v]!, Uint8Array.from(meets, Number));
  });
  return found;
}

function currentStarts({ current }: Problem): Map<string, number> {
  const starts = new Map<string, number>();
  for (const { stops } of current?.routes ?? [])
    for (const { visit, start } of stops) if (!starts.has(visit)) starts.set(visit, start);
  return starts;
}
