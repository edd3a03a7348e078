import { crewSize, holdsAll } from '@muster/domain/dispatch/scheduling/crew';
import { blockedBy } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Route, Shift, Technician, Visit, Problem } from '@muster/domain/dispatch/scheduling/problem';

import { ticketExpires } from '../../model/assignments.ts';
import { fitWith } from '../fit.ts';
import type { OwnDays } from '../own-days.ts';
import type { BestOrder } from './best-order.ts';
import { AGES, bestOrder } from './best-order.ts';

/** What keeps one technician from a visit: the cause, not the last rule that happened to break. */
export type Obstacle =
  | { readonly code: 'skill' | 'ticket'; readonly skills: readonly string[] }
  | { readonly code: 'banned' | 'fixed' | 'pinned' | 'off' | 'far' | 'no room' }
  | { readonly code: 'break' | 'duration' | 'capacity' | 'crew' }
  /** Without the absence the visit would fit. */
  | { readonly code: 'away'; readonly start: number; readonly end: number }
  /** Whatever the order, so much is missing; exactly so much, or at least. `by` is the best order that was found. */
  | {
      readonly code: 'full';
      readonly short: number;
      readonly isExact: boolean;
      readonly shift: Shift;
      readonly by: BestOrder['found'];
    }
  /** Too late in the day, even if nothing else were on it. */
  | {
      readonly code: 'late';
      readonly short: number;
      readonly shift: Shift;
      readonly by: BestOrder['found'];
    }
  /** These visits and the drives take the time that it needs: without them it would fit, and with any of them it would not. */
  | { readonly code: 'taken'; readonly visits: readonly string[] };

/** The technician's routes with the visit on them. */
export type Fits = {
  readonly code: 'fits';
  readonly routes: readonly Route[];
  readonly start: number;
  readonly cost: number;
};

/** The more telling first: of several days the one is told that comes closest. */
const telling: readonly (Obstacle | Fits)['code'][] = [
  'fits',
  'away',
  'full',
  'taken',
  'late',
  'break',
  'duration',
  'capacity',
  'no room',
  'far',
];

/** Nobody asks for more on one day; what lacks more is a matter of windows, or of too much work. */
export const MOST_OVERTIME = 120;

/** `visit`: for a crew, as one of its members. */
export function obstacleFor(days: OwnDays, visit: Visit): Obstacle | Fits {
  const { technician } = days;
  const rule = blockedBy(visit, technician);
  if (rule === 'skill') return { code: 'skill', skills: missing(visit, technician) };
  if (rule === 'banned' || rule === 'fixed' || rule === 'pinned') return { code: rule };
  const fit = fitWith(days, visit);
  if (fit !== undefined) return { code: 'fits', routes: fit.routes, start: fit.start, cost: fit.cost };
  const away = absenceInTheWay(days, visit);
  if (away !== undefined) return { code: 'away', start: away.start, end: away.end };
  const open = technician.shifts.filter((shift) => reaches(visit, shift));
  if (open.length === 0) return { code: 'off' };
  const proven = open.filter((shift) => !ticketExpires(visit, technician, shift));
  if (proven.length === 0) return { code: 'ticket', skills: expiring(visit, technician) };
  if (!days.isSound) return { code: 'no room' };
  return proven.map((shift) => onShift(days, visit, shift)).sort(byTelling)[0]!;
}

function byTelling(a: Obstacle | Fits, b: Obstacle | Fits): number {
  const short = a.code === 'full' && b.code === 'full' ? a.short - b.short : 0;
  return telling.indexOf(a.code) - telling.indexOf(b.code) || short;
}

function onShift(days: OwnDays, visit: Visit, shift: Shift): Obstacle | Fits {
  const { problem, technician, routes } = days;
  const own = visitsOn(days, shift);
  const all = [...own, visit];
  const { atLeast, found } = bestOrder(problem, technician, shift, all, 'fit');
  if (found !== undefined && found.over <= 0) {
    const isHeavy = overloaded(technician, all);
    if (isHeavy && shift.maxDuration !== undefined) return { code: 'no room' };
    if (isHeavy) return { code: 'capacity' };
    if (shift.maxDuration !== undefined) return { code: 'duration' };
    const others = routes.filter((route) => route.shift !== shift.id);
    const { start } = found.route.stops.find((stop) => stop.visit === visit.id)!;
    // In another order than it has now; what that costs is for whoever takes it to see.
    return { code: 'fits', routes: [...others, found.route], start, cost: Infinity };
  }
  const alone = bestOrder(problem, technician, shift, [visit], 'best');
  if (alone.found === undefined) return { code: 'far' };
  if (alone.found.over > 0) return { code: 'late', short: alone.atLeast, shift, by: found };
  const full = (short: number, by: BestOrder['found']): Obstacle => ({
    code: 'full',
    short,
    isExact: by?.over === short,
    shift,
    by,
  });
  if (found !== undefined && atLeast > 0 && atLeast <= MOST_OVERTIME) return full(atLeast, found);
  // Too much for the day, even if everybody could be visited at any time of it.
  const anyTime = bestOrder(problem, technician, shift, all.map(atAnyTime(shift)), 'fit').atLeast;
  if (anyTime > 0 && anyTime < Infinity) return full(anyTime, undefined);
  const isBound = overloaded(technician, [visit]) || shift.maxDuration !== undefined;
  const visits = isBound ? undefined : takenBy(problem, technician, shift, own, visit);
  if (visits !== undefined) return { code: 'taken', visits };
  const { breaks, ...unbroken } = shift;
  const free = isBound || !breaks ? undefined : bestOrder(problem, technician, unbroken, all, 'insert').found;
  if (free !== undefined && free.over <= 0) return { code: 'break' };
  return { code: 'no room' };
}

/** At any time of the shift, or after it. */
function atAnyTime({ start, end }: Shift): (visit: Visit) => Visit {
  const windows = [{ start, end: end + AGES }];
  return (visit) => ({ ...visit, windows });
}

/** The same with what is missing in the best of all orders, where it was a bound before. */
export function exactly(days: OwnDays, visit: Visit, obstacle: Obstacle): Obstacle {
  if (obstacle.code !== 'full' || obstacle.isExact) return obstacle;
  const { shift } = obstacle;
  const visits = [...visitsOn(days, shift), visit];
  const asked = obstacle.by === undefined ? visits.map(atAnyTime(shift)) : visits;
  const { atLeast, found } = bestOrder(days.problem, days.technician, shift, asked, 'best');
  if (obstacle.by === undefined) return { ...obstacle, short: Math.max(obstacle.short, atLeast) };
  return { code: 'full', short: atLeast, isExact: found?.over === atLeast, shift, by: found };
}

/** What is on the shift, in order. */
function visitsOn({ problem, routes }: OwnDays, shift: Shift): Visit[] {
  const stops = routes.find((route) => route.shift === shift.id)?.stops ?? [];
  return stops.map((stop) => problem.visits.find(({ id }) => id === stop.visit)!);
}

/** Whether the visit may start within the shift. */
function reaches({ windows }: Visit, shift: Shift): boolean {
  const limit = shift.latestEnd ?? shift.end;
  return windows.some(({ start, end }) => start <= limit && end >= shift.start);
}

function overloaded({ capacity = [] }: Technician, visits: readonly Visit[]): boolean {
  return capacity.some(
    (limit, kind) => visits.reduce((sum, { loads }) => sum + (loads?.[kind] ?? 0), 0) > limit,
  );
}

/** Skills that everybody on the visit needs, or else those of the list that comes closest. */
function missing({ skills = [], crewSkills = [] }: Visit, technician: Technician): string[] {
  const lacks = (needed: readonly string[]): string[] =>
    needed.filter((skill) => !holdsAll(technician, [skill]));
  const own = lacks(skills);
  if (own.length > 0) return own;
  return crewSkills.map(lacks).sort((a, b) => a.length - b.length)[0] ?? [];
}

function expiring({ skills = [] }: Visit, { expiries = [] }: Technician): string[] {
  return skills.filter((skill) => expiries.some((expiry) => expiry.skill === skill));
}

/** A crew's member is asked like somebody who goes alone. */
export function asMember(visit: Visit): Visit {
  return crewSize(visit) === 1 ? visit : { ...visit, crew: 1 };
}

/** The absence without which the technician could do the visit beside everything else; undefined where it would not help. */
function absenceInTheWay(
  { problem, technician, routes }: OwnDays,
  visit: Visit,
): { readonly start: number; readonly end: number } | undefined {
  const { absences = [], unbroken = [] } = technician;
  for (const shift of unbroken) {
    const limit = shift.latestEnd ?? shift.end;
    const away = absences.find(({ start, end }) => start < limit && end > shift.start);
    if (away === undefined || !visit.windows.some(({ start, end }) => start <= limit && end >= shift.start))
      continue;
    const visits = routes
      .filter((route) => partOf(technician.shifts, route.shift, shift))
      .flatMap(({ stops }) => stops)
      .map((stop) => problem.visits.find(({ id }) => id === stop.visit)!);
    const { found } = bestOrder(problem, technician, shift, [...visits, visit], 'fit');
    if (found !== undefined && found.over <= 0) return away;
  }
  return undefined;
}

/** Whether what is left of the technician's shifts by that name is a part of the unbroken one. */
function partOf(shifts: readonly Shift[], name: string | undefined, whole: Shift): boolean {
  return shifts.some(
    ({ id, start }) => id === name && start >= whole.start && start < (whole.latestEnd ?? whole.end),
  );
}

/** More names than this say no more than that the day is full. */
const MOST_NAMED = 3;

/**
 * The fewest visits in a row without which the visit would fit among the others in their order; those nearest to its
 * windows first. Undefined where a few do not explain it.
 */
function takenBy(
  problem: Problem,
  technician: Technician,
  shift: Shift,
  own: readonly Visit[],
  visit: Visit,
): readonly string[] | undefined {
  for (let count = 1; count <= Math.min(MOST_NAMED, own.length); count++) {
    const runs = own
      .slice(0, own.length - count + 1)
      .map((_, first) => ({ first, away: awayFrom(own.slice(first, first + count), visit) }))
      .sort((a, b) => a.away - b.away);
    for (const { first } of runs) {
      const others = own.toSpliced(first, count);
      const { found } = bestOrder(problem, technician, shift, [...others, visit], 'insert');
      if (found !== undefined && found.over <= 0) return own.slice(first, first + count).map(({ id }) => id);
    }
  }
  return undefined;
}

/** How far the windows of the visits lie from those of the visit in question. */
function awayFrom(visits: readonly Visit[], { windows }: Visit): number {
  const from = windows[0]?.start ?? 0;
  return visits.reduce((sum, other) => {
    const window = other.pinned ?? other.windows[0];
    return sum + Math.abs((window?.start ?? 0) - from);
  }, 0);
}
