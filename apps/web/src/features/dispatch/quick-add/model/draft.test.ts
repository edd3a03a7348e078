import { parseQuickAdd } from '@muster/domain/dispatch/quick-add/parse';
import { expect, test } from 'vitest';
import { corrected, entriesOf, isOpen, jobBody, valuesOf, withEdits, workingDayOf } from './draft.ts';

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
  const work = { description: 'tap drips' };
  const values = valuesOf(entriesOf(read('lee wed 2-4pm gas fitting 1h'), {}, undefined));
  expect(jobBody(values, work, ['plumbing'])).toEqual({
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
  expect(jobBody(bare, { description: '', guessed: 'hot' }, [])).toEqual({
    job_type_id: 'hot',
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

test('a correction counts for the caller and the reading that it was made to, and for no other', () => {
  const jo = { name: 'Jo Brown', phone: '', suburb: { id: 1 } };
  const edits = withEdits(withEdits({}, jo, { phone: '0411 222 999' }), jo, { suburb: { id: 2 } });
  expect(corrected({ ...jo, suburb: { id: 1 } }, edits)).toEqual({
    name: 'Jo Brown',
    phone: '0411 222 999',
    suburb: { id: 2 },
  });
  // The number that the sentence says by now, beside the suburb that was corrected.
  expect(corrected({ ...jo, phone: '0400 000 000' }, edits)).toEqual({
    name: 'Jo Brown',
    phone: '0400 000 000',
    suburb: { id: 2 },
  });
  const lee = { ...jo, name: 'Lee White' };
  expect(corrected(lee, edits)).toEqual(lee);
  const named = withEdits({}, jo, { name: 'Joe Browne' });
  expect(corrected(jo, named).name).toBe('Joe Browne');
  expect(corrected(lee, named).name).toBe('Lee White');
});
