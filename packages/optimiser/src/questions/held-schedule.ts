import type {
  Problem,
  Route,
  Schedule,
  TakenBreak,
  Technician,
  Visit,
} from '@muster/domain/dispatch/scheduling/problem';
import { fairShares } from '@muster/domain/dispatch/scheduling/soft-rules';

import type { Horizon } from '../explain/horizon.ts';
import { horizonOf } from '../explain/horizon.ts';
import type { HeldStop } from '../hold/held-stops.ts';
import { heldStops } from '../hold/held-stops.ts';
import { routeOf } from '../hold/route-of.ts';
import type { TechnicianDays } from '../hold/technician-days.ts';
import { openDays } from '../hold/technician-days.ts';
import { refuseFaulty } from '../model/refuse.ts';
import type { Spot } from '../hold/block.ts';
import type { Compiled } from '../model/model.ts';
import type { Work } from '../schedule/work.ts';

/** One technician's days, compiled once, with a place kept free for the visit that somebody asks about. */
export type LaidOutDays = {
  readonly days: TechnicianDays;
  readonly compiled: Compiled;
  readonly work: Work;
  /** The node of the visit, and the places that drives to it come from. */
  readonly node: number;
  readonly spots: readonly Spot[];
};

/**
 * A schedule that is kept to be asked: every visit stays where it is, whatever rule that breaks. The days of a technician
 * are worked out when they are first asked for.
 */
export type HeldSchedule = {
  readonly problem: Problem;
  readonly now: number;
  readonly visits: ReadonlyMap<string, Visit>;
  readonly technicians: ReadonlyMap<string, Technician>;
  readonly shares: ReadonlyMap<string, number>;
  /** By technician. */
  readonly stops: ReadonlyMap<string, readonly HeldStop[]>;
  readonly breaks: ReadonlyMap<string, ReadonlyMap<string, readonly TakenBreak[]>>;
  readonly days: Map<string, TechnicianDays>;
  readonly laidOut: WeakMap<TechnicianDays, LaidOutDays>;
  readonly horizon: Horizon;
  /** How many windows the visit with the most has; one at least. */
  readonly mostWindows: number;
  /** Where the schedule in force has each visit: leaving that costs disturbance. */
  readonly current: ReadonlyMap<string, InForce>;
};

export type InForce = { readonly start: number; readonly shifts: ReadonlySet<string> };

export function holdSchedule(problem: Problem, schedule: Schedule, now = -Infinity): HeldSchedule {
  refuseFaulty(problem, schedule);
  return holdSound(problem, schedule, now);
}

/** The same for a problem that is known to be sound. */
export function holdSound(problem: Problem, schedule: Schedule, now: number): HeldSchedule {
  const held = heldStops(problem, schedule, {}, true);
  const shares = fairShares(problem);
  const byTechnician = Map.groupBy(schedule.routes, ({ technician }) => technician);
  return {
    problem,
    now,
    visits: new Map(problem.visits.map((visit) => [visit.id, visit])),
    technicians: new Map(problem.technicians.map((technician) => [technician.id, technician])),
    shares: new Map(problem.technicians.map(({ id }, t) => [id, shares[t]!])),
    stops: Map.groupBy(held, ({ technician }) => technician),
    breaks: new Map(
      [...byTechnician].map(([technician, routes]) => [
        technician,
        new Map(routes.flatMap(({ shift, breaks }) => (shift === undefined ? [] : [[shift, breaks]]))),
      ]),
    ),
    days: new Map(),
    laidOut: new WeakMap(),
    horizon: horizonOf(problem),
    mostWindows: problem.visits.reduce((count, { windows }) => Math.max(count, windows.length), 1),
    current: inForce(problem),
  };
}

function inForce({ current }: Problem): Map<string, InForce> {
  const found = new Map<string, { start: number; shifts: Set<string> }>();
  for (const { technician, shift, stops } of current?.routes ?? []) {
    for (const { visit, start } of stops) {
      const entry = found.get(visit) ?? { start, shifts: new Set() };
      found.set(visit, entry);
      entry.shifts.add(`${technician}/${shift}`);
    }
  }
  return found;
}

/** The days of a technician, without one visit where it is that which somebody asks about. */
export function daysOf(held: HeldSchedule, technician: Technician, without: string): TechnicianDays {
  const { problem, now, stops, breaks, days } = held;
  const own = stops.get(technician.id) ?? [];
  const taken = breaks.get(technician.id) ?? new Map<string, readonly TakenBreak[]>();
  const others = own.filter(({ visit }) => visit.id !== without);
  if (others.length < own.length) return openDays(problem, technician, others, now, taken);
  const known = days.get(technician.id) ?? openDays(problem, technician, own, now, taken);
  days.set(technician.id, known);
  return known;
}

/** The schedule that is held. */
export function scheduleOf(held: HeldSchedule): Schedule {
  const { problem, stops } = held;
  const routes = problem.technicians.flatMap(({ id }) => routesOf(held, stops.get(id) ?? []));
  const placed = new Set(routes.flatMap((route) => route.stops.map(({ visit }) => visit)));
  return { routes, unplaced: problem.visits.filter(({ id }) => !placed.has(id)).map(({ id }) => id) };
}

/** Stops of one technician as routes, with the breaks of their shifts. Their order does not depend on which stops there are. */
export function routesOf({ breaks }: HeldSchedule, stops: readonly HeldStop[]): Route[] {
  const shifts = [...Map.groupBy(stops, ({ shift }) => shift)];
  shifts.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return shifts.map(([shift, own]) => {
    const { technician } = own[0]!;
    const taken = shift === undefined ? undefined : breaks.get(technician)?.get(shift);
    const entered = own.map(({ visit, start, end }) => ({ visit: visit.id, start, end }));
    return routeOf(technician, shift, entered, taken ?? []);
  });
}
