import type { NewFieldRecord } from '@muster/domain/field/field-records/schema';
import { countWords } from '../day/words.ts';
import type { Deed } from '../outbox/store.ts';

const MOST_PARTS = 100_000;
export const LONGEST_NOTE = 5_000;

type Typed = Extract<NewFieldRecord, { kind: 'note' | 'part' }>;

/** A note as it is typed; undefined while there is none that can be added. */
export function typedNote(text: string, isForCustomer = false): Typed | undefined {
  if (text.trim() === '' || roomProblem(text, LONGEST_NOTE) !== undefined) return undefined;
  const content = { text: text.trim() };
  return { kind: 'note', content: isForCustomer ? { ...content, for_customer: true } : content };
}

/** How many of a part, one where nothing is said; undefined where that is no number of parts. */
function quantityOf(count: string): number | undefined {
  const quantity = readNumber(count || '1');
  return quantity !== undefined && quantity > 0 && quantity <= MOST_PARTS ? quantity : undefined;
}

/** Why that many of a part cannot be added. */
export function quantityProblem(count: string): string | undefined {
  return quantityOf(count) === undefined ? 'Enter a number above 0, up to 100,000.' : undefined;
}

/** A part as it is typed; undefined while it cannot be added. */
export function typedPart(name: string, count: string): Typed | undefined {
  const quantity = quantityOf(count);
  if (name.trim() === '' || quantity === undefined) return undefined;
  return { kind: 'part', content: { name: name.trim(), quantity } };
}

/** What of that cannot be added as it is, and why. */
export function typedProblems(
  note: string,
  part: string,
  count: string,
): { note: string | undefined; part: string | undefined } {
  const tooLong = roomProblem(note, LONGEST_NOTE);
  const wrong = part.trim() === '' ? undefined : quantityProblem(count);
  return {
    note: tooLong && `The note you typed hasn’t been added. ${tooLong}`,
    part: wrong && `The part you typed hasn’t been added. How many? ${wrong}`,
  };
}

/** As it is noted now. */
export function deedOf(record: Typed): Deed {
  return { kind: 'record', record: { ...record, noted_at: new Date().toISOString() } };
}

/** As somebody reads it who is about to send it. */
export function typedWords(record: Typed): string {
  return record.kind === 'note' ? record.content.text : `${record.content.quantity} × ${record.content.name}`;
}

const FEW = 100;
export const LONGEST_REASON = 500;

/** As it is kept: without what surrounds it. */
function left(text: string, most: number): number {
  return most - text.trim().length;
}

/** How many characters are left, where they are few. */
export function roomWords(text: string, most: number): string | undefined {
  const room = left(text, most);
  return room > FEW || room < 0 ? undefined : `${countWords(room, 'character')} left.`;
}

/** By how much a text is too long to be kept; undefined where it is not. */
export function roomProblem(text: string, most: number): string | undefined {
  const room = left(text, most);
  if (room >= 0) return undefined;
  const over = new Intl.NumberFormat('en-AU').format(-room);
  const limit = new Intl.NumberFormat('en-AU').format(most);
  return `${over} ${room === -1 ? 'character' : 'characters'} too long. The limit is ${limit}.`;
}

/** Whether it says why, in as many words as can be kept. */
export function isReason(text: string): boolean {
  return text.trim() !== '' && roomProblem(text, LONGEST_REASON) === undefined;
}

/** A number as somebody types it on a phone, with a point or a comma; undefined where it is none. */
export function readNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= 1e9 ? number : undefined;
}
