import type { NewFieldRecord } from '@muster/domain/field-records/schema';
import type { Deed } from '../outbox/entry.ts';
import { readNumber } from './read-number.ts';

const MOST_PARTS = 100_000;

type Typed = Extract<NewFieldRecord, { kind: 'note' | 'part' }>;

/** A note as it is typed; undefined while there is none. */
export function typedNote(text: string): Typed | undefined {
  return text.trim() === '' ? undefined : { kind: 'note', content: { text: text.trim() } };
}

/** A part as it is typed, one of it where nothing is said; undefined while it cannot be added. */
export function typedPart(name: string, count: string): Typed | undefined {
  const quantity = readNumber(count || '1');
  if (name.trim() === '' || quantity === undefined || quantity <= 0 || quantity > MOST_PARTS)
    return undefined;
  return { kind: 'part', content: { name: name.trim(), quantity } };
}

/** As it is noted now. */
export function deedOf(record: Typed): Deed {
  return { kind: 'record', record: { ...record, noted_at: new Date().toISOString() } };
}

/** As somebody reads it who is about to send it. */
export function typedWords(record: Typed): string {
  return record.kind === 'note' ? record.content.text : `${record.content.quantity} × ${record.content.name}`;
}
