import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { epochMinutes, minutes } from '../../../values/minutes.ts';
import { check } from './check.ts';
import { earliestFit } from './earliest-fit.ts';
import { prepareBoard } from './prepare.ts';
import { refusals } from './reasons.ts';
import {
  sampleRows,
  assignmentRow,
  at,
  boardRows,
  siteAt,
  technicianRow,
  visitRow,
} from './sample-boards.ts';

test('the earliest start follows the drive from the visit before', () => {
  const drain = visitRow({ id: 'drain', site: siteAt(25) });
  const rows = boardRows({ visits: [visitRow(), drain], assignments: [assignmentRow(drain, at('08:00'))] });
  const board = prepareBoard(rows);
  const tap = board.visits.get('tap')!;
  expect(earliestFit(board, tap, ['dave'], at('08:00'), at('15:00'))).toBe(at('09:40'));
  expect(earliestFit(board, tap, ['dave'], at('08:00'), at('15:00'), minutes(15))).toBe(at('09:45'));
  expect(earliestFit(board, tap, ['dave'], at('08:00'), at('09:30'))).toBeUndefined();
});

test('a long visit is waited for, also one that began before others that are over', () => {
  const long = visitRow({ id: 'long', duration: minutes(300) });
  const short = visitRow({ id: 'short', duration: minutes(15) });
  const assignments = [assignmentRow(long, at('07:00')), assignmentRow(short, at('07:30'))];
  const board = prepareBoard(boardRows({ visits: [visitRow(), long, short], assignments }));
  expect(earliestFit(board, board.visits.get('tap')!, ['dave'], at('08:00'), at('15:00'))).toBe(at('12:00'));
});

test('nobody is offered a time who may not come at all', () => {
  const rows = boardRows({ technicians: [technicianRow({ isActive: false })] });
  const board = prepareBoard(rows);
  expect(earliestFit(board, board.visits.get('tap')!, ['dave'], at('08:00'), at('15:00'))).toBeUndefined();
});

test('no minute before the earliest start is free of hard reasons, and that start is', () => {
  const step = minutes(5);
  let found = 0;
  assert(
    property(integer(), (seed) => {
      const board = prepareBoard(sampleRows(seed, { technicians: 3, visits: 14, days: 1 }));
      const [from, until] = [at('07:00'), at('15:30')];
      for (const visit of board.visits.values()) {
        const crew = visit.row.crewSize === 2 ? ['t0', 't1'] : ['t2'];
        const start = earliestFit(board, visit, crew, from, until, step);
        let slow: number | undefined;
        for (let t: number = from; t <= until && slow === undefined; t += step)
          if (refusals(check(board, visit, crew, epochMinutes(t))).length === 0) slow = t;
        expect(start).toBe(slow);
        if (start !== undefined && start > from) found += 1;
      }
    }),
    { numRuns: 25 },
  );
  expect(found).toBeGreaterThan(0);
});
