import { expect, test } from 'vitest';
import { newSiteFields, pinStart, siteBody, siteProblem, whereWords } from './site-words.ts';

const blank = newSiteFields('Australia/Sydney');
const ryde = { suburb_id: 4220, suburb: 'Ryde NSW 2112', zone: 'Australia/Sydney' as const };

test('coordinates that are none are refused at their field, suburb or not, and never sent', () => {
  const wrong = { ...blank, place: ryde, position: { text: '999, 999' } };
  expect(siteProblem(wrong)).toEqual({
    field: 'position',
    text: 'Enter them like -33.81, 151.10, or leave this empty.',
  });
  expect(siteBody({ position: wrong.position })).toEqual({});
  expect(siteProblem({ ...wrong, position: { latitude: -33.81, longitude: 151.1 } })).toBeUndefined();
});

test('a site is in a suburb, or somewhere', () => {
  expect(siteProblem(blank)).toMatchObject({ field: 'place' });
  expect(siteProblem({ ...blank, place: ryde })).toBeUndefined();
  expect(siteBody({ position: null })).toEqual({ latitude: null, longitude: null });
});

test('how anybody knows where a site is, as the form stands', () => {
  const centre = { latitude: -33.8, longitude: 151.1 };
  const saved = {
    ...blank,
    address: '12 Church Street',
    place: ryde,
    known: { ...centre, kind: 'found' as const },
  };
  expect(whereWords(saved, saved)).toMatch(/^Found from the address/);
  expect(whereWords({ ...saved, address: '14 Church Street' }, saved)).toMatch(/^Estimated/);
  const pinned = { ...saved, position: centre };
  expect(whereWords(pinned, saved)).toBe('Drives and directions go to the pin.');
  expect(whereWords({ ...pinned, address: '14 Church Street' }, pinned)).toMatch(/pin stays where it is/);
});

test('a pin begins where the site is thought to be', () => {
  const centre = { latitude: -33.8, longitude: 151.1 };
  const known = { latitude: -33.9, longitude: 151, kind: 'estimated' as const };
  expect(pinStart(blank)).toBeUndefined();
  expect(pinStart({ ...blank, known })).toMatchObject({ latitude: -33.9 });
  expect(pinStart({ ...blank, known, place: { ...ryde, centre } })).toEqual(centre);
  expect(pinStart({ ...blank, known, position: centre })).toEqual(centre);
});
