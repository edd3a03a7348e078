// Money is whole cents, everywhere: never a fraction, never floating point.

import { decimalProblem, readable } from './decimals.ts';

/** Ten million dollars: more than any price, and whole in a column of four bytes. */
export const MOST_CENTS = 1_000_000_000;

const amount = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2})0*)?$/;

/** An amount as people and tables write it: 12, 12.5, $1,250.00. Undefined for what is none, or is finer than a cent. */
export function readCents(text: string): number | undefined {
  const [, sign, dollars, rest = ''] = amount.exec(readable(text)) ?? [];
  if (dollars === undefined) return undefined;
  const cents = Number(dollars.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'));
  return cents > MOST_CENTS ? undefined : sign === '-' ? -cents : cents;
}

/** Why that is no amount from nothing up to the most. */
export function amountProblem(text: string, most = MOST_CENTS): string {
  const kind = { article: 'an', noun: 'amount', places: 2, like: '12.50' } as const;
  return decimalProblem(text, { ...kind, most, mostInWords: centsInWords(most) });
}

/** As tables and fields hold it: 1250.00. */
export function plainCents(cents: number): string {
  const whole = Math.abs(cents);
  const rest = String(whole % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}${Math.trunc(whole / 100)}.${rest}`;
}

/** As people read it: $1,250.00. */
export function centsInWords(cents: number): string {
  const [dollars = '', rest] = plainCents(Math.abs(cents)).split('.');
  return `${cents < 0 ? '−' : ''}$${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
}

/**
 * A whole number divided, rounded half up. What is below zero mirrors what is above: the credit of an amount is that amount, to the cent.
 */
export function dividedHalfUp(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}
