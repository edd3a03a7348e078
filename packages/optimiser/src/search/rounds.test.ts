import { expect, test } from 'vitest';

import { compile } from '../model/compile.ts';
import { removeVisit } from '../moves/remove-visit.ts';
import { plainWay } from '../plain/way.ts';
import { createRounds } from './rounds.ts';
import { usualWay } from './way.ts';
import { sampleDays } from '../samples/days.ts';
import { samplePlain } from '../plain/sample-plain.ts';
import { createSearch } from './search.ts';
import { keep } from '../schedule/settle.ts';
import { defaultTuning } from './tuning.ts';

const rich = sampleDays({ technicians: 3, visitsPerDay: 12, days: 1, seed: 1 });
const plain = samplePlain(1, 12);

test.each([
  ['rich', rich, usualWay],
  ['plain', plain, plainWay],
])(
  'a long run on a %s problem is annealed four times, the last time gently and from the best schedule',
  (_, problem, way) => {
    const tuning = { ...defaultTuning(), mostRounds: 4, mostRichRounds: 4, evolvePerTriple: Infinity };
    const compiled = compile(problem);
    const {
      work,
      bestNext: next,
      bestFixed: starts,
      bestCost: cost,
    } = createSearch(compiled, 1, tuning, way, () => {});
    removeVisit(work, 0);
    keep(work);
    const rounds = way.createRounds(compiled.model, work, tuning);
    const course = Array.from({ length: 100 }, (_, percent) => ({
      percent,
      ...rounds.at(percent / 100, percent * 1000, { cost, next, starts }),
    }));
    const begins = course.filter(({ passed }, i) => passed < (course[i - 1]?.passed ?? Infinity));
    const { usual, usualRich, lastHottest } = tuning;
    const hottest = problem === rich ? usualRich.hottest : usual.hottest;
    expect(begins.map(({ percent, temperature, replaced }) => [percent, temperature, replaced])).toEqual([
      [0, hottest, undefined],
      [25, hottest, undefined],
      [50, hottest, undefined],
      [75, lastHottest, cost],
    ]);
    expect(work.state.next).toEqual(next);
    expect(work.routesCost + work.unplacedCost).toBe(cost);
  },
);

test('a short run is annealed once', () => {
  const tuning = defaultTuning();
  const { model } = compile(rich);
  const {
    work,
    bestNext: next,
    bestFixed: starts,
  } = createSearch(compile(rich), 1, tuning, usualWay, () => {});
  const rounds = createRounds(model, work, tuning);
  const temperatures = Array.from(
    { length: 100 },
    (_, percent) => rounds.at(percent / 100, percent * 20, { cost: 0, next, starts }).temperature,
  );
  expect(temperatures.slice(2).toSorted((a, b) => b - a)).toEqual(temperatures.slice(2));
});
