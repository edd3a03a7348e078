import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Remedy } from '@muster/domain/planning/proposals/schema';
import { expect, test } from 'vitest';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import type { Item } from '../api.ts';
import {
  acceptedInWords,
  groupItems,
  mayMail,
  priceOf,
  awayInWords,
  calledBackInWords,
  bookingsOf,
  decisionInWords,
} from './proposal.ts';

const at = (technician: string, time: string) => ({
  technicians: [technician],
  starts_at: `2026-11-17T${time}:00Z`,
  ends_at: `2026-11-17T${time}:30Z`,
});

function item(id: string, fields: Partial<Item>): Item {
  return {
    id,
    visit_id: id,
    kind: 'moved',
    before: null,
    after: null,
    reasons: [],
    remedies: [],
    agreed: null,
    accepted_at: null,
    unfit: null,
    ...fields,
  };
}

const added = item('added', { kind: 'added', after: at('kai', '08:00') });
const later = item('later', { before: at('kai', '09:00'), after: at('kai', '10:00') });
const given = item('given', { before: at('mia', '09:00'), after: at('kai', '12:00') });
const freed = item('freed', { kind: 'freed', before: at('mia', '11:00') });
const unplaced = item('unplaced', { kind: 'unplaced' });
const accepted = item('accepted', { kind: 'added', after: at('tom', '08:00'), accepted_at: '2026-11-17' });

test('the dearest is told first, in a day and among the days; what has no place comes last', () => {
  const groups = groupItems([added, unplaced, later, accepted, given, freed]);
  expect(groups.map(({ technician, items }) => [technician, items.map(({ id }) => id)])).toEqual([
    ['kai', ['given', 'later', 'added']],
    ['mia', ['freed']],
    [undefined, ['unplaced']],
  ]);
});

test('a customer without a visit is dearer than another face, and that than another time', () => {
  expect([freed, given, later, added].map(priceOf)).toEqual([3, 2, 1, 0]);
});

test('what was accepted is said by kind', () => {
  expect(acceptedInWords([freed, freed, freed, freed])).toBe('4 visits back in the tray.');
  expect(acceptedInWords([later, freed, given, added])).toBe('1 visit planned, 2 moved, 1 back in the tray.');
  expect(acceptedInWords([])).toBe('Nothing changed.');
});

test('customers may be mailed of what is dispatched or was announced, and of nothing that waited', () => {
  const standing = (id: string, row: object) => ({ visits: new Map([[id, { row }]]) }) as unknown as Board;
  expect(mayMail(standing('later', { state: 'dispatched' }), [later])).toBe(true);
  expect(mayMail(standing('later', { state: 'planned' }), [later])).toBe(false);
  expect(mayMail(standing('freed', { state: 'planned', isTold: true }), [freed])).toBe(true);
  expect(mayMail(standing('freed', { state: 'planned' }), [freed])).toBe(false);
  expect(mayMail(standing('added', { state: 'unscheduled', isTold: true }), [added])).toBe(false);
  expect(mayMail(standing('later', { state: 'dispatched' }), [freed])).toBe(false);
});

test('one visit and several are named as such', () => {
  expect(awayInWords('Dave', 3)).toBe(
    '3 visits are dispatched to Dave, who is away. They stay there until you call them back.',
  );
  expect(awayInWords('Dave', 1)).toBe(
    '1 visit is dispatched to Dave, who is away. It stays there until you call it back.',
  );
  expect([calledBackInWords(1), calledBackInWords(2)]).toEqual([
    '1 visit called back.',
    '2 visits called back.',
  ]);
});

const tables = {
  visits: [
    { id: 'smith', version: 3 },
    { id: 'cole', version: 5 },
  ],
} as unknown as Pick<BoardTables, 'visits'>;
const noon = '2026-11-17T02:00:00Z';
const smith = { visit_id: 'smith', technicians: ['dave'], starts_at: noon };
const cole = { visit_id: 'cole', technicians: ['mia'], starts_at: noon };

function remedy(kind: Remedy['kind'], ...moves: Remedy['moves']): Remedy {
  return { kind, words: [], moves };
}

test('what only moves visits is one command, with the version of each', () => {
  expect(bookingsOf(tables, remedy('place', smith))).toEqual([{ ...smith, version: 3 }]);
  expect(bookingsOf(tables, remedy('move out', smith, cole))).toEqual([
    { ...smith, version: 3 },
    { ...cole, version: 5 },
  ]);
});

test('what has to be agreed to, leaves a visit out or is about one that is not at hand, is not', () => {
  expect(bookingsOf(tables, remedy('overtime', smith))).toBeUndefined();
  expect(bookingsOf(tables, remedy('move out', smith, { ...cole, starts_at: null }))).toBeUndefined();
  expect(bookingsOf(tables, remedy('another day', smith, { ...cole, visit_id: 'far' }))).toBeUndefined();
});

const proposal = {
  from: '2026-11-17',
  to: '2026-11-17',
  state: 'accepted' as const,
  counts: { moved: 0, added: 12, freed: 0, unplaced: 0, accepted: 5 },
  decided_by: { user_id: 'dana', api_key_id: null, name: 'Dana Wu' },
};

test('colleagues hear who decided, and a program is one where it has no name', () => {
  expect(decisionInWords(proposal)).toBe('Dana Wu accepted the proposal for Tue 17 Nov.');
  expect(decisionInWords({ ...proposal, state: 'rejected' })).toBe(
    'Dana Wu rejected the proposal for Tue 17 Nov.',
  );
  expect(decisionInWords({ ...proposal, state: 'open' })).toBe(
    'Dana Wu accepted the proposal for Tue 17 Nov in part: 5 of its visits are planned.',
  );
  expect(decisionInWords({ ...proposal, state: 'superseded' })).toBeUndefined();
  const program = { user_id: null, api_key_id: 'key', name: '' };
  expect(decisionInWords({ ...proposal, decided_by: program })).toMatch(/^A program accepted/);
});
