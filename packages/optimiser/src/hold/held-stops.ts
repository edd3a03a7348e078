import type {
  Problem,
  Schedule,
  Technician,
  Visit,
  Window,
} from '@muster/domain/dispatch/scheduling/problem';

/** What may change. Whatever it leaves out stays where it is, even where that breaks a rule, and its time is taken. */
export type Scope = {
  /** Nothing is planned before now, and what began before stays. */
  readonly now?: number;
  /** Only they receive work; without it everybody does. */
  readonly technicians?: readonly string[];
  /** Only these are placed or moved; without it all are. */
  readonly visits?: readonly string[];
  /** Days, one after the other: what is mended stays on its own. Without them any time will do. */
  readonly days?: readonly Window[];
};

/** A technician at a visit that stays where it is. */
export type HeldStop = {
  readonly visit: Visit;
  readonly technician: string;
  /** The shift it is entered in; undefined outside every shift. */
  readonly shift: string | undefined;
  readonly start: number;
  readonly end: number;
};

/**
 * Everything that stays: what is pinned, where its pin says, and of the schedule what has begun and what is not among the
 * visits that may move. `everything`: all that is on the schedule. A technician or visit that the problem does not know stays nowhere.
 */
export function heldStops(
  problem: Problem,
  schedule: Schedule | undefined,
  { now = -Infinity, visits: movable }: Scope,
  everything: boolean,
): HeldStop[] {
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const technicians = new Map(problem.technicians.map((technician) => [technician.id, technician]));
  const mayMove = movable && new Set(movable);
  const routes = schedule?.routes ?? [];
  const begun = new Set(
    routes.flatMap(({ stops }) => stops.filter(({ start }) => start < now).map(({ visit }) => visit)),
  );
  const stays = (id: string): boolean => everything || begun.has(id) || mayMove?.has(id) === false;
  const entered = new Map<string, string | undefined>();
  const held: HeldStop[] = [];
  for (const { technician, shift, stops } of routes) {
    const person = technicians.get(technician);
    const isKnown = person?.shifts.some(({ id }) => id === shift) ?? false;
    if (person === undefined || (shift !== undefined && !isKnown)) continue;
    for (const { visit: id, start } of stops) {
      const visit = visits.get(id);
      entered.set(`${id}/${technician}`, shift);
      if (visit === undefined || visit.pinned !== undefined || !stays(id)) continue;
      held.push({ visit, technician, shift, start, end: start + visit.duration });
    }
  }
  return [...held, ...problem.visits.flatMap((visit) => pinnedStops(visit, technicians, entered))];
}

function pinnedStops(
  visit: Visit,
  technicians: ReadonlyMap<string, Technician>,
  entered: ReadonlyMap<string, string | undefined>,
): HeldStop[] {
  const { id, pinned, duration } = visit;
  if (pinned === undefined) return [];
  const { start } = pinned;
  return pinned.technicians.flatMap((name) => {
    const technician = technicians.get(name);
    if (technician === undefined) return [];
    const key = `${id}/${name}`;
    const shift = entered.has(key) ? entered.get(key) : shiftAt(technician, start);
    return [{ visit, technician: name, shift, start, end: start + duration }];
  });
}

/** The shift at whose time something starts. */
export function shiftAt({ shifts }: Technician, time: number): string | undefined {
  return shifts.find(({ start, end, latestEnd }) => start <= time && time <= (latestEnd ?? end))?.id;
}
