import type { Schedule, Problem, Route, Shift, Technician, TravelMatrix, Visit } from './problem.ts';

/** A schedule's names looked up once, for rules that read it. */
export type ScheduleView = {
  readonly problem: Problem;
  readonly schedule: Schedule;
  readonly routes: readonly RouteView[];
  readonly visits: ReadonlyMap<string, Visit>;
  readonly unknown: readonly string[];
};

export type RouteView = {
  readonly route: Route;
  readonly technician: Technician;
  /** For visits outside every shift: one from the first start to the last end, where they begin and end. */
  readonly shift: Shift;
  readonly isOutside: boolean;
  readonly legs: readonly Leg[];
  readonly stops: readonly StopView[];
  /** When the technician is back at the end place. */
  readonly back: number;
  /** When the technician leaves the start place: as late as the first stop allows. */
  readonly leave: number;
};

export type StopView = { readonly visit: Visit; readonly start: number; readonly end: number };

/** Everybody on one visit, with their starts. */
export type CrewView = {
  readonly visit: Visit;
  readonly members: readonly Technician[];
  readonly starts: readonly number[];
};

/** The time between two stops (or the shift's start and end), the drive in it and the breaks taken in it. */
export type Leg = {
  readonly from: number;
  readonly to: number;
  readonly travel: number;
  readonly breaks: readonly { readonly rule: number; readonly start: number; readonly end: number }[];
};

export function viewSchedule(problem: Problem, schedule: Schedule): ScheduleView {
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const technicians = new Map(problem.technicians.map((technician) => [technician.id, technician]));
  const routes: RouteView[] = [];
  const unknown: string[] = [];
  for (const route of schedule.routes) {
    const technician = technicians.get(route.technician);
    const stops = route.stops.flatMap(({ visit: id, start }) => {
      const visit = visits.get(id);
      if (visit === undefined) unknown.push(id);
      return visit === undefined ? [] : [{ visit, start, end: start + visit.duration }];
    });
    const shift = shiftOf(route, technician, stops);
    if (technician !== undefined && shift !== undefined)
      routes.push(viewRoute(problem, route, technician, shift, stops));
    else if (technician === undefined || route.shift !== undefined)
      unknown.push(route.shift === undefined ? route.technician : `${route.technician}/${route.shift}`);
  }
  return { problem, schedule, routes, visits, unknown };
}

function shiftOf(
  route: Route,
  technician: Technician | undefined,
  stops: readonly StopView[],
): Shift | undefined {
  if (route.shift !== undefined) return technician?.shifts.find(({ id }) => id === route.shift);
  const first = stops[0];
  const last = stops.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const { start } = first;
  return { id: '', start, end: last.end, startPlace: first.visit.place, endPlace: last.visit.place };
}

function viewRoute(
  problem: Problem,
  route: Route,
  technician: Technician,
  shift: Shift,
  stops: readonly StopView[],
): RouteView {
  const matrix = problem.travel[technician.profile ?? 0];
  const taken = route.breaks.map(({ rule, start }) => ({
    rule,
    start,
    end: start + (shift.breaks?.[rule]?.duration ?? 0),
  }));
  const legs: Leg[] = [];
  let time = shift.start;
  let place = shift.startPlace;
  for (const stop of stops) {
    const breaks = taken.filter((pause) => pause.start >= time && pause.start < stop.start);
    legs.push({ from: time, to: stop.start, travel: travelTime(matrix, place, stop.visit.place), breaks });
    time = stop.end;
    place = stop.visit.place;
  }
  const home = travelTime(matrix, place, shift.endPlace);
  const rest = taken.filter((pause) => pause.start >= time);
  const back = Math.max(time, ...rest.map((pause) => pause.end)) + home;
  if (stops.length > 0) legs.push({ from: time, to: back, travel: home, breaks: rest });
  const isOutside = route.shift === undefined;
  return { route, technician, shift, isOutside, legs, stops, back, leave: leaving(legs) };
}

/** Every visit that is placed, with those on it. */
export function crewsOf({ routes }: ScheduleView): CrewView[] {
  const found = new Map<string, { visit: Visit; members: Technician[]; starts: number[] }>();
  for (const { technician, stops } of routes) {
    for (const { visit, start } of stops) {
      const crew = found.get(visit.id) ?? { visit, members: [], starts: [] };
      found.set(visit.id, crew);
      crew.members.push(technician);
      crew.starts.push(start);
    }
  }
  return [...found.values()];
}

function leaving(legs: readonly Leg[]): number {
  const first = legs[0];
  if (first === undefined) return 0;
  // A break after the drive is part of the working day; one before it is taken at home.
  const onArrival = first.breaks.filter((pause) => pause.start - first.from >= first.travel);
  return Math.min(first.to, ...onArrival.map((pause) => pause.start)) - first.travel;
}

export function travelTime(matrix: TravelMatrix | undefined, from: number, to: number): number {
  const time = matrix?.timeOf ? matrix.timeOf(from, to) : matrix?.times[from * matrix.places + to];
  if (time === undefined) throw new RangeError(`no travel time from place ${from} to place ${to}`);
  return time;
}
