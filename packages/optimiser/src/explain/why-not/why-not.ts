import {
  crewSize,
  holdsAll,
  matchMember,
  startMatching,
  lastingSkills,
} from '@muster/domain/dispatch/scheduling/crew';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Technician, Visit, Schedule, Stop, Route } from '@muster/domain/dispatch/scheduling/problem';
import type { Slot } from '../../find-slot.ts';
import { slotsOf } from '../../find-slot.ts';
import { holdSound } from '../../questions/held-schedule.ts';
import type { Fit } from '../fit.ts';
import { fitWith } from '../fit.ts';
import type { DaysOf, OwnDays } from '../own-days.ts';
import type { Blocked, Blocker } from './blockers.ts';
import { groupBlockers } from './blockers.ts';
import { withShorterVisit, withWiderWindow } from './ease-visit.ts';
import { asMove, atAnotherTime, onAnotherDay, withSomebodyElse } from './elsewhere.ts';
import type { Inquiry } from './inquiry.ts';
import { ifAnotherMadeRoom } from './move-out.ts';
import type { Fits } from './obstacle.ts';
import { asMember, exactly, obstacleFor, MOST_OVERTIME } from './obstacle.ts';
import type { Remedy } from './remedy.ts';
import { movesOf, movesOn } from './remedy.ts';

/** Why a visit is not on the schedule, and what would let it in. */
export type WhyNot = {
  readonly visit: string;
  /** The most telling first. Whoever is in none of them could take it: then there is a remedy `place`. */
  readonly blockers: readonly Blocker[];
  /** Those that ask for least first. */
  readonly remedies: readonly Remedy[];
  /** Where there is none of them: until when something was looked for. */
  readonly until?: number;
};

/** A dispatcher rings two or three. */
const MOST_EXACT = 3;

type Able = { readonly technician: Technician; readonly fits: Fits };

export function whyNot(inquiry: Inquiry, visit: Visit): WhyNot {
  const { technicians } = inquiry.source.problem;
  const blocked: Blocked[] = [];
  const able: Able[] = [];
  for (const technician of technicians) {
    const found = obstacleFor(inquiry.daysOf(technician), asMember(visit));
    if (found.code === 'fits') able.push({ technician, fits: found });
    else blocked.push({ technician: technician.id, obstacle: found });
  }
  sharpen(inquiry, visit, blocked);
  const isCrew = crewSize(visit) > 1;
  const place =
    placeBeside(inquiry, visit, able) ??
    (isCrew ? placeCrew(inquiry, visit, able) : placeOne(inquiry, visit, able));
  // Each of them could come, and not enough at once.
  if (isCrew && place === undefined)
    blocked.push(
      ...able.map(({ technician }): Blocked => ({ technician: technician.id, obstacle: { code: 'crew' } })),
    );
  const remedies = place === undefined ? remediesFor(inquiry, visit, blocked) : [place];
  return {
    visit: visit.id,
    blockers: groupBlockers(blocked, visit.windows),
    remedies,
    ...(remedies.length === 0 && { until: (inquiry.wider ?? inquiry.held).horizon.end }),
  };
}

/** The few who come closest are told to the minute. */
function sharpen({ source, daysOf }: Inquiry, visit: Visit, blocked: Blocked[]): void {
  const over = ({ obstacle }: Blocked): number =>
    obstacle.code === 'full' ? (obstacle.by?.over ?? Infinity) : Infinity;
  const full = blocked.filter(({ obstacle }) => obstacle.code === 'full');
  const closest = full.sort((a, b) => over(a) - over(b)).slice(0, MOST_EXACT);
  for (const one of closest) {
    const technician = source.problem.technicians.find(({ id }) => id === one.technician)!;
    const obstacle = exactly(daysOf(technician), asMember(visit), one.obstacle);
    blocked[blocked.indexOf(one)] = { technician: one.technician, obstacle };
  }
}

function remediesFor(inquiry: Inquiry, visit: Visit, blocked: readonly Blocked[]): Remedy[] {
  const elsewhere = [withSomebodyElse(inquiry, visit), onAnotherDay(inquiry, visit)];
  const never = new Set<string>(['skill', 'ticket', 'banned', 'fixed', 'pinned']);
  const hopeless = new Set(
    blocked.filter(({ obstacle }) => never.has(obstacle.code)).map(({ technician }) => technician),
  );
  const people = inquiry.source.problem.technicians.filter(({ id }) => !hopeless.has(id));
  const window = withWiderWindow(inquiry, visit, people);
  const found = (
    crewSize(visit) > 1
      ? [elsewhere[0], window, elsewhere[1]]
      : [
          elsewhere[0],
          ifAnotherMadeRoom(inquiry, visit, people),
          withOvertime(inquiry, visit, blocked),
          window,
          elsewhere[1],
          withShorterVisit(inquiry, visit, people),
        ]
  ).filter((remedy) => remedy !== undefined);
  if (found.length > 0) return found;
  const last = [atAnotherTime(inquiry, visit), ifOthersGaveWay(inquiry, visit)];
  return last.filter((remedy) => remedy !== undefined);
}

/** With everything else standing still. */
function placeBeside({ held }: Inquiry, visit: Visit, able: readonly Able[]): Remedy | undefined {
  const [slot] = able.length === 0 ? [] : slotsOf(held, visit);
  return slot && { code: 'place', moves: [asMove(visit, slot)] };
}

function placeOne(inquiry: Inquiry, visit: Visit, able: readonly Able[]): Remedy | undefined {
  const [best] = able.toSorted((a, b) => a.fits.cost - b.fits.cost);
  if (best === undefined) return undefined;
  return { code: 'place', moves: movesOn(inquiry.daysOf(best.technician), visit, best.fits.routes) };
}

function placeCrew(
  { source, daysOf, routesOf }: Inquiry,
  visit: Visit,
  able: readonly Able[],
): Remedy | undefined {
  const mates = findMates(source.problem.technicians, daysOf, visit);
  for (const { technician } of able) {
    const crew = crewWith(daysOf(technician), visit, mates);
    if (crew === undefined) continue;
    const people = [...new Set(crew.routes.map((route) => route.technician))];
    const moves = movesOf(visit.id, people.flatMap(routesOf), crew.routes);
    const own = moves.filter((move) => move.visit === visit.id);
    const together = { ...own[0]!, technicians: own.flatMap((move) => move.technicians) };
    return { code: 'place', moves: [together, ...moves.slice(own.length)] };
  }
  return undefined;
}

/** What is found for one technician of a crew is remembered for the next: all ask the same people. */
function findMates(technicians: readonly Technician[], daysOf: DaysOf, visit: Visit): Mates {
  const known = new Map<string, { readonly from: number; readonly fit: Fit | undefined }[]>();
  return {
    technicians,
    fit: (technician, from) => {
      const asked = known.get(technician.id) ?? [];
      known.set(technician.id, asked);
      // Whoever can start at ten and no sooner than that, asked from nine on, can do so asked from half past nine on.
      const before = asked.find((one) => one.from <= from && from <= (one.fit?.start ?? Infinity));
      if (before !== undefined) return before.fit;
      const fit = fitWith(daysOf(technician), visit, { from, soonest: true });
      asked.push({ from, fit });
      return fit;
    },
  };
}

/** Whose day has to be least longer, and by how much. */
function withOvertime(
  { source, daysOf }: Inquiry,
  visit: Visit,
  blocked: readonly Blocked[],
): Remedy | undefined {
  const ways = blocked.flatMap(({ technician, obstacle }) =>
    (obstacle.code === 'full' || obstacle.code === 'late') && obstacle.by !== undefined
      ? [{ id: technician, shift: obstacle.shift, ...obstacle.by }]
      : [],
  );
  for (const { id, shift, over, route } of ways.sort((a, b) => a.over - b.over)) {
    if (over > MOST_OVERTIME) return undefined;
    const technician = source.problem.technicians.find((one) => one.id === id)!;
    const until = (shift.latestEnd ?? shift.end) + over;
    if (!isFreeUntil(technician, shift.end, until)) continue;
    const days = daysOf(technician);
    const shifts = technician.shifts.map((own) => (own.id === shift.id ? { ...own, latestEnd: until } : own));
    const longer = { ...days.problem, technicians: [{ ...technician, shifts }] };
    const others = days.routes.filter((own) => own.shift !== shift.id);
    const withIt = { ...longer, visits: [...longer.visits, visit] };
    const { violations } = evaluate(withIt, { routes: [...others, route], unplaced: [] });
    if (violations.length > 0) continue;
    const moves = movesOn({ problem: longer, routes: days.routes }, visit, [route]);
    return { code: 'overtime', technician: id, shift: shift.id, by: over, moves };
  }
  return undefined;
}

function isFreeUntil({ shifts, absences = [] }: Technician, end: number, until: number): boolean {
  return ![...shifts, ...absences].some(({ start }) => start >= end && start < until);
}

/** More customers than this are not put off for one. */
const MOST_WAITING = 6;
/** Places that are tried: each takes some looks for a slot. */
const MOST_PLACES = 3;

/**
 * Visits that matter less wait, as few of them as that takes, and altogether less than what gets their place: for a crew too, on the
 * days of all its members. At another time of the same day, where its own leaves nobody enough of it.
 */
function ifOthersGaveWay(inquiry: Inquiry, visit: Visit): Remedy | undefined {
  const { start, end } = inquiry.held.horizon;
  const anyTime = { ...visit, windows: [{ start: Math.max(start, inquiry.now), end }] };
  const best = cheapestWay(inquiry, visit) ?? (start <= end ? cheapestWay(inquiry, anyTime) : undefined);
  return best && { code: 'make way', visits: best.visits, moves: [asMove(visit, best.slot)] };
}

type Way = { readonly slot: Slot; readonly visits: readonly string[]; readonly price: number };

function cheapestWay({ held, now, schedule }: Inquiry, visit: Visit): Way | undefined {
  const mine = visit.priority ?? 1;
  const rankOf = (id: string): number => held.visits.get(id)?.priority ?? 1;
  const lesser = new Set(
    held.problem.visits
      .filter(({ id, pinned }) => pinned === undefined && rankOf(id) < mine)
      .filter((other) => crewSize(other) === 1)
      .map(({ id }) => id),
  );
  const mayWait = ({ visit: id, start }: Stop): boolean => lesser.has(id) && start >= now;
  const look = (out: ReadonlySet<string>, among?: readonly string[]): Slot[] =>
    slotsOf(holdSound(held.problem, without(schedule, out), now), visit, among);
  const waiting = schedule.routes.flatMap(({ stops }) => stops.filter(mayWait).map((stop) => stop.visit));
  const ways = look(new Set(waiting))
    .slice(0, MOST_PLACES)
    .flatMap(({ technicians }): Way[] => {
      const theirs = schedule.routes.filter((route) => technicians.includes(route.technician));
      const out = new Set(theirs.flatMap(({ stops }) => stops.filter(mayWait).map((stop) => stop.visit)));
      // The more important come back first.
      for (const id of [...out].toSorted((a, b) => rankOf(b) - rankOf(a))) {
        out.delete(id);
        if (look(out, technicians).length === 0) out.add(id);
      }
      const price = [...out].reduce((sum, id) => sum + rankOf(id), 0);
      const [slot] = out.size > MOST_WAITING || price >= mine ? [] : look(out, technicians);
      return slot === undefined ? [] : [{ slot, visits: [...out], price }];
    });
  return ways.toSorted((a, b) => a.price - b.price)[0];
}

function without({ routes, unplaced }: Schedule, out: ReadonlySet<string>): Schedule {
  return {
    routes: routes.map((route) => ({ ...route, stops: route.stops.filter(({ visit }) => !out.has(visit)) })),
    unplaced: [...unplaced, ...out],
  };
}

/** How a technician other than the one in question fits, at the soonest start from then on. */
type Mates = {
  readonly technicians: readonly Technician[];
  readonly fit: (technician: Technician, from: number) => Fit | undefined;
};

/** A full crew with this technician in it, at the soonest start there is; undefined when there is none. */
function crewWith(
  days: OwnDays,
  visit: Visit,
  mates: Mates,
): { readonly routes: readonly Route[]; readonly cost: number } | undefined {
  let from = -Infinity;
  for (;;) {
    const own = fitWith(days, visit, { from, soonest: true });
    if (own === undefined) return undefined;
    const crew = soonestCrew(days.technician, own, visit, mates);
    const last = crew.at(-1);
    if (crew.length < crewSize(visit) || last === undefined) return undefined;
    if (last.start === own.start) return together(crew);
    // Before the last of them can start, no crew is complete.
    from = last.start;
  }
}

/** The first one, and of the others those who can start soonest and make up a crew with it. */
function soonestCrew(first: Technician, own: Fit, visit: Visit, { technicians, fit }: Mates): Fit[] {
  const lists = visit.crewSkills ?? Array.from({ length: crewSize(visit) }, () => []);
  const people: Technician[] = [];
  const matching = startMatching(lists.length, (member, list) =>
    holdsAll({ skills: lastingSkills(people[member]!) }, lists[list]!),
  );
  const crew: Fit[] = [];
  const join = (technician: Technician, found: Fit): void => {
    const member = people.push(technician) - 1;
    if (crew.length < lists.length && matchMember(matching, member)) crew.push(found);
  };
  join(first, own);
  const later: { readonly technician: Technician; readonly found: Fit }[] = [];
  for (const technician of technicians) {
    if (crew.length === lists.length) return crew;
    const found = technician.id === first.id ? undefined : fit(technician, own.start);
    if (found?.start === own.start) join(technician, found);
    else if (found !== undefined) later.push({ technician, found });
  }
  later.sort((a, b) => a.found.start - b.found.start);
  for (const { technician, found } of later) join(technician, found);
  return crew;
}

function together(members: readonly Fit[]): { routes: readonly Route[]; cost: number } {
  return {
    routes: members.flatMap(({ routes }) => routes),
    cost: members.reduce((sum, { cost }) => sum + cost, 0),
  };
}
