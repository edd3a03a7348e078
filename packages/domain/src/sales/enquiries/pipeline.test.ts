import { expect, test } from 'vitest';
import {
  enquiryStates,
  isDueTime,
  isOverdue,
  mayMove,
  movesFrom,
  needsReason,
  nextDue,
  openStates,
  type EnquiryState,
} from './pipeline.ts';

test('an enquiry goes forward step by step, out of the way while it is no account, and back in', () => {
  const allowed = enquiryStates.flatMap((from) =>
    enquiryStates.filter((to) => mayMove(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    'new → contacted',
    'new → lost',
    'new → spam',
    'contacted → qualified',
    'contacted → lost',
    'contacted → spam',
    'qualified → won',
    'qualified → lost',
    'qualified → spam',
    'won → provisioned',
    'won → lost',
    'lost → new',
    'spam → new',
  ]);
  expect(movesFrom('new')).toEqual(['contacted', 'lost', 'spam']);
});

test('only a loss needs a reason', () => {
  expect(enquiryStates.filter(needsReason)).toEqual(['lost']);
});

/** The time in Sydney, which is ten hours ahead of Greenwich in winter and eleven in summer. */
test.each<[string, EnquiryState, string, string]>([
  ['a Monday', 'new', '2026-06-15T09:00+10:00', '2026-06-16T09:00+10:00'],
  ['a Friday', 'new', '2026-06-19T16:30+10:00', '2026-06-22T16:30+10:00'],
  ['a Saturday', 'new', '2026-06-20T10:00+10:00', '2026-06-22T10:00+10:00'],
  ['a Saturday before nine', 'new', '2026-06-20T08:00+10:00', '2026-06-22T09:00+10:00'],
  ['a Sunday night', 'new', '2026-06-21T23:59+10:00', '2026-06-23T09:00+10:00'],
  ['a Thursday evening', 'new', '2026-06-18T17:00+10:00', '2026-06-22T09:00+10:00'],
  ['a Thursday, two days on', 'contacted', '2026-06-18T10:00+10:00', '2026-06-22T10:00+10:00'],
  ['a Friday, two days on', 'qualified', '2026-06-19T10:00+10:00', '2026-06-23T10:00+10:00'],
  ['a weekend that begins summer time', 'won', '2026-10-02T10:00+10:00', '2026-10-06T10:00+11:00'],
  ['Friday in Greenwich, Saturday in Sydney', 'new', '2026-06-19T20:00Z', '2026-06-21T23:00Z'],
])(
  'what comes on %s is due at the same time of a business day, and in business hours',
  (_, state, now, due) => {
    expect(nextDue(state, new Date(now))).toEqual(new Date(due));
  },
);

test.each<EnquiryState>(['provisioned', 'lost', 'spam'])('%s is never due', (state) => {
  expect(nextDue(state, new Date('2026-06-15T09:00+10:00'))).toBeNull();
  expect(isOverdue(state, new Date(0), new Date(1))).toBe(false);
});

test('what is open is overdue once its time has passed', () => {
  expect(openStates).toEqual(['new', 'contacted', 'qualified', 'won']);
  for (const state of openStates) {
    expect(isOverdue(state, new Date(1_000), new Date(1_001))).toBe(true);
    expect(isOverdue(state, new Date(1_000), new Date(1_000))).toBe(false);
    expect(isOverdue(state, null, new Date(1_000))).toBe(false);
  }
});

test.each([
  ['2026-06-16T09:00Z', true],
  ['2026-01-01T00:00Z', true],
  ['2036-06-14T00:00Z', true],
  ['2036-06-16T00:00Z', false],
  ['2016-06-14T00:00Z', false],
  ['0026-06-16T09:00Z', false],
  ['2026-12-31T23:59:60Z', false],
  ['2026-06-16T09:00Z[Australia/Sydney]', false],
])('somebody can mean %s: %s', (due, isMeant) => {
  expect(isDueTime(new Date(due), new Date('2026-06-15T09:00Z'))).toBe(isMeant);
});
