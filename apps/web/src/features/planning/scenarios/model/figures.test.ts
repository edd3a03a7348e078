import { expect, test } from 'vitest';
import { contrastOf, figures, workInWords } from './figures.ts';

const named = (key: string) => figures.find((figure) => figure.key === key)!;

test('a figure is told by how much it differs, and whether that is good', () => {
  expect(contrastOf(named('driving'), 4_116, 4_000)).toEqual({ words: '1 h 56 min less', verdict: 'better' });
  expect(contrastOf(named('overtime'), 0, 30)).toEqual({ words: '30 min more', verdict: 'worse' });
  expect(contrastOf(named('placed'), 3, 5)).toEqual({ words: '2 more', verdict: 'better' });
  expect(contrastOf(named('kept'), 5, 4)).toEqual({ words: '1 fewer', verdict: 'worse' });
  expect(contrastOf(named('late'), 2, 2)).toEqual({ words: 'the same', verdict: 'same' });
});

test('somebody’s work is told by its visits and its driving', () => {
  const work = (visits: number, driving: number) => ({ visits, driving });
  expect(workInWords(work(3, 60), work(3, 60))).toBe('the same');
  expect(workInWords(work(3, 60), work(2, 90))).toBe('1 fewer visit, 30 min more driving');
  expect(workInWords(undefined, work(2, 45))).toBe('2 more visits, 45 min more driving');
  expect(workInWords(work(3, 60), work(3, 48))).toBe('12 min less driving');
});
