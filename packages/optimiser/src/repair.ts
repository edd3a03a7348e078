import { crewSize } from '@muster/domain/dispatch/scheduling/crew';
import { differencesBetween } from '@muster/domain/dispatch/scheduling/differences';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Schedule, Window } from '@muster/domain/dispatch/scheduling/problem';
import type { Scope } from './hold/held-stops.ts';
import { heldStops } from './hold/held-stops.ts';
import { standing } from './hold/lost-places.ts';
import type { Budget } from './mend/make-room.ts';
import { makeRoom } from './mend/make-room.ts';
import type { Mending, Wanted } from './mend/mending.ts';
import { leftOutPrice, placeWanted, startMending } from './mend/mending.ts';
import { routeOf } from './mend/still-days.ts';
import { refuseFaulty } from './model/refuse.ts';
import { shareDone } from './search/stop.ts';
import type { Best, Options, Result, Run } from './solve.ts';
import { finish } from './solve.ts';

/**
 * Mends a schedule after a disruption (a technician out, an urgent visit, an overrun), with as little change as can be. What has lost
 * its place goes to somebody else at the same time; where nobody is free then, it starts on the same day as near to its time as can
 * be; and otherwise it is left out, for a person to decide. Everything else stands still, with one exception: where a visit whose time
 * was agreed finds no place, others move to let it in, the fewest that do. Nothing that has a place loses it.
 */
export function repair(problem: Problem, schedule: Schedule, options: Options): Result {
  return finish(startRepair(problem, schedule, options));
}

export function startRepair(problem: Problem, schedule: Schedule, options: Options): Run {
  const { scope = {}, stop, onBest } = options;
  refuseFaulty(problem, schedule);
  const began = stop.clock?.() ?? 0;
  const { routes, lost } = standing(problem, schedule, scope);
  const wanted = wantedIn(problem, schedule, lost, scope);
  const others = movableIn(problem, schedule, lost, scope);
  const judged: Problem = { ...problem, current: problem.current ?? schedule };
  const begin = (): Mending => startMending(problem, routes, wanted, others, scope);
  let mending = begin();
  let made = resultOf(judged, mending, routes);
  let score = scoreOf(mending, wanted);
  let iterations = 0;
  let isDone = false;
  /** Whether everything that finds a place without moving others has one: that is soon done, and the time that a search has only ends what comes after it. */
  let isPlaced = false;
  const result = (): Result => ({ ...made, iterations });
  const best = (): Best => ({
    share: Math.min(1, shareDone(stop, began, iterations)),
    iterations,
    result,
    differences: () => differencesBetween(schedule, result().schedule),
  });
  /** Made when something is in place for good: in between the days are as a search tries them. */
  const look = (): void => {
    const found = scoreOf(mending, wanted);
    if (!isLess(found, score)) return;
    score = found;
    made = resultOf(judged, mending, routes);
    onBest?.(best());
  };
  const budget: Budget = { steps: Math.min(MOST_STEPS, MOST_STEPS_DAYS / mending.days.length) };
  function* inTurn(): Generator<undefined, undefined> {
    yield* placeWanted(mending, wanted);
    look();
    isPlaced = true;
    const open = openIn(mending, wanted).filter(({ visit }) => visit.agreed === true);
    // Whoever is let in first leaves others more or less room.
    for (const first of open.length === 0 ? [] : [undefined, ...byImportance(open).slice(0, MOST_FIRST)]) {
      mending = begin();
      yield* letIn(mending, wanted, first, budget);
      look();
      if ((score[0] === 0 && score[1]! <= 1) || budget.steps <= 0) break;
    }
    return undefined;
  }
  const steps = inTurn();
  onBest?.(best());
  return {
    slice() {
      if (isDone) return false;
      const isOver = isPlaced && shareDone(stop, began, iterations) >= 1;
      if (isOver || stop.cancelled?.() === true) {
        // What is being tried is taken back by that.
        steps.return(undefined);
        look();
        isDone = true;
        return false;
      }
      iterations += 1;
      isDone = steps.next().done === true;
      return !isDone;
    },
    best,
  };
}

/** Visits that are let in first, one in each trial; and steps of all trials, which take a second or two on days without any room. */
const MOST_FIRST = 4;
const MOST_STEPS = 30_000;
const MOST_STEPS_DAYS = 3_000_000;

/** Keeps what was agreed, whoever has to move for it; the rest takes what room there is. Nobody is rung up so that a visit that may be at any time has a place. */
function* letIn(
  mending: Mending,
  wanted: readonly Wanted[],
  first: Wanted | undefined,
  budget: Budget,
): Generator<undefined, undefined> {
  const agreed = wanted.filter(({ visit }) => visit.agreed === true);
  if (first !== undefined) {
    yield* placeWanted(mending, [first]);
    if (openIn(mending, [first]).length > 0) yield* makeRoom(mending, first, budget);
  }
  yield* placeWanted(mending, openIn(mending, agreed));
  for (const one of byImportance(openIn(mending, agreed))) yield* makeRoom(mending, one, budget);
  yield* placeWanted(mending, openIn(mending, wanted));
  return undefined;
}

function openIn({ places }: Pick<Mending, 'places'>, wanted: readonly Wanted[]): Wanted[] {
  return wanted.filter(({ visit }) => !places.has(visit.id));
}

function byImportance(wanted: readonly Wanted[]): Wanted[] {
  return wanted.toSorted((a, b) => (b.visit.priority ?? 1) - (a.visit.priority ?? 1));
}

/** What of it is worse, the worst first: agreements that are not kept, others who move, visits without a place, and the rest. */
function scoreOf({ places, others, unmoved }: Mending, wanted: readonly Wanted[]): number[] {
  const open = openIn({ places }, wanted);
  const priceOf = (isAgreed: boolean): number =>
    open
      .filter(({ visit }) => (visit.agreed === true) === isAgreed)
      .reduce((sum, { visit }) => sum + leftOutPrice(visit), 0);
  const rest = wanted.reduce((sum, { visit }) => sum + (places.get(visit.id)?.price ?? 0), 0);
  return [priceOf(true), others - unmoved.size, priceOf(false), rest];
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
}

/** What looks for a place, when its customer expects somebody, and between which moments it may start. */
function wantedIn(
  problem: Problem,
  schedule: Schedule,
  lost: ReadonlySet<string>,
  { now = -Infinity, days, visits: asked }: Scope,
): Wanted[] {
  const places = placesIn(schedule);
  const inForce = placesIn(problem.current ?? schedule);
  return problem.visits
    .filter(
      ({ id, pinned }) =>
        pinned === undefined && (lost.has(id) || (!places.has(id) && asked?.includes(id) !== false)),
    )
    .map((visit) => {
      const place = places.get(visit.id) ?? inForce.get(visit.id);
      return {
        visit,
        wish: onGrid(problem, place?.start),
        before: place?.technicians ?? [],
        within: dayAround(place?.start, days, now),
      };
    });
}

/** What may make room, where it stands. */
function movableIn(problem: Problem, schedule: Schedule, lost: ReadonlySet<string>, scope: Scope): Wanted[] {
  const held = new Set(heldStops(problem, schedule, scope, false).map(({ visit }) => visit.id));
  const places = placesIn(schedule);
  return problem.visits.flatMap((visit) => {
    const place = places.get(visit.id);
    const isHeld = held.has(visit.id) || lost.has(visit.id) || crewSize(visit) > 1;
    if (place === undefined || isHeld || place.technicians.length !== 1) return [];
    const within = dayAround(place.start, scope.days, scope.now ?? -Infinity);
    return [{ visit, wish: onGrid(problem, place.start), before: place.technicians, within }];
  });
}

/** Whatever gets another place is told anew, and nobody is told "at 7:11". */
function onGrid<T extends number | undefined>({ grid = 1 }: Problem, start: T): T {
  return (start === undefined ? start : Math.ceil(start / grid) * grid) as T;
}

function dayAround(start: number | undefined, days: readonly Window[] | undefined, now: number): Window {
  const day = days?.find((one) => start !== undefined && one.start <= start && start <= one.end);
  return { start: Math.max(now, day?.start ?? -Infinity), end: day?.end ?? Infinity };
}

type Place = { readonly start: number; readonly technicians: string[] };

function placesIn({ routes }: Schedule): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const { technician, stops } of routes)
    for (const { visit, start } of stops) {
      const place = found.get(visit) ?? { start, technicians: [] };
      found.set(visit, place);
      place.technicians.push(technician);
    }
  return found;
}

function resultOf(
  problem: Problem,
  { people, changed }: Mending,
  routes: Schedule['routes'],
): Omit<Result, 'iterations'> {
  const days = people.flatMap((person) => person.days).filter((day) => changed.has(day));
  const keyOf = (technician: string, shift: string | undefined): string =>
    JSON.stringify([technician, shift]);
  const anew = new Map(days.map((day) => [keyOf(day.person.technician.id, day.shift.id), routeOf(day)]));
  const kept = routes.filter(({ technician, shift }) => !anew.has(keyOf(technician, shift)));
  const made = [...kept, ...anew.values()].filter(({ stops }) => stops.length > 0);
  const placed = new Set(made.flatMap(({ stops }) => stops.map(({ visit }) => visit)));
  const schedule = {
    routes: made,
    unplaced: problem.visits.map(({ id }) => id).filter((id) => !placed.has(id)),
  };
  const { total, costs, violations } = evaluate(problem, schedule);
  return { schedule, cost: total, costs, violations };
}
