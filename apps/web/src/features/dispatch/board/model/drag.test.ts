import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { array, assert, constant, constantFrom, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  crewAt,
  type Drag,
  emptyHand,
  type Hand,
  type HandEvent,
  isHome,
  nudged,
  pointedAt,
  stepHand,
  type Target,
} from './drag.ts';

const at = (minutes: number) => minutes as EpochMinutes;
const held: Drag = {
  visit: 'v',
  from: 'dave',
  crew: ['dave', 'mei'],
  start: at(600),
  target: { kind: 'slot', technician: 'dave', start: at(600) },
  by: 'pointer',
};

test('whoever is pointed at takes the place of the one whose block was taken', () => {
  expect(crewAt(held, 'sam')).toEqual(['sam', 'mei']);
  expect(crewAt({ ...held, from: 'mei' }, 'sam')).toEqual(['dave', 'sam']);
  expect(crewAt(held, 'mei')).toEqual(['dave', 'mei']);
  expect(crewAt({ crew: [], from: null }, 'sam')).toEqual(['sam']);
});

test('a pointer that stays within a slot changes nothing', () => {
  const once = pointedAt(held, 'sam', 622, false);
  expect(once.target).toEqual({ kind: 'slot', technician: 'sam', start: 615 });
  expect(pointedAt(once, 'sam', 611, false)).toBe(once);
  expect(pointedAt(once, 'sam', 611, true).target).toEqual({ kind: 'slot', technician: 'sam', start: 610 });
  expect(pointedAt(once, null, 611, false).target).toEqual({ kind: 'nowhere' });
});

test('keys move by the grid and by rows, and stop at the edges of the board', () => {
  const order = ['dave', 'mei', 'sam'];
  const moved = nudged(nudged(held, order, { minutes: 15 }), order, { rows: 2 });
  expect(moved.target).toEqual({ kind: 'slot', technician: 'sam', start: 615 });
  expect(nudged(moved, order, { rows: 1 }).target).toEqual(moved.target);
});

test('what is put down where it was taken changes nothing', () => {
  expect(isHome(held)).toBe(true);
  expect(isHome(nudged(held, ['dave'], { minutes: 15 }))).toBe(false);
  expect(isHome({ ...held, target: { kind: 'tray' } })).toBe(false);
  expect(isHome({ ...held, from: null, target: { kind: 'tray' } })).toBe(true);
});

const pressed: Drag = {
  visit: 'v',
  from: 'dave',
  crew: ['dave'],
  start: epochMinutes(605),
  target: { kind: 'nowhere' },
  by: 'pointer',
};
const pointer = integer({ min: 1, max: 2 });
const place = integer({ min: 0, max: 30 });
const target = constantFrom<Target>(
  { kind: 'nowhere' },
  { kind: 'tray' },
  { kind: 'slot', technician: 'dave', start: epochMinutes(605) },
  { kind: 'slot', technician: 'mei', start: epochMinutes(600) },
);
const press = record({
  pointer,
  x: place,
  y: place,
  isMouse: constantFrom(true, false),
  grabbed: constant(0),
  drag: constant(pressed),
});
const taken: Drag = {
  ...held,
  by: 'keys',
  target: { kind: 'slot', technician: 'dave', start: pressed.start! },
};
const anything = oneof(
  record({ kind: constant('press' as const), press }),
  record({ kind: constantFrom('still' as const, 'release' as const), pointer }),
  record({ kind: constant('move' as const), pointer, x: place, y: place }),
  record({ kind: constant('aim' as const), target }),
  constantFrom<HandEvent>({ kind: 'take', drag: taken }, { kind: 'put down' }, { kind: 'cancel' }),
);

/** What comes of events one after the other, and all that was put down on the way. */
function after(events: readonly HandEvent[], from: Hand = emptyHand) {
  const drops: Drag[] = [];
  let hand = from;
  for (const event of events) {
    const step = stepHand(hand, event);
    hand = step.hand;
    if (step.dropped) drops.push(step.dropped);
  }
  return { hand, drops };
}

test('whatever happens, what is put down has a place, and is not where it was', () => {
  assert(
    property(array(anything, { maxLength: 30 }), (events) => {
      for (const { target: aim, from, start } of after(events).drops) {
        expect(aim.kind).not.toBe('nowhere');
        expect(aim).not.toEqual({ kind: 'slot', technician: from, start });
      }
    }),
    { numRuns: 1_000 },
  );
});

test('from wherever it is, the hand comes free: letting go, Enter or Escape, and a new press takes up again', () => {
  assert(
    property(array(anything, { maxLength: 30 }), press, (events, again) => {
      const { hand } = after(events);
      expect(after([{ kind: 'cancel' }], hand)).toEqual({ hand: emptyHand, drops: [] });
      const own = hand.kind === 'empty' ? undefined : hand.press?.pointer;
      const over: HandEvent = own === undefined ? { kind: 'put down' } : { kind: 'release', pointer: own };
      const free = after([over], hand).hand;
      expect(free).toEqual(emptyHand);
      const far = { kind: 'move', pointer: again.pointer, x: again.x + 50, y: again.y } as const;
      const once: HandEvent[] = [
        { kind: 'press', press: again },
        ...(again.isMouse ? [] : [{ kind: 'still', pointer: again.pointer } as const]),
        far,
      ];
      expect(after(once, free).hand).toMatchObject({ kind: 'carrying', hasMoved: true });
    }),
    { numRuns: 1_000 },
  );
});

test('a hold without a move changes nothing, however it snaps', () => {
  assert(
    property(
      press,
      array(record({ x: integer({ min: -2, max: 2 }), y: integer({ min: -2, max: 2 }) }), { maxLength: 5 }),
      target,
      (pressed, trembling, aim) => {
        const { pointer: own, x, y } = pressed;
        const { drops } = after([
          { kind: 'press', press: pressed },
          { kind: 'still', pointer: own },
          ...trembling.map((by) => ({ kind: 'move', pointer: own, x: x + by.x, y: y + by.y }) as const),
          { kind: 'aim', target: aim },
          { kind: 'release', pointer: own },
        ]);
        expect(drops).toEqual([]);
      },
    ),
  );
});

test('a finger that moves before it has held still scrolls, and another finger takes nothing from the first', () => {
  const finger = { pointer: 1, x: 0, y: 0, isMouse: false, grabbed: 0, drag: pressed };
  const scrolled = after([
    { kind: 'press', press: finger },
    { kind: 'move', pointer: 1, x: 0, y: 9 },
    { kind: 'still', pointer: 1 },
  ]);
  expect(scrolled.hand).toEqual(emptyHand);
  const { hand } = after([
    { kind: 'press', press: finger },
    { kind: 'still', pointer: 1 },
  ]);
  const disturbed = after(
    [
      { kind: 'press', press: { ...finger, pointer: 2, drag: { ...held, visit: 'other' } } },
      { kind: 'release', pointer: 2 },
    ],
    hand,
  );
  expect(disturbed).toEqual({ hand, drops: [] });
});
