/** From the specification, §9: an Australian mobile or 1300/1800 number with its two spaces. */
export const PHONE_LENGTH = 12;

const formatted = /^(04\d\d|1[38]00) \d{3} \d{3}$/;

/** Whether this is a mobile or a 1300/1800 number, written as people write it: "0412 345 678". */
export function isAustralianPhone(text: string): boolean {
  return text.length === PHONE_LENGTH && formatted.test(text);
}

/** Digits as they are dialled at home: an address book often has the country code, and at home nobody writes it. */
export function nationalDigits(typed: string): string {
  const number = typed.trim().replaceAll(/(?!^\+)\D/g, '');
  const rest = /^(?:\+|00)61(?!0$)0?(\d+)$/.exec(number)?.[1];
  if (rest === undefined) return number;
  return rest.startsWith('1') ? rest : `0${rest}`;
}

/** A whole number gets its two spaces; anything else stays as it was typed. */
export function spaceWholePhone(typed: string): string {
  const spaced = nationalDigits(typed).replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
  return isAustralianPhone(spaced) ? spaced : typed;
}
