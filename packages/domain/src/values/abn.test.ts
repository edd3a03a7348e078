import { expect, test } from 'vitest';
import { isAbn, storedAbn } from './abn.ts';

test.each(['51824753556', '53004085616', '83914571673'])('%s is an ABN', (abn) => {
  expect(isAbn(abn)).toBe(true);
});

test.each(['51824753557', '15824753556', '5182475355', '518247535560', '', '5182475355x', '00000000000'])(
  '%s is none',
  (abn) => {
    expect(isAbn(abn)).toBe(false);
  },
);

test('every single digit that is mistyped is noticed', () => {
  const good = '51824753556';
  for (let at = 0; at < good.length; at += 1)
    for (let digit = 0; digit < 10; digit += 1) {
      const typed = good.slice(0, at) + digit + good.slice(at + 1);
      expect(isAbn(typed)).toBe(typed === good);
    }
});

test('spaces do not matter', () => {
  expect(storedAbn(' 51 824 753 556 ')).toBe('51824753556');
  expect([storedAbn(' '), storedAbn(null)]).toEqual([null, null]);
});
