import { decimalProblem, readable } from '../../values/decimals.ts';
import { MOST_QUANTITY } from './amounts.ts';

const decimal = /^(\d{1,3}(?:,\d{3})+|\d{0,9})(?:\.(\d*?)0*)?$/;

/** A decimal number as people type it, as a whole number of so fine a part. Undefined for what is none, is finer, or is beyond the most. */
function readDecimal(text: string, places: number, most: number): number | undefined {
  const given = readable(text);
  const [, whole, rest = ''] = decimal.exec(given) ?? [];
  if (whole === undefined || !/\d/.test(given) || rest.length > places) return undefined;
  const parts = Number(whole.replaceAll(',', '')) * 10 ** places + Number(rest.padEnd(places, '0'));
  return parts > most ? undefined : parts;
}

/** The same back, without what says nothing: 1500 thousandths are 1.5. */
function decimalInWords(parts: number, places: number): string {
  const rest = String(parts % 10 ** places)
    .padStart(places, '0')
    .replace(/0+$/, '');
  const whole = String(Math.trunc(parts / 10 ** places)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** A quantity in thousandths, as people type it: 2, 1.5 or 1,250.125. */
export function readQuantity(text: string): number | undefined {
  return readDecimal(text, 3, MOST_QUANTITY);
}

/** Why that is no quantity up to the most. */
export function quantityProblem(text: string, most = MOST_QUANTITY): string {
  const kind = { article: 'a', noun: 'quantity', places: 3, like: '1.5' } as const;
  return decimalProblem(text, { ...kind, most, mostInWords: quantityInWords(most) });
}

/** As people read it: "1.5", "1,250". */
export function quantityInWords(thousandths: number): string {
  return decimalInWords(thousandths, 3);
}

/** All of a price, in hundredths of a percent. */
const WHOLE = 10_000;

/** A discount in hundredths of a percent, as people type it: 12.5 or 12.5 %. */
export function readDiscount(text: string): number | undefined {
  return readDecimal(readable(text).replace(/%$/, ''), 2, WHOLE);
}

/** Why that is no discount. */
export function discountProblem(text: string): string {
  const kind = { article: 'a', noun: 'discount', places: 2, like: '12.5' } as const;
  return decimalProblem(text, { ...kind, most: WHOLE, mostInWords: discountInWords(WHOLE) });
}

/** As people read it: "12.5%". */
export function discountInWords(hundredths: number): string {
  return `${decimalInWords(hundredths, 2)}%`;
}
