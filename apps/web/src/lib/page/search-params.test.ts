import { expect, test } from 'vitest';
import {
  choiceParam,
  dayParam,
  flagParam,
  idParam,
  present,
  textParam,
  withChange,
} from './search-params.ts';

test('what a page does not understand is not taken from its address', () => {
  const given = {
    search: 412,
    skill: 'drop table',
    state: 'asleep',
    expiring: 'yes',
    from: '2026-02-30',
    long: 'x'.repeat(300),
  };
  expect(textParam(given, 'search')).toBe('412');
  expect(textParam(given, 'long')).toHaveLength(200);
  expect(textParam({ search: { a: 1 } }, 'search')).toBeUndefined();
  expect(idParam(given, 'skill')).toBeUndefined();
  expect(idParam({ skill: '0193e5a0-0000-7000-8000-000000000001' }, 'skill')).toBe(
    '0193e5a0-0000-7000-8000-000000000001',
  );
  expect(choiceParam(given, 'state', ['active', 'inactive'])).toBeUndefined();
  expect(choiceParam({ state: 'active' }, 'state', ['active', 'inactive'])).toBe('active');
  expect(flagParam(given, 'expiring')).toBeUndefined();
  expect(dayParam({ from: 'tomorrow' }, 'from')).toBeUndefined();
  expect(dayParam({ from: '2026-11-16' }, 'from')).toBe('2026-11-16');
});

test('a change keeps the rest of a search, and takes away what is usual', () => {
  const search: { search?: string; state?: string } = { search: 'priya', state: 'active' };
  expect(withChange(search, { state: undefined })).toEqual({ search: 'priya' });
  expect(Object.keys(present({ search: undefined }))).toEqual([]);
});
