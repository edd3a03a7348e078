import { expect, test } from 'vitest';
import { guessType, itemOfVisit, readItem, writeItem } from './rules.ts';

test('a plain text is a tick that nobody has to make, and stays a plain text', () => {
  expect(readItem('Valve tested')).toEqual({ text: 'Valve tested', kind: 'tick', required: false });
  for (const item of ['Valve tested', { text: 'Valve tested' }, readItem('Valve tested')])
    expect(writeItem(item)).toBe('Valve tested');
  expect(itemOfVisit('Valve tested')).toEqual({ text: 'Valve tested', done: false });
});

test('what is asked otherwise is said in full', () => {
  const pressure = { text: 'Pressure', kind: 'number', required: true } as const;
  expect(writeItem(pressure)).toEqual(pressure);
  expect(writeItem({ text: 'Tidy', required: true })).toEqual({ text: 'Tidy', kind: 'tick', required: true });
  expect(itemOfVisit(pressure)).toEqual({ ...pressure, done: false });
  expect(itemOfVisit({ text: 'Before', kind: 'photo' })).toEqual({
    text: 'Before',
    kind: 'photo',
    done: false,
  });
});

const types = ['Leak repair', 'Hot water', 'Blocked drain', 'Gas check', 'Gutter and downpipe'].map(
  (name) => ({ name }),
);

test.each([
  ['leaking tap', 'Leak repair'],
  ['Kitchen tap drips', 'Leak repair'],
  ['no hot water', 'Hot water'],
  ['drains are blocked', 'Blocked drain'],
  ['toilet blockage', 'Blocked drain'],
  ['gutters overflowing', 'Gutter and downpipe'],
  ['repair the fence', undefined],
  ['new bathroom', undefined],
  ['hot water unit leaks gas', 'Hot water'],
  ['gas leak', undefined],
])('%s is likely %s', (description, name) => {
  expect(guessType(description, types)?.name).toBe(name);
});
