import { expect, test } from 'vitest';
import { momentOf } from '../../values/local-time.ts';
import { feedPeriod, type FeedVisit, visitEvent, withoutPhones } from './rules.ts';

const visit: FeedVisit = {
  visit_id: 'v',
  technician_id: 't',
  technician: 'Dave Smith',
  job: 1042,
  number: 2,
  job_type: 'Hot water service',
  description: 'Tank leaks, ring Jim on 0412 345 678',
  state: 'dispatched',
  crew_size: 2,
  starts_at: '2026-11-16T22:00:00Z',
  ends_at: '2026-11-16T23:00:00Z',
  customer: 'Blue Gum Cafe',
  site: 'Kitchen',
  address: '12 Blaxland Rd',
  suburb: 'Ryde',
  region: 'NSW',
  postcode: '2112',
  modified_at: '2026-11-15T00:00:00Z',
  change: 7,
};

test('a visit as an event', () => {
  expect(visitEvent(visit, 'https://app.example', false)).toEqual({
    uid: 'v-t',
    start: '2026-11-16T22:00:00Z',
    end: '2026-11-16T23:00:00Z',
    modified: '2026-11-15T00:00:00Z',
    sequence: 7,
    status: 'CONFIRMED',
    summary: 'J-1042 Hot water service · Ryde',
    location: 'Kitchen, 12 Blaxland Rd, Ryde NSW 2112',
    description: 'Tank leaks, ring Jim on …\nBlue Gum Cafe\nVisit J-1042/2: dispatched\nA crew of 2',
    url: 'https://app.example/jobs/J-1042',
  });
});

test('in the calendar of the whole business it says whose it is; what is planned is tentative', () => {
  const event = visitEvent({ ...visit, state: 'planned' }, '', true);
  expect(event.summary).toBe('J-1042 Hot water service · Ryde · Dave Smith');
  expect(event.status).toBe('TENTATIVE');
  expect(event.description).toContain('planned, may change');
});

test('without a job type it is called by what is to be done, and otherwise by the customer', () => {
  const title = (fields: Partial<FeedVisit>) =>
    visitEvent({ ...visit, job_type: '', suburb: '', ...fields }, '', false).summary;
  expect(title({ description: 'Fix the tap\nand the sink' })).toBe('J-1042 Fix the tap');
  expect(title({ description: 'x'.repeat(80) })).toBe(`J-1042 ${'x'.repeat(60)}…`);
  expect(title({ description: '' })).toBe('J-1042 Blue Gum Cafe');
});

test.each([
  ['0412 345 678', '…'],
  ['(02) 9876 5432 or 0412345678', '… or …'],
  ['+61 412 345 678.', '….'],
  ['0061 2 9876 5432', '…'],
  ['1300 123 456, 1800-123-456, 13 12 14', '…, …, …'],
  ['Model 315024, 2 taps on 2026-11-17 at 10:30', 'Model 315024, 2 taps on 2026-11-17 at 10:30'],
  ['Unit 13, 12 Smith St, 2112', 'Unit 13, 12 Smith St, 2112'],
])('%j is told as %j', (text, told) => {
  expect(withoutPhones(text)).toBe(told);
});

test('the office sees a month back and half a year ahead, a technician what they may see anyway', () => {
  const zone = 'Australia/Sydney';
  const now = momentOf('2026-11-17', '09:00', zone);
  expect(feedPeriod(now, zone, 'dispatcher')).toEqual({
    from: momentOf('2026-10-18', '00:00', zone),
    to: momentOf('2027-05-17', '00:00', zone),
  });
  expect(feedPeriod(now, zone, 'technician')).toEqual({
    from: momentOf('2026-11-10', '00:00', zone),
    to: momentOf('2026-12-19', '00:00', zone),
  });
});
