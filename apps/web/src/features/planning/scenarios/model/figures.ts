import type { Comparison } from '../api.ts';
import { hoursInWords } from './words.ts';

type Figure = keyof Comparison['boards'][number]['figures'];

/** What two boards are compared by, the most asked for first. */
export const figures: readonly { key: Figure; label: string; isTime: boolean; isMoreBetter: boolean }[] = [
  { key: 'placed', label: 'Visits placed', isTime: false, isMoreBetter: true },
  { key: 'unplaced', label: 'Visits not placed', isTime: false, isMoreBetter: false },
  { key: 'driving', label: 'Driving', isTime: true, isMoreBetter: false },
  { key: 'overtime', label: 'Overtime', isTime: true, isMoreBetter: false },
  { key: 'kept', label: 'Promises kept', isTime: false, isMoreBetter: true },
  { key: 'late', label: 'Promises broken', isTime: false, isMoreBetter: false },
];

export const SAME = 'the same';

interface Contrast {
  /** "1 h 56 min less", "2 more", "the same". */
  readonly words: string;
  readonly verdict: 'better' | 'worse' | 'same';
}

/** How a figure differs from another board's, and whether that is good. */
export function contrastOf(
  { isTime, isMoreBetter }: (typeof figures)[number],
  other: number,
  own: number,
): Contrast {
  if (own === other) return { words: SAME, verdict: 'same' };
  const size = Math.abs(own - other);
  const isMore = own > other;
  return {
    words: `${isTime ? hoursInWords(size) : size} ${isMore ? 'more' : isTime ? 'less' : 'fewer'}`,
    verdict: isMore === isMoreBetter ? 'better' : 'worse',
  };
}

export function figureInWords({ isTime }: (typeof figures)[number], value: number): string {
  return isTime ? hoursInWords(value) : String(value);
}

interface Work {
  readonly visits: number;
  readonly driving: number;
}

/** How somebody's work differs: neither good nor bad by itself. */
export function workInWords(before: Work | undefined, after: Work | undefined): string {
  const by = (key: keyof Work) => (after?.[key] ?? 0) - (before?.[key] ?? 0);
  const [visits, driving] = [by('visits'), by('driving')];
  const words = [
    visits !== 0 &&
      `${Math.abs(visits)} ${visits > 0 ? 'more' : 'fewer'} ${Math.abs(visits) === 1 ? 'visit' : 'visits'}`,
    driving !== 0 && `${hoursInWords(Math.abs(driving))} ${driving > 0 ? 'more' : 'less'} driving`,
  ].filter(Boolean);
  return words.length === 0 ? SAME : words.join(', ');
}
