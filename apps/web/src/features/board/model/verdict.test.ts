import { check } from '@muster/domain/scheduling/board/check';
import { prepareBoard } from '@muster/domain/scheduling/board/prepare';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { refusals } from '@muster/domain/scheduling/board/reasons';
import { sampleRows } from '@muster/domain/scheduling/board/sample-boards';
import { epochMinutes } from '@muster/domain/values/minutes';
import { assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { crewFor } from './crew.ts';
import type { Drag } from './drag.ts';
import { judgeTogether, movesTogether } from './together.ts';
import { judge, judgeLength } from './verdict.ts';

const boards = integer({ min: 1, max: 10_000 }).map((seed) =>
  prepareBoard(sampleRows(seed, { technicians: 4, visits: 12, days: 3 })),
);
const where = record({
  visit: integer({ min: 0, max: 11 }),
  row: integer({ min: 0, max: 3 }),
  slot: integer({ min: 0, max: 3 * 96 - 1 }),
});

function heldOn(board: Board, at: number): Drag {
  const visit = `v${at}`;
  const crew = board.assignments.get(visit) ?? [];
  return {
    visit,
    from: crew[0]?.technician ?? null,
    crew: crew.map(({ technician }) => technician),
    start: crew[0]?.start ?? null,
    target: { kind: 'nowhere' },
    by: 'pointer',
  };
}

test('a drop lands where the rules accept it, at most 45 minutes later, or is refused for what they say of the very place', () => {
  assert(
    property(boards, where, (board, { visit: at, row, slot }) => {
      const drag = heldOn(board, at);
      const order = [...board.technicians.keys()];
      const asked = epochMinutes(board.days[1]!.start + slot * 15);
      const crew = crewFor(board, drag, order[row]!, asked, order);
      expect(crew).toContain(order[row]);
      const visit = board.visits.get(drag.visit)!;
      const verdict = judge(board, visit, crew, asked);
      // What the server asks, of the same rows.
      expect(verdict.reasons).toEqual(check(board, visit, crew, verdict.start));
      expect(verdict.kind === 'refuses').toBe(refusals(verdict.reasons).length > 0);
      expect(verdict.short === '').toBe(verdict.kind === 'fits');
      expect(verdict.start - asked).toBeGreaterThanOrEqual(0);
      expect(verdict.start - asked).toBeLessThanOrEqual(verdict.kind === 'refuses' ? 0 : 45);
      expect(judge(board, visit, crew, asked, true).start).toBe(asked);
    }),
    { numRuns: 60 },
  );
});

test('several that move keep their distance and their crews, and are judged with each other where they go', () => {
  assert(
    property(boards, where, (board, { visit: at, row, slot }) => {
      const drag = heldOn(board, at);
      if (drag.start === null) return;
      const order = [...board.technicians.keys()];
      const start = epochMinutes(board.days[1]!.start + slot * 15);
      const dropped: Drag = { ...drag, target: { kind: 'slot', technician: order[row]!, start } };
      const moves = movesTogether(board, order, dropped, new Set(board.assignments.keys()));
      expect(moves).toHaveLength(board.assignments.size);
      for (const { visit, technicians, start: moved } of moves) {
        const before = board.assignments.get(visit)!;
        expect(moved - before[0]!.start).toBe(start - drag.start);
        expect(technicians).toHaveLength(before.length);
        if (before.length > 1 && visit !== drag.visit)
          expect(technicians).toEqual(before.map(({ technician }) => technician));
      }
      const one = moves.find(({ visit }) => visit === drag.visit)!;
      const alone = judgeTogether(board, [one]).flatMap(({ verdict }) => verdict.reasons);
      expect(alone).toEqual(check(board, board.visits.get(drag.visit)!, one.technicians, one.start));
      // Those that stay are judged where they stand, with all the others there.
      const still = [...board.assignments.keys()].map((visit) => standing(board, visit));
      for (const { visit, verdict } of judgeTogether(board, still)) {
        const { technicians, start: there } = standing(board, visit.row.id);
        expect(verdict.reasons).toEqual(check(board, visit, technicians, there));
      }
    }),
    { numRuns: 60 },
  );
});

test('a length is judged as the rules judge a visit of that length, and its own length as where it stands', () => {
  assert(
    property(boards, where, (board, { visit: at, slot }) => {
      const drag = heldOn(board, at);
      if (drag.start === null) return;
      const { row } = board.visits.get(drag.visit)!;
      const duration = 15 + (slot % 40) * 15;
      const longer = {
        ...board.visits.get(drag.visit)!,
        row: { ...row, duration: duration as typeof row.duration },
      };
      expect(judgeLength(board, drag.visit, duration).reasons).toEqual(
        check(board, longer, drag.crew, drag.start),
      );
    }),
  );
});

function standing(board: Board, visit: string) {
  const crew = board.assignments.get(visit)!;
  return { visit, technicians: crew.map(({ technician }) => technician), start: crew[0]!.start };
}

test('what is moved together with others and belongs to somebody who is not shown stays with them', () => {
  assert(
    property(boards, where, (board, { visit: at, row, slot }) => {
      const drag = heldOn(board, at);
      const everybody = [...board.technicians.keys()];
      const order = everybody.filter((id) => id !== everybody[row]);
      const start = epochMinutes(board.days[1]!.start + slot * 15);
      const dropped: Drag = { ...drag, target: { kind: 'slot', technician: order[0]!, start } };
      const moves = movesTogether(board, order, dropped, new Set(board.visits.keys()));
      for (const { visit, technicians } of moves) {
        const crew = board.assignments.get(visit)!.map(({ technician }) => technician);
        if (visit !== drag.visit && crew.includes(everybody[row]!)) expect(technicians).toEqual(crew);
      }
    }),
  );
});
