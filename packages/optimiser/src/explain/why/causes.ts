import type { Difference, Placement } from '@muster/domain/dispatch/scheduling/differences';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Violation, HardRule } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Problem, Schedule, Route, Technician, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';
import { fitWith } from '../fit.ts';
import { readDays } from '../own-days.ts';
import type { Inquiry } from '../why-not/inquiry.ts';
import { without } from '../why-not/move-out.ts';
import { asMember } from '../why-not/obstacle.ts';

/** Why each visit that differs left its place; of a chain of visits that gave way the first cause is told with each. */
export function findCauses(
  problem: Problem,
  before: Schedule,
  inquiry: Inquiry,
  differences: readonly Difference[],
): (visit: string) => Cause | undefined {
  const broken = brokenBefore(problem, before, inquiry.now);
  const differs = new Map(differences.map((difference) => [difference.visit, difference]));
  const known = new Map<string, Cause | undefined>();
  const direct = (id: string): Cause | undefined => {
    if (!known.has(id)) known.set(id, directCause(id));
    return known.get(id);
  };
  const directCause = (id: string): Cause | undefined => {
    const own = differs.get(id);
    const visit = inquiry.source.visits.get(id);
    if (own?.before === undefined || visit === undefined) return undefined;
    const rule = broken(id);
    if (rule !== undefined) return rule;
    // What stood there before as it stands now took nobody's place.
    const to = gaveWayTo(inquiry, visit, own.before, (other) => differs.has(other));
    const [first] = to ?? [];
    if (to === undefined || first === undefined) return undefined;
    return to.length === 1 && goesBefore(differs.get(first), own)
      ? { code: 'follows', visit: first }
      : { code: 'gave way', to };
  };
  const rootOf = (id: string, seen: Set<string>): Cause | undefined => {
    const cause = direct(id);
    if (cause?.code !== 'gave way' && cause?.code !== 'follows') return cause;
    for (const other of namesOf(cause)) {
      if (seen.has(other)) continue;
      if (differs.get(other)?.before === undefined) return { code: 'new', visit: other };
      const root = rootOf(other, seen.add(other));
      if (root !== undefined) return root;
    }
    return undefined;
  };
  return (id) => {
    const cause = direct(id);
    if (cause?.code !== 'gave way' && cause?.code !== 'follows') return cause;
    const root = rootOf(id, new Set([id]));
    // What a visit gave way to itself need not be told twice.
    if (root === undefined || (root.code === 'new' && namesOf(cause).includes(root.visit))) return cause;
    return { ...cause, root };
  };
}

function namesOf(cause: Extract<Cause, { code: 'gave way' | 'follows' }>): readonly string[] {
  return cause.code === 'follows' ? [cause.visit] : cause.to;
}

/** Whether the first was before the second on the same technician's day, and still is. */
function goesBefore(first: Difference | undefined, second: Difference): boolean {
  const isBefore = (a: Placement | undefined, b: Placement | undefined): boolean =>
    a !== undefined && b !== undefined && a.start < b.start && a.technicians[0] === b.technicians[0];
  return isBefore(first?.before, second.before) && isBefore(first?.after, second.after);
}

/** The more telling first: whoever is away breaks other rules too. */
const telling: readonly Violation['rule'][] = [
  'absence',
  'skill',
  'ticket',
  'banned',
  'overlap',
  'travel',
  'window',
  'shift',
  'crew',
];

/** What is wrong with the schedule as it was: for each visit that could not stay the rule that speaks against it. */
function brokenBefore(problem: Problem, before: Schedule, now: number): (visit: string) => Cause | undefined {
  const technicians = new Map(problem.technicians.map((technician) => [technician.id, technician]));
  const routesOf = Map.groupBy(
    before.routes.flatMap((route) => route.stops.map((stop) => ({ visit: stop.visit, route }))),
    ({ visit }) => visit,
  );
  const { violations } = evaluate(problem, before);
  const byVisit = Map.groupBy(violations, ({ visit }) => visit);
  const overran = new Map(
    violations.flatMap(({ rule, visit, technician, amount }) =>
      rule === 'shift' && visit === undefined ? [[technician, amount]] : [],
    ),
  );
  return (visit) => {
    const routes = (routesOf.get(visit) ?? []).map(({ route }) => route);
    const stranger = routes.find((route) => !technicians.has(route.technician));
    if (stranger !== undefined) return { code: 'gone', technician: stranger.technician };
    const known = (byVisit.get(visit) ?? []).filter(({ rule }) => telling.includes(rule));
    known.sort((a, b) => telling.indexOf(a.rule) - telling.indexOf(b.rule));
    if (known[0] !== undefined) return causeOf(problem, known[0], routes);
    const late = routes.find((route) => overran.has(route.technician));
    if (late !== undefined)
      return { code: 'overran', technician: late.technician, by: overran.get(late.technician)! };
    const past = routes.find((route) => leavesFor(problem, route, visit) < now);
    return past && { code: 'past', technician: past.technician, visit };
  };
}

/** When the technician has to set out for a visit. */
function leavesFor(problem: Problem, { technician, shift, stops }: Route, visit: string): number {
  const at = stops.findIndex((stop) => stop.visit === visit);
  const person = problem.technicians.find(({ id }) => id === technician)!;
  const places = stops.map((stop) => problem.visits.find(({ id }) => id === stop.visit)?.place);
  const from = at === 0 ? person.shifts.find(({ id }) => id === shift)?.startPlace : places[at - 1];
  const to = places[at];
  const drive =
    from === undefined || to === undefined ? 0 : travelTime(problem.travel[person.profile ?? 0], from, to);
  return stops[at]!.start - drive;
}

function causeOf(
  problem: Problem,
  { rule, visit, technician }: Violation,
  routes: readonly Route[],
): Cause | undefined {
  const route = routes.find((own) => own.technician === technician);
  if (technician === undefined || route === undefined) return { code: 'rule', rule };
  const at = route.stops.findIndex((stop) => stop.visit === visit);
  const stop = route.stops[at]!;
  const ends = stop.start + (problem.visits.find(({ id }) => id === visit)?.duration ?? 0);
  if (rule === 'absence') {
    const person = problem.technicians.find(({ id }) => id === technician);
    const away = person?.absences?.find(({ start, end }) => start < ends && end > stop.start);
    return away && { code: 'away', technician, start: away.start, end: away.end };
  }
  if (rule === 'overlap' || rule === 'travel') {
    const other = route.stops[at - 1];
    return other && { code: 'clash', technician, visit: other.visit };
  }
  return rule === 'shift' ? { code: 'off', technician } : { code: 'rule', rule, technician };
}

/**
 * The visits, among those that `isNew` there, that now have the time which this one had: without them it would fit back at
 * its old start, and with them it does not. Undefined where it could have stayed, or where they alone do not explain it.
 */
function gaveWayTo(
  inquiry: Inquiry,
  visit: Visit,
  before: Placement,
  isNew: (other: string) => boolean,
): readonly string[] | undefined {
  const { source, routesOf } = inquiry;
  const { start } = before;
  const asked = { ...asMember(visit), windows: [{ start, end: start }] };
  for (const id of before.technicians) {
    const technician = source.problem.technicians.find((one) => one.id === id);
    if (technician === undefined) continue;
    const routes = without(routesOf(id), visit.id);
    const fits = (named: readonly string[]): boolean => {
      const left = named.reduce<readonly Route[]>(without, routes);
      const days = readDays(source, { technician, routes: left });
      return days.isSound && fitWith(days, asked) !== undefined;
    };
    const near = inTheWay(inquiry, technician, routes, visit, start).filter(isNew);
    if (near.length === 0 || fits([])) continue;
    const one = near.find((other) => fits([other]));
    if (one !== undefined) return [one];
    if (near.length > 1 && fits(near)) return fewest(near, fits);
  }
  return undefined;
}

/** Those that leave no time for the visit or its drives, told by their times alone. */
function inTheWay(
  { source }: Inquiry,
  { profile }: Technician,
  routes: readonly Route[],
  visit: Visit,
  start: number,
): string[] {
  const matrix = source.problem.travel[profile ?? 0];
  return routes.flatMap(({ stops }) =>
    stops.flatMap((stop) => {
      const other = source.visits.get(stop.visit)!;
      const comesFirst = stop.start < start;
      const free = comesFirst
        ? start - stop.start - other.duration - travelTime(matrix, other.place, visit.place)
        : stop.start - start - visit.duration - travelTime(matrix, visit.place, other.place);
      return free < 0 ? [other.id] : [];
    }),
  );
}

/** Leaves out every name without which the rest still explains it. */
function fewest(named: readonly string[], fits: (named: readonly string[]) => boolean): string[] {
  let left = [...named];
  for (const one of named) {
    const fewer = left.filter((other) => other !== one);
    if (fits(fewer)) left = fewer;
  }
  return left;
}

/** Why a visit could not stay where it was. */
export type Cause =
  | { readonly code: 'away'; readonly technician: string; readonly start: number; readonly end: number }
  /** Outside the technician's working hours. */
  | { readonly code: 'off'; readonly technician: string }
  /** The technician is not among those who are planned with. */
  | { readonly code: 'gone'; readonly technician: string }
  /** In the way of another visit that was there too, or no time for the drive from it. */
  | { readonly code: 'clash'; readonly technician: string; readonly visit: string }
  /** The day ended so much after its limit. */
  | { readonly code: 'overran'; readonly technician: string; readonly by: number }
  /** Somebody would have had to set out for it before now. */
  | { readonly code: 'past'; readonly technician: string; readonly visit: string }
  | { readonly code: 'rule'; readonly rule: HardRule; readonly technician?: string }
  /** A visit that had no place before has one now: where a chain begins. */
  | { readonly code: 'new'; readonly visit: string }
  /** To visits that took its place. `root`: why those could not stay where they were, the first cause of the chain. */
  | { readonly code: 'gave way'; readonly to: readonly string[]; readonly root?: Cause }
  /** The visit before it on the same day is at another time now. */
  | { readonly code: 'follows'; readonly visit: string; readonly root?: Cause };
