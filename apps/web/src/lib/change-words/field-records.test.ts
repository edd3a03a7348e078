import type { Change } from '@muster/domain/changes/schema';
import { expect, test } from 'vitest';
import { deedInShort } from './change-words.ts';

const id = '0193e5a0-0000-7000-8000-000000000099';

function told(entry: Pick<Change['entries'][number], 'table' | 'label' | 'before' | 'after'>): string {
  return deedInShort({
    number: 7,
    command: id,
    kind: 'visit noted',
    at: '2026-11-16T00:00:00.000Z',
    by: { user_id: id, api_key_id: null, name: 'Dan Dispatcher' },
    undoes: null,
    undoes_kind: null,
    undone_by: null,
    imported: null,
    count: 1,
    entries: [{ id, version: 2, ...entry }],
  });
}

test('files and what is noted at visits are told by what they are', () => {
  const file = { table: 'files', label: 'plan.pdf' };
  expect(told({ ...file, before: null, after: { name: 'plan.pdf' } })).toBe('added the file plan.pdf');
  const gone = { before: { deleted_at: null }, after: { deleted_at: '2026-11-16T00:00:00Z' } };
  expect(told({ ...file, ...gone })).toBe('deleted plan.pdf');
  const late = { table: 'field_records', label: 'a delay' };
  expect(told({ ...late, before: null, after: { kind: 'late' } })).toBe('noted a delay');
  const back = { before: { retracted_at: null }, after: { retracted_at: '2026-11-16T00:00:00Z' } };
  expect(told({ ...late, ...back })).toBe('took back a delay');
});
