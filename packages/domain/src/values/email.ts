/**
 * What the specification describes: word characters with single dots or hyphens between them, an @, a domain, an ending of
 * two or three letters. Written so that each character can be read in one way only: it runs in linear time.
 */
const pattern = /^\w+([.-]\w+)*@\w+([.-]\w+)*\.[A-Za-z]{2,3}$/;

export function isEmail(text: string): boolean {
  return pattern.test(text);
}

/** Letters of any script, and the signs that an address has without quotes (RFC 5322, dot-atom). */
const word = String.raw`[\p{L}\p{M}\p{N}!#$%&'’*+/=?^_\x60{|}~-]+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
const mailAddress = new RegExp(
  String.raw`^${word}(?:\.${word})*@(?:${label}\.)+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,63})$`,
  'iu',
);
const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 64;

/**
 * What real addresses look like, plus signs and long endings included: for everything that the specification does not speak of. An
 * address and nothing else: quotes, comments and names beside it are read differently by every program, and are no part of any
 * address that people give each other.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && text.lastIndexOf('@') <= LONGEST_NAME && mailAddress.test(text);
}

/** Enough to recognise one's own address by: `o…@example.com`. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;
}

/** As addresses are stored and compared, however they are typed. */
export function storedEmail(typed: string): string {
  return typed.trim().normalize('NFKC').toLowerCase();
}
