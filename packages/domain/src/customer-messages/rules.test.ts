import { expect, test } from 'vitest';
import { type LocalDate, type LocalTime, momentOf } from '../values/local-time.ts';
import { epochMinutes } from '../values/minutes.ts';
import { arrivalOf, messageDue, type Told, type VisitNow } from './rules.ts';
import { arrivalInWords, messageInWords, toldInWords } from './words.ts';

const SYDNEY = 'Australia/Sydney';
const at = (time: LocalTime, date: LocalDate = '2026-11-24', zone = SYDNEY) => momentOf(date, time, zone);
const open = { on_date: null, window_from: null, window_to: null };
const words = (promised: typeof open | object, start: number, zone = SYDNEY) =>
  arrivalInWords(arrivalOf({ ...open, ...promised }, epochMinutes(start), zone), zone);

test('the arrival is what was promised, or two hours from the full hour where nothing was', () => {
  const window = { window_from: '09:00', window_to: '11:00' };
  expect(words(window, at('10:15'))).toBe('Tue 24 Nov, 9–11 am');
  expect(words({ ...window, on_date: '2026-11-24' }, at('11:00'))).toBe('Tue 24 Nov, 9–11 am');
  expect(words({}, at('08:45'))).toBe('Tue 24 Nov, 8–10 am');
  expect(words({}, at('11:00'))).toBe('Tue 24 Nov, 11 am–1 pm');
  expect(words({ window_from: '11:30', window_to: '13:30' }, at('12:00'))).toBe(
    'Tue 24 Nov, 11:30 am–1:30 pm',
  );
});

test('a promise that is not kept is not repeated', () => {
  const window = { window_from: '09:00', window_to: '11:00' };
  expect(words(window, at('13:20'))).toBe('Tue 24 Nov, 1–3 pm');
  expect(words({ ...window, on_date: '2026-11-23' }, at('09:30'))).toBe('Tue 24 Nov, 9–11 am');
  expect(words({ ...window, on_date: '2026-11-23' }, at('10:30'))).toBe('Tue 24 Nov, 10 am–12 pm');
});

test('the clocks are those of the site, on days when they change too', () => {
  const perth = 'Australia/Perth';
  expect(words({}, at('08:30', '2026-11-24', perth), perth)).toBe('Tue 24 Nov, 8–10 am');
  expect(words({}, at('08:30'), perth)).toBe('Tue 24 Nov, 5–7 am');
  // Sydney's clocks go forward at 2 am on 4 October 2026, Lord Howe's by half an hour.
  expect(words({}, at('01:20', '2026-10-04'))).toBe('Sun 4 Oct, 1–4 am');
  expect(words({ window_from: '01:00', window_to: '04:00' }, at('03:10', '2026-10-04'))).toBe(
    'Sun 4 Oct, 1–4 am',
  );
  const howe = 'Australia/Lord_Howe';
  expect(words({}, at('01:20', '2026-10-04', howe), howe)).toBe('Sun 4 Oct, 1–3:30 am');
  // And back at 3 am on 4 April 2027: 2:30 am comes twice.
  expect(words({}, at('01:30', '2027-04-04'))).toBe('Sun 4 Apr, 1–2 am');
});

const morning = { from: at('08:00'), to: at('10:00') };
const noon = { from: at('11:00'), to: at('13:00') };
const dayBefore = at('12:00', '2026-11-23');
const visit = (state: VisitNow['state'], fields: Partial<VisitNow> = {}): VisitNow => ({
  state,
  arrival: morning,
  enRouteAt: undefined,
  ...fields,
});
const told = (kind: Told['kind'], range = morning): Told => ({ kind, ...range });

test('what there is to tell is the difference between what was told and what is true', () => {
  const due = (was: Told | undefined, now: VisitNow) => messageDue(was, now, dayBefore);
  expect(due(undefined, visit('planned'))).toBeUndefined();
  expect(due(undefined, visit('dispatched'))).toEqual({ kind: 'confirmed', ...morning });
  expect(due(told('confirmed'), visit('dispatched'))).toBeUndefined();
  expect(due(told('changed'), visit('dispatched'))).toBeUndefined();
  expect(due(told('confirmed', noon), visit('dispatched'))).toEqual({
    kind: 'changed',
    ...morning,
    was: noon,
  });
  expect(due(told('cancelled'), visit('dispatched'))).toEqual({ kind: 'confirmed', ...morning });
  expect(due(told('confirmed'), visit('planned'))).toBeUndefined();
  for (const state of ['unscheduled', 'cancelled'] as const) {
    expect(due(told('changed'), visit(state, { arrival: undefined }))).toEqual({
      kind: 'cancelled',
      ...morning,
    });
    expect(due(told('cancelled'), visit(state, { arrival: undefined }))).toBeUndefined();
    expect(due(undefined, visit(state, { arrival: undefined }))).toBeUndefined();
  }
  expect(due(told('confirmed'), visit('on site'))).toBeUndefined();
  expect(due(told('confirmed'), visit('completed'))).toBeUndefined();
});

test('on the way is told once, while it is news, and again when it was taken back', () => {
  const now = at('08:10');
  const underWay = visit('en route', { enRouteAt: at('08:05') });
  expect(messageDue(told('confirmed'), underWay, now)).toEqual({ kind: 'on the way', ...morning });
  expect(messageDue(undefined, underWay, now)).toEqual({ kind: 'on the way', ...morning });
  expect(messageDue(told('on the way'), underWay, now)).toBeUndefined();
  expect(messageDue(told('confirmed'), underWay, at('09:00'))).toBeUndefined();
  expect(messageDue(told('on the way'), visit('dispatched'), now)).toEqual({ kind: 'confirmed', ...morning });
});

test('nothing is told of what is over', () => {
  const after = at('10:00');
  expect(messageDue(undefined, visit('dispatched'), after)).toBeUndefined();
  expect(messageDue(told('confirmed', noon), visit('dispatched'), after)).toBeUndefined();
  expect(messageDue(told('confirmed'), visit('cancelled', { arrival: undefined }), after)).toBeUndefined();
});

test('the history says what was mailed, or why nothing was', () => {
  const message = {
    kind: 'confirmed',
    from_at: '2026-11-23T21:00:00+00:00',
    to_at: '2026-11-23T23:00:00+00:00',
    zone: SYDNEY,
    to_address: 'j…@example.com',
    problem: null,
  } as const;
  expect(messageInWords(message)).toBe('Confirmation mailed to j…@example.com: Tue 24 Nov, 8–10 am');
  expect(messageInWords({ ...message, kind: 'changed', to_address: '' })).toBe(
    'New time mailed: Tue 24 Nov, 8–10 am',
  );
  const silent = { ...message, to_address: '', problem: 'no address' } as const;
  expect(messageInWords(silent)).toBe('Confirmation not mailed, no email address: Tue 24 Nov, 8–10 am');
  expect(toldInWords(silent)).toBe('Not told: no email address');
});
