import type { Problem, Schedule, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { expect, test } from 'vitest';

import { reasonWords } from '../words/in-words.ts';
import { asText } from '../words/parts.ts';
import { afterRemedy } from '../../../test/experiments.ts';
import { explainVisit } from '../explain.ts';

const DAY = 1440;
const zone = 'UTC';
const shift = (day: number) => ({
  id: `day ${day}`,
  start: day * DAY + 480,
  end: day * DAY + 960,
  startPlace: 0,
  endPlace: 0,
});

/** Everybody is where they are needed at once. */
function problemOf(visits: readonly Visit[], days = 1, people = ['dave', 'sam']): Problem {
  return {
    travel: [{ places: 1, times: Int32Array.of(0) }],
    technicians: people.map((id) => ({
      id,
      name: id,
      skills: [],
      shifts: Array.from({ length: days }, (_, day) => shift(day)),
    })),
    visits,
    weights: defaultWeights,
  };
}

const visitOf = (id: string, changes: Partial<Visit> = {}): Visit => ({
  id,
  place: 0,
  duration: 240,
  windows: [{ start: 480, end: 960 }],
  priority: 2,
  ...changes,
});

const routeOf = (technician: string, visits: readonly string[], day = 0): Schedule['routes'][number] => ({
  technician,
  shift: `day ${day}`,
  stops: visits.map((visit, at) => ({ visit, start: day * DAY + 480 + at * 240 })),
  breaks: [],
});

function wordsFor(problem: Problem, found: ReturnType<typeof explainVisit>['unplaced']): string[] {
  const words = reasonWords(problem, {
    visit: (id) => ({ name: id, priority: 'P3' }),
    technician: (id) => id,
    skill: (id) => id,
  });
  const said = [...words.unplaced(found!), ...found!.remedies.map((remedy) => words.remedy(remedy))];
  return said.map((parts) => asText(parts, zone));
}

test('an emergency for two on a day that is full is let in where visits that matter less wait', () => {
  const full = ['a', 'b', 'c', 'd'].map((id) => visitOf(id));
  const urgent = visitOf('flood', { crew: 2, priority: 20, duration: 120 });
  const problem = problemOf([...full, urgent]);
  const schedule = { routes: [routeOf('dave', ['a', 'b']), routeOf('sam', ['c', 'd'])], unplaced: ['flood'] };
  const { unplaced } = explainVisit(problem, schedule, 'flood');
  const [remedy] = unplaced!.remedies;
  expect(remedy).toMatchObject({
    code: 'make way',
    moves: [{ visit: 'flood', technicians: ['dave', 'sam'] }],
  });
  // One of each is enough.
  expect('visits' in remedy! && remedy.visits.length).toBe(2);
  const after = afterRemedy(problem, schedule, remedy!);
  expect(evaluate(problem, after).violations).toEqual([]);
  expect(wordsFor(problem, unplaced).at(-1)).toMatch(
    /^would fit with dave and sam at \d+:\d\d [ap]m if \w \(P3\) and \w \(P3\) waited$/,
  );
});

test('what cannot be done on these days at all is offered on its own day, and else at any time of another', () => {
  const own = visitOf('own', { windows: [] });
  const planned = problemOf([own]);
  const wider = (windows: Visit['windows']) => problemOf([{ ...own, windows }], 3);
  const ask = (problem: Problem) =>
    explainVisit(planned, { routes: [], unplaced: ['own'] }, 'own', { wider: problem, now: 900 }).unplaced!;
  expect(ask(wider([{ start: 2 * DAY + 540, end: 2 * DAY + 600 }])).remedies).toMatchObject([
    { code: 'another day', isAgreed: true, moves: [{ start: 2 * DAY + 540 }] },
  ]);
  expect(ask(wider([])).remedies).toMatchObject([{ code: 'another time', moves: [{ start: DAY + 480 }] }]);
});

test('where nothing helps, that is said with what somebody can do', () => {
  const pinned = (id: string, technician: string) =>
    visitOf(id, { duration: 480, pinned: { technicians: [technician], start: 480 } });
  const problem = problemOf([
    pinned('a', 'dave'),
    pinned('b', 'sam'),
    visitOf('c', { priority: 20, duration: 300 }),
  ]);
  const schedule = { routes: [routeOf('dave', ['a']), routeOf('sam', ['b'])], unplaced: ['c'] };
  const { unplaced } = explainVisit(problem, schedule, 'c');
  expect(unplaced).toMatchObject({ remedies: [], until: 960 });
  expect(wordsFor(problem, unplaced).at(-1)).toBe(
    'no option found up to Thu 1 Jan: agree on a later day or a longer window, or bring in more people',
  );
  const gas = problemOf([visitOf('gas', { skills: ['gas'] })]);
  expect(wordsFor(gas, explainVisit(gas, { routes: [], unplaced: ['gas'] }, 'gas').unplaced).at(-1)).toBe(
    'no one working up to Thu 1 Jan has the gas ticket: add it to a technician, or bring in help',
  );
});

test('of hundreds of technicians equal reasons are told once, with the few who come closest', () => {
  const people = Array.from({ length: 400 }, (_, at) => `t${at}`);
  const busy = people
    .slice(0, 40)
    .map((id) => visitOf(`of ${id}`, { duration: 120, pinned: { technicians: [id], start: 600 } }));
  const gas = visitOf('gas', { skills: ['gas'], windows: [{ start: 600, end: 660 }] });
  const base = problemOf([...busy, gas], 1, people);
  const problem: Problem = {
    ...base,
    technicians: base.technicians.map((one, at) => Object.assign(one, { skills: at < 40 ? ['gas'] : [] })),
  };
  const schedule = {
    routes: people
      .slice(0, 40)
      .map((id) => Object.assign(routeOf(id, []), { stops: [{ visit: `of ${id}`, start: 600 }] })),
    unplaced: ['gas'],
  };
  const said = wordsFor(problem, explainVisit(problem, schedule, 'gas').unplaced);
  expect(said).toContain('no gas ticket: 360 technicians');
  expect(said.filter((one) => one.includes('is taken'))).toHaveLength(3);
  expect(said.find((one) => one.includes('also taken'))).toMatch(/also taken: 37 technicians$/);
  expect(said.length).toBeLessThan(10);
});
