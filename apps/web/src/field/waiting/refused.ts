import { commandId } from '../../lib/api/command.ts';
import {
  type Entry,
  laneOf,
  markWaiting,
  type NewEntry,
  removeEntries,
  replaceEntries,
} from '../outbox/store.ts';
import { refresh } from '../sync.ts';
import { firstMoment, notesOf } from './words.ts';

/** What the server refused of one visit. */
export interface Refused {
  visit: string;
  about: Entry['about'];
  entries: readonly Entry[];
}

/** Asked about once everything else of the visit has been sent: what comes after a refused step may be refused as well. */
export function refusedByVisit(entries: readonly Entry[]): Refused[] {
  const waiting = entries.filter((entry) => entry.state === 'waiting' && laneOf(entry) === 'deeds');
  const onTheirWay = new Set(waiting.map(({ visit }) => visit));
  const refused = entries.filter(({ state, visit }) => state === 'refused' && !onTheirWay.has(visit));
  return [...Map.groupBy(refused, ({ visit }) => visit)].map(([visit, own]) => ({
    visit,
    about: own[0]!.about,
    entries: own,
  }));
}

const NOT_FOUND = 404;

/** Why, each reason once, the server's own words first. */
export function whyRefused(entries: readonly Entry[]): string[] {
  return [
    ...new Set(
      entries.map(({ refusal }) =>
        refusal === undefined || refusal.status === NOT_FOUND
          ? 'This visit is no longer yours. Ask the office.'
          : refusal.message,
      ),
    ),
  ];
}

/** What can be said in words. A file cannot, and a position is kept nowhere but on the site: they are sent again, or left out. */
export function tellable(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ deed }) => !['file', 'pin', 'retract', 'untap'].includes(deed.kind));
}

/** The notes that take the place of what was refused; one, where it fits into one. */
export function noteEntries(entries: readonly Entry[], zone: string, now: string): NewEntry[] {
  const { user, visit, about } = entries[0]!;
  const noted_at = firstMoment(entries);
  return notesOf(entries, zone).map((text) => ({
    id: commandId(),
    user,
    visit,
    about,
    deed: { kind: 'record', record: { kind: 'note', content: { text }, noted_at } },
    made_at: now,
  }));
}

const seqsOf = (entries: readonly Entry[]) => entries.map(({ seq }) => seq);

export async function tellAsNote(entries: readonly Entry[], zone: string): Promise<void> {
  const told = tellable(entries);
  if (told.length === 0) return;
  await replaceEntries(seqsOf(told), noteEntries(told, zone, new Date().toISOString()));
  void refresh();
}

export async function tryAgain(entries: readonly Entry[]): Promise<void> {
  await markWaiting(seqsOf(entries));
  void refresh();
}

export async function leaveOut(entries: readonly Entry[]): Promise<void> {
  await removeEntries(seqsOf(entries));
  void refresh();
}
