import { check } from '@muster/domain/dispatch/scheduling/board/check';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import { refusals } from '@muster/domain/dispatch/scheduling/board/reasons';
import { sampleRows } from '@muster/domain/dispatch/scheduling/board/sample-boards';
import { epochMinutes } from '@muster/domain/values/minutes';
import { assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { Drag } from './drag.ts';
import { judgeInHand, judgeTogether, lateOf, movesTogether, crewFor, judge, judgeLength } from './verdict.ts';

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
      const against = refusals(verdict.reasons);
      const isFree = verdict.kind === 'fits' || verdict.kind === 'warns';
      expect(isFree).toBe(against.length === 0);
      expect(verdict.kind === 'asks').toBe(!isFree && against.every(({ canOverride }) => canOverride));
      expect(verdict.short.startsWith(verdict.first)).toBe(true);
      expect(verdict.first === '').toBe(verdict.kind === 'fits');
      expect(verdict.start - asked).toBeGreaterThanOrEqual(0);
      expect(verdict.start - asked).toBeLessThanOrEqual(isFree ? 45 : 0);
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

test('several that wait follow each other on one row, each where it fits after the one before, or else after the drive', () => {
  assert(
    property(boards, where, (board, { row, slot }) => {
      const order = [...board.technicians.keys()];
      const waiting = [...board.visits.values()].filter(({ row }) => row.state === 'unscheduled');
      const [first] = waiting;
      if (first === undefined) return;
      const start = epochMinutes(board.days[1]!.start + slot * 15);
      const target = { kind: 'slot', technician: order[row]!, start } as const;
      const drag = { visit: first.row.id, from: null, crew: [], start: null, target, by: 'pointer' } as const;
      const picked = new Set(waiting.map(({ row }) => row.id));
      const moves = movesTogether(board, order, drag, picked);
      expect(moves.map(({ visit }) => visit)).toEqual([...picked]);
      let free: number = start;
      for (const { visit, technicians, start: at } of moves) {
        expect(technicians).toContain(order[row]);
        expect(at).toBeGreaterThanOrEqual(free);
        free = at + board.visits.get(visit)!.row.duration;
      }
    }),
    { numRuns: 40 },
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
      if (drag.start === null) return;
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

test('what should have begun or be over says by how much, after ten minutes; and the day after, that it never did', () => {
  const board = prepareBoard(sampleRows(7, { technicians: 4, visits: 12, days: 3 }));
  const [id, [own]] = [...board.assignments].find(([, crew]) => crew.length === 1)! as [
    string,
    [NonNullable<ReturnType<Board['assignments']['get']>>[number]],
  ];
  const visit = board.visits.get(id)!;
  const seen = (state: 'planned' | 'on site' | 'completed', now: number) => {
    const row = { ...visit.row, state };
    const progress = state === 'on site' ? ('on site' as const) : ('none' as const);
    const then = {
      ...board,
      now: epochMinutes(now),
      assignments: new Map([[id, [{ ...own, progress }]]]),
    };
    return lateOf(then, { ...visit, row }, own.technician);
  };
  expect(seen('planned', own.start + 10)).toBeUndefined();
  expect(seen('planned', own.start + 25)).toBe('not started, 25 min late');
  expect(seen('planned', own.start + 1440)).toBe('not started');
  expect(seen('on site', own.start + 25)).toBeUndefined();
  expect(seen('on site', own.end + 20)).toBe('20 min over');
  expect(seen('completed', own.end + 20)).toBeUndefined();
});

test('of many in the hand the first are judged, the one in the hand before all, as they are when all are dropped', () => {
  const board = prepareBoard(sampleRows(7, { technicians: 8, visits: 60, days: 3 }));
  const order = [...board.technicians.keys()];
  const booked = new Set(board.assignments.keys());
  const waiting = new Set([...board.visits.keys()].filter((id) => !booked.has(id)));
  const at = Number([...booked].at(-1)!.slice(1));
  const target = { kind: 'slot', technician: order[0]!, start: board.days[1]!.start } as const;
  const drag: Drag = { ...heldOn(board, at), target };
  expect(booked.size).toBeGreaterThan(20);
  const { judged, left } = judgeInHand(board, order, drag, booked);
  expect(judged[0]!.visit.row.id).toBe(drag.visit);
  expect(judged.length + left).toBe(booked.size);
  expect(judged).toHaveLength(20);
  // With all the others where they are going to be.
  const all = judgeTogether(board, movesTogether(board, order, drag, booked));
  for (const one of judged) expect(one).toEqual(all.find(({ visit }) => visit === one.visit));

  const [first] = waiting;
  const up: Drag = { ...heldOn(board, Number(first!.slice(1))), target };
  const few = judgeInHand(board, order, up, waiting);
  expect(few.judged.length + few.left).toBe(waiting.size);
  expect(few.judged.length).toBeLessThanOrEqual(20);
});
