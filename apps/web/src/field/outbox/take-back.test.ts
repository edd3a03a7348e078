import { expect, test } from 'vitest';
import type { Deed, Entry } from './store.ts';
import { withdrawnWith, withoutAnswer } from './take-back.ts';

function entry(seq: number, deed: Deed, state: Entry['state'] = 'waiting'): Entry {
  const about = { number: 'J-1001/1', customer: 'Kim Cole' };
  return { seq, id: `e${seq}`, user: 'u', visit: 'v', about, deed, made_at: '2026-11-17T00:00:00Z', state };
}

const picture = (state?: Entry['state']) =>
  entry(
    1,
    {
      kind: 'file',
      file: 'ink',
      as: 'signature',
      name: 'signature.png',
      content: new Blob([]),
      taken_at: '2026-11-17T00:00:00Z',
    },
    state,
  );
const signature = entry(2, {
  kind: 'record',
  record: { kind: 'signature', content: { name: 'Kim Cole', file_id: 'ink' } },
});
const note = entry(3, { kind: 'record', record: { kind: 'note', content: { text: 'Wrong house' } } });
const back = (of: Entry) => entry(4, { kind: 'retract', record: of.id });
const gone = (found: Entry, ...entries: Entry[]) => withdrawnWith(found, entries).map(({ seq }) => seq);

test('what has not left the phone goes with the word that takes it back, a signature with its picture', () => {
  expect(gone(note, picture(), signature, note, back(note))).toEqual([3, 4]);
  expect(gone(signature, picture(), signature, note, back(signature))).toEqual([1, 2, 4]);
  expect(gone(picture(), picture(), signature)).toEqual([1]);
});

test('a signature whose picture has arrived is sent and taken back, so that the picture goes too', () => {
  expect(gone(signature, picture('sent'), signature, back(signature))).toEqual([]);
  expect(gone(signature, signature, back(signature))).toEqual([]);
  // A picture that the server refused is nowhere.
  expect(gone(signature, picture('refused'), signature, back(signature))).toEqual([2, 4]);
});

const NOW = '2026-11-16T23:00:00Z';

function answered(item: string, value: string, minute: number) {
  const noted_at = `2026-11-16T22:${minute}:00Z`;
  const made = {
    id: `${item} ${minute}`,
    created_by: 'priya',
    created_at: noted_at,
    retracted_at: null,
    author: '',
  };
  return { ...made, kind: 'check' as const, content: { item, value }, noted_at };
}

test('a photo that is removed is no answer any more, where it still was one', () => {
  const records = [
    answered('Valve', 'first', 10),
    answered('Meter', 'first', 11),
    answered('Meter', 'second', 12),
  ];
  const taken = (item: string) => {
    const content = { item, value: null };
    return { kind: 'record', record: { kind: 'check', content, noted_at: NOW } };
  };
  expect(withoutAnswer({ records }, 'first', NOW)).toEqual([taken('Valve')]);
  expect(withoutAnswer({ records }, 'second', NOW)).toEqual([taken('Meter')]);
  expect(withoutAnswer({ records }, 'third', NOW)).toEqual([]);
});
