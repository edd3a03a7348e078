import { expect, test } from 'vitest';
import { commandsFor, commandsNear, matches } from './commands.ts';

const run = () => {};
const commands = [
  { id: 'go', label: 'Go to jobs', words: 'work list', run },
  { id: 'new', label: 'New job', words: 'add create', run },
  { id: 'dark', label: 'Switch to dark', words: 'theme night', run },
];
const found = (typed: string) => commandsFor(typed, commands).map(({ id }) => id);

test('commands are found by the beginnings of their words, and by what else people call them', () => {
  expect(found('')).toEqual(['go', 'new', 'dark']);
  expect(found('job')).toEqual(['go', 'new']);
  expect(found('add jo')).toEqual(['new']);
  expect(found('theme')).toEqual(['dark']);
  expect(found('invoice')).toEqual([]);
});

test('a slip of the finger is forgiven, and what there may be many of is shown to whoever asks for it', () => {
  const type = { id: 'hot', label: 'New job: Hot water', isSought: true, run };
  expect(commandsFor('', [type])).toEqual([]);
  expect(commandsFor('hot wat', [type])).toEqual([type]);
  expect(commandsNear('hot wtaer', [type, ...commands])).toEqual([type]);
  expect(commandsNear('themme', commands).map(({ id }) => id)).toEqual(['dark']);
  expect(commandsNear('zzzz', commands)).toEqual([]);
});

test('what begins with what was typed is first', () => {
  expect(found('new')).toEqual(['new']);
  expect(matches('blue gu', 'Gum, Blue · Ryde')).toBe(true);
  expect(matches('blue x', 'Gum, Blue · Ryde')).toBe(false);
});
