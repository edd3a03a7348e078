import { expect, test } from 'vitest';
import {
  blankLine,
  changed,
  gstChoiceOf,
  gstChoices,
  missingIn,
  moved,
  replaced,
  without,
} from './draft-lines.ts';

const line = (id: string, said: Partial<ReturnType<typeof blankLine>> = {}) => ({
  ...blankLine(id, true),
  description: `Line ${id}`,
  price: 100,
  ...said,
});
const three = ['a', 'b', 'c'].map((id) => line(id));
const order = (lines: readonly { id: string }[]) => lines.map(({ id }) => id).join('');

test('a line moves one place, and stays at the edge', () => {
  expect(order(moved(three, 'b', -1))).toBe('bac');
  expect(order(moved(three, 'b', 1))).toBe('acb');
  expect(order(moved(three, 'a', -1))).toBe('abc');
  expect(order(moved(three, 'c', 1))).toBe('abc');
});

test('an item of several lines takes the place of one, and its first line keeps the name', () => {
  const kit = replaced(three, 'b', [line('x', { description: 'Pump' }), line('y', { description: 'Valve' })]);
  expect(order(kit)).toBe('abyc');
  expect(kit[1]!.description).toBe('Pump');
});

test('changing or removing one line leaves the others as they are', () => {
  expect(changed(three, 'b', { price: 500 }).map(({ price }) => price)).toEqual([100, 500, 100]);
  expect(order(without(three, 'b'))).toBe('ac');
});

test('what a line is without GST, with GST added or with GST in the price is one choice', () => {
  for (const [name, { gst, includes_gst }] of Object.entries(gstChoices))
    expect(gstChoiceOf({ gst, includes_gst })).toBe(name);
  expect(gstChoiceOf({ gst: 'gst-free', includes_gst: true })).toBe('free');
  expect(blankLine('a', false).gst).toBe('gst-free');
});

test('a draft says what it lacks: lines, words, prices; an untouched line at the end is none of them', () => {
  expect(missingIn([])).toMatchObject({ line: undefined });
  expect(missingIn([blankLine('a', true)])).toMatchObject({ line: undefined });
  expect(missingIn([...three, blankLine('d', true)])).toBeUndefined();
  expect(missingIn([line('a', { description: ' ' })])).toMatchObject({ line: 'a', field: 'description' });
  expect(missingIn([line('a'), line('b', { price: null })])?.text).toMatch(/^One line has no price/);
  expect(missingIn([line('a', { price: null }), line('b', { price: null })])).toMatchObject({
    line: 'a',
    field: 'price',
    text: '2 lines have no price yet. Enter them before you issue the invoice.',
  });
  expect(missingIn([line('a', { price: 0 })])).toBeUndefined();
});
