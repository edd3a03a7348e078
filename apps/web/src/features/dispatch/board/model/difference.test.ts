import { expect, test } from 'vitest';
import { placesOf } from './difference.ts';

const placement = (...technicians: string[]) => ({
  technicians,
  starts_at: '2026-11-17T00:00:00Z',
  ends_at: '2026-11-17T01:00:00Z',
});

test('each of a crew has the place that a visit would leave and the one that it would take; what waits has none', () => {
  const places = placesOf([
    { visit_id: 'moved', before: placement('kai'), after: placement('mia', 'tom') },
    { visit_id: 'freed', before: placement('kai'), after: null, isLeft: true },
    { visit_id: 'unplaced', before: null, after: null },
  ]);
  const told = (technician: string) =>
    places.get(technician)?.map(({ visit, kind, isLeft }) => [visit, kind, isLeft]);
  expect(told('kai')).toEqual([
    ['moved', 'old', false],
    ['freed', 'old', true],
  ]);
  expect(told('mia')).toEqual([['moved', 'new', false]]);
  expect(told('tom')).toEqual(told('mia'));
  expect([...places.keys()]).toEqual(['kai', 'mia', 'tom']);
  expect(places.get('mia')![0]!.end - places.get('mia')![0]!.start).toBe(60);
});
