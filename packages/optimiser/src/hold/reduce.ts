import type { Problem, Schedule, TakenBreak, Technician, Visit } from '@muster/domain/scheduling/problem';
import { fairShares } from '@muster/domain/scheduling/soft-rules';

import type { CompileOptions } from '../model/options.ts';
import type { Block, Spot } from './block.ts';
import { addPlaces } from './extra-places.ts';
import type { HeldStop } from './held-stops.ts';
import { heldStops } from './held-stops.ts';
import { heldLoads } from './loads.ts';
import { restore } from './restore.ts';
import type { Scope } from './scope.ts';
import type { TechnicianDays } from './technician-days.ts';
import { blockVisit, openDays, placeOf, shiftAtPlaces } from './technician-days.ts';

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
      everyRule: true,
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
