/** From the specification, §9: an Australian mobile or 1300/1800 number with its two spaces. */
export const PHONE_LENGTH = 12;

/** With or without its spaces; with both of them it has its full length. */
const whole = /^(04\d\d|1[38]00) ?(\d{3}) ?(\d{3})$/;

/** Whether this is a mobile or a 1300/1800 number, written as people write it: "0412 345 678". */
export function isAustralianPhone(text: string): boolean {
  return text.length === PHONE_LENGTH && whole.test(text);
}

/** A whole number gets its two spaces; anything else stays as it was typed. */
export function spaceWholePhone(typed: string): string {
  return typed.replace(whole, '$1 $2 $3');
}
