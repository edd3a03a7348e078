import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';
import { expect, test } from 'vitest';

import { compareSchedules } from './summary.ts';

/** Two people, ten minutes between any two places; Dave is away from noon on. */
const shift = { id: 'mon', start: 420, end: 900, startPlace: 0, endPlace: 0 };
const promised = (id: string, promise: number) => ({
  id,
  place: Number(id.slice(1)),
  duration: 60,
  windows: [{ start: 420, end: 900 }],
  promise,
});
const problem: Problem = {
  travel: [{ places: 6, times: Int32Array.from({ length: 36 }, (_, at) => (at % 7 === 0 ? 0 : 10)) }],
  technicians: [
    {
      id: 'dave',
      name: 'Dave',
      skills: [],
      shifts: [{ ...shift, end: 720 }],
      absences: [{ start: 720, end: 1440 }],
    },
    { id: 'sam', name: 'Sam', skills: [], shifts: [shift] },
  ],
  visits: [
    promised('v1', 480),
    promised('v2', 780),
    promised('v3', 600),
    promised('v4', 900),
    { id: 'v5', place: 5, duration: 60, windows: [{ start: 420, end: 900 }] },
    // A day and a window that were agreed, or that the customer was told of.
    { id: 'v6', place: 1, duration: 60, windows: [{ start: 540, end: 660 }], agreed: true },
  ],
  weights: defaultWeights,
};

test('before and after are counted by one rule: what nobody comes to is neither placed nor kept', () => {
  const before: Schedule = {
    routes: [
      {
        technician: 'dave',
        shift: 'mon',
        stops: [
          { visit: 'v1', start: 430 },
          { visit: 'v6', start: 500 },
        ],
        breaks: [],
      },
      // Planned before he rang in sick: in time, were he there.
      { technician: 'dave', stops: [{ visit: 'v2', start: 730 }], breaks: [] },
      { technician: 'sam', shift: 'mon', stops: [{ visit: 'v3', start: 660 }], breaks: [] },
    ],
    unplaced: ['v4', 'v5'],
  };
  const after: Schedule = {
    routes: [
      {
        technician: 'dave',
        shift: 'mon',
        stops: [
          { visit: 'v1', start: 430 },
          { visit: 'v6', start: 540 },
        ],
        breaks: [],
      },
      {
        technician: 'sam',
        shift: 'mon',
        stops: [
          { visit: 'v2', start: 730 },
          { visit: 'v4', start: 800 },
        ],
        breaks: [],
      },
    ],
    // What goes back to the tray is a promise that is not kept.
    unplaced: ['v3', 'v5'],
  };
  expect(compareSchedules(problem, before, after)).toEqual({
    // v1 is kept; v2 stands with somebody who is away, v3 comes an hour late, v4 waits, v6 comes before its window. Of six visits, three are done.
    before: { travel: 40, overtime: 0, onTime: 1, promised: 5, unplaced: 3 },
    // v1, v2, v4 and v6 are kept, v3 is back in the tray.
    after: { travel: 50, overtime: 0, onTime: 4, promised: 5, unplaced: 2 },
  });
});
