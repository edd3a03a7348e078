import { expect, test } from 'vitest';
import type { Deed, Entry } from '../outbox/store.ts';
import { noteEntries, refusedByVisit, tellable, whyRefused } from './refused.ts';
import { deedWords, leavingWords, notesOf, recordedWords, writtenWords } from './words.ts';

const zone = 'Australia/Sydney';
const MADE = '2026-11-16T23:20:00.000Z';
const refusal = { status: 409, message: 'This visit is no longer yours.' };

function entry(deed: Deed, fields: Partial<Entry> = {}): Entry {
  const about = { number: 'J-1003/1', customer: 'Ryde Bakery' };
  const own = { id: 'id', user: 'priya', visit: 'visit', about, deed, made_at: MADE };
  return { seq: 1, state: 'refused', refusal, ...own, ...fields };
}
const arrived = entry({ kind: 'progress', progress: 'on site', at: '2026-11-16T22:30:00Z' }, { seq: 1 });
const ended = entry(
  { kind: 'outcome', outcome: 'needs return', reason: 'Valve to be ordered', at: '2026-11-16T23:15:00Z' },
  { seq: 2 },
);
const check = entry({
  kind: 'record',
  record: { kind: 'check', content: { item: 'Pressure', value: 4.5 } },
});
const photo = entry({
  kind: 'file',
  file: 'file',
  as: 'photo',
  name: 'a.jpg',
  content: new Blob(['x']),
  taken_at: MADE,
});

test('every deed has a word for itself', () => {
  expect([arrived, ended, check, photo].map(({ deed }) => deedWords(deed))).toEqual([
    'Arrived',
    'Needs a return visit',
    'Checklist: Pressure',
    'Photo',
  ]);
  expect(deedWords({ kind: 'retract', record: 'x' })).toBe('Something taken back');
  const part = { kind: 'part', content: { name: 'Valve', quantity: 2 } } as const;
  expect(deedWords({ kind: 'record', record: part })).toBe('Part: 2 × Valve');
});

test('what waits is told with what is in it', () => {
  expect([arrived, ended, check, photo].map(({ deed }) => writtenWords(deed))).toEqual([
    undefined,
    'Valve to be ordered',
    '4.5',
    photo.deed.kind === 'file' && photo.deed.name,
  ]);
  const note = { kind: 'note', content: { text: 'Ring twice' } } as const;
  expect(writtenWords({ kind: 'record', record: note })).toBe('Ring twice');
});

test('what was recorded is told with the days and times at which it happened', () => {
  expect(recordedWords([arrived, ended], zone)).toBe(
    'Arrived Tue 17 Nov, 9:30 am; needs a return visit Tue 17 Nov, 10:15 am (Valve to be ordered)',
  );
});

test('a note for the office holds every time and every word that was refused', () => {
  expect(notesOf([arrived, ended, check], zone)).toEqual([
    'Recorded on the phone: Arrived Tue 17 Nov, 9:30 am; needs a return visit Tue 17 Nov, 10:15 am (Valve to be ordered); checklist: Pressure Tue 17 Nov, 10:20 am.\nPressure: 4.5',
  ]);
  const content = {
    on_site_at: '2026-11-16T22:30:00Z',
    done_at: '2026-11-17T13:30:00Z',
    reason: 'Forgot to tap',
  };
  const corrected = entry({ kind: 'record', record: { kind: 'time', content, noted_at: MADE } });
  expect(notesOf([corrected], zone)).toEqual([
    'Recorded on the phone: Corrected times Tue 17 Nov, 10:20 am.\nArrived Tue 17 Nov, 9:30 am; done Wed 18 Nov, 12:30 am: Forgot to tap',
  ]);
  const value = '0193e5a0-0000-7000-8000-000000000013';
  const valve = entry({ kind: 'record', record: { kind: 'check', content: { item: 'Valve', value } } });
  expect(notesOf([valve], zone)[0]).toMatch(/\nValve: photo$/);
});

test('the notes are of the first moment, and as many as it takes', () => {
  expect(noteEntries([ended, arrived], zone, MADE)).toMatchObject([
    {
      user: 'priya',
      visit: 'visit',
      about: arrived.about,
      made_at: MADE,
      deed: { kind: 'record', record: { kind: 'note', noted_at: '2026-11-16T22:30:00Z' } },
    },
  ]);
  const texts = [`${'a'.repeat(4_999)}🙂`, 'b'.repeat(4_000), 'c'.repeat(900)];
  const notes = texts.map((text) => entry({ kind: 'record', record: { kind: 'note', content: { text } } }));
  const told = notesOf(notes, zone);
  expect(told.every((text) => text.length <= 5_000 && text.isWellFormed())).toBe(true);
  expect(told.join('').replaceAll('\n', '')).toContain(texts.join(''));
  expect(told).toHaveLength(3);
  const ids = noteEntries(notes, zone, MADE).map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
});

test('a file cannot be told in words', () => {
  expect(tellable([arrived, photo])).toEqual([arrived]);
});

test('there is one card for each visit, and each reason is given once', () => {
  const other = entry({ kind: 'progress', progress: 'on site', at: MADE }, { visit: 'other' });
  const sent = entry(arrived.deed, { state: 'sent' });
  const waiting = entry(arrived.deed, { state: 'waiting' });
  expect(refusedByVisit([arrived, other, waiting]).map(({ visit }) => visit)).toEqual(['other']);
  expect(refusedByVisit([arrived, sent, other, ended]).map(({ visit, entries }) => [visit, entries])).toEqual(
    [
      ['visit', [arrived, ended]],
      ['other', [other]],
    ],
  );
  const unknown = entry(arrived.deed, { refusal: { status: 404, message: 'Not found.' } });
  expect(whyRefused([arrived, ended, unknown])).toEqual([
    refusal.message,
    'This visit is no longer yours. Ask the office.',
  ]);
});

test('whoever signs out reads that something is sent later only of what goes by itself', () => {
  expect(leavingWords(2, 2)).toContain('are sent when you sign in here again');
  expect(leavingWords(2, 0)).not.toContain('sent when');
  expect(leavingWords(3, 1)).toMatch(
    /^They stay on this phone\. .* 1 thing is sent when you sign in here again\.$/,
  );
});
