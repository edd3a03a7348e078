import { expect, test } from 'vitest';
import { minutes } from '../../../values/minutes.ts';
import { prepareBoard } from './prepare.ts';
import type { Finding } from './reasons.ts';
import { reasonInWords } from './reasons.ts';
import { at, boardRows, business, siteAt, technicianRow, visitRow } from './sample-boards.ts';

const perth = visitRow({ id: 'perth', site: { ...siteAt(9), zone: 'Australia/Perth' } });
const board = prepareBoard(
  boardRows({
    business,
    technicians: [technicianRow(), technicianRow({ id: 'priya', name: 'Priya' })],
    visits: [
      visitRow({ preferred: ['priya'] }),
      visitRow({ id: 'drain', customer: 'Smith', site: siteAt(9, 'Hornsby') }),
      perth,
    ],
  }),
);
const technician = 'dave';
const absence = { id: 'a', technician, kind: 'leave', reason: null } as const;

test.each<[Finding, string, string]>([
  [{ rule: 'inactive', technician }, 'inactive', 'Dave isn’t active.'],
  [{ rule: 'banned', technician }, 'banned', 'Dave is banned from Nguyen.'],
  [{ rule: 'preference', technician }, 'not preferred', 'Nguyen prefers Priya.'],
  [{ rule: 'skill', technician, skills: ['gas'] }, 'no gas ticket', 'Dave has no gas ticket.'],
  [
    { rule: 'skill', technician, skills: ['roof', 'lift'] },
    'no roof skill or lift skill',
    'Dave has no roof skill or lift skill.',
  ],
  [
    { rule: 'skill', technician: null, skills: ['gas', 'attic'] },
    'crew short of a gas ticket and an attic skill',
    'The crew is short of a gas ticket and an attic skill.',
  ],
  [
    { rule: 'ticket', technician, skill: 'gas', expired: '2026-11-03' },
    'gas ticket expired on 3 Nov',
    'Dave’s gas ticket expired on Tue 3 Nov.',
  ],
  [{ rule: 'ticket', technician, skill: 'gas', expired: null }, 'no gas ticket', 'Dave has no gas ticket.'],
  [{ rule: 'crew', needed: 2, given: 1 }, 'needs 2, has 1', 'The visit needs 2 technicians and has 1.'],
  [
    { rule: 'overlap', technician, visit: 'drain', start: at('10:00'), end: at('11:30'), by: minutes(30) },
    'overlaps Smith 10:00 am',
    'Dave is with Smith 10:00 am–11:30 am: 30 min overlap.',
  ],
  [
    { rule: 'travel', technician, leg: 'to', visit: 'drain', drive: minutes(40), by: minutes(12) },
    '12 min short of the drive from Hornsby',
    'Dave is 12 min short of the drive from Hornsby, which takes 40 min.',
  ],
  [
    { rule: 'travel', technician, leg: 'to', visit: null, drive: minutes(75), by: minutes(60) },
    '1 h short of the drive from the base',
    'Dave is 1 h short of the drive from the base, which takes 1 h 15 min.',
  ],
  [
    { rule: 'travel', technician, leg: 'from', visit: 'drain', drive: minutes(40), by: minutes(5) },
    '5 min short of the drive to Hornsby',
    'Dave is 5 min short of the drive to Hornsby, which takes 40 min.',
  ],
  [
    { rule: 'window', miss: 'early', start: at('09:00'), end: at('11:00'), by: minutes(30) },
    '30 min before the window',
    '30 min before the window: arrival was promised 9:00 am–11:00 am.',
  ],
  [
    { rule: 'window', miss: 'date', start: at('00:00'), end: at('23:59'), by: minutes(30) },
    'agreed for Mon 16 Nov',
    'The visit was agreed for Mon 16 Nov.',
  ],
  [
    { rule: 'window', miss: 'not before', start: at('00:00'), end: null, by: minutes(30) },
    'not before Mon 16 Nov',
    'The visit can’t be before Mon 16 Nov.',
  ],
  [
    { rule: 'lateness', dueBy: at('23:59'), by: minutes(3 * 24 * 60) },
    'due by Mon 16 Nov',
    'The visit was due by Mon 16 Nov: 3 days late.',
  ],
  [{ rule: 'past', by: minutes(10) }, 'in the past', 'That was 10 min ago.'],
  [
    { rule: 'shift', technician, miss: 'early', at: at('07:00'), by: minutes(30) },
    '30 min before the shift',
    '30 min before the shift: Dave works from 7:00 am.',
  ],
  [
    { rule: 'shift', technician, miss: 'late', at: at('15:30'), by: minutes(90) },
    '1 h 30 min after the shift',
    '1 h 30 min after the shift: Dave works until 3:30 pm.',
  ],
  [
    { rule: 'shift', technician, miss: 'day off', by: minutes(60) },
    'not working',
    'Dave isn’t working then.',
  ],
  [
    { rule: 'overtime', technician, at: at('15:30'), by: minutes(20) },
    '20 min of overtime',
    '20 min of overtime: Dave works until 3:30 pm.',
  ],
  [
    { rule: 'break', technician, earliest: at('12:00'), length: minutes(30) },
    'no time for a break',
    'Dave has no time for the 30 min break from 12:00 pm.',
  ],
  [
    {
      rule: 'absence',
      technician,
      absence: { ...absence, start: at('00:00'), end: at('00:00', '2026-11-18') },
      by: minutes(60),
    },
    'on leave',
    'Dave is on leave, Mon 16 Nov to Tue 17 Nov.',
  ],
  [
    {
      rule: 'absence',
      technician,
      absence: { ...absence, kind: 'sick', start: at('00:00'), end: at('00:00', '2026-11-17') },
      by: minutes(60),
    },
    'sick',
    'Dave is sick, all of Mon 16 Nov.',
  ],
  [
    {
      rule: 'absence',
      technician,
      absence: { ...absence, kind: 'training', start: at('09:00'), end: at('12:00') },
      by: minutes(60),
    },
    'in training',
    'Dave is in training, Mon 16 Nov 9:00 am–12:00 pm.',
  ],
  [{ rule: 'holiday', name: 'Show Day' }, 'public holiday', 'It’s a public holiday: Show Day.'],
  [{ rule: 'pinned', because: 'pinned' }, 'pinned', 'The visit is pinned.'],
  [
    { rule: 'pinned', because: 'dispatched' },
    'dispatched',
    'The visit is already dispatched to the technician.',
  ],
  [{ rule: 'state', state: 'completed' }, 'completed', 'The visit can’t be moved: it is completed.'],
  [{ rule: 'state', state: 'on site' }, 'on site', 'The visit can’t be moved: it has started (on site).'],
  [{ rule: 'state', state: 'needs return' }, 'needs return', 'The visit can’t be moved: it has ended.'],
])('%o is told in words', (finding, short, long) => {
  expect(reasonInWords(board, board.visits.get('tap')!, finding)).toEqual({ short, long });
});

test('what was agreed is told by the clocks at the site', () => {
  const early = {
    rule: 'window',
    miss: 'early',
    by: minutes(30),
    start: at('12:00'),
    end: at('14:00'),
  } as const;
  expect(reasonInWords(board, board.visits.get('perth')!, early).long).toBe(
    '30 min before the window: arrival was promised 9:00 am–11:00 am (local time).',
  );
});
