import { parseQuickAdd } from '@muster/domain/quick-add/parse';
import { expect, test } from 'vitest';
import { entriesOf, isOpen, jobBody, valuesOf, workingDayOf } from './draft.ts';

const known = {
  today: '2026-11-17',
  workingDay: { from: '07:00', to: '17:00' },
  technicians: [],
  types: [{ id: 'hot', name: 'Hot water' }],
  skills: [{ id: 'gas', name: 'Gas fitting' }],
} as const;
const read = (sentence: string) => parseQuickAdd(sentence, known);

test('what is asked counts once it is answered', () => {
  const parsed = read('lee tue urgent 1h');
  const open = entriesOf(parsed, {}, undefined).filter(isOpen);
  expect(open.map(({ key }) => key)).toEqual(['day tue', 'priority urgent']);
  const entries = entriesOf(parsed, { 'day tue': 'Tue 24 Nov', 'priority urgent': 'P2 Soon' }, undefined);
  expect(valuesOf(entries)).toEqual({ day: '2026-11-24', duration: 60, priority: 'P2' });
});

test('a duration is asked for only where neither the words nor the type of job say it', () => {
  const fields = (sentence: string, usual?: number) =>
    entriesOf(read(sentence), {}, usual).map(({ field }) => field);
  expect(fields('lee')).toEqual(['duration']);
  expect(fields('lee hot water', 90)).toEqual(['type']);
  expect(fields('lee 1h')).toEqual(['duration']);
});

test('the job says only what was said, and a skill beside those of its type', () => {
  const whom = { customer: 'c', site: 's', description: 'tap drips' };
  const values = valuesOf(entriesOf(read('lee wed 2-4pm gas fitting 1h'), {}, undefined));
  expect(jobBody(values, whom, ['plumbing'])).toEqual({
    customer_id: 'c',
    site_id: 's',
    description: 'tap drips',
    visits: [
      {
        duration: 60,
        on_date: '2026-11-18',
        window_from: '14:00',
        window_to: '16:00',
        skills: ['plumbing', 'gas'],
      },
    ],
  });
  const bare = valuesOf(entriesOf(read('lee all day'), {}, 60));
  expect(jobBody(bare, { ...whom, description: '' }, [])).toEqual({
    customer_id: 'c',
    site_id: 's',
    visits: [{}],
  });
});

test('a business works from the first hour of its week to the last', () => {
  const week = [
    { from: '08:00', to: '16:00' },
    { from: '06:30', to: '12:00' },
  ];
  expect(workingDayOf(week)).toEqual({ from: '06:30', to: '16:00' });
  expect(workingDayOf([])).toEqual({ from: '07:00', to: '17:00' });
});
