import { expect, test } from 'vitest';
import { heardOf } from './heard.ts';

const proposal = {
  from: '2026-11-17',
  to: '2026-11-17',
  state: 'accepted' as const,
  counts: { moved: 0, added: 12, freed: 0, unplaced: 0, accepted: 5 },
  decided_by: { user_id: 'dana', api_key_id: null, name: 'Dana Wu' },
};

test('colleagues hear who decided, and a program is one where it has no name', () => {
  expect(heardOf(proposal)).toBe('Dana Wu accepted the proposal for Tue 17 Nov.');
  expect(heardOf({ ...proposal, state: 'rejected' })).toBe('Dana Wu rejected the proposal for Tue 17 Nov.');
  expect(heardOf({ ...proposal, state: 'open' })).toBe(
    'Dana Wu accepted the proposal for Tue 17 Nov in part: 5 of its visits are planned.',
  );
  expect(heardOf({ ...proposal, state: 'superseded' })).toBeUndefined();
  const program = { user_id: null, api_key_id: 'key', name: '' };
  expect(heardOf({ ...proposal, decided_by: program })).toMatch(/^A program accepted/);
});
