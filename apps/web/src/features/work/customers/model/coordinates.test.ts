import { expect, test } from 'vitest';
import { coordinateWords, doubtOf, readCoordinates } from './coordinates.ts';

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

test('a position far from its suburb is doubted, and the one with the sign turned is offered where it is near', () => {
  const manly = { latitude: -33.797, longitude: 151.286 };
  const meant = { latitude: -33.8, longitude: 151.2 };
  expect(doubtOf(meant, manly)).toBeUndefined();
  expect(doubtOf({ latitude: -33.8, longitude: 149.2 }, manly)).toBeUndefined();
  for (const wrong of [
    { latitude: 33.8, longitude: 151.2 },
    { latitude: -33.8, longitude: -151.2 },
    { latitude: 33.8, longitude: -151.2 },
  ])
    expect(doubtOf(wrong, manly)?.meant).toEqual(meant);
  const melbourne = doubtOf({ latitude: -37.814, longitude: 144.963 }, manly);
  expect(melbourne).toEqual({ kilometres: expect.closeTo(720, -1), meant: undefined });
});
