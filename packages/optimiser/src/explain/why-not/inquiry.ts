import type { Problem, Route, Schedule } from '@muster/domain/scheduling/problem';

import type { HeldSchedule } from '../../questions/held-schedule.ts';
import { holdSound } from '../../questions/held-schedule.ts';
import type { DaysOf, OwnDays } from '../own-days.ts';
import { readDays } from '../own-days.ts';
import type { Source } from '../source.ts';
import { readSource } from '../source.ts';
import { fromNow } from './from-now.ts';

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
