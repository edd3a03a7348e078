import {
  crewSize,
  holdsAll,
  matchMember,
  startMatching,
  lastingSkills,
} from '@muster/domain/dispatch/scheduling/crew';
import type { Problem, Schedule, Visit, Window } from '@muster/domain/dispatch/scheduling/problem';
import type { SlotReason } from './explain/slot-reasons.ts';
import { slotReasons } from './explain/slot-reasons.ts';
import type { Scope } from './hold/held-stops.ts';
import { drive } from './model/travel.ts';
import { cheapestSeat, someOf, startsOn } from './moves/place-crew.ts';
import { askedDays } from './questions/asked-days.ts';
import type { HeldSchedule } from './questions/held-schedule.ts';
import { holdSchedule } from './questions/held-schedule.ts';
import type { LaidOutDays } from './questions/held-schedule.ts';
import { feasiblePositions } from './schedule/positions.ts';

/** Where a visit could go, what it adds to the schedule's cost and driving, and why it is a good place. */
export type Slot = {
  readonly technicians: readonly string[];
  /** Shift of each technician. */
  readonly shifts: readonly string[];
  readonly start: number;
  readonly cost: number;
  readonly driving: number;
  readonly reasons: readonly SlotReason[];
};

const MOST_SLOTS = 5;

/** The best places for one visit with everything else standing still; the cheapest first. */
export function findSlots(
  problem: Problem,
  schedule: Schedule,
  visit: string,
  scope: Omit<Scope, 'visits'> = {},
): Slot[] {
  return slotsFor(holdSchedule(problem, schedule, scope.now), visit, scope.technicians);
}

/** One part of the day, such as the hours before nine, on each day that is asked about. Times are minutes. */
export type PartOfDay = readonly Window[];

/** How many technicians are asked about other times of the day, those with the cheapest places. */
const MOST_ASKED = 30;

/**
 * Places for one visit among which somebody can choose: the best there is, and beside it others that differ from it and from each
 * other by day, by time of day and by who comes, where that costs little. The cheapest first.
 */
export function findVariedSlots(
  problem: Problem,
  schedule: Schedule,
  visitId: string,
  { now, parts }: { readonly now?: number; readonly parts: readonly PartOfDay[] },
): Slot[] {
  const held = holdSchedule(problem, schedule, now);
  const visit = held.visits.get(visitId);
  if (visit === undefined) return [];
  const asked = parts
    .map((part) => ({ ...visit, windows: part.flatMap((hours) => within(visit.windows, hours)) }))
    .filter(({ windows }) => windows.length > 0);
  const most = asked.reduce((count, { windows }) => Math.max(count, windows.length), held.mostWindows);
  const wide = { ...held, mostWindows: most };
  const best = placesFor(wide, visit);
  const people = [...new Set(best.flatMap(({ technicians }) => technicians))].slice(0, MOST_ASKED);
  // A crew is looked for at some starts of a stretch alone: where few of them suit, others in a part of the day may.
  const among = crewSize(visit) > 1 && best.length < MOST_SLOTS ? undefined : people;
  const others = asked.flatMap((one) => placesFor(wide, one, among));
  return withReasons(held, visit, varied([...best, ...others], parts, problem.weights.travel));
}

/** More than the last minute of what was promised: that is kept, but nobody offers it. */
function within(windows: readonly Window[], hours: Window): Window[] {
  return windows.flatMap(({ start, end }) => {
    const window = { start: Math.max(start, hours.start), end: Math.min(end, hours.end) };
    return window.start < window.end ? [window] : [];
  });
}

/** What two offers have in common, as so many minutes of driving: that far a place may be dearer than one that is like another. */
const SAME_DAY = 10;
const SAME_TIME_OF_DAY = 5;
const SAME_DAY_AND_TIME = 30;
const SAME_PEOPLE = 5;

/** One after the other, each as cheap as can be that is not like those before it. The same people at the same time of a day are one offer. */
function varied(places: readonly Place[], parts: readonly PartOfDay[], price: number): Place[] {
  const spots = places
    .map((place) => ({ place, ...spotOf(place.start, parts), people: place.technicians.toSorted().join() }))
    .sort((a, b) => a.place.cost - b.place.cost || a.place.start - b.place.start);
  const likeness = (a: (typeof spots)[number], b: (typeof spots)[number]): number => {
    const isSameDay = a.day === b.day;
    const isSameTime = a.part === b.part;
    if (isSameDay && isSameTime && a.people === b.people) return Infinity;
    const when = isSameDay && isSameTime ? SAME_DAY_AND_TIME : isSameDay ? SAME_DAY : SAME_TIME_OF_DAY;
    return (isSameDay || isSameTime ? when : 0) + (a.people === b.people ? SAME_PEOPLE : 0);
  };
  const chosen: (typeof spots)[number][] = [];
  const dearness = spots.map(({ place }) => place.cost);
  while (chosen.length < MOST_SLOTS) {
    const least = dearness.reduce((best, cost, i) => (cost < dearness[best]! ? i : best), 0);
    if (spots.length === 0 || dearness[least] === Infinity) break;
    const next = spots[least]!;
    chosen.push(next);
    spots.forEach((spot, i) => (dearness[i]! += likeness(spot, next) * price));
  }
  return chosen.map(({ place }) => place).sort(byCost);
}

/** On which day and in which part of it a start lies. */
function spotOf(start: number, parts: readonly PartOfDay[]): { part: number; day: number } {
  const isIn = (hours: Window) => hours.start <= start && start <= hours.end;
  const part = parts.findIndex((days) => days.some(isIn));
  return { part, day: parts[part]?.findIndex(isIn) ?? -1 };
}

/** The same on a schedule that is held. `among`: only they are offered. */
export function slotsFor(held: HeldSchedule, visitId: string, among?: readonly string[]): Slot[] {
  const visit = held.visits.get(visitId);
  return visit === undefined ? [] : slotsOf(held, visit, among);
}

/** The same for a visit as it might be: with another window, or for other people. */
export function slotsOf(held: HeldSchedule, visit: Visit, among?: readonly string[]): Slot[] {
  const places = placesFor(held, visit, among).slice(0, MOST_SLOTS);
  return withReasons(held, visit, places.map((place) => onGrid(held, visit, place)).sort(byCost));
}

/** The same people at the next start of the grid, as what is planned begins; where they cannot then, the exact minute stays. */
function onGrid(held: HeldSchedule, visit: Visit, place: Place): Place {
  const { grid = 1 } = held.problem;
  const start = Math.ceil(place.start / grid) * grid;
  const isOpen = visit.windows.some((window) => window.start <= start && start <= window.end);
  if (start === place.start || !isOpen) return place;
  const members = askedDays(held, visit, place.technicians).flatMap((days) => memberAt(days, start) ?? []);
  return members.length < place.technicians.length ? place : placeOf(members, start);
}

function placeOf(members: readonly Member[], start: number): Place {
  return {
    technicians: members.map(({ technician }) => technician),
    shifts: members.map(({ shift }) => shift),
    start,
    cost: members.reduce((sum, { cost }) => sum + cost, 0),
    driving: members.reduce((sum, { driving }) => sum + driving, 0),
  };
}

/** All of them, the cheapest first. */
function placesFor(held: HeldSchedule, visit: Visit, among?: readonly string[]): Place[] {
  const days = askedDays(held, visit, among);
  const places = crewSize(visit) > 1 ? crewPlaces(held, visit, days) : days.flatMap(placesOf);
  return places.sort(byCost);
}

function byCost(a: Place, b: Place): number {
  return a.cost - b.cost || a.start - b.start;
}

function withReasons({ problem }: HeldSchedule, visit: Visit, places: readonly Place[]): Slot[] {
  return places.map((place) => Object.assign(place, { reasons: slotReasons(problem, visit, place) }));
}

function placesOf({ days, compiled, work, node }: LaidOutDays): Place[] {
  return feasiblePositions(work, node).map(({ route, start, cost, driving }) => ({
    technicians: [days.technician.id],
    shifts: [compiled.shiftOf[route]!.id],
    start: compiled.zero + start,
    cost,
    driving,
  }));
}

type Place = {
  readonly technicians: readonly string[];
  readonly shifts: readonly string[];
  readonly start: number;
  readonly cost: number;
  readonly driving: number;
};

type Member = {
  readonly technician: string;
  readonly shift: string;
  readonly cost: number;
  readonly driving: number;
};

/** The cheapest crew for every start at which somebody could begin. */
function crewPlaces(held: HeldSchedule, visit: Visit, days: readonly LaidOutDays[]): Place[] {
  const starts = new Set(visit.windows.map(({ start }) => start));
  for (const { compiled, work, node } of days)
    for (const start of startsOn(work, node)) if (start >= 0) starts.add(compiled.zero + start);
  return someOf(starts).flatMap((start) => {
    const members = days.flatMap((each) => memberAt(each, start) ?? []).sort((a, b) => a.cost - b.cost);
    const crew = cheapestCrew(held, visit, members);
    if (crew.length < crewSize(visit)) return [];
    return [placeOf(crew, start)];
  });
}

function memberAt({ days, compiled, work, node }: LaidOutDays, start: number): Member | undefined {
  const { model, state } = work;
  const fixed = state.rich.fixedStart;
  fixed[node] = start - compiled.zero;
  let best: Member | undefined;
  for (let r = 0; r < model.routes; r++) {
    // Of the days of a week one is asked about.
    if (model.routeStart[r]! > fixed[node] || model.routeEnd[r]! < fixed[node]) continue;
    const seat = cheapestSeat(work, node, r);
    if (seat === undefined || seat.cost >= (best?.cost ?? Infinity)) continue;
    const saved = state.size[r] === 0 ? 0 : state.leg[seat.follow]!;
    const driving =
      drive(model, r, seat.follow, node) + drive(model, r, node, state.next[seat.follow]!) - saved;
    best = { technician: days.technician.id, shift: compiled.shiftOf[r]!.id, cost: seat.cost, driving };
  }
  fixed[node] = -1;
  return best;
}

function cheapestCrew({ technicians }: HeldSchedule, visit: Visit, members: readonly Member[]): Member[] {
  const size = crewSize(visit);
  const { crewSkills } = visit;
  if (crewSkills === undefined) return members.slice(0, size);
  const matching = startMatching(size, (member, list) =>
    holdsAll({ skills: lastingSkills(technicians.get(members[member]!.technician)!) }, crewSkills[list]!),
  );
  return members.filter((_, member) => matchMember(matching, member));
}
