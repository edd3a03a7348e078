import { expect, test } from 'vitest';
import { beginsNameOf, runsOf, surelyMeant, whereabouts } from './find-customer.ts';

const smith = { id: 'smith', name: 'John Smith', suburb: 'Ryde NSW', phone: '' };
const site = (id: string, suburb: string, address = '') => ({
  id,
  name: '',
  address,
  suburb,
  postcode: '2000',
});
const ryde = site('ryde', 'Ryde', '12 Church Street');
const parramatta = site('parramatta', 'Parramatta');

test('fewer words are tried from the end, then from the beginning', () => {
  expect(runsOf(['a', 'b', 'c'])).toEqual([['a', 'b', 'c'], ['a', 'b'], ['a'], ['b', 'c'], ['c']]);
  expect(runsOf([])).toEqual([[]]);
});

test('somebody is surely meant who alone was found, by whole words', () => {
  expect(surelyMeant({ words: ['smith', 'ryde'], customers: [smith], ringing: [] })).toBe(smith);
  expect(surelyMeant({ words: ['smi'], customers: [smith], ringing: [] })).toBeUndefined();
  expect(surelyMeant({ words: ['ryde'], customers: [smith], ringing: [] })).toBeUndefined();
  expect(
    surelyMeant({ words: ['smith'], customers: [smith, { ...smith, id: 'other' }], ringing: [] }),
  ).toBeUndefined();
  expect(beginsNameOf(['jo', 'smi'], 'John Smith')).toBe(true);
});

test('the words that are not of the name tell which site', () => {
  const found = { words: ['smith'], customers: [smith], ringing: [] };
  const where = (words: string[], sites: (typeof ryde)[]) => whereabouts(words, found, smith, sites);
  expect(where(['smith', 'parramatta'], [ryde, parramatta])).toEqual({
    sites: [parramatta],
    isClear: true,
    others: [],
  });
  expect(where(['smith', 'church'], [ryde, parramatta]).sites).toEqual([ryde]);
  expect(where(['smith'], [ryde, parramatta])).toMatchObject({ sites: [ryde, parramatta], isClear: false });
  expect(where(['smith'], [ryde])).toMatchObject({ sites: [ryde], isClear: true });
});

test('a word that no site has may be a place that is not known yet: that is asked, and the word is kept', () => {
  const found = { words: ['smith'], customers: [smith], ringing: [] };
  expect(whereabouts(['smith', 'penrith'], found, smith, [ryde])).toEqual({
    sites: [ryde],
    isClear: false,
    others: ['penrith'],
  });
  expect(whereabouts(['smith', 'ryde', 'tap', 'drips'], found, smith, [ryde])).toEqual({
    sites: [ryde],
    isClear: true,
    others: ['tap', 'drips'],
  });
});
