import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Violation } from '@muster/domain/scheduling/hard-rules';
import type { Problem, Schedule } from '@muster/domain/scheduling/problem';

import type { HeldStop } from '../hold/held-stops.ts';
import { shiftAt } from '../hold/held-stops.ts';
import type { HeldSchedule } from './held-schedule.ts';
import { routesOf, scheduleOf } from './held-schedule.ts';

/** A visit somewhere else, or placed at all: who would do it, and from when on. */
export type Placing = {
  readonly visit: string;
  readonly technicians: readonly string[];
  readonly start: number;
};

/** Every rule that is broken; with a placing those that it would break and that are not broken already. */
export function checkHeld(held: HeldSchedule, placing?: Placing): readonly Violation[] {
  if (placing === undefined) return evaluate(held.problem, scheduleOf(held)).violations;
  const visit = held.visits.get(placing.visit);
  if (visit === undefined) throw new RangeError(`visit ${placing.visit} is not in the problem`);
  const others = (technician: string): readonly HeldStop[] =>
    (held.stops.get(technician) ?? []).filter((stop) => stop.visit.id !== visit.id);
  const people = held.problem.technicians.filter(({ id }) => placing.technicians.includes(id));
  const before = people.map(({ id }) => others(id));
  const after = people.map((technician) => {
    const { start } = placing;
    const own = { visit, technician: technician.id, shift: shiftAt(technician, start), start };
    return [...others(technician.id), { ...own, end: start + visit.duration }];
  });
  const part = partOf(held, people, before.flat(), visit.id);
  const old = new Map<string, number>();
  for (const violation of evaluate(part, asSchedule(held, before, [visit.id])).violations)
    old.set(nameOf(violation), (old.get(nameOf(violation)) ?? 0) + 1);
  return evaluate(part, asSchedule(held, after, [])).violations.filter((violation) => {
    const known = old.get(nameOf(violation)) ?? 0;
    old.set(nameOf(violation), known - 1);
    return known <= 0;
  });
}

/** The technicians in question and what they have: all that a placing can break. */
function partOf(
  { problem }: HeldSchedule,
  technicians: Problem['technicians'],
  stops: readonly HeldStop[],
  asked: string,
): Problem {
  const involved = new Set([asked, ...stops.map(({ visit }) => visit.id)]);
  return { ...problem, technicians, visits: problem.visits.filter(({ id }) => involved.has(id)) };
}

function asSchedule(
  held: HeldSchedule,
  stops: readonly (readonly HeldStop[])[],
  unplaced: readonly string[],
): Schedule {
  return { routes: stops.flatMap((own) => routesOf(held, own)), unplaced };
}

function nameOf({ rule, visit, technician }: Violation): string {
  return JSON.stringify([rule, visit, technician]);
}
