import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HistoryEntry } from '../api.ts';
import { historyText, historyWords } from './history-words.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-01T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const due_at = '2026-06-15T10:00:00.000Z';

test.each<[string, Pick<HistoryEntry, 'kind' | 'detail'>]>([
  ['Received', { kind: 'created', detail: { to: 'new' } }],
  ['Received and marked as spam', { kind: 'created', detail: { to: 'spam' } }],
  [
    'New → Contacted, due Mon 15 Jun, 8:00 pm AEST',
    { kind: 'state', detail: { from: 'new', to: 'contacted', due_at } },
  ],
  ['Won → Provisioned', { kind: 'state', detail: { from: 'won', to: 'provisioned', due_at: null } }],
  ['Note', { kind: 'note', detail: { text: 'Rang' } }],
  ['Assigned to Sam Staff', { kind: 'owner', detail: { owner: 'Sam Staff' } }],
  ['Owner removed', { kind: 'owner', detail: { owner: null } }],
  ['Due time changed to Mon 15 Jun, 8:00 pm AEST', { kind: 'due', detail: { due_at } }],
  [
    'Account opened with 1 licence, and o@example.com invited as its owner',
    { kind: 'provisioned', detail: { licences: 1, email: 'o@example.com' } },
  ],
  ['o@example.com invited', { kind: 'invited', detail: { email: 'o@example.com' } }],
])('%s', (words, entry) => {
  expect(historyWords(entry)).toBe(words);
});

test('a note and a reason are shown in their own words', () => {
  expect(historyText({ detail: { text: 'Rang' } })).toBe('Rang');
  expect(historyText({ detail: { from: 'new', to: 'lost', reason: 'Too dear' } })).toBe('Too dear');
  expect(historyText({ detail: {} })).toBeUndefined();
});
