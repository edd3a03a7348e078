import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { withAssignments, prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import {
  problemFromBoard,
  assignmentsFromSchedule,
} from '@muster/domain/dispatch/scheduling/board/problem-from-board';
import { sampleRows, at } from '@muster/domain/dispatch/scheduling/board/sample-boards';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { solve } from './solve.ts';

test('what the optimiser plans for a board breaks no rule of the board', () => {
  let placed = 0;
  assert(
    property(integer(), (seed) => {
      const rows = sampleRows(seed, { technicians: 3, visits: 14, days: 2 });
      const visits = rows.visits.map((visit) => ({ ...visit, state: 'unscheduled' as const }));
      const board = prepareBoard({ ...rows, now: at('08:10'), visits, assignments: [] });
      const problem = problemFromBoard(board, { from: at('00:00'), until: at('00:00', '2026-11-18') });
      const { schedule } = solve(problem, { seed, stop: { iterations: 200 } });
      const planned = withAssignments(board, assignmentsFromSchedule(board, schedule));
      for (const [id, own] of planned.assignments) {
        const crew = own.map(({ technician }) => technician);
        const reasons = check(planned, planned.visits.get(id)!, crew, own[0]!.start);
        const against = reasons.filter(
          ({ kind, rule }) => kind === 'hard' || rule === 'crew' || rule === 'break',
        );
        expect(against).toEqual([]);
        // As if somebody dragged it there: not into the past either.
        expect(check(board, board.visits.get(id)!, crew, own[0]!.start)).not.toContainEqual(
          expect.objectContaining({ rule: 'past' }),
        );
        placed += 1;
      }
    }),
    { numRuns: 60 },
  );
  expect(placed).toBeGreaterThan(60);
});
