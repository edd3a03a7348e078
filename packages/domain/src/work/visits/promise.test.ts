import { expect, test } from 'vitest';
import type { LocalDate, LocalTime } from '../../values/local-time.ts';
import { momentOf } from '../../values/local-time.ts';
import { momentText } from '../assignments/rules.ts';
import type { SaidArrival } from './promise.ts';
import { agreedInWords, isStillConfirmed, promiseAt, standingPromise } from './promise.ts';

const SYDNEY = 'Australia/Sydney';
const DAY = '2026-11-24';
const open = { on_date: null, window_from: null, window_to: null };
const at = (time: LocalTime, date: LocalDate = DAY) => momentOf(date, time, SYDNEY);

test.each([
  ['10:30', 'Tue 24 Nov, 9–11 am'],
  ['09:00', 'Tue 24 Nov, 9–11 am'],
  ['11:55', 'Tue 24 Nov, 11 am–1 pm'],
  ['17:00', 'Tue 24 Nov, 3–5 pm'],
  ['06:40', 'Tue 24 Nov, 6:10–7:10 am'],
  ['19:10', 'Tue 24 Nov, 6:40–7:40 pm'],
  ['00:10', 'Tue 24 Nov, 12–12:40 am'],
  ['23:45', 'Tue 24 Nov, 11:15–11:59 pm'],
] as const)('who is told %s is promised %s', (time, words) => {
  expect(agreedInWords(promiseAt(at(time), SYDNEY, open))).toBe(words);
});

test('a window that was agreed before stays where the start lies in it', () => {
  const before = { on_date: '2026-11-20', window_from: '08:00', window_to: '12:00' };
  expect(promiseAt(at('09:30'), SYDNEY, before)).toEqual({ ...before, on_date: DAY });
  expect(promiseAt(at('13:30'), SYDNEY, before)).toMatchObject({ window_from: '13:00', window_to: '15:00' });
});

test('what was said last counts: the mail, until something else is agreed or it is cancelled', () => {
  const said = (kind: SaidArrival['kind'], minute: number, more: Partial<SaidArrival> = {}): SaidArrival => ({
    id: String(minute),
    kind,
    from_at: momentText(at('14:00')),
    to_at: momentText(at('16:00')),
    zone: SYDNEY,
    problem: null,
    at: `2026-11-20T00:${minute}:00+00:00`,
    agreed: open,
    ...more,
  });
  const mailed = { on_date: DAY, window_from: '14:00', window_to: '16:00', isTold: true };
  expect(standingPromise(open, [])).toEqual({ ...open, isTold: false });
  expect(standingPromise(open, [said('confirmed', 10)])).toEqual(mailed);
  expect(standingPromise(open, [said('confirmed', 10), said('on the way', 11)])).toEqual(mailed);
  expect(standingPromise(open, [said('confirmed', 10, { problem: 'no address' })]).isTold).toBe(false);
  expect(standingPromise(open, [said('cancelled', 12), said('confirmed', 10)]).isTold).toBe(false);
  const own = { on_date: DAY, window_from: '09:00', window_to: '11:00' };
  expect(standingPromise(own, [said('confirmed', 10)])).toEqual({ ...own, isTold: false });
  // Mailed when the visit stood outside of its window, with a reason.
  expect(standingPromise(own, [said('changed', 10, { agreed: own })])).toEqual(mailed);
  // From before it was kept what was agreed.
  expect(standingPromise(own, [said('confirmed', 10, { agreed: null })])).toEqual({ ...own, isTold: false });
  expect(standingPromise(open, [said('confirmed', 10, { agreed: null })])).toEqual(mailed);
});

const confirmed = { on_date: DAY, window_from: '09:00', window_to: '11:00' };

test('a confirmation holds as long as the visit is planned for what was confirmed', () => {
  const visit = { ...confirmed, state: 'dispatched' } as const;
  expect(isStillConfirmed(confirmed, visit, at('09:00'), SYDNEY)).toBe(true);
  expect(isStillConfirmed(confirmed, visit, at('11:00'), SYDNEY)).toBe(true);
  expect(isStillConfirmed(confirmed, visit, at('11:05'), SYDNEY)).toBe(false);
  expect(isStillConfirmed(confirmed, visit, null, SYDNEY)).toBe(false);
});

test('a draft elsewhere leaves a confirmation, because nobody was told of that; another agreement does not', () => {
  const draft = { ...confirmed, state: 'planned' } as const;
  expect(isStillConfirmed(confirmed, draft, at('14:00'), SYDNEY)).toBe(true);
  expect(isStillConfirmed(confirmed, { ...draft, window_to: '12:00' }, at('10:00'), SYDNEY)).toBe(false);
  expect(isStillConfirmed(confirmed, draft, null, SYDNEY)).toBe(false);
});
