import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Problem, Visit, Window } from '@muster/domain/scheduling/problem';
import { fairShares } from '@muster/domain/scheduling/soft-rules';

import type { Compiled } from './compiled.ts';
import { flags, ints } from './ints.ts';
import type { RichModel } from './model.ts';
import { NEVER } from './model.ts';

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
      ({ windows, skills, crew, fixed, pinned, preferred, banned, promise, loads }) =>
        windows.length !== 1 ||
        skills?.length ||
        (crew ?? 1) > 1 ||
        fixed !== undefined ||
        pinned !== undefined ||
        preferred?.length ||
        banned?.length ||
        promise !== undefined ||
        (loads?.length ?? 0) > 1,
    )
  );
}

export function compileRich(compiled: Omit<Compiled, 'model'>, types: number): RichModel {
  const { problem, visitOf, nodeOf, technicianOf, shiftOf } = compiled;
  const { technicians, visits, weights } = problem;
  const places = problem.travel[0]?.places ?? 0;
  const nodes = visitOf.length;
  const routes = technicianOf.length;
  const byNode = (read: (visit: Visit) => number): Int32Array =>
    ints(nodes, (i) => read(visits[visitOf[i]!]!));
  const byRoute = (read: (r: number) => number): Int32Array => ints(routes, read);
  const shift = (r: number) => technicians[technicianOf[r]!]!.shifts[shiftOf[r]!]!;
  const person = (r: number) => technicians[technicianOf[r]!]!;
  const windows = packed(nodes, (i): readonly Window[] => {
    const { pinned, windows: given } = visits[visitOf[i]!]!;
    return pinned === undefined ? given : [{ start: pinned.start, end: pinned.start }];
  });
  const breaks = packed(routes, (r) => shift(r).breaks ?? []);
  const kinds = Math.max(1, ...technicians.map(({ capacity }) => capacity?.length ?? 0)) - 1;
  const before = currentStarts(problem);
  const crewSize = byNode((visit) => visit.crew ?? 1);
  const promise = byNode((visit) => visit.promise ?? NEVER);
  const regularEnd = byRoute((r) => shift(r).end);
  const maxDuration = byRoute((r) => shift(r).maxDuration ?? NEVER);
  const hasOvertime = regularEnd.some((end, r) => (shift(r).latestEnd ?? 0) > end);
  const retimed = before.size > 0 ? weights.retimed : 0;
  const hasDuration = maxDuration.some((limit) => limit < NEVER);
  const priceless =
    retimed === 0 &&
    windows.all.length === nodes &&
    visits.every((visit) => visit.promise === undefined && visit.windows.length === 1);
  return {
    base: byRoute((r) => (person(r).profile ?? 0) * places * places),
    technician: technicianOf,
    assign: assignments(compiled),
    windowAt: windows.at,
    windowStart: ints(windows.all.length, (at) => windows.all[at]!.start),
    windowEnd: ints(windows.all.length, (at) => windows.all[at]!.end),
    breakAt: breaks.at,
    breakEarliest: ints(breaks.all.length, (at) => breaks.all[at]!.earliest),
    breakLatest: ints(breaks.all.length, (at) => breaks.all[at]!.latest),
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
    currentStart: byNode((visit) => before.get(visit.id) ?? NEVER),
    retimed,
    retimeTolerance: weights.retimeTolerance,
    maxDuration,
    hasDuration,
    delayPriced: hasDuration && (retimed > 0 || promise.some((time) => time < NEVER)),
    share: Int32Array.from(fairShares(problem)),
    fairness: types > 0 ? weights.fairness : 0,
    shiftCost: byRoute((r) => shift(r).cost ?? 0),
    kinds,
    demands: extra(nodes, kinds, (i) => visits[visitOf[i]!]!.loads, 0),
    limits: extra(routes, kinds, (r) => person(r).capacity, NEVER),
    crewFirst: ints(nodes, (i) => nodeOf[visitOf[i]!]!),
    crewSize,
    hasCrews: crewSize.some((size) => size > 1),
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

/** What there is of each kind of load beyond the first. */
function extra(
  count: number,
  kinds: number,
  read: (at: number) => readonly number[] | undefined,
  missing: number,
): Int32Array {
  return ints(count * kinds, (at) => read(Math.floor(at / kinds))?.[(at % kinds) + 1] ?? missing);
}

function currentStarts({ current }: Problem): Map<string, number> {
  const starts = new Map<string, number>();
  for (const { stops } of current?.routes ?? [])
    for (const { visit, start } of stops) if (!starts.has(visit)) starts.set(visit, start);
  return starts;
}

/** Price of each technician's shift on each visit; -1 where a rule forbids it. */
function assignments(compiled: Omit<Compiled, 'model'>): Int32Array {
  const { problem, visitOf, technicianOf, shiftOf } = compiled;
  const { visits, technicians, weights, current } = problem;
  const held = new Set(
    (current?.routes ?? []).flatMap(({ technician, shift, stops }) =>
      stops.map(({ visit }) => `${visit}|${technician}|${shift}`),
    ),
  );
  const known = new Set((current?.routes ?? []).flatMap(({ stops }) => stops.map(({ visit }) => visit)));
  const routes = technicianOf.length;
  const firstRoute = new Int32Array(technicians.length + 1);
  technicians.forEach(({ shifts }, t) => (firstRoute[t + 1] = firstRoute[t]! + shifts.length));
  const assign = new Int32Array(visitOf.length * routes).fill(-1);
  const at = new Map(technicians.map(({ id }, t) => [id, t]));
  const everybody = technicians.map((_, t) => t);
  visitOf.forEach((v, i) => {
    const visit = visits[v]!;
    const isKnown = known.has(visit.id);
    // A pin leaves so few that the others need not be asked.
    const asked =
      visit.pinned?.technicians.map((id) => at.get(id)).filter((t) => t !== undefined) ?? everybody;
    for (const t of asked) {
      const technician = technicians[t]!;
      if (blockedBy(visit, technician) !== undefined) continue;
      const wish =
        visit.preferred?.length && !visit.preferred.includes(technician.id) ? weights.preference : 0;
      for (let r = firstRoute[t]!; r < firstRoute[t + 1]!; r++) {
        const moved = isKnown && !held.has(`${visit.id}|${technician.id}|${shiftOf[r]!}`);
        assign[i * routes + r] = wish + (moved ? weights.moved : 0);
      }
    }
  });
  return assign;
}
