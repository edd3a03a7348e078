import type { LocalDate } from '@muster/domain/values/local-time';
import { expect, test } from 'vitest';
import type { Day } from '../api.ts';
import { dayOverview } from './day-overview.ts';

const zone = 'Australia/Sydney';
const today = '2026-11-16' as LocalDate;

const visit = (id: string) => ({
  id,
  job_id: 'job',
  dispatched_at: null,
  outcome: null,
  cancelled_at: null,
});

const booking = (visit_id: string, starts_at: string) => ({
  visit_id,
  technician_id: 'priya',
  starts_at,
  ends_at: starts_at,
  progress: 'none',
});

const day = {
  technicians: [
    { id: 'priya', name: 'Priya', colour: 'teal', is_active: true },
    { id: 'dave', name: 'Dave', colour: 'blue', is_active: true },
    { id: 'gone', name: 'Gone', colour: 'red', is_active: false },
  ],
  skills: [{ id: 'gas', name: 'Gas fitting' }],
  tickets: [
    { id: 'soon', technician_id: 'priya', skill_id: 'gas', expires_on: '2026-12-01' },
    { id: 'late', technician_id: 'dave', skill_id: 'gas', expires_on: '2026-11-10' },
    { id: 'good', technician_id: 'priya', skill_id: 'gas', expires_on: '2028-01-01' },
    { id: 'unseen', technician_id: 'gone', skill_id: 'gas', expires_on: '2026-11-20' },
  ],
  customers: [{ id: 'customer', name: 'Ryde Bakery' }],
  sites: [{ id: 'site', suburb: 'Ryde' }],
  jobs: [{ id: 'job', customer_id: 'customer', site_id: 'site' }],
  visits: [visit('later'), visit('first'), visit('yesterday'), visit('waiting')],
  // Half past eleven at night in UTC is the next morning in Sydney.
  assignments: [
    booking('later', '2026-11-16T02:00:00Z'),
    booking('first', '2026-11-15T23:30:00Z'),
    booking('yesterday', '2026-11-14T23:30:00Z'),
  ],
} as unknown as Day;

test('today by technician, in the order of the clock and by the clocks of the business', () => {
  const { technicians } = dayOverview(day, today, zone);
  expect(technicians.map(({ name, visits }) => [name, visits.map(({ id }) => id)])).toEqual([
    ['Dave', []],
    ['Priya', ['first', 'later']],
  ]);
  expect(technicians[1]!.visits[0]).toMatchObject({
    customer: 'Ryde Bakery',
    suburb: 'Ryde',
    state: 'planned',
  });
});

test('what waits is counted, and tickets of active people are told a month ahead, the first one first', () => {
  const { unscheduled, expiring } = dayOverview(day, today, zone);
  expect(unscheduled).toBe(1);
  expect(expiring.map(({ id }) => id)).toEqual(['late', 'soon']);
});
