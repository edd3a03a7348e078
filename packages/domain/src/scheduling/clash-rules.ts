import type { Violation } from './hard-rules.ts';
import { skillsAt } from './tickets.ts';
import type { RouteView, ScheduleView, StopView } from './walk.ts';

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
