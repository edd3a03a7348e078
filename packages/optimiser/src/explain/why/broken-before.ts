import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Violation } from '@muster/domain/scheduling/hard-rules';
import type { Problem, Route, Schedule } from '@muster/domain/scheduling/problem';
import { travelTime } from '@muster/domain/scheduling/walk';

import type { Cause } from './cause.ts';

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
export function brokenBefore(
  problem: Problem,
  before: Schedule,
  now: number,
): (visit: string) => Cause | undefined {
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
