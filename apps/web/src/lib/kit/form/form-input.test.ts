import { expect, test } from 'vitest';
import {
  clashes,
  type FormInput,
  isSame,
  keepMine,
  noInput,
  takeTheirs,
  type,
  typedSince,
  unsaved,
} from './form-input.ts';

interface Person {
  name: string;
  phone: string;
  skills: string[];
}

const priya: Person = { name: 'Priya', phone: '0412', skills: ['gas'] };
const nothing: FormInput<Person> = noInput;

test('what was typed is to be saved, unless the record says so anyway', () => {
  const typed = type(nothing, priya, 'phone', '0413');
  expect(unsaved(typed, priya)).toEqual({ phone: '0413' });
  expect(unsaved(type(typed, priya, 'phone', '0412'), priya)).toEqual({});
  expect(unsaved(type(nothing, priya, 'skills', ['gas']), priya)).toEqual({});
});

test('a colleague who changes another field is no clash', () => {
  const typed = type(nothing, priya, 'phone', '0413');
  const theirs = { ...priya, name: 'Priya Nair' };
  expect(clashes(typed, theirs)).toEqual([]);
  expect(unsaved(typed, theirs)).toEqual({ phone: '0413' });
});

test('a colleague who changes the same field is one, unless they wrote the same', () => {
  const typed = type(nothing, priya, 'phone', '0413');
  expect(clashes(typed, { ...priya, phone: '0499' })).toEqual(['phone']);
  expect(clashes(typed, { ...priya, phone: '0413' })).toEqual([]);
});

test('typing on does not hide what the colleague did meanwhile', () => {
  const theirs = { ...priya, phone: '0499' };
  const typed = type(type(nothing, priya, 'phone', '0413'), theirs, 'phone', '0414');
  expect(clashes(typed, theirs)).toEqual(['phone']);
});

test('keeping one’s own saves it, taking theirs forgets it', () => {
  const theirs = { ...priya, phone: '0499' };
  const typed = type(nothing, priya, 'phone', '0413');
  const mine = keepMine(typed, theirs, 'phone');
  expect(clashes(mine, theirs)).toEqual([]);
  expect(unsaved(mine, theirs)).toEqual({ phone: '0413' });
  expect(unsaved(takeTheirs(typed, 'phone'), theirs)).toEqual({});
  // Should they change it once more, it is a clash again.
  expect(clashes(mine, { ...priya, phone: '0500' })).toEqual(['phone']);
});

test('what is typed while a save runs stays, and is no clash with what was saved', () => {
  const sent = type(nothing, priya, 'phone', '0413');
  const later = typedSince(sent, type(type(sent, priya, 'phone', '0413 5'), priya, 'name', 'Priya N'));
  const saved = { ...priya, phone: '0413' };
  expect(unsaved(later, saved)).toEqual({ phone: '0413 5', name: 'Priya N' });
  expect(clashes(later, saved)).toEqual([]);
  expect(typedSince(sent, sent)).toEqual(nothing);
});

test('values are compared by what they say', () => {
  expect(isSame({ a: 1, b: [2, null] }, { b: [2, null], a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isSame([], {})).toBe(false);
});
