import { expect, test } from 'vitest';
import { callerNumber, spokenNumber, writtenForms } from './numbers.ts';

test.each([
  ['0412 345 678', '+61412345678'],
  ['+61 (0)412 345 678', '+61412345678'],
  ['61298765432', '+61298765432'],
  ['0011 44 20 7946 0018', '+442079460018'],
  ['sip:+61412345678@exchange.example;user=phone', '+61412345678'],
  ['"Jo" <sip:%2B61412345678@10.0.0.1>', '+61412345678'],
  ['tel:+61-2-9876-5432', '+61298765432'],
  ['1300 123 456', '+611300123456'],
  ['13 12 34', '+61131234'],
  ['102', '102'],
  ['9876 5432', '98765432'],
])('%s is %s, however it is written', (text, number) => {
  expect(callerNumber(text)).toBe(number);
});

test.each([
  '',
  'anonymous',
  'sip:anonymous@anonymous.invalid',
  '+266696687',
  'Private',
  'unknown',
  'reception',
  null,
])('of %s the number is withheld', (text) => {
  expect(callerNumber(text)).toBeNull();
});

test('a number is compared in all ways in which people write it down', () => {
  expect(writtenForms('+61412345678', 'NSW')).toEqual(['0412345678', '610412345678']);
  expect(writtenForms('+61298765432', 'NSW')).toEqual(['0298765432', '610298765432', '98765432']);
  // The same eight digits are somebody else's in another state.
  expect(writtenForms('+61298765432', 'VIC')).not.toContain('98765432');
  expect(writtenForms('98765432', 'NSW')).toEqual(['98765432', '0298765432']);
  expect(writtenForms('+442079460018', 'NSW')).toContain('0011442079460018');
  expect(writtenForms('+611300123456', null)).toContain('1300123456');
});

test('a number is read out as Australians write it', () => {
  expect(['+61412345678', '+61298765432', '+61131234', '+442079460018'].map(spokenNumber)).toEqual([
    '0412 345 678',
    '02 9876 5432',
    '13 12 34',
    '+442079460018',
  ]);
});
