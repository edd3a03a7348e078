import { expect, test } from 'vitest';
import { forCustomer, reportedRecords } from './rules.ts';
import type { VisitReport } from './schema.ts';
import {
  answerInWords,
  checkListParts,
  partInWords,
  plannedWords,
  reportFileName,
  stayWords,
} from './words.ts';

const ID = '0193e5a0-0000-7000-8000-00000000000';
let count = 0;
function record(kind: 'note' | 'check' | 'part' | 'signature', content: object, fields: object = {}) {
  count += 1;
  const at = `2026-11-17T00:00:${String(count).padStart(2, '0')}Z`;
  return {
    id: `${ID}${count}`,
    kind,
    content: { ...content },
    noted_at: at,
    created_at: at,
    retracted_at: null,
    ...fields,
  };
}

test('a report tells what stands of what was noted, and marks what the customer reads', () => {
  const told = reportedRecords(
    [
      record('note', { text: 'Valve replaced', for_customer: true }),
      record('note', { text: 'Dog bites' }),
      record('note', { text: 'A mistake' }, { retracted_at: '2026-11-17T01:00:00Z' }),
      record('check', { item: 'Pressure', value: 480 }),
      record('check', { item: 'Leaks', value: false }),
      record('check', { item: 'Valve', value: `${ID}1` }),
      record('check', { item: 'Meter', value: `${ID}2` }),
      record('part', { name: 'Valve', quantity: 2 }),
      record('signature', { name: 'Kim Cole', file_id: ID }),
      record('signature', { name: 'Łukasz Nguyễn', file_id: `${ID}9` }),
    ],
    [
      { text: 'Pressure', done: true, kind: 'number' },
      { text: 'Leaks', done: false },
      { text: 'Tidy', done: true },
      { text: 'Valve', done: true, kind: 'photo' },
      { text: 'Meter', done: true, kind: 'photo' },
    ],
    [{ id: `${ID}1`, state: 'waiting' }],
  );
  expect(told.notes.map(({ text, for_customer }) => [text, for_customer])).toEqual([
    ['Valve replaced', true],
    ['Dog bites', false],
  ]);
  expect(told.check_list.map(({ text, answer }) => [text, answer])).toEqual([
    ['Pressure', 480],
    ['Leaks', null],
    ['Tidy', true],
    ['Valve', `${ID}1`],
    ['Meter', false],
  ]);
  expect(told.parts.map(partInWords)).toEqual(['2 × Valve']);
  expect(told.signature).toMatchObject({ name: 'Łukasz Nguyễn', file_id: `${ID}9` });
});

test('what was answered before the list was changed comes after its items', () => {
  const { check_list } = reportedRecords(
    [
      record('check', { item: 'Pressure', value: 480 }),
      record('check', { item: 'Pressure', value: 510 }),
      record('check', { item: 'Water off', value: true }),
      record('check', { item: 'Colour', value: 'Green' }),
      record('check', { item: 'Valve', value: `${ID}1` }),
      record('check', { item: 'Meter', value: `${ID}2` }),
      record('check', { item: 'Gate', value: 'Open' }),
      record('check', { item: 'Gate', value: null }),
      record('check', { item: 'Dog', value: true }, { retracted_at: '2026-11-17T01:00:00Z' }),
      record('check', {}),
    ],
    [{ text: 'Pressure in kPa', done: false, kind: 'number' }],
    [{ id: `${ID}1`, state: 'ready' }],
  );
  expect(check_list.map(({ text, kind, answer, is_former }) => [text, kind, answer, is_former])).toEqual([
    ['Pressure in kPa', 'number', null, false],
    ['Pressure', 'number', 510, true],
    ['Water off', 'tick', true, true],
    ['Colour', 'text', 'Green', true],
    ['Valve', 'photo', `${ID}1`, true],
    ['Meter', 'photo', false, true],
  ]);
  expect(checkListParts({ check_list }).map(({ title, items }) => [title, items.length])).toEqual([
    ['Checklist', 1],
    ['Also checked', 5],
  ]);
  expect(checkListParts({ check_list: check_list.slice(0, 1) })).toHaveLength(1);
});

test('what was erased leaves nothing to tell', () => {
  const gone = reportedRecords([record('note', {}), record('part', {}), record('signature', {})], [], []);
  expect(gone).toEqual({ check_list: [], notes: [], parts: [], signature: null });
});

test('a customer reads the times that count, the notes that were chosen, and nothing that was left out', () => {
  const stay = { arrived_at: null, done_at: null, minutes: null };
  const note = { id: ID, text: 'Inside', noted_at: '', for_customer: false };
  const times = { ...stay, measured: stay, reason: 'Forgot to tap' };
  const read = forCustomer({
    notes: [note, { ...note, for_customer: true }],
    crew: [{ id: ID, name: 'Kai', is_lead: true, times }],
    job: { description: 'Key under the mat' },
    check_list: [{ text: 'Alarm code' }, { text: 'Tidy' }],
    parts: [{ name: 'Valve', quantity: 1 }],
    photos: [{ id: ID }, { id: `${ID}2` }],
    left_out: { sections: ['description', 'parts'], photos: [ID], answers: ['Alarm code'] },
  } as unknown as VisitReport);
  expect(read.notes).toHaveLength(1);
  expect([read.job.description, read.parts]).toEqual(['', []]);
  expect(read.check_list.map(({ text }) => text)).toEqual(['Tidy']);
  expect(read.photos.map(({ id }) => id)).toEqual([`${ID}2`]);
  expect(read.crew[0]!.times).toEqual({ ...stay, measured: null, reason: null });
});

test('times are said by the clocks of the site, with the day where it is another', () => {
  const zone = 'Australia/Sydney';
  const [from, to] = ['2026-11-16T22:04:00Z', '2026-11-16T22:51:00Z'];
  const stay = { arrived_at: from, done_at: to, minutes: 47 };
  expect(stayWords(stay, zone)).toBe('9:04 am – 9:51 am (47 min)');
  expect(stayWords(stay, zone, '2026-11-17T00:00:00Z')).toBe('9:04 am – 9:51 am (47 min)');
  expect(stayWords(stay, zone, '2026-11-15T00:00:00Z')).toBe('Tue 17 Nov 2026, 9:04 am – 9:51 am (47 min)');
  expect(stayWords({ ...stay, done_at: null, minutes: null }, zone)).toBe('from 9:04 am');
  expect(stayWords({ ...stay, arrived_at: null, minutes: null }, zone)).toBe('until 9:51 am');
  const planned = (site: string, ends_at = to) =>
    plannedWords({
      planned: { starts_at: from, ends_at },
      site: { zone: site },
      business: { zone },
    } as VisitReport);
  expect(planned(zone)).toBe('Tue 17 Nov 2026, 9:04 am – 9:51 am');
  expect(planned('Australia/Perth')).toBe('Tue 17 Nov 2026, 6:04 am – 6:51 am (Perth time)');
  expect(planned(zone, '2026-11-17T14:00:00Z')).toBe('Tue 17 Nov 2026, 9:04 am – Wed 18 Nov, 1:00 am');
});

test('answers and names in words', () => {
  const photos = [{ id: ID }, { id: `${ID}2` }] as unknown as VisitReport['photos'];
  const said = (kind: 'tick' | 'number' | 'photo', answer: boolean | number | string | null) =>
    answerInWords({ kind, answer }, photos);
  expect([said('tick', true), said('tick', null), said('number', null), said('number', 4.5)]).toEqual([
    'Done',
    'Not done',
    'Not answered',
    '4.5',
  ]);
  expect([said('photo', `${ID}2`), said('photo', 'on its way')]).toEqual(['Photo 2', 'Photo']);
  expect(said('photo', false)).toBe('Photo removed');
  expect(reportFileName({ number: 'J-1001/2' })).toBe('Report J-1001-2.pdf');
});
