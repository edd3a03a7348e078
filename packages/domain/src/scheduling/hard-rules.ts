import { holdsAll } from './crew.ts';
import type { Visit } from './problem.ts';
import type { Leg, ScheduleView, RouteView } from './walk.ts';

/** One broken rule: whom it concerns, and by how much where there is a measure. */
export type Violation = {
  readonly rule: HardRule;
  readonly visit?: string;
  readonly technician?: string;
  readonly amount: number;
};

export type HardRule =
  | 'known'
  | 'once'
  | 'skill'
  | 'ticket'
  | 'banned'
  | 'fixed'
  | 'pinned'
  | 'window'
  | 'crew'
  | 'overlap'
  | 'travel'
  | 'shift'
  | 'absence'
  | 'break'
  | 'duration'
  | 'capacity';

/** May this technician do this visit at all? The first rule that says no. */
export function blockedBy(
  visit: Visit,
  technician: { readonly id: string; readonly skills: readonly string[] },
): HardRule | undefined {
  if (visit.banned?.includes(technician.id)) return 'banned';
  if (visit.skills?.some((skill) => !technician.skills.includes(skill))) return 'skill';
  if (visit.crewSkills?.every((skills) => !holdsAll(technician, skills))) return 'skill';
  if (visit.fixed !== undefined && !visit.fixed.includes(technician.id)) return 'fixed';
  if (visit.pinned !== undefined && !visit.pinned.technicians.includes(technician.id)) return 'pinned';
  return undefined;
}

export function inWindow(visit: Visit, start: number): boolean {
  return visit.windows.some((window) => window.start <= start && start <= window.end);
}

function perStop(
  view: ScheduleView,
  amount: (route: RouteView, visit: Visit, start: number) => number,
  rule: HardRule,
): Violation[] {
  return view.routes.flatMap((route) =>
    route.stops.flatMap(({ visit, start }) => {
      const broken = amount(route, visit, start);
      return broken > 0 ? [{ rule, visit: visit.id, technician: route.technician.id, amount: broken }] : [];
    }),
  );
}

export const known = (view: ScheduleView): Violation[] =>
  view.unknown.map((id) => ({ rule: 'known', visit: id, amount: 1 }));

/** A visit is on the schedule or in the list of unplaced ones: never both, never neither; a shift has one route. */
export function once(view: ScheduleView): Violation[] {
  const left = new Set(view.schedule.unplaced);
  const placed = new Set(view.routes.flatMap((route) => route.stops.map((stop) => stop.visit.id)));
  const wrong = view.problem.visits.filter((visit) => placed.has(visit.id) === left.has(visit.id));
  const shifts = view.routes.map((route) => `${route.technician.id}/${route.route.shift}`);
  return [
    ...wrong.map((visit): Violation => ({ rule: 'once', visit: visit.id, amount: 1 })),
    ...shifts
      .filter((shift, i) => shifts.indexOf(shift) !== i)
      .map((technician): Violation => ({ rule: 'once', technician, amount: 1 })),
  ];
}

/** Ban, fixed technician and skill: `blockedBy` names which. */
export const allowed =
  (rule: 'skill' | 'banned' | 'fixed') =>
  (view: ScheduleView): Violation[] =>
    perStop(view, (route, visit) => (blockedBy(visit, route.technician) === rule ? 1 : 0), rule);

export const pinned = (view: ScheduleView): Violation[] =>
  perStop(
    view,
    ({ technician }, { pinned: pin }, start) =>
      pin !== undefined && (pin.start !== start || !pin.technicians.includes(technician.id)) ? 1 : 0,
    'pinned',
  );

/** A pinned visit keeps its time even where that lies outside its windows: somebody decided so. */
export const window = (view: ScheduleView): Violation[] =>
  perStop(
    view,
    (_, visit, start) => (visit.pinned !== undefined || inWindow(visit, start) ? 0 : 1),
    'window',
  );

/** The drive fits whole, before, between or after the breaks of the leg. */
function fits(leg: Leg): boolean {
  let time = leg.from;
  let driven = false;
  for (const pause of leg.breaks.toSorted((a, b) => a.start - b.start)) {
    if (pause.start < time) return false;
    driven ||= pause.start - time >= leg.travel;
    time = pause.end;
  }
  return time <= leg.to && (driven || leg.to - time >= leg.travel);
}

/** Every drive has its time. A stop that begins too early for any drive overlaps the one before, or the shift's start. */
export const travel = (view: ScheduleView): Violation[] =>
  view.routes.flatMap((route) =>
    route.legs.flatMap((leg, i) =>
      fits(leg) || leg.to < leg.from
        ? []
        : [
            {
              rule: 'travel' as const,
              technician: route.technician.id,
              amount: 1,
              ...(route.stops[i] && { visit: route.stops[i].visit.id }),
            },
          ],
    ),
  );

export const shift = (view: ScheduleView): Violation[] =>
  view.routes.flatMap(({ technician, shift: { start, end, latestEnd }, isOutside, back, stops }) => {
    if (isOutside)
      return stops.map(({ visit }) => ({
        rule: 'shift' as const,
        visit: visit.id,
        technician: technician.id,
        amount: Math.max(1, visit.duration),
      }));
    if (stops.length === 0) return [];
    const early = Math.max(0, start - stops[0]!.start);
    const over = early + Math.max(0, back - (latestEnd ?? end));
    return over > 0 ? [{ rule: 'shift' as const, technician: technician.id, amount: over }] : [];
  });

export const breaks = (view: ScheduleView): Violation[] =>
  view.routes.flatMap(({ technician, shift: { breaks: rules = [] }, route, legs, back, stops }) => {
    // A break that lies in no leg lies in a visit.
    const free = legs.reduce((count, leg) => count + leg.breaks.length, 0);
    if (stops.length > 0 && free !== route.breaks.length)
      return [{ rule: 'break' as const, technician: technician.id, amount: 1 }];
    return rules.flatMap((rule, i) => {
      const taken = route.breaks.filter((pause) => pause.rule === i);
      const inTime = taken.every(({ start }) => rule.earliest <= start && start <= rule.latest);
      const due = stops.length > 0 && back > rule.latest;
      return inTime && taken.length <= 1 && (taken.length === 1 || !due)
        ? []
        : [{ rule: 'break' as const, technician: technician.id, amount: 1 }];
    });
  });

export const duration = (view: ScheduleView): Violation[] =>
  view.routes.flatMap(({ technician, shift: { maxDuration }, back, leave, stops }) => {
    const over = maxDuration === undefined || stops.length === 0 ? 0 : back - leave - maxDuration;
    return over > 0 ? [{ rule: 'duration' as const, technician: technician.id, amount: over }] : [];
  });

export const capacity = (view: ScheduleView): Violation[] =>
  view.routes.flatMap(({ technician, stops }) =>
    (technician.capacity ?? []).flatMap((limit, kind) => {
      const load = stops.reduce((sum, { visit }) => sum + (visit.loads?.[kind] ?? 0), 0);
      return load > limit
        ? [{ rule: 'capacity' as const, technician: technician.id, amount: load - limit }]
        : [];
    }),
  );
