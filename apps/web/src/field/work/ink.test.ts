import { expect, test } from 'vitest';
import type { PointGroup } from 'signature_pad';
import { placed, upright } from './ink.ts';

function stroke(...points: [number, number][]): PointGroup {
  const drawn = points.map(([x, y]) => ({ x, y, pressure: 0.5, time: 0 }));
  return { points: drawn } as PointGroup;
}

const ways = (strokes: readonly PointGroup[]) =>
  strokes.map(({ points }) => points.map(({ x, y }) => [x, y]));

/** As it lies on the screen of a phone that is held upright: narrow and long. */
const tall = { offsetWidth: 100, offsetHeight: 800 };
const wide = { offsetWidth: 800, offsetHeight: 100 };

test('what runs down the screen along its right edge is the first line of whoever turns it', () => {
  const down = [stroke([95, 20], [95, 400])];
  expect(ways(upright(down, true, tall.offsetWidth))).toEqual([
    [
      [20, 5],
      [400, 5],
    ],
  ]);
  expect(ways(upright(down, false, tall.offsetWidth))).toEqual(ways(down));
});

test('a signature that is begun with the phone upright goes on when it is turned, and back', () => {
  const read = [stroke([10, 20], [700, 90]), stroke([30, 5])];
  for (const [isSideways, size] of [
    [true, tall],
    [false, wide],
  ] as const)
    expect(ways(upright(placed(read, isSideways, size), isSideways, size.offsetWidth))).toEqual(ways(read));
});

test('where there is less room it is made smaller, and nothing of it is outside', () => {
  const [drawn] = ways(placed([stroke([0, 0], [800, 100])], true, { offsetWidth: 80, offsetHeight: 400 }));
  expect(drawn).toEqual([
    [80, 0],
    [30, 400],
  ]);
});
