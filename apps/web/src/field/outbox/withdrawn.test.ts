import { expect, test } from 'vitest';
import type { Deed, Entry } from './entry.ts';
import { withdrawnWith } from './withdrawn.ts';

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
