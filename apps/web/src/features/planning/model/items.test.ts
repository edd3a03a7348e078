import { expect, test } from 'vitest';
import type { Item } from '../api.ts';
import { groupItems, priceOf } from './items.ts';

const at = (technician: string, time: string) => ({
  technicians: [technician],
  starts_at: `2026-11-17T${time}:00Z`,
  ends_at: `2026-11-17T${time}:30Z`,
});

function item(id: string, fields: Partial<Item>): Item {
  return {
    id,
    visit_id: id,
    kind: 'moved',
    before: null,
    after: null,
    reasons: [],
    remedies: [],
    agreed: null,
    accepted_at: null,
    unfit: null,
    ...fields,
  };
}

const added = item('added', { kind: 'added', after: at('kai', '08:00') });
const later = item('later', { before: at('kai', '09:00'), after: at('kai', '10:00') });
const given = item('given', { before: at('mia', '09:00'), after: at('kai', '12:00') });
const freed = item('freed', { kind: 'freed', before: at('mia', '11:00') });
const unplaced = item('unplaced', { kind: 'unplaced' });
const accepted = item('accepted', { kind: 'added', after: at('tom', '08:00'), accepted_at: '2026-11-17' });

test('the dearest is told first, in a day and among the days; what has no place comes last', () => {
  const groups = groupItems([added, unplaced, later, accepted, given, freed]);
  expect(groups.map(({ technician, items }) => [technician, items.map(({ id }) => id)])).toEqual([
    ['kai', ['given', 'later', 'added']],
    ['mia', ['freed']],
    [undefined, ['unplaced']],
  ]);
});

test('a customer without a visit is dearer than another face, and that than another time', () => {
  expect([freed, given, later, added].map(priceOf)).toEqual([3, 2, 1, 0]);
});
