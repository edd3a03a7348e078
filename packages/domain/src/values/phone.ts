/** From the specification, §9: an Australian mobile or 1300/1800 number with its two spaces. */
export const PHONE_LENGTH = 12;

/** With or without its spaces; with both of them it has its full length. */
const whole = /^(04\d\d|1[38]00) ?(\d{3}) ?(\d{3})$/;
/** Without its plus sign the country code is one only before a whole number: numbers in Canberra begin with the same digits. */
const atHome = /^(?:(?:\+|00)61(?!0$)|61(?=0?\d{9}))0?(\d+)$/;

/** Whether this is a mobile or a 1300/1800 number, written as people write it: "0412 345 678". */
export function isAustralianPhone(text: string): boolean {
  return text.length === PHONE_LENGTH && whole.test(text);
}

/** Whether this is a number of another country. Its length is for others to judge. */
export function isForeignPhone(text: string): boolean {
  return /^\+(?!61)[1-9][\d ]+$/.test(text);
}

/** The digits of a number. An address book often has the country code, and at home nobody writes it. */
export function nationalDigits(typed: string): string {
  const number = typed.trim().replaceAll(/(?!^\+)\D/g, '');
  const rest = atHome.exec(number)?.[1];
  if (rest === undefined) return number;
  return rest.startsWith('1') ? rest : `0${rest}`;
}

/** A whole number gets its two spaces; anything else stays as it was typed. */
export function spaceWholePhone(typed: string): string {
  const digits = nationalDigits(typed);
  return whole.test(digits) ? digits.replace(whole, '$1 $2 $3') : typed;
}
