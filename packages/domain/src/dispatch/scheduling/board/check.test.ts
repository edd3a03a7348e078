import { expect, test } from 'vitest';

import type { LocalTime } from '../../../values/local-time.ts';
import { minutes } from '../../../values/minutes.ts';
import type { RuleName } from '../constraints.ts';
import { check } from './check.ts';
import { prepareBoard } from './prepare.ts';
import type { Reason } from './reasons.ts';
import { refusals } from './reasons.ts';
import type { AbsenceRow, BoardRows, TechnicianRow, VisitRow } from './board.ts';
import {
  assignmentRow,
  at,
  boardRows,
  business,
  siteAt,
  technicianRow,
  visitRow,
  workingWeek,
} from './sample-boards.ts';

type Setting = {
  readonly tap?: Partial<VisitRow>;
  readonly dave?: Partial<TechnicianRow>;
  readonly rows?: Partial<BoardRows>;
  readonly crew?: readonly string[];
  readonly start?: LocalTime;
};

const smith = visitRow({ id: 'drain', customer: 'Smith', site: siteAt(25, 'Hornsby'), state: 'planned' });
const priya = technicianRow({ id: 'priya', name: 'Priya' });
const leave: AbsenceRow = {
  id: 'a1',
  technician: 'dave',
  kind: 'leave',
  start: at('08:30'),
  end: at('12:00'),
  reason: null,
};

/** Dave goes to the tap at 8 am. */
function ask({ tap = {}, dave = {}, rows = {}, crew = ['dave'], start = '08:00' }: Setting): Reason[] {
  const visit = visitRow(tap);
  const board = prepareBoard(
    boardRows({
      ...rows,
      technicians: [technicianRow(dave), priya],
      visits: [visit, ...(rows.visits ?? [])],
    }),
  );
  return check(board, board.visits.get(visit.id)!, crew, at(start));
}

const withSmith = (start: LocalTime): Partial<BoardRows> => ({
  visits: [smith],
  assignments: [assignmentRow(smith, at(start))],
});

test('nothing speaks against an ordinary visit', () => {
  expect(ask({})).toEqual([]);
  expect(ask({ rows: withSmith('10:00') })).toEqual([]);
});

const refused = { kind: 'hard', canOverride: false };
const overridable = { kind: 'hard', canOverride: true };
const warned = { kind: 'soft', canOverride: false };

test.each<[string, Setting, object]>([
  ['inactive', { dave: { isActive: false } }, { ...refused, technician: 'dave' }],
  [
    'skill',
    { tap: { skills: ['roof', 'lift'] }, dave: { skills: ['lift'] } },
    { ...refused, skills: ['roof'] },
  ],
  ['ticket', { tap: { skills: ['gas'] }, dave: { skills: ['gas'] } }, { ...refused, expired: null }],
  [
    'ticket',
    {
      tap: { skills: ['gas'] },
      dave: { skills: ['gas'], tickets: [{ skill: 'gas', expires: '2026-11-03' }] },
    },
    { ...refused, skill: 'gas', expired: '2026-11-03' },
  ],
  [
    'ticket',
    {
      tap: { skills: ['lift'] },
      dave: { skills: ['lift'], tickets: [{ skill: 'lift', expires: '2026-11-15' }] },
    },
    { ...refused, expired: '2026-11-15' },
  ],
  ['banned', { tap: { banned: ['dave'] } }, { ...refused, technician: 'dave' }],
  [
    'overlap',
    { rows: withSmith('08:45') },
    { ...overridable, visit: 'drain', start: at('08:45'), end: at('09:45'), by: 15 },
  ],
  // The drive from Hornsby takes 40 minutes.
  [
    'travel',
    { rows: withSmith('08:00'), start: '09:30' },
    { ...overridable, leg: 'to', visit: 'drain', drive: 40, by: 10 },
  ],
  ['travel', { rows: withSmith('09:35') }, { ...overridable, leg: 'from', visit: 'drain', drive: 40, by: 5 }],
  ['travel', { start: '07:10' }, { ...overridable, leg: 'to', visit: null, drive: 16, by: 6 }],
  ['window', { tap: { date: '2026-11-17' } }, { ...overridable, miss: 'date', by: 16 * 60 }],
  [
    'window',
    { tap: { window: { from: '09:00', to: '11:00' } } },
    { ...overridable, miss: 'early', start: at('09:00'), end: at('11:00'), by: 60 },
  ],
  [
    'window',
    { tap: { date: '2026-11-16', window: { from: '07:00', to: '07:30' } } },
    { ...overridable, miss: 'late', by: 30 },
  ],
  ['window', { tap: { notBefore: '2026-11-17' } }, { ...overridable, miss: 'not before', by: 16 * 60 }],
  ['lateness', { tap: { dueBy: '2026-11-15' } }, { ...warned, by: 8 * 60 + 1 }],
  ['past', { rows: { now: at('08:10') } }, { ...refused, by: 10 }],
  [
    'shift',
    { dave: { base: null }, start: '06:30' },
    { ...overridable, miss: 'early', at: at('07:00'), by: 30 },
  ],
  [
    'shift',
    { dave: { base: null }, start: '15:00' },
    { ...overridable, miss: 'late', at: at('15:30'), by: 30 },
  ],
  // Home at 15:36.
  ['shift', { start: '14:20' }, { ...overridable, miss: 'late', at: at('15:30'), by: 6 }],
  ['shift', { start: '16:00' }, { ...overridable, miss: 'late', at: at('15:30'), by: 90 }],
  ['shift', { dave: { workingWeek: workingWeek.slice(1) } }, { ...overridable, miss: 'day off', by: 60 }],
  [
    'overtime',
    { rows: { business: { ...business, overtime: minutes(60) } }, start: '14:30' },
    { ...warned, at: at('15:30'), by: 16 },
  ],
  [
    'break',
    { tap: { duration: minutes(120) }, start: '11:45' },
    { ...warned, earliest: at('11:30'), length: 30 },
  ],
  ['absence', { rows: { absences: [leave] } }, { ...overridable, absence: leave, by: 30 }],
  [
    'holiday',
    { rows: { holidays: [{ date: '2026-11-16', name: 'Show Day' }] } },
    { ...warned, name: 'Show Day' },
  ],
  ['crew', { tap: { crewSize: 2 } }, { ...warned, needed: 2, given: 1 }],
  ['crew', { crew: ['dave', 'priya'] }, { ...warned, needed: 1, given: 2 }],
  [
    'skill',
    { tap: { crewSize: 2, crewSkills: [['roof']] }, crew: ['dave', 'priya'] },
    { ...refused, technician: null, skills: ['roof'] },
  ],
  [
    'skill',
    {
      tap: { crewSize: 2, crewSkills: [['roof'], ['lift']] },
      dave: { skills: ['roof', 'lift'] },
      crew: ['dave', 'priya'],
    },
    { ...refused, technician: null, skills: ['lift'] },
  ],
  ['preference', { tap: { preferred: ['priya'] } }, { ...warned, technician: 'dave' }],
  ['state', { tap: { state: 'cancelled' } }, { ...refused, state: 'cancelled' }],
  ['state', { tap: { state: 'on site' } }, { ...refused, state: 'on site' }],
  ['pinned', { tap: { state: 'dispatched' } }, { ...warned, because: 'dispatched' }],
  [
    'pinned',
    {
      tap: { state: 'planned' },
      rows: { assignments: [assignmentRow(visitRow(), at('09:00'), { isPinned: true })] },
    },
    { ...warned, because: 'pinned' },
  ],
])('%s speaks against it, and nothing else: %o', (rule, setting, details) => {
  expect(ask(setting)).toEqual([expect.objectContaining({ rule, ...details })]);
});

test('all rules speak, not only the first', () => {
  const reasons = ask({
    tap: { skills: ['gas'], banned: ['dave'], window: { from: '09:00', to: '11:00' }, preferred: ['priya'] },
    rows: { ...withSmith('08:30'), absences: [leave] },
  });
  const rules: RuleName[] = ['window', 'skill', 'banned', 'absence', 'overlap', 'preference'];
  expect(reasons.map(({ rule }) => rule)).toEqual(rules);
});

test('a reason overrides only what may be overridden, and soft reasons never refuse', () => {
  const reasons = ask({ tap: { banned: ['dave'], preferred: ['priya'] }, rows: { absences: [leave] } });
  expect(refusals(reasons).map(({ rule }) => rule)).toEqual(['banned', 'absence']);
  expect(refusals(reasons, ['absence', 'banned']).map(({ rule }) => rule)).toEqual(['banned']);
});

test('a visit does not clash with itself, and where it stands nothing is said about moving it', () => {
  const tap = visitRow({ state: 'on site' });
  const rows = { now: at('12:00'), assignments: [assignmentRow(tap, at('08:00'), { isPinned: true })] };
  expect(ask({ tap, rows })).toEqual([]);
  expect(ask({ tap: { state: 'planned' }, rows, start: '08:30' }).map(({ rule }) => rule)).toEqual([
    'pinned',
    'past',
  ]);
});

test('a ticket proves the skill on its last day', () => {
  const tickets = [
    { skill: 'gas', expires: '2026-11-03' as const },
    { skill: 'gas', expires: '2026-11-16' as const },
  ];
  expect(ask({ tap: { skills: ['gas'] }, dave: { skills: ['gas'], tickets } })).toEqual([]);
});

test('every visit that is overlapped is named, also one that began long before', () => {
  const long = visitRow({ id: 'long', customer: 'Long', duration: minutes(300), site: siteAt(5) });
  const short = visitRow({ id: 'short', customer: 'Short', duration: minutes(15), site: siteAt(5) });
  const rows = {
    visits: [long, short],
    assignments: [assignmentRow(long, at('07:30')), assignmentRow(short, at('07:40'))],
  };
  const found = ask({ rows, start: '08:00' });
  expect(found.map((reason) => reason.rule === 'overlap' && reason.visit)).toEqual(['long']);
});

test('those who are still missing from a crew may bring what the others lack', () => {
  const tap = { crewSize: 2, crewSkills: [['roof']] };
  expect(ask({ tap }).map(({ rule }) => rule)).toEqual(['crew']);
});

test('nobody drives home before an absence or comes from home after it', () => {
  const absences = [{ ...leave, start: at('09:00'), end: at('10:00') }];
  expect(ask({ rows: { absences }, start: '08:00' })).toEqual([]);
  expect(ask({ rows: { absences }, start: '10:00' })).toEqual([]);
});

test('nobody works overtime after an absence that lasts to the end of the shift', () => {
  const absences = [{ ...leave, start: at('13:00'), end: at('15:30') }];
  const rows = { absences, business: { ...business, overtime: minutes(120) } };
  expect(ask({ rows, start: '15:30' })).toMatchObject([{ rule: 'shift', miss: 'late', by: 60 }]);
});

test('drives from and to the base may be in the technician’s own time', () => {
  const own = { ...business, travel: { ...business.travel, countsBaseDrives: false } };
  expect(ask({ rows: { business: own }, start: '07:00' })).toEqual([]);
  expect(ask({ rows: { business: own }, start: '14:30' })).toEqual([]);
});
