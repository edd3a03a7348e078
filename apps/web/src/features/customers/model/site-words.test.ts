import { expect, test } from 'vitest';
import { newSiteFields, siteBody, siteProblem } from './site-words.ts';

const blank = newSiteFields('Australia/Sydney');
const ryde = { suburb_id: 4220, suburb: 'Ryde NSW 2112', zone: 'Australia/Sydney' as const };

test('coordinates that are none are refused at their field, suburb or not, and never sent', () => {
  const wrong = { ...blank, place: ryde, position: { text: '999, 999' } };
  expect(siteProblem(wrong)).toEqual({
    field: 'position',
    text: 'Paste them as in -33.81, 151.10, or leave them out.',
  });
  expect(siteBody({ position: wrong.position })).toEqual({});
  expect(siteProblem({ ...wrong, position: { latitude: -33.81, longitude: 151.1 } })).toBeUndefined();
});

test('a site is in a suburb, or somewhere', () => {
  expect(siteProblem(blank)).toMatchObject({ field: 'place' });
  expect(siteProblem({ ...blank, place: ryde })).toBeUndefined();
  expect(siteBody({ position: null })).toEqual({ latitude: null, longitude: null });
});
