import { expect, test } from 'vitest';
import { withoutAnswer } from './without-answer.ts';

const NOW = '2026-11-16T23:00:00Z';

function answered(item: string, value: string, minute: number) {
  const noted_at = `2026-11-16T22:${minute}:00Z`;
  const made = { id: `${item} ${minute}`, created_by: 'priya', created_at: noted_at, retracted_at: null };
  return { ...made, kind: 'check' as const, content: { item, value }, noted_at };
}

test('a photo that is removed is no answer any more, where it still was one', () => {
  const records = [
    answered('Valve', 'first', 10),
    answered('Meter', 'first', 11),
    answered('Meter', 'second', 12),
  ];
  const taken = (item: string) => {
    const content = { item, value: null };
    return { kind: 'record', record: { kind: 'check', content, noted_at: NOW } };
  };
  expect(withoutAnswer({ records }, 'first', NOW)).toEqual([taken('Valve')]);
  expect(withoutAnswer({ records }, 'second', NOW)).toEqual([taken('Meter')]);
  expect(withoutAnswer({ records }, 'third', NOW)).toEqual([]);
});
