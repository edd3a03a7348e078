import type {
  Problem,
  Route,
  Schedule,
  Break,
  Shift,
  Technician,
  Visit,
} from '@muster/domain/dispatch/scheduling/problem';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';
import type { HeldSchedule } from '../../questions/held-schedule.ts';
import { holdSound } from '../../questions/held-schedule.ts';
import type { DaysOf, OwnDays, Source } from '../own-days.ts';
import { readDays, readSource } from '../own-days.ts';

/** What is asked again and again while a schedule is explained, read once. */
export type Inquiry = {
  /** From now on. */
  readonly source: Source;
  readonly now: number;
  readonly routesOf: (technician: string) => readonly Route[];
  readonly daysOf: DaysOf;
  readonly schedule: Schedule;
  /** The schedule, standing still. */
  readonly held: HeldSchedule;
  /** More people and more days than were planned, with the schedule in it. */
  readonly wider: HeldSchedule | undefined;
};

export function startInquiry(
  problem: Problem,
  schedule: Schedule,
  { now = -Infinity, wider }: { readonly now?: number | undefined; readonly wider?: Problem | undefined },
): Inquiry {
  const ahead = fromNow(problem, schedule, now);
  const source = readSource(ahead.problem);
  const byTechnician = Map.groupBy(ahead.schedule.routes, ({ technician }) => technician);
  const routesOf = (technician: string): readonly Route[] => byTechnician.get(technician) ?? [];
  const known = new Map<string, OwnDays>();
  return {
    source,
    schedule,
    now,
    routesOf,
    daysOf: (technician) => {
      const days =
        known.get(technician.id) ?? readDays(source, { technician, routes: routesOf(technician.id) });
      known.set(technician.id, days);
      return days;
    },
    held: holdSound(problem, schedule, now),
    wider: wider && holdSound(wider, withinWider(wider, problem, schedule), now),
  };
}

/** The wider problem's own schedule, but for what the plan has: that is where the plan puts it, or nowhere. */
function withinWider(wider: Problem, { visits, technicians }: Problem, schedule: Schedule): Schedule {
  const planned = new Set(visits.map(({ id }) => id));
  const shifts = new Set(technicians.flatMap(({ id, shifts: own }) => own.map((s) => `${id}/${s.id}`)));
  const others = (wider.current?.routes ?? []).flatMap((route): Route[] => {
    const isPlanned = shifts.has(`${route.technician}/${route.shift}`);
    const stops = route.stops.filter(({ visit }) => !planned.has(visit));
    return stops.length === 0 || isPlanned ? [] : [{ ...route, stops }];
  });
  return { routes: [...others, ...schedule.routes], unplaced: [] };
}

/** What is left of a day that has begun: when and where the rest of it begins, and the work that is over by then. */
type Rest = { readonly begins: number; readonly place: number; readonly route: Route | undefined };

/** The problem and its schedule without what has begun by then: nobody sets out in the past, so that no reason may offer it. */
function fromNow(
  problem: Problem,
  schedule: Schedule,
  now: number,
): { readonly problem: Problem; readonly schedule: Schedule } {
  if (now === -Infinity) return { problem, schedule };
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const routes: Route[] = [];
  const technicians = problem.technicians.map((technician): Technician => {
    const own = schedule.routes.filter((route) => route.technician === technician.id);
    routes.push(...own.filter(({ shift }) => shift === undefined));
    const matrix = problem.travel[technician.profile ?? 0];
    const drive = (from: number, to: number): number => travelTime(matrix, from, to);
    const begun = technician.shifts.map((shift) => ({
      shift,
      rest: restOf(
        shift,
        own.find((route) => route.shift === shift.id),
        visits,
        now,
        drive,
      ),
    }));
    const left = begun.filter(({ shift, rest }) => rest.begins < (shift.latestEnd ?? shift.end));
    for (const { shift, rest } of left)
      if (rest.route !== undefined)
        routes.push({ ...rest.route, breaks: keptBreaks(shift, rest.route, rest.begins) });
    const day: Route = { technician: technician.id, stops: own.flatMap(({ stops }) => stops), breaks: [] };
    const unbroken = technician.unbroken?.map((shift) =>
      cutShift(shift, restOf(shift, within(shift, day), visits, now, drive)),
    );
    return {
      ...technician,
      shifts: left.map(({ shift, rest }) => cutShift(shift, rest)),
      ...(unbroken && { unbroken: unbroken.filter(({ start, end }) => start < end) }),
    };
  });
  const past = new Set(
    schedule.routes.flatMap(({ stops }) =>
      stops.filter(({ start }) => start < now).map(({ visit }) => visit),
    ),
  );
  return {
    problem: { ...problem, technicians, visits: problem.visits.filter(({ id }) => !past.has(id)) },
    schedule: { routes, unplaced: schedule.unplaced },
  };
}

function within({ start, end, latestEnd }: Shift, route: Route): Route {
  const stops = route.stops.filter((stop) => stop.start >= start && stop.start < (latestEnd ?? end));
  return { ...route, stops: stops.sort((a, b) => a.start - b.start) };
}

function restOf(
  shift: Shift,
  route: Route | undefined,
  visits: ReadonlyMap<string, Visit>,
  now: number,
  drive: (from: number, to: number) => number,
): Rest {
  const stops = route?.stops ?? [];
  const last = stops.findLast(({ start }) => start < now);
  const left = stops.filter(({ start }) => start >= now);
  const done = last && visits.get(last.visit);
  const free = done === undefined ? shift.start : last!.start + done.duration;
  const place = done?.place ?? shift.startPlace;
  const next = left[0] && visits.get(left[0].visit);
  // Whoever is on the way already set out in time.
  const setOut = next === undefined ? Infinity : left[0]!.start - drive(place, next.place);
  const begins = Math.max(free, Math.min(now, setOut));
  return { begins, place, route: route && { ...route, stops: left } };
}

function cutShift(shift: Shift, { begins, place, route }: Rest): Shift {
  if (begins <= shift.start) return shift;
  const breaks = (shift.breaks ?? []).flatMap((rule, i): Break[] =>
    isOver(rule, i, route, begins) ? [] : [{ ...rule, earliest: Math.max(rule.earliest, begins) }],
  );
  return { ...shift, start: begins, end: Math.max(begins, shift.end), startPlace: place, breaks };
}

/** Taken before, or too late for it now. */
function isOver({ latest }: Break, rule: number, route: Route | undefined, begins: number): boolean {
  const taken = route?.breaks.some((pause) => pause.rule === rule && pause.start < begins) ?? false;
  return taken || latest < begins;
}

function keptBreaks(shift: Shift, route: Route, begins: number): Route['breaks'] {
  if (begins <= shift.start) return route.breaks;
  const kept = (shift.breaks ?? []).flatMap((rule, i) => (isOver(rule, i, route, begins) ? [] : [i]));
  return route.breaks.flatMap(({ rule, start }) => {
    const at = kept.indexOf(rule);
    return at < 0 ? [] : [{ rule: at, start }];
  });
}
