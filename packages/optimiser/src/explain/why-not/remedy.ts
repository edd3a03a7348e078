import type { Route, Visit, Window } from '@muster/domain/dispatch/scheduling/problem';

import { keepTimes } from '../../schedule/keep-times.ts';
import { onGrid } from '../../schedule/on-grid.ts';
import type { OwnDays } from '../own-days.ts';

/** A visit somewhere else, or placed at all: who would do it, and from when on. */
type Placing = {
  readonly visit: string;
  readonly technicians: readonly string[];
  readonly start: number;
};

/** What would let a visit in: tried, and found to work. `moves` is all that has to be placed or moved then, the visit first. */
export type Remedy = { readonly moves: readonly Placing[] } & Change;

/** What has to be agreed to before. */
type Change =
  /** Nothing: it fits as things are, if others move as `moves` says. */
  | { readonly code: 'place' }
  | {
      readonly code: 'overtime';
      readonly technician: string;
      readonly shift: string;
      readonly by: number;
    }
  | { readonly code: 'window'; readonly window: Window; readonly before: Window }
  | { readonly code: 'shorter'; readonly duration: number; readonly before: number }
  /** Somebody who was not planned with. */
  | { readonly code: 'somebody else' }
  /** `isAgreed`: the visit may be done then without asking the customer. */
  | { readonly code: 'another day'; readonly isAgreed: boolean }
  /** At a time that was not agreed, on that day or another one: the customer has to be asked. */
  | { readonly code: 'another time' }
  /** Another visit makes room: it goes where `moves` says, or is left out where that says nothing of it. */
  | { readonly code: 'move out'; readonly visit: string }
  /** Several that matter less wait. */
  | { readonly code: 'make way'; readonly visits: readonly string[] };

/** What has to be moved for a visit on one technician's days. Others keep their times where that is possible: the routes are as early as can be. */
export function movesOn(
  { problem, routes }: Pick<OwnDays, 'problem' | 'routes'>,
  visit: Visit,
  after: readonly Route[],
): Placing[] {
  const visits = [...problem.visits, visit];
  const current = { routes, unplaced: [] };
  const whole = { ...problem, visits, current };
  const kept = onGrid(whole, keepTimes(whole, { routes: after, unplaced: [] }), new Set());
  return movesOf(visit.id, routes, kept.routes);
}

/** The visit and every other stop whose start the new routes change. */
export function movesOf(visit: string, before: readonly Route[], after: readonly Route[]): Placing[] {
  const was = new Map(before.flatMap(({ stops }) => stops.map((stop) => [stop.visit, stop.start])));
  const moves = after.flatMap(({ technician, stops }) =>
    stops
      .filter((stop) => was.get(stop.visit) !== stop.start)
      .map((stop): Placing => ({ visit: stop.visit, technicians: [technician], start: stop.start })),
  );
  return [...moves.filter((move) => move.visit === visit), ...moves.filter((move) => move.visit !== visit)];
}
