import type { NewFieldRecord } from '@muster/domain/field-records/schema';
import type { Deed } from '../outbox/entry.ts';
import { readNumber } from './read-number.ts';
import { roomProblem } from './room.ts';

const MOST_PARTS = 100_000;
export const LONGEST_NOTE = 5_000;

type Typed = Extract<NewFieldRecord, { kind: 'note' | 'part' }>;

/** A note as it is typed; undefined while there is none that can be added. */
export function typedNote(text: string): Typed | undefined {
  if (text.trim() === '' || roomProblem(text, LONGEST_NOTE) !== undefined) return undefined;
  return { kind: 'note', content: { text: text.trim() } };
}

/** How many of a part, one where nothing is said; undefined where that is no number of parts. */
function quantityOf(count: string): number | undefined {
  const quantity = readNumber(count || '1');
  return quantity !== undefined && quantity > 0 && quantity <= MOST_PARTS ? quantity : undefined;
}

/** Why that many of a part cannot be added. */
export function quantityProblem(count: string): string | undefined {
  return quantityOf(count) === undefined ? 'A number above 0, at most 100,000.' : undefined;
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
    note: tooLong && `The note that you have typed is not added. ${tooLong}`,
    part: wrong && `The part that you have typed is not added. How many? ${wrong}`,
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
