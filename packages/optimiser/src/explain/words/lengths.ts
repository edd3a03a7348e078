import { lengthInWords } from '@muster/domain/values/clock-words';

/** From an hour on nobody counts single minutes. */
const COARSE_FROM = 60;
const COARSE = 5;

/** Less driving than this is no news. */
export const NEWS = 5;

/** What something takes or lacks, rounded as one would say it: "34 min", "1 h 25 min". */
export function about(length: number): string {
  const whole = Math.round(Math.abs(length));
  return lengthInWords(whole < COARSE_FROM ? whole : Math.round(whole / COARSE) * COARSE);
}

/** What is missing, or has to be granted: rather a little more than too little. */
export function atMost(length: number): string {
  const whole = Math.ceil(length);
  return lengthInWords(whole < COARSE_FROM ? whole : Math.ceil(whole / COARSE) * COARSE);
}

/** "one visit", "3 visits". */
export function counted(count: number, noun: string): string {
  return count === 1 ? `one ${noun}` : `${count} ${noun}s`;
}
