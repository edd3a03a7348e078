import { expect, test } from 'vitest';
import { meantBy, unclear } from './typed-choice.ts';

const trades = ['Plumbing', 'Electrical', 'Pest control', 'Pest control and cleaning'].map((label) => ({
  value: label,
  label,
}));
const suburbs = [
  { value: '1', label: 'Parramatta NSW 2150', name: 'Parramatta' },
  { value: '2', label: 'North Parramatta NSW 2151', name: 'North Parramatta' },
  { value: '3', label: 'Richmond NSW 2753', name: 'Richmond' },
  { value: '4', label: 'Richmond VIC 3121', name: 'Richmond' },
];

test.each([
  ['plumb', 'Plumbing'],
  [' ELEC ', 'Electrical'],
  ['pest control', 'Pest control'],
  ['pest', undefined],
  ['bakery', undefined],
])('the trade %j is %s', (text, trade) => expect(meantBy(text, trades)?.value).toBe(trade));

test.each([
  ['parramatta', '1'],
  ['2151', '2'],
  ['Richmond', undefined],
  ['richmond vic', '4'],
])('the suburb %s is number %s', (text, id) => expect(meantBy(text, suburbs)?.value).toBe(id));

test('what is not clear is said in words', () => {
  expect(unclear('Richmond ', suburbs, 'suburb')).toBe('“Richmond” matches several. Choose one.');
  expect(unclear('bakery', trades, 'trade')).toBe('No trade is called “bakery”. Choose one from the list.');
});
