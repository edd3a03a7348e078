import type { Schedule } from './problem.ts';

/** Where a visit is: who does it, in which of their shifts, and from when on. */
export type Placement = {
  readonly technicians: readonly string[];
  /** In the order of the technicians; undefined outside every shift. */
  readonly shifts: readonly (string | undefined)[];
  readonly start: number;
};

/** A visit that two schedules have at different places; without `before` or `after` it is unplaced there. */
export type Difference = {
  readonly visit: string;
  readonly before?: Placement;
  readonly after?: Placement;
};

/** Every visit that is somewhere else in the second schedule, or with somebody else, or at another time. */
export function differencesBetween(before: Schedule, after: Schedule): Difference[] {
  const old = placements(before);
  const now = placements(after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((visit) => {
    const was = old.get(visit);
    const is = now.get(visit);
    if (was !== undefined && is !== undefined && isSame(was, is)) return [];
    return [{ visit, ...(was && { before: was }), ...(is && { after: is }) }];
  });
}

/** What two steps change together: from before the first to after the second. */
export function differencesInTurn(first: readonly Difference[], second: readonly Difference[]): Difference[] {
  const earlier = new Map(first.map((one) => [one.visit, one]));
  const then = new Map(second.map((one) => [one.visit, one]));
  return [...new Set([...earlier.keys(), ...then.keys()])].flatMap((visit) => {
    const before = (earlier.get(visit) ?? then.get(visit))?.before;
    const after = (then.get(visit) ?? earlier.get(visit))?.after;
    if (before === undefined ? after === undefined : after !== undefined && isSame(before, after)) return [];
    return [{ visit, ...(before && { before }), ...(after && { after }) }];
  });
}

function placements({ routes }: Schedule): Map<string, Placement> {
  const found = new Map<string, { technicians: string[]; shifts: (string | undefined)[]; start: number }>();
  for (const { technician, shift, stops } of routes) {
    for (const { visit, start } of stops) {
      const placement = found.get(visit) ?? { technicians: [], shifts: [], start };
      found.set(visit, placement);
      placement.technicians.push(technician);
      placement.shifts.push(shift);
    }
  }
  return found;
}

function isSame(a: Placement, b: Placement): boolean {
  const people = ({ technicians, shifts }: Placement): string =>
    technicians
      .map((technician, i) => JSON.stringify([technician, shifts[i]]))
      .sort((x, y) => x.localeCompare(y))
      .join();
  return a.start === b.start && people(a) === people(b);
}
