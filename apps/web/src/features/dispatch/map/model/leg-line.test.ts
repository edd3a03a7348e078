import { placeCode } from '@muster/domain/values/travel';
import { expect, test } from 'vitest';
import { roadLines } from './leg-line.ts';

const ryde = { latitude: -33.8, longitude: 151.1 };
const manly = { latitude: -33.79, longitude: 151.28 };

test('a drive is drawn along the roads where they are known, and straight where not, the way back too', () => {
  // The example of the format's description, whose five decimals are six here.
  const line = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';
  const lineOf = roadLines([{ from: placeCode(ryde), to: placeCode(manly), line }]);
  expect(lineOf(ryde, manly)).toEqual([
    ryde,
    { latitude: 3.85, longitude: -12.02 },
    { latitude: 4.07, longitude: -12.095 },
    { latitude: 4.3252, longitude: -12.6453 },
    manly,
  ]);
  expect(lineOf(manly, ryde)).toEqual([manly, ryde]);
});
