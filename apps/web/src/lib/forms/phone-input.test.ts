import { formatPhone } from '@muster/domain/values/phone-format';
import { expect, test } from 'vitest';
import { reformat } from './phone-input.ts';

/** The field with its caret drawn as a bar. */
function type(field: string, text: string): string {
  return edit(field, 'insertText', (left, right) => [left + text, right]);
}
const backspace = (field: string) =>
  edit(field, 'deleteContentBackward', (left, right) => [left.slice(0, -1), right]);
const forward = (field: string) =>
  edit(field, 'deleteContentForward', (left, right) => [left, right.slice(1)]);

function edit(
  field: string,
  inputType: string,
  change: (left: string, right: string) => [string, string],
): string {
  const [before = '', after = ''] = field.split('|');
  const [left, right] = change(before, after);
  const result = reformat(
    { before: before + after, typed: left + right, caret: left.length, inputType },
    formatPhone,
  );
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`;
}

test('typing at the end keeps the caret at the end', () => {
  const seen: string[] = [];
  let field = '|';
  for (const digit of '0412345678') seen.push((field = type(field, digit)));
  expect(seen.at(3)).toBe('0412|');
  expect(seen.at(4)).toBe('0412 3|');
  expect(seen.at(-1)).toBe('0412 345 678|');
});

test.each([
  ['04|2 345 678', '1', '041|2 345 678'],
  ['041| 234 567', '9', '0419| 234 567'],
  ['0412| 345 67', '9', '0412 9|34 567'],
  ['0412 |345 67', '9', '0412 9|34 567'],
  ['|412 345 678', '0', '0|412 345 678'],
  ['0412 3|45 678', 'x', '0412 3|45 678'],
  ['0412 3|45 678', ' ', '0412 3|45 678'],
])('%s, then %j in the middle: %s', (field, text, after) => {
  expect(type(field, text)).toBe(after);
});

test.each([
  ['0412 345 678|', '0412 345 67|'],
  ['0412 345 6|', '0412 345|'],
  ['0412 3|45 678', '0412| 456 78'],
  ['0412 |345 678', '041|3 456 78'],
  ['(02)|', '0|'],
  ['0|', '|'],
  ['|0412', '|0412'],
])('%s, then backspace: %s', (field, after) => {
  expect(backspace(field)).toBe(after);
});

test.each([
  ['0412 |345 678', '0412| 456 78'],
  ['0412| 345 678', '0412| 456 78'],
  ['|0412 345 678', '|412345678'],
  ['0412 345 678|', '0412 345 678|'],
])('%s, then delete: %s', (field, after) => {
  expect(forward(field)).toBe(after);
});

test.each([
  ['|', '+61 412 345 678', '0412 345 678|'],
  ['|', '0412-345-678', '0412 345 678|'],
  ['04|78', '12 345 6', '0412 345 6|78'],
])('%s, then %j pasted: %s', (field, text, after) => {
  expect(type(field, text)).toBe(after);
});
