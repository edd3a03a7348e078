import { expect, test } from 'vitest';
import { createPointed } from './pointed-visits.ts';

test('whoever follows hears what is pointed at, once each, until they stop', () => {
  const pointed = createPointed();
  const heard: (readonly string[])[] = [];
  const stop = pointed.follow((visits) => heard.push(visits));
  pointed.set(['a']);
  pointed.set(['a']);
  pointed.set([]);
  stop();
  pointed.set(['b']);
  expect(heard).toEqual([['a'], []]);
});
