import { expect, test } from 'vitest';
import { delayOf } from '../../dispatch/scheduling/board/attention.ts';
import type { BoardRows, VisitRow } from '../../dispatch/scheduling/board/board.ts';
import { prepareBoard } from '../../dispatch/scheduling/board/prepare.ts';
import {
  assignmentRow,
  at,
  boardRows,
  siteAt,
  visitRow,
} from '../../dispatch/scheduling/board/sample-boards.ts';
import { timeInWords } from '../../values/clock-words.ts';
import type { LocalTime } from '../../values/local-time.ts';
import { delayInWords, pushDay } from './push-day.ts';

const zone = 'Australia/Sydney';

/** Dave's day: an hour each, at the same place, so that there is no drive between them. */
function day(
  visits: Partial<VisitRow>[],
  times: LocalTime[],
  rows: Partial<BoardRows> = {},
): ReturnType<typeof prepareBoard> {
  const made = visits.map((visit, place) =>
    visitRow({ id: `v${place}`, site: siteAt(5), state: 'dispatched', ...visit }),
  );
  const assignments = made.map((visit, place) => assignmentRow(visit, at(times[place]!)));
  return prepareBoard(boardRows({ now: at('08:30'), visits: made, assignments, ...rows }));
}

const late = (expected: LocalTime, text = '') => ({
  delay: { technician: 'dave', expected: at(expected), text },
});

function starts(board: ReturnType<typeof prepareBoard>): Record<string, string> {
  return Object.fromEntries(
    [...board.assignments].map(([id, [first]]) => [id, timeInWords(first!.start, zone)]),
  );
}

test('each visit after a delay begins as soon as it can, until one needs not move', () => {
  const pushed = pushDay(day([late('09:30'), {}, {}, {}], ['09:00', '10:15', '11:15', '14:00']), 'v0')!;
  expect(starts(pushed.board)).toEqual({ v0: '9:30 am', v1: '10:30 am', v2: '11:30 am', v3: '2:00 pm' });
  expect([...pushed.later]).toEqual(['v0', 'v1', 'v2']);
  expect(pushed.lost).toEqual([]);
  expect(delayInWords(pushed, 'v0', 'v0')).toBe('Dave is running 30 min late.');
  expect(delayInWords(pushed, 'v0', 'v1')).toBe(
    'Dave is running 30 min late: it starts as soon as they can get there.',
  );
  expect(delayInWords(pushed, 'v0', 'v3')).toBeUndefined();
});

test('what would miss its promise or the end of the shift is lost, and the others close up', () => {
  const promised = { date: '2026-11-16', window: { from: '09:30', to: '10:30' } } as const;
  const board = day([late('10:00', 'Traffic'), promised, {}, {}], ['09:00', '10:15', '11:30', '14:15']);
  const pushed = pushDay(board, 'v0')!;
  expect(pushed.lost).toEqual(['v1']);
  expect(starts(pushed.board)).toEqual({ v0: '10:00 am', v2: '11:30 am', v3: '2:15 pm' });
  expect(pushed.board.visits.get('v1')!.row.state).toBe('unscheduled');
  expect(delayInWords(pushed, 'v0', 'v0')).toBe('Dave is running 1 h late: Traffic.');
  expect(delayInWords(pushed, 'v0', 'v1')).toBe('Dave is running 1 h late, and it doesn’t fit that day now.');
  // The last one is home too late whatever happens: that is nothing that a delay has done.
  expect(pushed.later.has('v3')).toBe(false);
  const evening = pushDay(day([late('13:40'), {}], ['12:00', '14:00']), 'v0')!;
  expect(evening.lost).toEqual(['v1']);
});

test('who is on the way, or would break a promise by it, stays in the plan; that they come late is a fact', () => {
  const enRoute = pushDay(day([{ ...late('09:40'), state: 'en route' }, {}], ['09:00', '10:15']), 'v0')!;
  expect(enRoute.isFact).toBe(true);
  expect([...enRoute.later]).toEqual(['v1']);
  const promised = { date: '2026-11-16', window: { from: '08:30', to: '09:15' } } as const;
  const broken = pushDay(day([{ ...late('09:40'), ...promised }, {}], ['09:00', '10:15']), 'v0')!;
  expect([broken.isFact, starts(broken.board)['v1']]).toEqual([true, '10:40 am']);
});

test('what is pinned is left alone, and what comes after it goes around it', () => {
  const times: LocalTime[] = ['09:00', '10:15', '11:15'];
  const free = [...day([late('09:30'), {}, {}], times).assignments.values()].flat();
  const assignments = free.map((row) => Object.assign(row, { isPinned: row.visit === 'v2' }));
  const pushed = pushDay(day([late('09:30'), {}, {}], times, { assignments }), 'v0')!;
  expect(starts(pushed.board)).toEqual({ v0: '9:30 am', v1: '12:15 pm', v2: '11:15 am' });
});

test('a delay means nothing once they are there, once it is planned so, or where somebody else has it', () => {
  const by = (visit: Partial<VisitRow>, time: LocalTime = '09:00') => {
    const board = day([visit], [time]);
    return delayOf(board, board.visits.get('v0')!)?.by;
  };
  expect(by(late('09:20'))).toBe(20);
  expect(by({ ...late('09:20'), state: 'en route' })).toBe(20);
  expect(by({ ...late('09:20'), state: 'on site' })).toBeUndefined();
  expect(by({ ...late('09:20'), state: 'completed' })).toBeUndefined();
  expect(by(late('09:20'), '09:20')).toBeUndefined();
  expect(by({ delay: { technician: 'priya', expected: at('09:20'), text: '' } })).toBeUndefined();
  expect(pushDay(day([{}], ['09:00']), 'v0')).toBeUndefined();
});
