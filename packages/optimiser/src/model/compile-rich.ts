import { crewSize, holdsAll } from '@muster/domain/scheduling/crew';
import type { Problem, Visit, Window } from '@muster/domain/scheduling/problem';

import { fairShares } from '@muster/domain/scheduling/soft-rules';
import { assignments } from './assignments.ts';
import { lastingSkills } from '@muster/domain/scheduling/tickets';

import type { Compiled } from './compiled.ts';
import { flags, ints } from './ints.ts';
import type { RichModel } from './model.ts';
import { NEVER } from './model.ts';
import type { CompileOptions } from './options.ts';
import { roomFor } from './options.ts';
import { fromZero } from './span.ts';

/** Whether the problem asks for more than one matrix, one window, one load, alike shifts and free choice. */
export function needsRich({ travel, technicians, visits, weights, current }: Problem): boolean {
  const shifts = technicians.flatMap((technician) => technician.shifts);
  const first = shifts[0]!;
  return (
    travel.length > 1 ||
    weights.fairness !== 0 ||
    (current !== undefined && (weights.moved !== 0 || weights.retimed !== 0)) ||
    technicians.some(
      ({ travelRate, capacity }) =>
        (travelRate ?? 1) !== (technicians[0]?.travelRate ?? 1) ||
        (capacity?.length ?? 0) > 1 ||
        capacity?.[0] !== technicians[0]?.capacity?.[0],
    ) ||
    shifts.some(
      (shift) =>
        (shift.breaks?.length ?? 0) > 0 ||
        shift.maxDuration !== undefined ||
        (shift.cost ?? 0) !== 0 ||
        shift.latestEnd !== undefined ||
        shift.start !== first?.start ||
        shift.end !== first.end ||
        shift.startPlace !== first.startPlace ||
        shift.endPlace !== first.endPlace,
    ) ||
    visits.some(
      ({ windows, skills, crew, crewSkills, fixed, pinned, preferred, banned, promise, loads }) =>
        windows.length !== 1 ||
        skills?.length ||
        (crew ?? 1) > 1 ||
        crewSkills !== undefined ||
        fixed !== undefined ||
        pinned !== undefined ||
        preferred?.length ||
        banned?.length ||
        promise !== undefined ||
        (loads?.length ?? 0) > 1,
    )
  );
}

export function compileRich(
  compiled: Omit<Compiled, 'model'>,
  types: number,
  options: CompileOptions,
): RichModel {
  const { problem, visitOf, nodeOf, technicianOf, shiftOf, zero } = compiled;
  const { technicians, visits, weights } = problem;
  const places = problem.travel[0]?.places ?? 0;
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
    hasCrews: sizes.some((size) => size > 1),
    crewLists: crewLists(problem, nodeOf),
    timed:
      hasOvertime ||
      hasDuration ||
      breaks.all.length > 0 ||
      retimed > 0 ||
      promise.some((time) => time < NEVER),
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
