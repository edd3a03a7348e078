import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { minutes } from '../../../values/minutes.ts';
import { evaluate } from '../evaluate.ts';
import type { Problem, Schedule } from '../problem.ts';
import { validateProblem } from '../validate.ts';
import type { Board } from './board.ts';
import { check } from './check.ts';
import { earliestFit } from './earliest-fit.ts';
import { withAssignments, prepareBoard } from './prepare.ts';
import type { Reason } from './reasons.ts';
import { sampleRows, assignmentRow, at } from './sample-boards.ts';
import { problemFromBoard, assignmentsFromSchedule } from './problem-from-board.ts';

const week = { from: at('00:00'), until: at('00:00', '2026-11-18') };
const size = { technicians: 3, visits: 9, days: 2 };
const runs = { numRuns: 200 };

/** What speaks against the visits of a board where they stand. */
function reasonsOn(board: Board): Reason[] {
  return [...board.assignments].flatMap(([id, rows]) =>
    check(
      board,
      board.visits.get(id)!,
      rows.map(({ technician }) => technician),
      rows[0]!.start,
    ),
  );
}

/** Breaks are due to nobody's visit in particular; on the board they only warn. */
const comparable = ({ kind, rule }: Reason): boolean => kind === 'hard' || rule === 'crew';

const violationsOf = (problem: Problem, schedule: Schedule = problem.current!) =>
  evaluate(problem, schedule).violations.filter(({ rule }) => rule !== 'break');

test('a board without hard reasons is a schedule without violations, and the other way round', () => {
  let sound = 0;
  assert(
    property(integer(), integer({ min: 0, max: size.visits }), (seed, visits) => {
      const board = prepareBoard(sampleRows(seed, { ...size, visits }));
      const problem = problemFromBoard(board, week);
      expect(validateProblem(problem)).toEqual([]);
      const isSound = !reasonsOn(board).some(comparable);
      expect(violationsOf(problem).length === 0).toBe(isSound);
      if (isSound && board.assignments.size > 0) sound += 1;
    }),
    runs,
  );
  expect(sound).toBeGreaterThan(0);
});

test('a board that is filled where nothing speaks against it is a schedule without violations', () => {
  let placed = 0;
  assert(
    property(integer(), (seed) => {
      const rows = sampleRows(seed, { ...size, visits: 16 });
      let board = prepareBoard({ ...rows, assignments: [] });
      for (const visit of board.visits.values()) {
        const ids = [...board.technicians.keys()];
        const crew = ids.slice(0, visit.row.crewSize);
        const start = earliestFit(board, visit, crew, week.from, week.until, minutes(5));
        if (start === undefined) continue;
        const own = crew.map((technician) => assignmentRow(visit.row, start, { technician }));
        board = withAssignments(board, new Map([[visit.row.id, own]]));
        placed += 1;
      }
      expect(violationsOf(problemFromBoard(board, week))).toEqual([]);
    }),
    { numRuns: 100 },
  );
  expect(placed).toBeGreaterThan(100);
});

test('both name the same rules for the same technician', () => {
  const named = new Set<string>();
  assert(
    property(integer(), (seed) => {
      const board = prepareBoard(sampleRows(seed, size));
      const problem = problemFromBoard(board, week);
      const reasons = reasonsOn(board).filter(comparable);
      for (const { row } of board.technicians.values()) {
        const told = new Set<string>(
          reasons.flatMap((reason) =>
            'technician' in reason && reason.technician === row.id ? [reason.rule] : [],
          ),
        );
        const found = new Set<string>(
          violationsOf(problem).flatMap(({ rule, technician }) => (technician === row.id ? [rule] : [])),
        );
        // The windows are the visit's own, whoever comes.
        found.delete('window');
        const isOutside = problem.current!.routes.some(
          (r) => r.technician === row.id && r.shift === undefined,
        );
        // Whoever is away, in two places or outside a shift has no sound day to compare drives and ends by.
        const isWild =
          isOutside || [...told, ...found].some((rule) => rule === 'absence' || rule === 'overlap');
        for (const rule of isWild ? ['travel', 'shift', 'inactive'] : []) {
          told.delete(rule);
          found.delete(rule);
        }
        // A skill that needs a ticket is none without one.
        if (told.delete('ticket')) told.add('skill');
        if (found.delete('ticket')) found.add('skill');
        // The evaluator asks no further about somebody who is banned.
        if (found.has('banned')) for (const names of [told, found]) names.delete('skill');
        told.delete('inactive');
        expect([...found].sort()).toEqual([...told].sort());
        for (const rule of told) named.add(rule);
      }
    }),
    runs,
  );
  expect([...named].sort()).toEqual(['absence', 'banned', 'overlap', 'shift', 'skill', 'travel']);
});

test('both name the same visits for windows and crews', () => {
  const named = new Set<string>();
  assert(
    property(integer(), (seed) => {
      const board = prepareBoard(sampleRows(seed, size));
      const violations = violationsOf(problemFromBoard(board, week));
      for (const [id, rows] of board.assignments) {
        const crew = rows.map(({ technician }) => technician);
        const told = check(board, board.visits.get(id)!, crew, rows[0]!.start);
        const found = violations.filter(({ visit }) => visit === id);
        for (const rule of ['window', 'crew'] as const) {
          const isBroken = told.some((reason) => reason.rule === rule);
          expect(found.some((violation) => violation.rule === rule)).toBe(isBroken);
          if (isBroken) named.add(rule);
        }
      }
    }),
    runs,
  );
  expect([...named].sort()).toEqual(['crew', 'window']);
});

test('a break that a visit squeezes out is missed in the schedule too', () => {
  let squeezed = 0;
  assert(
    property(integer(), (seed) => {
      const board = prepareBoard(sampleRows(seed, size));
      const problem = problemFromBoard(board, week);
      const { violations } = evaluate(problem, problem.current!);
      const missed = new Set(
        violations.filter(({ rule }) => rule === 'break').map(({ technician }) => technician),
      );
      for (const reason of reasonsOn(board)) {
        if (reason.rule !== 'break' || !board.technicians.get(reason.technician)!.row.isActive) continue;
        expect(missed).toContain(reason.technician);
        squeezed += 1;
      }
    }),
    runs,
  );
  expect(squeezed).toBeGreaterThan(0);
});

test('a break that only a visit keeps from being taken is told of that visit', () => {
  let freed = 0;
  const missedOn = (board: Board) => {
    const problem = problemFromBoard(board, week);
    const { violations } = evaluate(problem, problem.current!);
    return new Set(violations.filter(({ rule }) => rule === 'break').map(({ technician }) => technician));
  };
  assert(
    property(integer(), (seed) => {
      const board = prepareBoard(sampleRows(seed, size));
      const missed = missedOn(board);
      for (const [id, rows] of board.assignments) {
        const without = missedOn(withAssignments(board, new Map([[id, []]])));
        const crew = rows.map(({ technician }) => technician);
        const told = check(board, board.visits.get(id)!, crew, rows[0]!.start);
        for (const technician of crew) {
          if (!missed.has(technician) || without.has(technician)) continue;
          // A visit during an absence belongs to no part of the day, and the absence is told instead.
          if (told.some((reason) => reason.rule === 'absence' && reason.technician === technician)) continue;
          expect(told).toContainEqual(expect.objectContaining({ rule: 'break', technician }));
          freed += 1;
        }
      }
    }),
    { numRuns: 80 },
  );
  expect(freed).toBeGreaterThan(0);
});

test('a board that is made a problem and back again is the same board', () => {
  assert(
    property(integer(), (seed) => {
      const board = prepareBoard(sampleRows(seed, size));
      const again = assignmentsFromSchedule(board, problemFromBoard(board, week).current!);
      const round = withAssignments(board, again);
      const sorted = (given: Board) =>
        [...given.assignments.values()]
          .flat()
          .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      expect(sorted(round)).toEqual(sorted(board));
      for (const [id, { list }] of board.bookings) expect(round.bookings.get(id)?.list).toEqual(list);
    }),
    { numRuns: 200 },
  );
});
