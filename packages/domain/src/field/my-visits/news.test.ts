import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldNews, type Rebooked } from './news.ts';

const clock = (hour: number) => `2026-11-17T${String(hour).padStart(2, '0')}:00:00Z`;

/** The changes of one visit, from one hour to the next; null: not on it. */
function way(hours: readonly (number | null)[], more: Partial<Rebooked> = {}, from = 1): Rebooked[] {
  const moment = (hour: number | null) => (hour === null ? null : clock(hour));
  return hours.slice(1).map((hour, place) => {
    const times = { before: moment(hours[place]!), after: moment(hour) };
    const by = { at: clock(7), by: 'Dana', is_own: false, is_cancelled: false };
    return Object.assign({ visit_id: 'a', change: from + place }, by, times, more);
  });
}

test.each([
  ['new', way([null, 9]), [{ kind: 'new', was_at: null, starts_at: clock(9) }]],
  ['new and moved', way([null, 9, 11]), [{ kind: 'new', was_at: null, starts_at: clock(11), change: 2 }]],
  ['moved and moved', way([9, 11, 10]), [{ kind: 'moved', was_at: clock(9), starts_at: clock(10) }]],
  ['moved away and back', way([9, 11, 9]), []],
  ['taken away and given back', way([9, null, 9]), []],
  [
    'taken away and given back for later',
    way([9, null, 10]),
    [{ kind: 'moved', was_at: clock(9), starts_at: clock(10) }],
  ],
  ['new and taken away', way([null, 9, null]), []],
  ['moved and given away', way([9, 11, null]), [{ kind: 'gone', was_at: clock(9), starts_at: null }]],
  ['cancelled', way([9, null], { is_cancelled: true }), [{ kind: 'cancelled', was_at: clock(9) }]],
  ['moved by themselves', way([9, 11], { is_own: true }), []],
  [
    'moved by themselves, then by the office',
    [...way([9, 10], { is_own: true }), ...way([10, 11], {}, 2)],
    [{ kind: 'moved', was_at: clock(10), starts_at: clock(11) }],
  ],
  ['moved by the office, then by themselves', [...way([9, 10]), ...way([10, 11], { is_own: true }, 2)], []],
])('%s', (_, changes, expected) => {
  expect(foldNews(changes)).toEqual(expected.map((line) => expect.objectContaining(line)));
});

test('visits are told in the order of what happened to them last, and who did that', () => {
  const lines = foldNews([
    ...way([9, 10]),
    ...way([12, 13], { visit_id: 'b' }, 2),
    ...way([10, 11], { by: 'Owen' }, 3),
  ]);
  expect(lines.map(({ visit_id, change, by }) => [visit_id, change, by])).toEqual([
    ['b', 2, 'Dana'],
    ['a', 3, 'Owen'],
  ]);
});

test('however they come: a line for each visit whose beginning and end differ, and none else', () => {
  const hours = fc.array(fc.option(fc.integer({ min: 7, max: 10 })), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(hours, { maxLength: 4 }), (ways) => {
      const changes = ways.flatMap((way_, at) => way(way_, { visit_id: String(at) }, 1 + at * 10));
      const told = foldNews(changes.toReversed());
      expect(told.map(({ visit_id }) => visit_id)).toEqual(
        ways.flatMap((hours, at) => (hours[0] === hours.at(-1) ? [] : [String(at)])),
      );
    }),
  );
});
