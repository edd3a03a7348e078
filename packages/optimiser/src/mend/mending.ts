import {
  crewSize,
  holdsAll,
  matchMember,
  skillsAt,
  startMatching,
} from '@muster/domain/dispatch/scheduling/crew';
import type { Problem, Route, Visit, Window } from '@muster/domain/dispatch/scheduling/problem';
import type { Scope } from '../hold/held-stops.ts';
import type { Asked, Start, StillDay, StillPerson } from './still-days.ts';
import { isSound, put, spansOn, standStill, startAt, startsOn, take } from './still-days.ts';

/** A visit that looks for a place. */
export type Wanted = {
  readonly visit: Visit;
  /** When its customer expects somebody; undefined where nobody was told a time. */
  readonly wish: number | undefined;
  /** Who was to come. */
  readonly before: readonly string[];
  readonly within: Window;
};

/** Where a visit goes: with everybody on it, from one moment on. */
export type Placement = {
  readonly days: readonly StillDay[];
  readonly start: number;
  readonly price: number;
};

/** A schedule that is being mended: everybody's days, and where what looks for a place, or has moved, is by now. */
export type Mending = {
  readonly problem: Problem;
  readonly now: number;
  readonly people: readonly StillPerson[];
  /** Those who may be given work. */
  readonly days: readonly StillDay[];
  readonly changed: Set<StillDay>;
  /** Where everything is that looked for a place and has one, or may make room. */
  readonly places: Map<string, Placement>;
  /** What may make room, by the id of the visit: what looked for a place, and of the rest what one person does. */
  readonly movable: ReadonlyMap<string, Wanted>;
  /** How much of the rest could make room, and what of it is where it was. */
  readonly others: number;
  readonly unmoved: Set<string>;
  /** Starts that were worked out for a visit on a day, and at which version of the day. */
  readonly known: Map<string, Map<StillDay, { readonly version: number; readonly starts: readonly Start[] }>>;
};

export function startMending(
  problem: Problem,
  routes: readonly Route[],
  wanted: readonly Wanted[],
  others: readonly Wanted[],
  { now = -Infinity, technicians }: Scope,
): Mending {
  const people = standStill(problem, routes);
  const among = technicians && new Set(technicians);
  const days = people
    .filter(({ technician }) => among?.has(technician.id) !== false)
    .flatMap((person) => person.days)
    .filter(({ shift }) => (shift.latestEnd ?? shift.end) > now);
  const single = [...wanted, ...others].filter(({ visit }) => crewSize(visit) === 1);
  const movable = new Map(single.map((one) => [one.visit.id, one]));
  const unmoved = new Set(others.map(({ visit }) => visit.id));
  const places = new Map(
    days.flatMap((day) =>
      day.stops
        .filter(({ visit }) => unmoved.has(visit.id))
        .map(({ visit, start }) => [visit.id, { days: [day], start, price: 0 }] as const),
    ),
  );
  // Whoever has lost a visit may need one break less.
  const lost = new Set(wanted.flatMap(({ before }) => before));
  return {
    problem,
    now,
    people,
    days,
    changed: new Set(days.filter(({ person }) => lost.has(person.technician.id))),
    places,
    movable,
    others: unmoved.size,
    unmoved,
    known: new Map(),
  };
}

/** Steps of prices, each above all that those below it can add up to: first who is left out, then an odd minute, then another time, then how far from the old one. */
const LEFT_OUT_AGREED = 1e12;
const LEFT_OUT = 1e9;
const ODD_MINUTE = 1e8;
const RETIMED = 1e7;
const BY_MINUTE = 1e4;
/** As much as twenty minutes of driving: who was to come, comes. */
const SOMEBODY_ELSE = 200;

export function leftOutPrice({ agreed, priority = 1 }: Visit): number {
  return priority * (agreed === true ? LEFT_OUT_AGREED : LEFT_OUT);
}

function timePrice({ grid = 1 }: Problem, start: number, wish: number | undefined): number {
  const odd = start % grid === 0 ? 0 : ODD_MINUTE;
  return odd + (wish === undefined || start === wish ? 0 : RETIMED + Math.abs(start - wish) * BY_MINUTE);
}

/** Where the visit could go, with everything else as it is now; the best first. */
export function placementsFor(mending: Mending, wanted: Wanted): Placement[] {
  const { visit } = wanted;
  const found =
    crewSize(visit) > 1
      ? crewPlacements(mending, wanted)
      : mending.days.flatMap((day) =>
          startsFor(mending, wanted, day).map((one) => asPlacement(mending.problem, wanted, [one])),
        );
  return found.sort((a, b) => a.price - b.price || a.start - b.start);
}

/** The same on one day for a visit that needs nobody else. `beside`: what looks for a place then, too, perhaps on the same day. */
export function placementsOn(
  { problem, now }: Mending,
  wanted: Wanted,
  day: StillDay,
  beside: readonly Wanted[],
): Placement[] {
  const { visit, wish, within } = wanted;
  const others = beside.map((one) => one.visit);
  return startsOn(problem, day, { visit, wish, within, now }, others)
    .map((one) => asPlacement(problem, wanted, [one]))
    .sort((a, b) => a.price - b.price || a.start - b.start);
}

function asPlacement(problem: Problem, { wish, before }: Wanted, members: readonly Start[]): Placement {
  const { start } = members[0]!;
  const others = members.filter(({ day }) => !before.includes(day.person.technician.id)).length;
  const price = members.reduce((sum, one) => sum + one.price, 0);
  return {
    days: members.map(({ day }) => day),
    start,
    price: timePrice(problem, start, wish) + others * SOMEBODY_ELSE + price,
  };
}

function startsFor(
  { problem, known, now }: Mending,
  { visit, wish, within }: Wanted,
  day: StillDay,
): readonly Start[] {
  const own = known.get(visit.id) ?? new Map<StillDay, { version: number; starts: readonly Start[] }>();
  known.set(visit.id, own);
  const before = own.get(day);
  if (before?.version === day.version) return before.starts;
  const starts = startsOn(problem, day, { visit, wish, within, now });
  own.set(day, { version: day.version, starts });
  return starts;
}

/** Times that are tried for a crew beyond the first that has one. */
const MOST_CREWS = 4;

/** The crews that could come, those nearest to the wish; who was to come is asked first. */
function crewPlacements({ problem, days, now }: Mending, wanted: Wanted): Placement[] {
  const { visit, wish, within } = wanted;
  const asked: Asked = { visit, wish, within, now };
  const spans = days
    .map((day) => ({ day, spans: spansOn(problem, day, asked) }))
    .filter((one) => one.spans.length > 0);
  const starts = new Set<number>();
  for (const { from, to } of spans.flatMap((one) => one.spans)) {
    if (wish === undefined || from > wish) starts.add(from);
    else starts.add(to < wish ? to : wish);
  }
  const nearest = [...starts].sort(
    (a, b) => timePrice(problem, a, wish) - timePrice(problem, b, wish) || a - b,
  );
  const found: Placement[] = [];
  for (const start of nearest) {
    const free = spans
      .filter((one) => one.spans.some(({ from, to }) => from <= start && start <= to))
      .flatMap(({ day }) => startAt(problem, day, asked, start) ?? []);
    const crew = cheapestCrew(wanted, free);
    if (crew !== undefined) found.push(asPlacement(problem, wanted, crew));
    if (found.length === MOST_CREWS) break;
  }
  return found;
}

function cheapestCrew({ visit, before }: Wanted, free: readonly Start[]): Start[] | undefined {
  const size = crewSize(visit);
  const lists = visit.crewSkills ?? Array.from({ length: size }, () => []);
  const rank = ({ day, price }: Start): number =>
    price + (before.includes(day.person.technician.id) ? 0 : SOMEBODY_ELSE * BY_MINUTE);
  // The same person may have two shifts that run on into each other.
  const people = new Map(
    free.toSorted((a, b) => rank(b) - rank(a)).map((one) => [one.day.person.technician.id, one]),
  );
  const members = [...people.values()].sort((a, b) => rank(a) - rank(b));
  const matching = startMatching(size, (member, list) => {
    const { day, start } = members[member]!;
    return holdsAll({ skills: skillsAt(day.person.technician, start) }, lists[list] ?? []);
  });
  const crew = members.filter((_, member) => matchMember(matching, member));
  return crew.length === size ? crew : undefined;
}

/** Puts a visit into place; false, and nothing changed, where that would break a rule after all. */
export function putIn(mending: Mending, { visit }: Wanted, placement: Placement): boolean {
  for (const [i, day] of placement.days.entries()) {
    put(day, visit, placement.start);
    if (isSound(mending.problem, day)) continue;
    for (const tried of placement.days.slice(0, i + 1)) take(tried, visit);
    return false;
  }
  mending.places.set(visit.id, placement);
  return true;
}

export function takeOut({ places }: Mending, { visit }: Wanted): Placement {
  const placement = places.get(visit.id)!;
  for (const day of placement.days) take(day, visit);
  places.delete(visit.id);
  return placement;
}

/** Puts what was found where it was found, for good. */
export function keep(mending: Mending, found: readonly (readonly [Wanted, Placement])[]): void {
  for (const [{ visit }, placement] of found) {
    for (const day of placement.days) {
      put(day, visit, placement.start);
      mending.changed.add(day);
    }
    mending.places.set(visit.id, placement);
  }
}

/** Places that are tried for each visit; and how many visits are tried on how many days in all: a proof that there is nothing better is worth no more. */
const MOST_BRANCHES = 16;
const MOST_NODES = 3_000;
const MOST_NODES_DAYS = 100_000;

/**
 * Places what looks for a place around everything else, all of it together at the least price: the first way is that each takes the
 * best of what those before it leave, and each further round departs from that more often (limited discrepancy search).
 */
export function* placeWanted(mending: Mending, wanted: readonly Wanted[]): Generator<undefined, undefined> {
  const ways = new Map(wanted.map((one) => [one, placementsFor(mending, one)]));
  const inTurn = wanted.toSorted(
    (a, b) => leftOutPrice(b.visit) - leftOutPrice(a.visit) || ways.get(a)!.length - ways.get(b)!.length,
  );
  const least = inTurn.map((one) => Math.min(ways.get(one)![0]?.price ?? Infinity, leftOutPrice(one.visit)));
  const bounds = least.map((_, i) => least.slice(i).reduce((sum, price) => sum + price, 0));
  const found: [Wanted, Placement][] = [];
  let best: { price: number; found: (readonly [Wanted, Placement])[] } = { price: Infinity, found: [] };
  const most = Math.min(MOST_NODES, MOST_NODES_DAYS / mending.days.length);
  let nodes = 0;
  let isCut = false;
  function* from(i: number, price: number, departures: number): Generator<undefined, undefined> {
    if (price + (bounds[i] ?? 0) >= best.price || nodes >= most) return undefined;
    const one = inTurn[i];
    if (one === undefined) {
      best = { price, found: [...found] };
      return undefined;
    }
    nodes += 1;
    yield undefined;
    const open = placementsFor(mending, one).slice(0, MOST_BRANCHES);
    let departed = 0;
    for (const placement of open) {
      if (departed > departures) {
        isCut = true;
        return undefined;
      }
      if (!putIn(mending, one, placement)) continue;
      found.push([one, placement]);
      try {
        yield* from(i + 1, price + placement.price, departures - departed);
      } finally {
        found.pop();
        takeOut(mending, one);
      }
      departed += 1;
    }
    if (departed > departures) isCut = true;
    else yield* from(i + 1, price + leftOutPrice(one.visit), departures - departed);
    return undefined;
  }
  try {
    for (let departures = 0; departures <= wanted.length * MOST_BRANCHES; departures = departures * 2 + 1) {
      isCut = false;
      yield* from(0, 0, departures);
      if (!isCut || nodes >= most) break;
    }
  } finally {
    keep(mending, best.found);
  }
  return undefined;
}
