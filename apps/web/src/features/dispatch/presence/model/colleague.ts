import type { PresentPerson } from '@muster/domain/dispatch/presence/schema';
import { technicianColours } from '@muster/domain/work/technicians/rules';
import { dateInWords } from '@muster/domain/values/clock-words';
import { datesBetween, type LocalDate } from '@muster/domain/values/local-time';
import { holderOf } from '@muster/domain/dispatch/presence/rules';
import { initialsOf } from '../../../../lib/kit/initials.ts';
import type { Mark } from '../../../../lib/kit/colleagues.ts';
import type { ToldChange } from '../../../../lib/live/live.ts';

/** Those that a board does not use for planned and for dispatched. */
const colours = technicianColours.filter((colour) => colour !== 'slate' && colour !== 'blue');

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

/** What somebody does, as in "is moving Lee", the most telling first. */
export function doingInWords(
  { days, open_visit, held_visit }: PresentPerson,
  nameOf: (visit: string) => string | undefined,
): string[] {
  return [
    ...(held_visit === null ? [] : [`is moving ${nameOf(held_visit) ?? 'a visit'}`]),
    ...(open_visit === null ? [] : [`has ${nameOf(open_visit) ?? 'a visit'} open`]),
    ...(days === null ? [] : [`is viewing ${daysInWords(days)}`]),
  ];
}

/** Who changed which visit a moment ago. */
export type Changed = ReadonlyMap<string, string>;

/** What colleagues have to do with the visits of a board. What is held is marked so, whatever else there is to say of it. */
export function marksOf(people: readonly PresentPerson[], me: string, changed: Changed): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const others = people.filter(({ user_id }) => user_id !== me);
  for (const { open_visit, user_id, name } of others)
    if (open_visit !== null) marks.set(open_visit, markOf('open', user_id, name));
  for (const [visit, user] of changed)
    marks.set(visit, markOf('changed', user, others.find(({ user_id }) => user_id === user)?.name));
  for (const { held_visit } of others) {
    const holder = held_visit === null ? undefined : holderOf(people, held_visit, me);
    if (holder) marks.set(held_visit!, markOf('held', holder.user_id, holder.name));
  }
  return marks;
}

const doing = { held: 'is moving this', changed: 'changed this just now', open: 'has this open' };

function markOf(kind: Mark['kind'], user: string, name = ''): Mark {
  return {
    kind,
    colour: colourOf(user),
    initials: initialsOf(name),
    words: markInWords(kind, name),
  };
}

/** Colleagues know each other by their first names, and a block has little room. */
export function markInWords(kind: Mark['kind'], name: string): string {
  return `${name.split(' ')[0] || 'A colleague'} ${doing[kind]}`;
}

/** The visits that a change of a colleague's is about; a booking that is not new names its visit only among those known before. */
export function visitsChanged(
  { user_id, entries }: ToldChange,
  me: string,
  bookings: readonly { id: string; visit_id: string }[],
): string[] {
  if (user_id === null || user_id === me) return [];
  const found = (entries ?? []).map(({ table, id, fields }) => {
    if (table === 'visits') return id;
    if (table !== 'assignments') return undefined;
    return (fields?.['visit_id'] as string | undefined) ?? bookings.find((one) => one.id === id)?.visit_id;
  });
  return [...new Set(found.filter((visit) => visit !== undefined))];
}
