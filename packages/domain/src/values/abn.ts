/** How much each digit of an Australian Business Number counts, after one was taken off the first. */
const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19] as const;
const MODULUS = 89;

/** Whether the check digits of an ABN are right; it is given without spaces. */
export function isAbn(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = WEIGHTS.reduce(
    (sum, weight, at) => sum + weight * (Number(digits[at]) - (at === 0 ? 1 : 0)),
    0,
  );
  return sum % MODULUS === 0;
}

export const NO_ABN = 'This isn’t a valid ABN. Check each digit.';

/** As it is stored, however it was typed: "51 824 753 556" is 51824753556, and nothing but spaces is none. */
export function storedAbn(typed: string | null): string | null {
  return typed?.replaceAll(/[\s-]/g, '') || null;
}

/** As people read it: "51 824 753 556". */
export function abnInWords(digits: string): string {
  return digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
}
