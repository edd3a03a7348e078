import { expect, test } from 'vitest';
import { at, visitRow } from '../scheduling/board/sample-rows.ts';
import { agreedRow, agreementFor, isOvertaken } from './agreed.ts';

const nothing = { overtime: false };
const promised = visitRow({ date: '2026-11-16', window: { from: '09:00', to: '11:00' } });

test('what a visit allows needs no agreement', () => {
  expect(agreementFor(promised, at('10:00'), nothing, null)).toBeNull();
  expect(agreementFor(visitRow(), at('10:00', '2026-11-18'), nothing, null)).toBeNull();
});

test('a window opens or closes on the next five minutes, and a day becomes another one', () => {
  expect(agreementFor(promised, at('08:43'), nothing, null)).toEqual({
    overtime: false,
    edit: { window_from: '08:40' },
    before: { window_from: '09:00' },
  });
  expect(agreementFor(promised, at('23:57', '2026-11-17'), nothing, null)!.edit).toEqual({
    on_date: '2026-11-17',
    window_to: '23:57',
  });
  const later = visitRow({ notBefore: '2026-11-18' });
  expect(agreementFor(later, at('10:00', '2026-11-17'), nothing, null)!.edit).toEqual({
    not_before: '2026-11-17',
  });
});

test('what was agreed to before stays agreed to', () => {
  const shorter = agreementFor(promised, at('10:00'), { ...nothing, duration: 30 }, null)!;
  const both = agreementFor(promised, at('11:01'), { overtime: true }, shorter)!;
  expect(both).toEqual({
    overtime: true,
    edit: { duration: 30, window_to: '11:05' },
    before: { duration: 60, window_to: '11:00' },
  });
  expect(agreedRow(promised, both)).toEqual({
    ...promised,
    duration: 30,
    window: { from: '09:00', to: '11:05' },
  });
});

test('a visit that asks for something else by now is not the one that was agreed about', () => {
  const agreed = agreementFor(promised, at('08:43'), nothing, null)!;
  expect(isOvertaken(promised, agreed)).toBe(false);
  expect(isOvertaken(agreedRow(promised, agreed), agreed)).toBe(false);
  expect(isOvertaken({ ...promised, window: { from: '07:00', to: '11:00' } }, agreed)).toBe(true);
  expect(isOvertaken({ ...promised, window: null }, agreed)).toBe(true);
});
