import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import type { RouteView } from '@muster/domain/dispatch/scheduling/walk';
import { viewSchedule } from '@muster/domain/dispatch/scheduling/walk';

/** One shift of a technician as it is planned, and what it was before. */
export type DayStory = {
  readonly technician: string;
  readonly shift: string;
  /** When the shift begins: the day. */
  readonly day: number;
  readonly after: DayFigures;
  readonly before: DayFigures;
  /** Nobody is expected any longer than this: what ends later is overtime. */
  readonly end: number;
  /** Whether it ends so because somebody is away from then on. */
  readonly isAwayAfter: boolean;
  /** The visit that has least time to spare before it would break its promise, where that is little. */
  readonly tight?: { readonly visit: string; readonly spare: number };
};

/** Without visits there is no way out, and none back. */
type DayFigures = {
  readonly visits: number;
  readonly driving: number;
  readonly leave?: number;
  readonly back?: number;
};

/** Less than this to spare is worth a word. */
const TIGHT = 10;

/** Every shift that has or had work, in the order of the technicians. */
export function tellDays(problem: Problem, before: Schedule, after: Schedule): DayStory[] {
  const old = routesIn(problem, before);
  const now = routesIn(problem, after);
  return problem.technicians.flatMap(({ id, shifts, absences = [] }) =>
    shifts.flatMap((shift): DayStory[] => {
      const key = `${id}/${shift.id}`;
      const is = now.get(key);
      const was = old.get(key);
      if (is === undefined && was === undefined) return [];
      const tight = is && tightest(is);
      return [
        {
          technician: id,
          shift: shift.id,
          day: shift.start,
          end: shift.end,
          isAwayAfter: absences.some(({ start }) => start === shift.end),
          after: figuresOf(is),
          before: figuresOf(was),
          ...(tight && { tight }),
        },
      ];
    }),
  );
}

function routesIn(problem: Problem, schedule: Schedule): Map<string, RouteView> {
  const { routes } = viewSchedule(problem, schedule);
  const working = routes.filter(({ stops, isOutside }) => stops.length > 0 && !isOutside);
  return new Map(working.map((route) => [`${route.technician.id}/${route.route.shift}`, route]));
}

function figuresOf(route: RouteView | undefined): DayFigures {
  if (route === undefined) return { visits: 0, driving: 0 };
  const { stops, legs, leave, back } = route;
  return { visits: stops.length, driving: legs.reduce((sum, { travel }) => sum + travel, 0), leave, back };
}

/** Who comes at the very start of a window waits for it, and has all of it to spare. */
function tightest({ stops }: RouteView): { visit: string; spare: number } | undefined {
  const spares = stops.flatMap(({ visit, start }) => {
    const window = visit.windows.find((one) => one.start < start && start <= one.end);
    const end = Math.min(window?.end ?? Infinity, visit.promise ?? Infinity);
    return visit.pinned === undefined && start <= end ? [{ visit: visit.id, spare: end - start }] : [];
  });
  const [least] = spares.sort((a, b) => a.spare - b.spare);
  return least !== undefined && least.spare <= TIGHT ? least : undefined;
}
