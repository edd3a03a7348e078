import { expect, test } from 'vitest';

import { compile } from '../model/compile.ts';
import { removeVisit } from '../moves/remove.ts';
import { sampleDays } from '../samples/days.ts';
import { keep } from '../schedule/settle.ts';
import type { Heat } from './rounds.ts';
import { createRounds } from './rounds.ts';
import { createSearch } from './search.ts';
import type { Tuning } from './tuning.ts';
import { defaultTuning } from './tuning.ts';

const day = compile(sampleDays({ technicians: 4, visitsPerDay: 24, days: 1, seed: 1 }));

/** What is done at each percent of a run with so many iterations in each; `best` may say how the best schedule looks by then. */
function courseOf(
  changes: Partial<Tuning>,
  perPercent: number,
  best?: (percent: number, next: Int32Array) => Int32Array,
) {
  const tuning = { ...defaultTuning(), ...changes };
  const search = createSearch(day, 1, tuning, () => {});
  const { work, bestNext: next, bestFixed: starts, bestCost: cost } = search;
  removeVisit(work, 0);
  keep(work);
  const rounds = createRounds(day.model, work, tuning);
  const course = Array.from({ length: 100 }, (_, percent) =>
    rounds.at(percent / 100, percent * perPercent, { cost, next: best?.(percent, next) ?? next, starts }),
  );
  return { course, search, tuning };
}

function heats(course: readonly (Heat | 'cross')[]): Heat[] {
  return course.map((heat) => {
    if (heat === 'cross') throw new Error('nothing is to be crossed here');
    return heat;
  });
}

/** The same schedule with the first visits left out. */
function without(next: Int32Array, count: number): Int32Array {
  const others = next.slice();
  for (let c = 0; c < count; c++) {
    const before = others.indexOf(c);
    if (before !== c) others[before] = others[c]!;
    others[c] = c;
  }
  return others;
}

test('a long run is annealed four times, the last time gently and from the best schedule', () => {
  const { course, search, tuning } = courseOf({ mostRounds: 4, evolvePerTriple: Infinity }, 1000);
  const { work, bestNext, bestCost } = search;
  const begins = heats(course)
    .map((heat, percent) => Object.assign({ percent }, heat))
    .filter(({ passed }, i, all) => passed < (all[i - 1]?.passed ?? Infinity));
  const { hottest } = tuning.usual;
  expect(begins.map(({ percent, temperature, replaced }) => [percent, temperature, replaced])).toEqual([
    [0, hottest, undefined],
    [25, hottest, undefined],
    [50, hottest, undefined],
    [75, tuning.lastHottest, bestCost],
  ]);
  expect(work.state.next).toEqual(bestNext);
  expect(work.routesCost + work.unplacedCost).toBe(bestCost);
});

test('a short run is annealed once', () => {
  const { course } = courseOf({ evolvePerTriple: Infinity }, 20);
  const temperatures = heats(course).map(({ temperature }) => temperature);
  expect(temperatures.slice(2).toSorted((a, b) => b - a)).toEqual(temperatures.slice(2));
});

test('with time for it schedules are crossed from an early share of the run on, to its end', () => {
  const { course, tuning } = courseOf({}, 1000);
  const from = 100 * tuning.evolveFrom;
  expect(course.map((heat) => heat === 'cross')).toEqual(course.map((_, percent) => percent >= from));
});

test('without a place for many visits schedules are not crossed before there is one', () => {
  const { course } = courseOf({}, 1000, (percent, next) => without(next, percent < 20 ? 3 : 0));
  expect(course.indexOf('cross')).toBe(20);
});

test('where crossing finds no place for the last visit, the run is annealed to its end, from the best schedule', () => {
  const { course, search } = courseOf({}, 1000, (_, next) => without(next, 1));
  const last = course.lastIndexOf('cross');
  expect(last).toBe(24);
  const [back] = heats(course.slice(last + 1));
  // The schedule that it goes back to lacks the visit as well.
  expect(back!.replaced).toBeGreaterThan(search.bestCost);
});
