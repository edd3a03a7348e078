import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Schedule, Problem, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { repair } from '@muster/optimiser/repair';
import { sampleDays } from '@muster/optimiser/samples/days';
import { solve } from '@muster/optimiser/solve';

import { clock } from './clock.ts';

export type Disruption = {
  readonly name: string;
  readonly broken: number;
  /** Milliseconds to the first schedule without broken rules. */
  readonly firstSchedule: number;
  /** Cost after 2 s of repair over the cost of 10 s from scratch, disturbance left aside, in percent. */
  readonly gap: number;
  /** Of the visits that the disruption did not touch, how many have another technician, in percent. */
  readonly moved: number;
};

type Case = { readonly name: string; readonly problem: Problem; readonly touched: ReadonlySet<string> };

/** A day of 160 visits, planned; then a technician falls ill, an urgent visit comes in, a visit overruns. */
export function measureDisruptions(seed: number, scale: number): Disruption[] {
  const day = sampleDays({ technicians: 20, visitsPerDay: 160, days: 1, seed });
  const stop = (milliseconds: number) => ({ milliseconds: milliseconds * scale, clock });
  const { schedule } = solve(day, { seed, stop: stop(10_000) });
  return cases(day, schedule).map(({ name, problem, touched }) => {
    const began = clock();
    let firstSchedule = Number.NaN;
    const onBest = (): void => {
      if (Number.isNaN(firstSchedule)) firstSchedule = clock() - began;
    };
    const mended = repair(problem, schedule, { seed, stop: stop(2000), onBest });
    const scratch = solve(problem, { seed, stop: stop(10_000) });
    const judged = evaluate(problem, mended.schedule);
    return {
      name,
      broken: judged.violations.length,
      firstSchedule,
      gap: (judged.total / evaluate(problem, scratch.schedule).total - 1) * 100,
      moved: movedShare(schedule, mended.schedule, touched) * 100,
    };
  });
}

function cases(day: Problem, schedule: Schedule): Case[] {
  const busiest = schedule.routes.toSorted((a, b) => b.stops.length - a.stops.length);
  const ill = busiest[0]!;
  const longest = busiest[1]!.stops[1]!.visit;
  const urgent: Visit = {
    ...day.visits[0]!,
    id: 'urgent',
    windows: [{ start: 540, end: 660 }],
    priority: 5,
    skills: [],
  };
  return [
    {
      name: 'a technician out',
      problem: { ...day, technicians: day.technicians.filter(({ id }) => id !== ill.technician) },
      touched: new Set(ill.stops.map(({ visit }) => visit)),
    },
    { name: 'an urgent visit', problem: { ...day, visits: [...day.visits, urgent] }, touched: new Set() },
    {
      name: 'an overrun of two hours',
      problem: {
        ...day,
        visits: day.visits.map((visit) =>
          visit.id === longest ? Object.assign({}, visit, { duration: visit.duration + 120 }) : visit,
        ),
      },
      touched: new Set([longest]),
    },
  ];
}

function movedShare(before: Schedule, after: Schedule, touched: ReadonlySet<string>): number {
  const holders = new Map(after.routes.flatMap((r) => r.stops.map(({ visit }) => [visit, r.technician])));
  const untouched = before.routes.flatMap(({ technician, stops }) =>
    stops.filter(({ visit }) => !touched.has(visit)).map(({ visit }) => ({ visit, technician })),
  );
  return (
    untouched.filter(({ visit, technician }) => holders.get(visit) !== technician).length / untouched.length
  );
}
