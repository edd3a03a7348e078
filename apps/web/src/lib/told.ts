import type { ToldChange } from './live.ts';

export interface Told {
  readonly number: number;
  readonly change: ToldChange;
}

/** As many as arrive while something is read. */
const mostKept = 200;
const told: Told[] = [];

/** Keeps what the stream tells, for those who are reading meanwhile: what they read may be older. */
export function keepTold(one: Told): void {
  told.push(one);
  told.splice(0, told.length - mostKept);
}

export function toldAfter(number: number): Told[] {
  return told.filter((one) => one.number > number);
}
