import type { PresentPerson } from '@muster/domain/presence/schema';
import { technicianColours } from '@muster/domain/technicians/rules';
import { dateInWords } from '@muster/domain/values/clock-words';
import { datesBetween, type LocalDate } from '@muster/domain/values/local-time';

/** Of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase()).join('');
}

/** Those that a board does not use for planned and for dispatched. */
const colours = technicianColours.filter((colour) => colour !== 'slate' && colour !== 'teal');

/** The same on every screen, because it follows from the id. */
export function colourOf(user: string) {
  return colours[Number.parseInt(user.slice(-6), 16) % colours.length]!;
}

/** "Tue 17 Nov, week": the days that somebody looks at. */
export function daysInWords({ from, to }: { from: string; to: string }): string {
  const count = datesBetween(from as LocalDate, to as LocalDate).length;
  const first = dateInWords(from as LocalDate);
  return count === 1 ? first : count === 7 ? `${first}, week` : `${first}, ${count} days`;
}

/** What somebody does, as in "moves Lee", the most telling first. */
export function doingInWords(
  { days, open_visit, held_visit }: PresentPerson,
  nameOf: (visit: string) => string | undefined,
): string[] {
  return [
    ...(held_visit === null ? [] : [`moves ${nameOf(held_visit) ?? 'a visit'}`]),
    ...(open_visit === null ? [] : [`has ${nameOf(open_visit) ?? 'a visit'} open`]),
    ...(days === null ? [] : [`looks at ${daysInWords(days)}`]),
  ];
}
