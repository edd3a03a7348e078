import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isCorrigible,
  isWholePhone,
  likeliest,
  slipsBetween,
  slipsOf,
  soughtPhone,
  withinTwo,
} from './rules.ts';

test.each([
  ['0411222999', '0411222999'],
  ['0411 222 999', '0411222999'],
  ['+61 411 222 999', '0411222999'],
  ['+61411222999', '0411222999'],
  ['61411222999', '0411222999'],
  ['0011 61 2 9876 5432', '0298765432'],
  ['(02) 9876-5432', '0298765432'],
  ['2999', '2999'],
  ['222 999', '222999'],
  ['999', undefined],
  ['12 Church', undefined],
  ['J-1042', undefined],
])('%s is looked for as %s', (typed, digits) => {
  expect(soughtPhone(typed)).toBe(digits);
});

test.each([
  ['411 222 999', true],
  ['0411 222 999', true],
  ['222 999', true],
  ['2999', false],
  ['511 222 999', false],
  ['51 824 753 556', false],
])('%s is surely of a telephone number: %s', (typed, isPhone) => {
  expect(isWholePhone(soughtPhone(typed)!)).toBe(isPhone);
});

/** As the index would answer: the first word that begins with each. */
function meant(typed: string, words: readonly string[]): string | undefined {
  const found = slipsOf(typed).flatMap((slip) => {
    const word = words.toSorted().find((one) => one.startsWith(slip.text));
    return word === undefined ? [] : [{ slip, word }];
  });
  return likeliest(found);
}

test.each([
  ['parramata', ['parramatta', 'paradise'], 'parramatta'],
  ['smiht', ['smith', 'smits'], 'smith'],
  ['nguyenn', ['nguyen'], 'nguyen'],
  ['kowlski', ['kowalski'], 'kowalski'],
  ['penrih', ['penrith'], 'penrith'],
  ['xmith', ['smith'], 'smith'],
  ['brwon', ['brown', 'brawn'], 'brown'],
  ['zzzz', ['smith'], undefined],
])('%s was meant as %s', (typed, words, word) => {
  expect(meant(typed, words)).toBe(word);
});

test('a long word may have two slips behind its beginning, a number none', () => {
  expect(withinTwo('parrammata', ['parramatta', 'parrot'])).toBe('parramatta');
  expect(withinTwo('kowalkis', ['kowalski', 'kowloon'])).toBe('kowalski');
  expect(withinTwo('paramedic', ['parramatta'])).toBeUndefined();
  expect(['smith', 'ann', '1042', 'a12b'].map(isCorrigible)).toEqual([true, false, false, false]);
  expect(['a'.repeat(20), 'a'.repeat(21)].map(isCorrigible)).toEqual([true, false]);
});

test('whatever one slip makes of a word leads back to it', () => {
  const word = fc.stringMatching(/^[a-z]{4,9}$/);
  fc.assert(
    fc.property(word, fc.nat(), (word, seed) => {
      const slips = slipsOf(word);
      const { text } = slips[seed % slips.length]!;
      expect(slipsOf(text).map((one) => one.text)).toContain(word);
      expect(slipsBetween(text, word)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200 },
  );
});
