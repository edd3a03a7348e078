import { expect, test } from 'vitest';
import { coordinateWords, readCoordinates } from './coordinates.ts';

test('coordinates are read as maps let people copy them', () => {
  const meadowbank = { latitude: -33.81, longitude: 151.1 };
  expect(readCoordinates('-33.81, 151.10')).toEqual(meadowbank);
  expect(readCoordinates(' (-33.81 151.1) ')).toEqual(meadowbank);
  expect(readCoordinates('33.81° S, 151.10° E')).toEqual(meadowbank);
});

test('what is no position is none', () => {
  for (const text of ['', '12 Church Street', '-33.81', '-133.81, 151.10', '-33.81, 191'])
    expect(readCoordinates(text)).toBeUndefined();
});

test('a position is told to about a metre', () => {
  expect(coordinateWords({ latitude: -33.812_345_678, longitude: 151.1 })).toBe('-33.81235, 151.1');
});
