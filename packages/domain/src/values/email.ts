/**
 * What the specification describes: word characters with single dots or hyphens between them, an @, a domain, an ending of
 * two or three letters. Written so that each character can be read in one way only: it runs in linear time.
 */
const pattern = /^\w+([.-]\w+)*@\w+([.-]\w+)*\.[A-Za-z]{2,3}$/;

export function isEmail(text: string): boolean {
  return pattern.test(text);
}

/** What real addresses look like, plus signs and long endings included: for invitations, which the specification does not speak of. */
export function isMailAddress(text: string): boolean {
  return /^[^\s@<>"',;:()]+@[^\s@<>"',;:()]+\.[^\s@<>"',;:().]{2,63}$/.test(text);
}

/** Enough to recognise one's own address by: `o…@example.com`. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;
}

/** As addresses are stored and compared, however they are typed. */
export function storedEmail(typed: string): string {
  return typed.trim().toLowerCase();
}
