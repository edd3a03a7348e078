import { holdsAll, countMatched, crewSize, skillsAt } from './crew.ts';
import type { Visit } from './problem.ts';
import type { Leg, ScheduleView, RouteView, StopView } from './walk.ts';
import { crewsOf } from './walk.ts';

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

/** One violation for each stop that begins before another one of the same technician has ended, in whichever route. */
export function overlap({ routes }: ScheduleView): Violation[] {
  const byTechnician = Map.groupBy(routes, ({ technician }) => technician.id);
  return [...byTechnician].flatMap(([technician, own]) => {
    const amounts = new Map<StopView, number>();
    const note = (stop: StopView, end: number): void => {
      if (end > stop.start) amounts.set(stop, Math.max(amounts.get(stop) ?? 0, end - stop.start));
    };
    for (const { stops } of own)
      stops.forEach((stop, i) => {
        if (i > 0) note(stop, stops[i - 1]!.end);
      });
    let busyUntil = -Infinity;
    for (const stop of own.flatMap(({ stops }) => stops).sort(byTime)) {
      note(stop, busyUntil);
      busyUntil = Math.max(busyUntil, stop.end);
    }
    return [...amounts].map(([{ visit }, amount]): Violation => ({
      rule: 'overlap',
      visit: visit.id,
      technician,
      amount,
    }));
  });
}

function byTime(a: StopView, b: StopView): number {
  return a.start - b.start || a.end - b.end;
}

/** By how much of the visit the technician is away. */
export const absence = (view: ScheduleView): Violation[] =>
  eachStop(view, 'absence', ({ technician }, { start, end }) =>
    (technician.absences ?? []).reduce(
      (sum, away) => sum + Math.max(0, Math.min(end, away.end) - Math.max(start, away.start)),
      0,
    ),
  );

/** Skills that all on the visit need. Those of single members of a crew are matched by the rule on skills. */
export const ticket = (view: ScheduleView): Violation[] =>
  eachStop(view, 'ticket', ({ technician }, { visit, start }) => {
    const proven = skillsAt(technician, start);
    const expired = technician.skills.filter((skill) => !proven.includes(skill));
    return expired.filter((skill) => visit.skills?.includes(skill)).length;
  });

function eachStop(
  view: ScheduleView,
  rule: 'absence' | 'ticket',
  amountOf: (route: RouteView, stop: StopView) => number,
): Violation[] {
  return view.routes.flatMap((route) =>
    route.stops.flatMap((stop): Violation[] => {
      const amount = amountOf(route, stop);
      return amount > 0 ? [{ rule, visit: stop.visit.id, technician: route.technician.id, amount }] : [];
    }),
  );
}

/** Each technician holds what all need, and the crew has somebody for each list of skills. */
export function skill(view: ScheduleView): Violation[] {
  const alone = allowed('skill')(view);
  const wrong = new Set(alone.map(({ visit }) => visit));
  const crews = crewsOf(view).flatMap(({ visit, members, starts }): Violation[] => {
    if (visit.crewSkills === undefined || wrong.has(visit.id)) return [];
    const proven = members.map((member, i) => ({ skills: skillsAt(member, starts[i]!) }));
    const missing =
      Math.min(visit.crewSkills.length, members.length) - countMatched(visit.crewSkills, proven);
    return missing > 0 ? [{ rule: 'skill', visit: visit.id, amount: missing }] : [];
  });
  return [...alone, ...crews];
}

export function crew(view: ScheduleView): Violation[] {
  return crewsOf(view).flatMap(({ visit, members, starts }) => {
    const people = new Set(members).size;
    const needed = crewSize(visit);
    return people === needed && members.length === needed && new Set(starts).size === 1
      ? []
      : [{ rule: 'crew' as const, visit: visit.id, amount: Math.abs(needed - people) || 1 }];
  });
}
