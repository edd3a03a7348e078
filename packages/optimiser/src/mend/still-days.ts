import { hardConstraints } from '@muster/domain/dispatch/scheduling/constraints';
import { skillsAt } from '@muster/domain/dispatch/scheduling/crew';
import type { HardRule, Violation } from '@muster/domain/dispatch/scheduling/hard-rules';
import { blockedBy } from '@muster/domain/dispatch/scheduling/hard-rules';
import type {
  Problem,
  Route,
  Shift,
  TakenBreak,
  Technician,
  TravelMatrix,
  Visit,
  Window,
} from '@muster/domain/dispatch/scheduling/problem';
import { travelTime, viewSchedule } from '@muster/domain/dispatch/scheduling/walk';
import { isKnown } from '../schedule/keep-times.ts';

/** A visit at its time. */
type StillStop = { readonly visit: Visit; readonly start: number };

/** One shift with every visit at its time. `put` and `take` change it, so that a search can try something and take it back. */
export type StillDay = {
  readonly person: StillPerson;
  readonly shift: Shift;
  /** In the order of their starts. */
  readonly stops: StillStop[];
  /** Breaks of a day on which one that is due found no time before anything changed: they stay when they are, and are in the way. */
  squeezed: readonly TakenBreak[] | undefined;
  /** Grows with each change: what was found out about the day holds as long as it stands. */
  version: number;
};

/** Somebody's days, and what they do outside every shift. */
export type StillPerson = {
  readonly technician: Technician;
  readonly matrix: TravelMatrix | undefined;
  readonly days: StillDay[];
  readonly outside: readonly StillStop[];
  /** Which rules were broken before anything changed: those stay broken, and are no reason to refuse. */
  known: readonly Violation[];
};

/** When a visit could start on a day between two of its stops, with everything else at its time, and how much longer the drives are then. */
type Gap = {
  readonly from: number;
  readonly to: number;
  readonly detour: number;
  readonly isLast: boolean;
  /** Where somebody comes from and when they are free there, and where they go next and by when they have to be there. */
  readonly before: Passage;
  readonly after: Passage;
};

type Passage = { readonly place: number; readonly time: number };

/** A start on a day, and what it costs beside that. */
export type Start = { readonly day: StillDay; readonly start: number; readonly price: number };

/** Of one person's day, whoever else is on a visit. */
const ofDay: ReadonlySet<HardRule> = new Set([
  'ticket',
  'overlap',
  'travel',
  'shift',
  'absence',
  'break',
  'duration',
  'capacity',
]);
const rules = hardConstraints.filter(({ name }) => ofDay.has(name));

/** Everybody's days as the routes have them. */
export function standStill(problem: Problem, routes: readonly Route[]): StillPerson[] {
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const stopsOf = (own: readonly Route[]): StillStop[] =>
    own.flatMap(({ stops }) => stops.map(({ visit, start }) => ({ visit: visits.get(visit)!, start })));
  const byTechnician = Map.groupBy(routes, ({ technician }) => technician);
  return problem.technicians.map((technician) => {
    const own = byTechnician.get(technician.id) ?? [];
    const person: StillPerson = {
      technician,
      matrix: problem.travel[technician.profile ?? 0],
      days: [],
      outside: stopsOf(own.filter(({ shift }) => shift === undefined)),
      known: [],
    };
    for (const shift of technician.shifts) {
      const routesOf = own.filter((one) => one.shift === shift.id);
      const day: StillDay = { person, shift, stops: stopsOf(routesOf), squeezed: undefined, version: 0 };
      if (restsOn(day) === undefined) day.squeezed = routesOf.flatMap(({ breaks }) => breaks);
      person.days.push(day);
    }
    person.known = brokenBy(problem, person);
    return person;
  });
}

export function put(day: StillDay, visit: Visit, start: number): void {
  const at = day.stops.findIndex((stop) => stop.start > start);
  day.stops.splice(at < 0 ? day.stops.length : at, 0, { visit, start });
  day.version += 1;
}

export function take(day: StillDay, visit: Visit): void {
  day.stops.splice(
    day.stops.findIndex((stop) => stop.visit === visit),
    1,
  );
  day.version += 1;
}

/** Whether the person's days break no rule that they did not break before. */
export function isSound(problem: Problem, { person }: StillDay): boolean {
  return brokenBy(problem, person).every(isKnown(person.known));
}

function brokenBy(problem: Problem, person: StillPerson): Violation[] {
  const { technician, days, outside } = person;
  const routes: Route[] = days.filter(({ stops }) => stops.length > 0).map(routeOf);
  if (outside.length > 0) routes.push({ technician: technician.id, stops: asStops(outside), breaks: [] });
  const visits = [...new Set([...days.flatMap(({ stops }) => stops), ...outside].map(({ visit }) => visit))];
  const view = viewSchedule({ ...problem, technicians: [technician], visits }, { routes, unplaced: [] });
  return rules.flatMap((rule) => rule.violations(view));
}

/** The day as a route, with breaks where they have time. */
export function routeOf(day: StillDay): Route {
  const { person, shift, stops } = day;
  return {
    technician: person.technician.id,
    shift: shift.id,
    stops: asStops(stops),
    breaks: day.squeezed ?? restsOn(day) ?? [],
  };
}

function asStops(stops: readonly StillStop[]): Route['stops'] {
  return stops.map(({ visit, start }) => ({ visit: visit.id, start }));
}

/** What is asked of a start: when it would be best, and between which moments it may be. */
export type Asked = {
  readonly visit: Visit;
  /** Where the customer expects it. */
  readonly wish: number | undefined;
  readonly within: Window;
  /** Nobody sets out before it. */
  readonly now: number;
};

/**
 * When the visit could start on a day, with everything else at its time: in each gap as near to the wish as can be, and at both ends,
 * which leave most room for others. `beside`: what looks for a place too, and could come right before or after it.
 */
export function startsOn(
  problem: Problem,
  day: StillDay,
  asked: Asked,
  beside: readonly Visit[] = [],
): Start[] {
  const { visit, wish } = asked;
  if (blockedBy(visit, day.person.technician) !== undefined) return [];
  const found = new Map<number, Start>();
  for (const gap of gapsFor(day, asked)) {
    const [first, last] = [upTo(problem, gap), downTo(problem, gap)];
    const near = wish === undefined ? first : Math.min(Math.max(wish, first), last);
    const wanted = [first, last, ...beside.flatMap((other) => leavingRoom(problem, day, visit, other, gap))];
    const starts = [
      nearestRested(problem, day, visit, near, gap),
      ...wanted.map((start) => atStart(day, visit, start)),
    ];
    for (const start of starts)
      if (start !== undefined && !found.has(start))
        found.set(start, { day, start, price: priceOf(problem, day, visit, start, gap) });
  }
  return [...found.values()];
}

/** The soonest start with another visit right before it in the gap, and the latest with one right after it. */
function leavingRoom(
  { grid = 1 }: Problem,
  { person: { matrix } }: StillDay,
  visit: Visit,
  other: Visit,
  { from, to, before, after }: Gap,
): number[] {
  if (other === visit) return [];
  const [there, back] = [
    travelTime(matrix, other.place, visit.place),
    travelTime(matrix, visit.place, other.place),
  ];
  return other.windows.flatMap((window) => {
    const soonest = Math.max(window.start, before.time + travelTime(matrix, before.place, other.place));
    const latest = Math.min(
      window.end,
      after.time - travelTime(matrix, other.place, after.place) - other.duration,
    );
    const later = Math.ceil((Math.ceil(soonest / grid) * grid + other.duration + there) / grid) * grid;
    const sooner = Math.floor((Math.floor(latest / grid) * grid - back - visit.duration) / grid) * grid;
    return [later, sooner].filter((start) => start >= from && start <= to);
  });
}

/** The moments between which somebody could begin the visit there: for a crew, all of whose members have to be free at one of them. */
export function spansOn(problem: Problem, day: StillDay, asked: Asked): { from: number; to: number }[] {
  if (blockedBy(asked.visit, day.person.technician) !== undefined) return [];
  return gapsFor(day, asked).map((gap) => ({ from: upTo(problem, gap), to: downTo(problem, gap) }));
}

/** The visit on that day at that very time, if everything else can stay at its time. */
export function startAt(problem: Problem, day: StillDay, asked: Asked, start: number): Start | undefined {
  const { visit } = asked;
  if (blockedBy(visit, day.person.technician) !== undefined) return undefined;
  const gap = gapsFor(day, asked).find(({ from, to }) => from <= start && start <= to);
  if (gap === undefined || atStart(day, visit, start) === undefined) return undefined;
  return { day, start, price: priceOf(problem, day, visit, start, gap) };
}

function gapsFor({ person, shift, stops }: StillDay, { visit, within, now }: Asked): Gap[] {
  const { matrix } = person;
  const limit = shift.latestEnd ?? shift.end;
  const gaps: Gap[] = [];
  if (within.start > limit || within.end < shift.start) return gaps;
  let free = shift.start;
  let place = shift.startPlace;
  for (let i = 0; i <= stops.length; i++) {
    const next = stops[i];
    const until = next?.start ?? limit;
    const nextPlace = next?.visit.place ?? shift.endPlace;
    if (until >= within.start && free <= within.end && until - free >= visit.duration) {
      const [there, on] = [
        travelTime(matrix, place, visit.place),
        travelTime(matrix, visit.place, nextPlace),
      ];
      const soonest = Math.max(free, now) + there;
      const latest = until - on - visit.duration;
      const saved = stops.length === 0 ? 0 : travelTime(matrix, place, nextPlace);
      for (const window of visit.windows) {
        const from = Math.max(soonest, window.start, within.start);
        const to = Math.min(latest, window.end, within.end);
        if (from <= to)
          gaps.push({
            from,
            to,
            detour: there + on - saved,
            isLast: next === undefined,
            before: { place, time: Math.max(free, now) },
            after: { place: nextPlace, time: until },
          });
      }
    }
    if (next === undefined) break;
    free = Math.max(free, next.start + next.visit.duration);
    place = nextPlace;
  }
  return gaps;
}

/** The ends of a gap at full steps of the grid, where it holds one. */
function upTo({ grid = 1 }: Problem, { from, to }: Gap): number {
  const up = Math.ceil(from / grid) * grid;
  return up <= to ? up : from;
}

function downTo({ grid = 1 }: Problem, { from, to }: Gap): number {
  const down = Math.floor(to / grid) * grid;
  return down >= from ? down : to;
}

/** Minutes between two looks where nothing is said of a grid. */
const STEP = 5;

/** The start nearest to the wanted one that leaves the breaks their times. */
function nearestRested(
  { grid = STEP }: Problem,
  day: StillDay,
  visit: Visit,
  wanted: number,
  { from, to }: Gap,
): number | undefined {
  const found = atStart(day, visit, wanted);
  if (found !== undefined || (day.shift.breaks ?? []).length === 0) return found;
  for (let by = grid; wanted - by >= from || wanted + by <= to; by += grid) {
    const sides = [wanted - by, wanted + by].filter((start) => start >= from && start <= to);
    const rested = sides.find((start) => atStart(day, visit, start) !== undefined);
    if (rested !== undefined) return rested;
  }
  return undefined;
}

/** The start itself if the tickets are in force then and the breaks keep their times. */
function atStart(day: StillDay, visit: Visit, start: number): number | undefined {
  const { technician, outside } = day.person;
  const { breaks = [] } = day.shift;
  if (
    technician.expiries !== undefined &&
    blockedBy(visit, { id: technician.id, skills: skillsAt(technician, start) }) !== undefined
  )
    return undefined;
  const end = start + visit.duration;
  if (outside.some((stop) => stop.start < end && stop.start + stop.visit.duration > start)) return undefined;
  if (breaks.length === 0) return start;
  if (day.squeezed !== undefined) {
    const isIn = day.squeezed.some(
      (rest) => rest.start < end && rest.start + breaks[rest.rule]!.duration > start,
    );
    return isIn ? undefined : start;
  }
  put(day, visit, start);
  const rests = restsOn(day);
  take(day, visit);
  day.version -= 2;
  return rests === undefined ? undefined : start;
}

/** What the visit costs there beside its time: drives, overtime, lateness, and somebody else than whom the customer prefers. */
function priceOf(
  { weights }: Problem,
  { person: { technician, matrix }, shift, stops }: StillDay,
  { preferred = [], promise, duration, place }: Visit,
  start: number,
  { detour, isLast }: Gap,
): number {
  const last = stops.at(-1);
  const back =
    last && last.start + last.visit.duration + travelTime(matrix, last.visit.place, shift.endPlace);
  const over = isLast
    ? Math.max(0, start + duration + travelTime(matrix, place, shift.endPlace) - shift.end) -
      Math.max(0, (back ?? 0) - shift.end)
    : 0;
  return (
    detour * weights.travel * (technician.travelRate ?? 1) +
    over * weights.overtime +
    Math.max(0, start - (promise ?? start)) * weights.lateness +
    (preferred.length > 0 && !preferred.includes(technician.id) ? weights.preference : 0) +
    (stops.length === 0 ? (shift.cost ?? 0) : 0)
  );
}

type RestLeg = {
  readonly from: number;
  readonly to: number;
  readonly travel: number;
  rests: { start: number; end: number }[];
};

/** When the breaks of a day are taken with every visit at its time; undefined where one that is due finds none. */
function restsOn({ person: { matrix }, shift, stops }: StillDay): TakenBreak[] | undefined {
  const { breaks = [] } = shift;
  if (breaks.length === 0 || stops.length === 0) return [];
  const legs: RestLeg[] = [];
  let free = shift.start;
  let place = shift.startPlace;
  for (const { visit, start } of stops) {
    legs.push({ from: free, to: start, travel: travelTime(matrix, place, visit.place), rests: [] });
    free = Math.max(free, start + visit.duration);
    place = visit.place;
  }
  const home = travelTime(matrix, place, shift.endPlace);
  const limit = shift.latestEnd ?? shift.end;
  const evening: RestLeg = { from: free, to: limit, travel: home, rests: [] };
  const back = (): number => Math.max(free, ...evening.rests.map(({ end }) => end)) + home;
  const taken: TakenBreak[] = [];
  const rest = (rule: number): boolean => {
    if (rule === breaks.length) return true;
    const { earliest, latest, duration } = breaks[rule]!;
    // What is not due need not be taken.
    if (back() <= latest && rest(rule + 1)) return true;
    for (const leg of [...legs, evening]) {
      if (leg.to - leg.from < duration || leg.from > latest || leg.to < earliest) continue;
      const after = Math.max(leg.from, earliest, ...leg.rests.map(({ end }) => end));
      // In the evening the drive comes last.
      const starts = leg === evening ? [after] : [after, Math.max(after, leg.from + leg.travel)];
      for (const start of starts) {
        if (start > latest) continue;
        leg.rests.push({ start, end: start + duration });
        taken.push({ rule, start });
        if ((leg === evening ? back() <= limit : hasTime(leg)) && rest(rule + 1)) return true;
        taken.pop();
        leg.rests.pop();
      }
    }
    return false;
  };
  return rest(0) ? taken : undefined;
}

/** Whether the drive fits whole before, between or after the breaks of its leg. */
function hasTime({ from, to, travel, rests }: RestLeg): boolean {
  let time = from;
  let isDriven = false;
  for (const { start, end } of rests) {
    isDriven ||= start - time >= travel;
    time = end;
  }
  return time <= to && (isDriven || to - time >= travel);
}
