import { array, assert, constantFrom, double, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { type Group, heightOf, layOutLines, technicianAt, topOf } from './lines.ts';

const groups: Group[] = [
  { id: 'west', label: 'West', technicians: ['ann', 'bob'] },
  { id: 'east', label: 'East', technicians: ['cy'] },
];

test('each group has a heading, and one that is closed shows nobody', () => {
  const lines = layOutLines(groups, new Set(['west']), () => 40);
  expect(lines.map(({ top, technician }) => [top, technician])).toEqual([
    [0, undefined],
    [28, undefined],
    [56, 'cy'],
  ]);
  expect(heightOf(lines)).toBe(96);
});

test('without a name there is no heading', () => {
  const lines = layOutLines([{ id: '', label: '', technicians: ['ann', 'bob'] }], new Set(), () => 56);
  expect(lines).toEqual([
    { technician: 'ann', top: 0, height: 56 },
    { technician: 'bob', top: 56, height: 56 },
  ]);
});

test('whoever is at a height is found there, and nobody beside the rows', () => {
  const lines = layOutLines(groups, new Set(), () => 56);
  expect([0, 27, 28, 83, 84, 140, 168, 223, 224, -1].map((y) => technicianAt(lines, y))).toEqual([
    undefined,
    undefined,
    'ann',
    'ann',
    'bob',
    undefined,
    'cy',
    'cy',
    undefined,
    undefined,
  ]);
  expect(technicianAt([], 10)).toBeUndefined();
});

test('every row is found at each of its heights', () => {
  const sizes = array(nat({ max: 5 }), { maxLength: 8 });
  assert(
    property(
      sizes,
      constantFrom(40, 56),
      double({ min: 0, max: 0.99, noNaN: true }),
      (sizes, height, part) => {
        const given = sizes.map((size, group) => ({
          id: `${group}`,
          label: group % 2 === 0 ? 'Named' : '',
          technicians: Array.from({ length: size }, (_, place) => `${group} ${place}`),
        }));
        const lines = layOutLines(given, new Set(), () => height);
        for (const { technicians } of given)
          for (const technician of technicians) {
            const top = topOf(lines, technician)!;
            expect(technicianAt(lines, top + part * height)).toBe(technician);
          }
      },
    ),
  );
});
