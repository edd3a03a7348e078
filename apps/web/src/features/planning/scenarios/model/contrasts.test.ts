import type { LocalDate } from '@muster/domain/values/local-time';
import { expect, test } from 'vitest';
import type { Comparison } from '../api.ts';
import { contrastInWords, contrastsOn, firstDay, standingIn, turnedRound } from './contrasts.ts';

const zone = 'Australia/Sydney';
const names = { kai: 'Kai', kim: 'Kim' };
const boards = [{ name: 'Live board' }, { name: 'One more' }];
const placed = (technician: string, hour: string, day = '17') => ({
  technicians: [technician],
  starts_at: `2026-11-${day}T${hour}:00:00+11:00`,
  ends_at: `2026-11-${day}T${hour}:45:00+11:00`,
});

const comparison = {
  from: '2026-11-16',
  to: '2026-11-20',
  boards: boards.map(({ name }) => ({
    name,
    figures: { driving: 0, overtime: 0, kept: 0, late: 0, placed: 0, unplaced: 0 },
    technicians: [],
  })),
  visits: [
    { visit_id: 'moved', number: 'J-1/1', customer: 'A', places: [placed('kai', '09'), placed('kim', '10')] },
    { visit_id: 'freed', number: 'J-2/1', customer: 'B', places: [placed('kai', '11', '18'), null] },
  ],
  absences: [],
  change: 1,
} satisfies Comparison;

test('what became of a visit is told by its crew and its time', () => {
  const told = (...places: Parameters<typeof contrastInWords>[0]) => contrastInWords(places, boards, names);
  expect(told(placed('kai', '09'), placed('kai', '10'))).toBe('Moved, 1 h later');
  expect(told(placed('kai', '09'), placed('kim', '09'))).toBe('Moved to Kim');
  expect(told(placed('kai', '09'), placed('kim', '08'))).toBe('Moved to Kim, 1 h earlier');
  expect(told(null, placed('kim', '08'))).toBe('Only on “One more”');
  expect(told(placed('kim', '08'), null)).toBe('Only on the live board');
});

test('a day has what is on it on either board, and the first that differs is begun with', () => {
  const on = (date: string) =>
    contrastsOn(comparison, date as LocalDate, zone).visits.map((one) => one.visit_id);
  expect([on('2026-11-16'), on('2026-11-17'), on('2026-11-18')]).toEqual([[], ['moved'], ['freed']]);
  const first = (asked?: string) => firstDay(comparison, asked as LocalDate, '2026-11-16', zone);
  expect([first(), first('2026-11-19'), first('2026-12-01')]).toEqual([
    '2026-11-17',
    '2026-11-19',
    '2026-11-17',
  ]);
});

test('a visit stands elsewhere, or on one of them alone, whichever way round they are', () => {
  for (const one of [comparison, turnedRound(comparison)]) {
    const standing = standingIn(one.visits);
    expect([standing('moved'), standing('freed'), standing('untouched')]).toEqual(['moved', 'only', 'same']);
  }
  expect(turnedRound(comparison).visits[1]!.places).toEqual([null, placed('kai', '11', '18')]);
});
