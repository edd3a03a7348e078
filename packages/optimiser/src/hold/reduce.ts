import type {
  Problem,
  Schedule,
  TakenBreak,
  Technician,
  Visit,
  TravelMatrix,
  Route,
} from '@muster/domain/dispatch/scheduling/problem';
import { fairShares } from '@muster/domain/dispatch/scheduling/soft-rules';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';
import type { CompileOptions } from '../model/model.ts';
import type { Block, Spot } from './block.ts';
import { driveBetween } from './block.ts';
import type { HeldStop, Scope } from './held-stops.ts';
import { heldStops } from './held-stops.ts';
import type { OpenShift } from './open-shift.ts';
import type { TimedStop } from './route-of.ts';
import { routeOf } from './route-of.ts';
import type { TechnicianDays } from './technician-days.ts';
import { heldLoads, blockVisit, openDays, placeOf, shiftAtPlaces } from './technician-days.ts';

/** What is left to plan around all that stays, as a problem of its own. */
export type Reduced = {
  readonly problem: Problem;
  readonly options: CompileOptions;
  /** All that stays inside that problem, with what is free as a schedule has it. */
  readonly startFrom: (schedule: Schedule | undefined) => Schedule;
  /** Puts back what stays into a schedule of that problem. */
  readonly restore: (schedule: Schedule) => Schedule;
};

/** Undefined when nothing stays and everything may change. `everything`: all that is on the schedule stays. */
export function reduce(
  problem: Problem,
  schedule: Schedule | undefined,
  scope: Scope,
  everything: boolean,
): Reduced | undefined {
  const held = heldStops(problem, schedule, scope, everything);
  const { now, technicians, visits } = scope;
  if (held.length === 0 && now === undefined && technicians === undefined && visits === undefined)
    return undefined;
  const holders = freeHolders(problem, schedule, held, visits);
  const days = openAll(problem, schedule, held, scope, holders);
  const blocks = days.flatMap(({ open }) => open.flatMap(({ inside }) => inside));
  const names = new Map(blocks.map((block, i) => [block, `held ${i}`]));
  const { travel, number } = addPlaces(problem.travel, spotsOf(days));
  const shares = reducedShares(problem, days);
  const receives = technicians && new Set(technicians);
  return {
    problem: {
      ...problem,
      travel,
      technicians: days.map(({ technician, open }) => ({
        ...technician,
        shifts: open.map((each) => shiftAtPlaces(each, number)),
      })),
      visits: reducedVisits(problem, days, holders, (block, technician) =>
        blockVisit(block, names.get(block)!, number(placeOf(block)), technician),
      ),
    },
    options: {
      shares,
      loaded: heldLoads(held),
      ...(receives && {
        mayTake: (visit, technician) =>
          receives.has(technician) || (holders.get(visit)?.has(technician) ?? true),
      }),
    },
    startFrom: (start) => reducedSchedule(start, days, holders, names),
    restore: (found) => restore(problem, schedule, held, days, found),
  };
}

/** The visits that are free to be placed, each with the technicians who have it now. */
function freeHolders(
  problem: Problem,
  schedule: Schedule | undefined,
  held: readonly HeldStop[],
  movable: readonly string[] | undefined,
): ReadonlyMap<string, ReadonlySet<string>> {
  const stays = new Set(held.map(({ visit }) => visit.id));
  const mayMove = movable && new Set(movable);
  const holders = new Map<string, Set<string>>();
  for (const { id } of problem.visits)
    if (!stays.has(id) && mayMove?.has(id) !== false) holders.set(id, new Set());
  for (const { technician, stops } of schedule?.routes ?? [])
    for (const { visit } of stops) holders.get(visit)?.add(technician);
  return holders;
}

/** The days of everybody who may receive work, or has work that may go. */
function openAll(
  problem: Problem,
  schedule: Schedule | undefined,
  held: readonly HeldStop[],
  { now = -Infinity, technicians }: Scope,
  holders: ReadonlyMap<string, ReadonlySet<string>>,
): TechnicianDays[] {
  const receives = technicians && new Set(technicians);
  const involved = new Set<string>();
  for (const each of holders.values()) for (const id of each) involved.add(id);
  const stops = Map.groupBy(held, ({ technician }) => technician);
  const taken = Map.groupBy(schedule?.routes ?? [], ({ technician }) => technician);
  return problem.technicians
    .filter(({ id }) => receives === undefined || receives.has(id) || involved.has(id))
    .map((technician) => {
      const breaks = new Map<string, readonly TakenBreak[]>();
      for (const { shift, breaks: own } of taken.get(technician.id) ?? [])
        if (shift !== undefined) breaks.set(shift, own);
      return openDays(problem, technician, stops.get(technician.id) ?? [], now, breaks);
    });
}

function spotsOf(days: readonly TechnicianDays[]): Spot[] {
  const spots = days.flatMap(({ open }) => open.flatMap(({ from, to, inside }) => [from, to, ...inside]));
  return spots.map((spot) => (typeof spot === 'number' ? spot : placeOf(spot)));
}

/** A share is of all the visit time somebody has: what stays is no part of the reduced problem, or as the length of its block. */
function reducedShares(problem: Problem, days: readonly TechnicianDays[]): number[] {
  const shares = new Map(fairShares(problem).map((share, t) => [problem.technicians[t]!.id, share]));
  return days.map(({ technician, stops, open }) => {
    const work = stops.reduce((sum, { visit }) => sum + visit.duration, 0);
    const blocks = open.flatMap(({ inside }) => inside);
    const counted = blocks.reduce((sum, { start, end }) => sum + end - start, 0);
    return shares.get(technician.id)! - work + counted;
  });
}

/** In the order of the problem: what is free, and each block in the place of its first visit. */
function reducedVisits(
  problem: Problem,
  days: readonly TechnicianDays[],
  free: ReadonlyMap<string, unknown>,
  asVisit: (block: Block, technician: Technician['id']) => Visit,
): Visit[] {
  const blocks = days.flatMap(({ technician, open }) =>
    open.flatMap(({ inside }) => inside.map((block) => ({ block, technician: technician.id }))),
  );
  const byVisit = Map.groupBy(blocks, ({ block }) => block.stops[0]!.visit.id);
  return problem.visits.flatMap((visit) =>
    free.has(visit.id)
      ? [visit]
      : (byVisit.get(visit.id) ?? []).map(({ block, technician }) => asVisit(block, technician)),
  );
}

function reducedSchedule(
  schedule: Schedule | undefined,
  days: readonly TechnicianDays[],
  free: ReadonlyMap<string, unknown>,
  names: ReadonlyMap<Block, string>,
): Schedule {
  const routes = days.flatMap(({ technician, open }) => {
    const own = (schedule?.routes ?? []).filter((route) => route.technician === technician.id);
    return open.map(({ shift, inside }) => ({
      technician: technician.id,
      shift: shift.id,
      stops: [
        ...inside.map((block) => ({ visit: names.get(block)!, start: block.start })),
        ...own
          .filter((route) => route.shift === shift.id)
          .flatMap(({ stops }) => stops.filter(({ visit }) => free.has(visit))),
      ].sort((a, b) => a.start - b.start),
      breaks: [],
    }));
  });
  return { routes: routes.filter(({ stops }) => stops.length > 0), unplaced: [] };
}

/** Adds a row and a column to every matrix for each block that begins at another place than it ends. */
function addPlaces(
  travel: readonly TravelMatrix[],
  spots: readonly Spot[],
): { readonly travel: readonly TravelMatrix[]; readonly number: (spot: Spot) => number } {
  const before = travel[0]?.places ?? 0;
  const blocks = [...new Set(spots.filter((spot) => typeof spot !== 'number'))];
  const numbers = new Map<Spot, number>(blocks.map((block, i) => [block, before + i]));
  const number = (spot: Spot): number => (typeof spot === 'number' ? spot : numbers.get(spot)!);
  if (blocks.length === 0) return { travel, number };
  const places = before + blocks.length;
  const wider = travel.map((matrix) => {
    const times = new Int32Array(places * places);
    for (let from = 0; from < before; from++)
      times.set(matrix.times.subarray(from * before, (from + 1) * before), from * places);
    for (const [block, own] of numbers) {
      for (let other = 0; other < places; other++) {
        const spot = other < before ? other : blocks[other - before]!;
        if (other === own) continue;
        times[own * places + other] = driveBetween(matrix, block, spot);
        times[other * places + own] = driveBetween(matrix, spot, block);
      }
    }
    return { places, times };
  });
  return { travel: wider, number };
}

/** A schedule of the reduced problem with everything back in it that stays: where it was, whatever rule that breaks. */
function restore(
  problem: Problem,
  given: Schedule | undefined,
  held: readonly HeldStop[],
  days: readonly TechnicianDays[],
  found: Schedule,
): Schedule {
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const technicians = new Map(problem.technicians.map((technician) => [technician.id, technician]));
  const open = new Map(
    days.flatMap((each) => each.open.map((one) => [key(each.technician.id, one.shift.id), one])),
  );
  const stops = new Map<string, { technician: string; shift: string | undefined; stops: TimedStop[] }>();
  const enter = (technician: string, shift: string | undefined, stop: TimedStop): void => {
    const route = stops.get(key(technician, shift)) ?? { technician, shift, stops: [] };
    stops.set(key(technician, shift), route);
    route.stops.push(stop);
  };
  for (const { technician, shift, visit, start, end } of held)
    enter(technician, shift, { visit: visit.id, start, end });
  for (const { technician, shift, stops: own } of found.routes) {
    for (const { visit, start } of own) {
      const duration = visits.get(visit)?.duration;
      if (duration !== undefined) enter(technician, shift, { visit, start, end: start + duration });
    }
  }
  const planned = byKey(found.routes);
  const before = byKey(given?.routes ?? []);
  const routes = [...stops].map(([name, { technician, shift, stops: own }]) => {
    const breaks = breaksOf(before.get(name), open.get(name), planned.get(name));
    const route = routeOf(technician, shift, own, breaks);
    return Object.assign(route, {
      breaks: neededBreaks(problem, technicians.get(technician)!, visits, route),
    });
  });
  const placed = new Set(routes.flatMap((route) => route.stops.map(({ visit }) => visit)));
  return { routes, unplaced: problem.visits.filter(({ id }) => !placed.has(id)).map(({ id }) => id) };
}

/** Those that were planned anew, and what stays of the old ones: all of them where nothing was planned. */
function breaksOf(
  before: Route | undefined,
  open: OpenShift | undefined,
  planned: Route | undefined,
): readonly TakenBreak[] {
  if (open === undefined || planned === undefined) return before?.breaks ?? [];
  const { rules, keptBreaks } = open;
  const anew = planned.breaks.map(({ rule, start }) => ({ rule: rules[rule]!, start }));
  return [...keptBreaks, ...anew].sort((a, b) => a.start - b.start);
}

function byKey(routes: readonly Route[]): Map<string, Route> {
  return new Map(routes.map((route) => [key(route.technician, route.shift), route]));
}

function key(technician: string, shift: string | undefined): string {
  return JSON.stringify([technician, shift]);
}

/** The breaks of a route without those behind its last visit that are not due: whoever is home before has none to take. */
function neededBreaks(
  { travel }: Problem,
  { profile, shifts }: Technician,
  visits: ReadonlyMap<string, Visit>,
  { shift: id, stops, breaks }: Route,
): readonly TakenBreak[] {
  const shift = shifts.find((each) => each.id === id);
  const last = stops.at(-1);
  const visit = last && visits.get(last.visit);
  if (shift === undefined || last === undefined || visit === undefined) return breaks;
  const home = travelTime(travel[profile ?? 0], visit.place, shift.endPlace);
  const end = last.start + visit.duration;
  let leave = end;
  return breaks.filter(({ rule, start }) => {
    const { latest = -Infinity, duration = 0 } = shift.breaks?.[rule] ?? {};
    if (start >= end && leave + home <= latest) return false;
    leave = Math.max(leave, start + duration);
    return true;
  });
}
