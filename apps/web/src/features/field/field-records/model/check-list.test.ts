import type { NamedFieldRecord } from '@muster/domain/field/field-records/schema';
import { expect, test } from 'vitest';
import type { NamedFile } from '../../../../lib/files/files.ts';
import { checkLines, formerLines } from './check-list.ts';

const PHOTO = '0193e5a0-0000-7000-8000-000000000001';
let minute = 10;
function answered(item: string, value: unknown, retracted_at: string | null = null): NamedFieldRecord {
  const at = `2026-11-16T00:${(minute += 1)}:00Z`;
  return {
    id: `r${minute}`,
    version: 1,
    visit_id: 'v',
    kind: 'check',
    content: { item, value },
    noted_at: at,
    clock_off: null,
    created_by: 'u',
    created_at: at,
    retracted_at,
    author: 'Priya',
  };
}

test('each item shows what was answered last, and who did', () => {
  const lines = checkLines(
    [
      { text: 'Valve', done: true },
      { text: 'Pressure', done: true, kind: 'number', required: true },
      { text: 'Colour', done: false, kind: 'text' },
    ],
    [
      answered('Pressure', 480),
      answered('Pressure', 1500),
      answered('Pressure', 7, '2026-11-16T01:00:00Z'),
      answered('Colour', null),
      answered('Valve', true),
    ],
    [],
  );
  expect(lines.map(({ text, answer, isDone, isRequired }) => [text, answer, isDone, isRequired])).toEqual([
    ['Valve', undefined, true, false],
    ['Pressure', '1,500', true, true],
    ['Colour', undefined, false, false],
  ]);
  expect(lines[1]!.record?.content['value']).toBe(1500);
});

test('answers to items that were renamed or removed are told by the words that were answered to', () => {
  const lines = formerLines(
    [{ text: 'Pressure in kPa', done: false, kind: 'number' }],
    [
      answered('Pressure', 480),
      answered('Pressure', 1500),
      answered('Pressure in kPa', 7),
      answered('Valve', true),
      answered('Gate', true),
      answered('Gate', false),
      answered('Dog', 'Friendly', '2026-11-16T01:00:00Z'),
      answered('Meter', PHOTO),
    ],
    [],
  );
  expect(lines.map(({ text, answer, isDone, isRemoved }) => [text, answer, isDone, isRemoved])).toEqual([
    ['Pressure', '1,500', true, false],
    ['Valve', undefined, true, false],
    ['Meter', PHOTO, false, true],
  ]);
});

test('a photo that was removed leaves its item open, and says so', () => {
  const items = [{ text: 'Valve', done: true, kind: 'photo' as const, required: true }];
  const read = (...files: Pick<NamedFile, 'id' | 'state'>[]) =>
    checkLines(items, [answered('Valve', 'photo')], files as NamedFile[])[0];
  expect(read({ id: 'photo', state: 'ready' })).toMatchObject({ isDone: true, isRemoved: false });
  for (const line of [read(), read({ id: 'photo', state: 'refused' })])
    expect(line).toMatchObject({ isDone: false, isRemoved: true });
  expect(checkLines(items, [answered('Valve', 'photo')], undefined)[0]!.isRemoved).toBe(false);
  expect(checkLines(items, [], [])[0]).toMatchObject({ isDone: true, isRemoved: false });
});
