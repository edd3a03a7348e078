import { crewSize } from '@muster/domain/dispatch/scheduling/crew';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';
import type { Mending, Placement, Wanted } from './mending.ts';
import { keep, placementsFor, placementsOn, putIn, takeOut } from './mending.ts';
import type { StillDay } from './still-days.ts';

/** Others that move for one visit: more customers are not rung up for it without being asked. */
const MOST_MOVED = 3;
/** Days that are looked at for what has to make room for what makes room; places that are tried for each; and steps for so many moves. */
const MOST_DAYS = 12;
const MOST_PLACES = 6;
const MOST_STEPS = 4_000;
/** Visits side by side that leave a day at once, those that move for nothing among them. */
const MOST_IN_A_ROW = 4;

type Way = { readonly price: number; readonly moves: readonly (readonly [Wanted, Placement])[] };

/** What a search has left, and what it has just put somewhere and may not move again. */
type Search = { readonly mending: Mending; steps: number; readonly busy: Set<string> };

/** Steps that are left to all such searches of a repair. */
export type Budget = { steps: number };

/**
 * Lets a visit in by moving others, none of which loses its place: one if that is enough, then two, then three. What looked for a place
 * itself and has one by now moves for nothing. False where there is no such way.
 */
export function* makeRoom(mending: Mending, wanted: Wanted, budget: Budget): Generator<undefined, boolean> {
  if (crewSize(wanted.visit) > 1) return false;
  const days = nearestFirst(mending.days, wanted);
  for (let most = 0; most <= MOST_MOVED; most++) {
    const steps = Math.min(MOST_STEPS, budget.steps);
    const search: Search = { mending, steps, busy: new Set() };
    const way = yield* cheapestWay(search, wanted, most, days);
    budget.steps -= steps - search.steps;
    if (way === undefined) continue;
    for (const [moved] of way.moves) {
      if (moved === wanted) continue;
      for (const day of takeOut(mending, moved).days) mending.changed.add(day);
      mending.unmoved.delete(moved.visit.id);
    }
    keep(mending, way.moves);
    return true;
  }
  return false;
}

function* cheapestWay(
  search: Search,
  wanted: Wanted,
  most: number,
  days: readonly StillDay[],
): Generator<undefined, Way | undefined> {
  const { mending, busy } = search;
  let best: Way | undefined;
  busy.add(wanted.visit.id);
  try {
    for (const day of days) {
      for (const leaving of runsOn(search, day, most)) {
        if (search.steps <= 0) return best;
        search.steps -= 1;
        yield undefined;
        const moves = leaving.filter(({ visit }) => mending.unmoved.has(visit.id)).length;
        const way = yield* without(search, leaving, () =>
          cheapestStart(
            search,
            wanted,
            leaving,
            Math.min(most - 1, most - moves),
            day,
            best?.price ?? Infinity,
          ),
        );
        best = way ?? best;
      }
    }
    return best;
  } finally {
    busy.delete(wanted.visit.id);
  }
}

/** Visits side by side on a day that may all move, and cost no more moves than that. */
function runsOn(
  { mending: { movable, unmoved }, busy }: Search,
  { stops }: StillDay,
  most: number,
): Wanted[][] {
  const all = stops.map(({ visit }) => (busy.has(visit.id) ? undefined : movable.get(visit.id)));
  return all.flatMap((_, from) => {
    const runs: Wanted[][] = [];
    let moves = 0;
    for (let to = from; to < Math.min(all.length, from + MOST_IN_A_ROW); to++) {
      const one = all[to];
      if (one === undefined) break;
      moves += unmoved.has(one.visit.id) ? 1 : 0;
      if (moves > most) break;
      runs.push(all.slice(from, to + 1) as Wanted[]);
    }
    return runs;
  });
}

/** Something with visits taken off their day, which are back where they were afterwards. */
function* without<T>(
  { mending }: Search,
  leaving: readonly Wanted[],
  look: () => Generator<undefined, T>,
): Generator<undefined, T> {
  const before = leaving.map((one) => [one, takeOut(mending, one)] as const);
  try {
    return yield* look();
  } finally {
    putBack(mending, before);
  }
}

function putBack(mending: Mending, before: readonly (readonly [Wanted, Placement])[]): void {
  const { changed } = mending;
  const days = new Set(changed);
  keep(mending, before);
  for (const day of changed) if (!days.has(day)) changed.delete(day);
}

/** The visit on a day that others have left, and those somewhere; undefined where that is no cheaper than `least`. */
function* cheapestStart(
  search: Search,
  wanted: Wanted,
  leaving: readonly Wanted[],
  left: number,
  day: StillDay,
  least: number,
): Generator<undefined, Way | undefined> {
  const { mending } = search;
  let best: Way | undefined;
  for (const placement of placementsOn(mending, wanted, day, leaving)) {
    const bound = (best?.price ?? least) - placement.price;
    if (bound <= 0 || !putIn(mending, wanted, placement)) continue;
    try {
      const rest = yield* elsewhere(search, leaving, left, bound);
      if (rest !== undefined)
        best = { price: placement.price + rest.price, moves: [[wanted, placement], ...rest.moves] };
    } finally {
      takeOut(mending, wanted);
    }
  }
  return best;
}

/** Places for all of them, at less than `least`. Where one finds none, others make room for it in turn. */
function* elsewhere(
  search: Search,
  all: readonly Wanted[],
  left: number,
  least: number,
): Generator<undefined, Way | undefined> {
  const { mending, busy } = search;
  const [one, ...others] = all;
  if (one === undefined) return { price: 0, moves: [] };
  let best: Way | undefined;
  busy.add(one.visit.id);
  try {
    for (const placement of placementsFor(mending, one).slice(0, MOST_PLACES)) {
      const bound = (best?.price ?? least) - placement.price;
      if (bound <= 0 || search.steps <= 0) break;
      if (!putIn(mending, one, placement)) continue;
      search.steps -= 1;
      yield undefined;
      try {
        const rest = yield* elsewhere(search, others, left, bound);
        if (rest !== undefined)
          best = { price: placement.price + rest.price, moves: [[one, placement], ...rest.moves] };
      } finally {
        takeOut(mending, one);
      }
    }
  } finally {
    busy.delete(one.visit.id);
  }
  if (best !== undefined || left <= 0 || search.steps <= 0) return best;
  const near = nearestFirst(mending.days, one).slice(0, MOST_DAYS);
  const way = yield* cheapestWay(search, one, left, near);
  if (way === undefined || way.price >= least) return undefined;
  if (others.length === 0) return way;
  const moved = way.moves.filter(([each]) => each !== one).map(([each]) => each);
  const rest = yield* without(search, moved, function* () {
    const days = new Set(mending.changed);
    keep(mending, way.moves);
    try {
      return yield* elsewhere(search, others, 0, least - way.price);
    } finally {
      for (const [each] of way.moves) takeOut(mending, each);
      for (const day of mending.changed) if (!days.has(day)) mending.changed.delete(day);
    }
  });
  return rest && { price: way.price + rest.price, moves: [...way.moves, ...rest.moves] };
}

/** By how near to the visit somebody comes then. */
function nearestFirst(days: readonly StillDay[], { visit }: Wanted): StillDay[] {
  const drive = ({ person: { matrix }, shift, stops }: StillDay): number =>
    Math.min(
      ...[shift.startPlace, ...stops.map((stop) => stop.visit.place)].map((place) =>
        travelTime(matrix, place, visit.place),
      ),
    );
  const far = new Map(days.map((day) => [day, drive(day)]));
  return days.toSorted((a, b) => far.get(a)! - far.get(b)!);
}
