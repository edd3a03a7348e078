import { type LocalTime, momentOf } from '@muster/domain/values/local-time';
import { expect, test } from 'vitest';
import {
  absenceWords,
  addressWords,
  dayFacts,
  longDayWords,
  siteTimeWords,
  spanWords,
  windowWords,
} from './sheet-words.ts';

const zone = 'Australia/Sydney';
const span = (from: LocalTime, to: LocalTime) => ({
  start: momentOf('2026-11-17', from, zone),
  end: momentOf('2026-11-17', to, zone),
});

test('times say am and pm once where that is enough', () => {
  expect(spanWords(span('09:00', '10:30'), zone)).toBe('9:00 – 10:30 am');
  expect(spanWords(span('11:30', '13:00'), zone)).toBe('11:30 am – 1:00 pm');
  expect(windowWords({ from: '13:00', to: '15:00' })).toBe('1:00 – 3:00 pm');
});

test('the clocks at the site are named only where they show something else', () => {
  expect(siteTimeWords(span('09:00', '10:30'), zone, 'Australia/Hobart')).toBeUndefined();
  expect(siteTimeWords(span('09:00', '10:30'), zone, 'Australia/Broken_Hill')).toBe(
    '8:30 – 10:00 am at the site',
  );
});

test('a date and an address as they are written', () => {
  expect(longDayWords('2026-11-17')).toBe('Tuesday 17 November 2026');
  const site = {
    address: '12 Smith St',
    suburb: 'Ryde',
    region: 'NSW',
    postcode: '2112',
    access_notes: '',
    hazards: '',
  };
  expect(addressWords({ name: '', ...site })).toBe('12 Smith St, Ryde NSW 2112');
  expect(addressWords({ name: 'Shed', ...site, address: '' })).toBe('Shed, Ryde NSW 2112');
});

test('what keeps somebody away, without why', () => {
  const away = {
    id: 'a',
    technician: 't',
    kind: 'sick',
    reason: 'Migraine',
    ...span('00:00', '23:00'),
  } as const;
  expect(absenceWords(away, [span('07:00', '15:30')], zone)).toBe('Sick all day');
  const training = { ...away, kind: 'training', ...span('13:00', '15:00') } as const;
  expect(absenceWords(training, [span('07:00', '15:30')], zone)).toBe('In training 1:00 – 3:00 pm');
});

test('a day in one line', () => {
  const free = {
    id: 't',
    name: 'Dave',
    colour: 'teal',
    shifts: [span('07:00', '15:30')],
    absences: [],
    visits: [],
    driving: 0,
  } as const;
  expect(dayFacts(free, zone)).toBe('7:00 am – 3:30 pm');
  expect(dayFacts({ ...free, shifts: [] }, zone)).toBe('Not a working day');
  const busy = { ...free, visits: [{}, {}] as never, driving: 85 };
  expect(dayFacts(busy, zone)).toBe('7:00 am – 3:30 pm · 2 visits · 1 h 25 min of driving');
});
