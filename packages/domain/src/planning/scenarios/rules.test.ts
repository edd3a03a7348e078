import { expect, test } from 'vitest';
import type { LocalDate } from '../../values/local-time.ts';
import { absenceContrasts, commonDays, nearestDay } from './rules.ts';

test('two stretches have the days in common that both have', () => {
  const week = { from: '2026-11-16', to: '2026-11-20' };
  expect(commonDays(week, { from: '2026-11-18', to: '2026-11-25' })).toEqual({
    from: '2026-11-18',
    to: '2026-11-20',
  });
  expect(commonDays(week, { from: '2026-11-21', to: '2026-11-25' })).toBeUndefined();
});

test('a day outside a stretch gives way to its nearest', () => {
  const days = { from: '2026-11-16', to: '2026-11-20' };
  const near = (day: string) => nearestDay(day as LocalDate, days);
  expect([near('2026-11-01'), near('2026-11-18'), near('2026-12-01')]).toEqual([
    '2026-11-16',
    '2026-11-18',
    '2026-11-20',
  ]);
});

test('an absence that both boards have, each under an id of its own, is no difference', () => {
  const away = (id: string, technician_id: string, day: string) => ({
    id,
    technician_id,
    starts_at: `2026-11-${day}T00:00:00Z`,
    ends_at: `2026-11-${day}T12:00:00Z`,
  });
  const [both, copy] = [away('a', 'kai', '17'), away('b', 'kai', '17')];
  const [gone, added] = [away('c', 'kim', '17'), away('d', 'kai', '18')];
  expect(
    absenceContrasts([
      [both, gone],
      [copy, added],
    ]),
  ).toEqual([
    { board: 0, absence: gone },
    { board: 1, absence: added },
  ]);
});
