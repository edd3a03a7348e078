import { expect, test } from 'vitest';
import type { Problem, Shift, Visit } from './problem.ts';
import { defaultWeights } from './problem.ts';
import type { FaultCode } from './validate.ts';
import { faultsInWords, validateProblem } from './validate.ts';

const shift: Shift = { id: 'mon', start: 0, end: 480, startPlace: 0, endPlace: 0 };
const visit: Visit = { id: 'tap', place: 1, duration: 30, windows: [{ start: 60, end: 120 }] };
const sound: Problem = {
  travel: [{ places: 2, times: Int32Array.from([0, 10, 10, 0]) }],
  technicians: [{ id: 'dave', name: 'Dave', skills: [], shifts: [shift] }],
  visits: [visit],
  weights: defaultWeights,
};
const withVisit = (changes: Partial<Visit>): Problem => ({ ...sound, visits: [{ ...visit, ...changes }] });
const withShifts = (...shifts: Shift[]): Problem => ({
  ...sound,
  technicians: [{ ...sound.technicians[0]!, shifts }],
});
const withShift = (changes: Partial<Shift>): Problem => withShifts({ ...shift, ...changes });

test('a sound problem has no fault, wherever its times begin', () => {
  expect(validateProblem(sound)).toEqual([]);
  const monday = 1_794_787_200;
  const late = withShift({ start: monday, end: monday + 480 });
  const visits = [{ ...visit, windows: [{ start: monday, end: monday + 9 }] }];
  expect(validateProblem({ ...late, visits })).toEqual([]);
});

test.each<[FaultCode, string, Problem]>([
  ['duplicate id', 'two visits with one id', { ...sound, visits: [visit, visit] }],
  ['duplicate id', 'two shifts with one id', withShifts(shift, { ...shift, start: 900, end: 950 })],
  ['unknown technician', 'a pin to nobody', withVisit({ pinned: { technicians: ['zoe'], start: 60 } })],
  ['unknown place', 'a visit beyond the matrix', withVisit({ place: 2 })],
  ['unknown place', 'a shift from nowhere', withShift({ startPlace: -1 })],
  [
    'wrong size',
    'a matrix with a row missing',
    { ...sound, travel: [{ places: 2, times: new Int32Array(2) }] },
  ],
  [
    'negative',
    'a drive back in time',
    { ...sound, travel: [{ places: 2, times: Int32Array.of(0, -1, 1, 0) }] },
  ],
  ['negative', 'a negative duration', withVisit({ duration: -5 })],
  ['not whole', 'half a minute', withVisit({ duration: 7.5 })],
  ['not whole', 'a window at no time', withVisit({ windows: [{ start: Number.NaN, end: 3 }] })],
  ['out of order', 'a window that ends before it starts', withVisit({ windows: [{ start: 9, end: 3 }] })],
  ['out of order', 'a shift that ends before it starts', withShift({ end: -1 })],
  ['out of order', 'overtime before the end', withShift({ latestEnd: 470 })],
  ['overlapping shifts', 'two shifts at once', withShifts(shift, { ...shift, id: 'tue', start: 300 })],
  ['wrong crew', 'three lists for a crew of two', withVisit({ crew: 2, crewSkills: [[], [], []] })],
  ['wrong crew', 'nobody', withVisit({ crew: 0 })],
  ['too far apart', 'milliseconds of a month', withShift({ end: 2_678_400_000 })],
])('%s: %s', (code, _, problem) => {
  expect(validateProblem(problem).map((fault) => fault.code)).toEqual([code]);
});

test('faults are told in words, with the name or number that is wrong', () => {
  const faults = validateProblem({ ...withVisit({ place: 7 }), technicians: [] });
  expect(faultsInWords(faults)).toBe('visit tap lies at a place that the travel matrices do not have (7)');
});

test('a schedule to start from needs whole times', () => {
  const routes = [{ technician: 'dave', shift: 'mon', stops: [{ visit: 'tap', start: 60.5 }], breaks: [] }];
  expect(validateProblem(sound, { routes, unplaced: [] })).toEqual([
    { code: 'not whole', of: 'the stop at visit tap', value: 60.5 },
  ]);
});
