import { expect, test } from 'vitest';
import { streetOf, streetWords, tellingWord, withStreet } from './streets.ts';

test.each([
  ['12 Church Street', 'Church Street'],
  ['Unit 4, 12a Church Street', 'Church Street'],
  ['3/12-14 Church St', 'Church St'],
  ['12 1st Avenue', '1st Avenue'],
  ['Church Street', 'Church Street'],
  ['14', ''],
  ['', ''],
])('the street of “%s” is “%s”', (address, street) => {
  expect(streetOf(address)).toBe(street);
});

test('the words of a street are compared without signs', () => {
  expect(streetWords('14 St. John’s Rd')).toEqual(['st', 'john', 's', 'rd']);
});

test('what is typed keeps its number', () => {
  expect(withStreet('14 chur', 'Church Street')).toBe('14 Church Street');
  expect(withStreet('Unit 2, 14 chur', 'Church Street')).toBe('Unit 2, 14 Church Street');
  expect(withStreet('chur', 'Church Street')).toBe('Church Street');
});

test.each([
  ['12 chur', 'chur'],
  ['12 ch', undefined],
  ['12 st', undefined],
  ['12 street', undefined],
  ['12 Rd', undefined],
  ['3 The Entrance Road', 'entrance'],
  ['14 St John', 'john'],
  ['1 Broadway', 'broadway'],
  ['14', undefined],
])('“%s” is looked for by “%s”', (typed, word) => {
  expect(tellingWord(typed)).toBe(word);
});
