import { expect, test } from 'vitest';
import { momentOf } from '../../values/local-time.ts';
import { isStillConfirmed } from './confirmed.ts';

const zone = 'Australia/Sydney';
const agreed = { on_date: '2026-11-17', window_from: '09:00', window_to: '11:00' };
const at = (time: `${number}:${number}`, date = '2026-11-17' as const) => momentOf(date, time, zone);

test('it holds as long as the visit is planned for what was confirmed', () => {
  const visit = { ...agreed, state: 'dispatched' } as const;
  expect(isStillConfirmed(agreed, visit, at('09:00'), zone)).toBe(true);
  expect(isStillConfirmed(agreed, visit, at('11:00'), zone)).toBe(true);
  expect(isStillConfirmed(agreed, visit, at('11:05'), zone)).toBe(false);
  expect(isStillConfirmed(agreed, visit, null, zone)).toBe(false);
});

test('a draft elsewhere leaves it, because nobody was told of that; another agreement does not', () => {
  const draft = { ...agreed, state: 'planned' } as const;
  expect(isStillConfirmed(agreed, draft, at('14:00'), zone)).toBe(true);
  expect(isStillConfirmed(agreed, { ...draft, window_to: '12:00' }, at('10:00'), zone)).toBe(false);
  expect(isStillConfirmed(agreed, draft, null, zone)).toBe(false);
});
