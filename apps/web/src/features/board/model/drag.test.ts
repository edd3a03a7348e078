import type { EpochMinutes } from '@muster/domain/values/minutes';
import { expect, test } from 'vitest';
import { crewAt, type Drag, isHome, nudged, pointedAt } from './drag.ts';

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
