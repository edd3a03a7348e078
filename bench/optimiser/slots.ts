import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { findSlots, slotsFor } from '@muster/optimiser/find-slot';
import { answer } from '@muster/optimiser/questions/answer';
import { holdSchedule } from '@muster/optimiser/questions/held-schedule';
import { sampleDays } from '@muster/optimiser/samples/days';
import { solve } from '@muster/optimiser/solve';

import { clock } from './clock.ts';

export type Answered = {
  readonly name: string;
  readonly asked: number;
  readonly first: number;
  readonly median: number;
  readonly slowest: number;
};

const sizes = [
  { name: '20 technicians × 160 visits', technicians: 20, visitsPerDay: 160 },
  { name: '500 technicians × 2,000 visits', technicians: 500, visitsPerDay: 2000 },
];

/** Milliseconds to answer: five slots for visits of a day, as they are and as visits for two; on a schedule that is laid out anew, and held. */
export function measureSlots(seed: number): Answered[] {
  return sizes.flatMap(({ name, ...size }) => {
    const day = sampleDays({ ...size, days: 1, seed });
    const { schedule } = solve(day, { seed, stop: { iterations: 1000 } });
    const asked = day.visits.slice(0, 100).map(({ id }) => id);
    return [1, 2].flatMap((crew) => {
      const crews = { ...day, visits: day.visits.map((visit) => Object.assign({}, visit, { crew })) };
      return measureSize(`${name}, crews of ${crew}`, crews, schedule, asked);
    });
  });
}

function measureSize(
  name: string,
  problem: Problem,
  schedule: Schedule,
  asked: readonly string[],
): Answered[] {
  const anew = asked.slice(0, 10).map((id) => timed(() => findSlots(problem, schedule, id)));
  const held = holdSchedule(problem, schedule);
  const slots = asked.map((id) => timed(() => slotsFor(held, id)));
  const reasons = asked.slice(0, 50).map((visit) => timed(() => answer(held, { kind: 'why', visit }, clock)));
  return [
    row(`${name}: slots anew`, anew),
    row(`${name}: slots, held`, slots),
    row(`${name}: why, held`, reasons),
  ];
}

function timed(work: () => unknown): number {
  const began = clock();
  work();
  return clock() - began;
}

function row(name: string, times: readonly number[]): Answered {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { name, asked: times.length, first: times[0] ?? 0, median, slowest: sorted.at(-1) ?? 0 };
}
