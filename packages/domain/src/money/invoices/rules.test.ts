import { expect, test } from 'vitest';
import { statusOf } from './rules.ts';

const today = '2026-11-16';
const invoice = {
  kind: 'invoice',
  state: 'issued',
  due_on: today,
  total: 100,
  outstanding: 100,
  credited: 0,
} as const;
const credit = { ...invoice, kind: 'credit note', due_on: null } as const;

test('an invoice that was taken back as a whole is credited, and was paid by nobody', () => {
  expect(statusOf({ ...invoice, outstanding: 0, credited: 100 }, today)).toBe('credited');
  expect(statusOf({ ...invoice, outstanding: 0, credited: 99 }, today)).toBe('paid');
  expect(statusOf({ ...invoice, outstanding: 0, total: 0 }, today)).toBe('paid');
});

test('an invoice is overdue from the day after it is due, even if some of it was paid', () => {
  expect(statusOf(invoice, today)).toBe('unpaid');
  expect(statusOf({ ...invoice, outstanding: 40 }, today)).toBe('part paid');
  expect(statusOf({ ...invoice, outstanding: 40 }, '2026-11-17')).toBe('overdue');
  expect(statusOf({ ...invoice, state: 'draft' }, '2026-11-17')).toBe('draft');
});

test('a credit note is used up or not, and never overdue', () => {
  expect(statusOf(credit, today)).toBe('unused');
  expect(statusOf({ ...credit, outstanding: 0 }, today)).toBe('used');
});
