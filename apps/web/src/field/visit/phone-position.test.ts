import { expect, test } from 'vitest';
import { accuracyWords, awayWords } from './phone-position.ts';

test('how exact a position is, is said as it is', () => {
  expect(accuracyWords(8.4)).toBe('Accurate to about 8 m.');
  expect(accuracyWords(1_240)).toBe('Only accurate to about 1.2 km.');
});

test('how far it is from where the site was thought to be', () => {
  const estimated = { position_is_exact: false, position_is_found: false };
  expect(awayWords(0.84, estimated)).toBe('840 m from the centre of the suburb.');
  expect(awayWords(23.4, { ...estimated, position_is_found: true })).toBe(
    '23 km from where the address was found.',
  );
  expect(awayWords(0.01, { ...estimated, position_is_exact: true })).toBe('At the pin that is set now.');
});
