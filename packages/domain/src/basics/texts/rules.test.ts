import { assert, constantFrom, date, integer, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import type { DeliveryState } from '../deliveries/rules.ts';
import { encodingOf, fromGsmOctets, gsmOctets, placesOf } from './gsm.ts';
import type { LocalTime } from '../../values/local-time.ts';
import { e164 } from './numbers.ts';
import {
  afterQuietHours,
  canBeAnswered,
  inQuietHours,
  isSender,
  monthBegins,
  monthOf,
  partsOf,
  priceWords,
  splitText,
  stateOfParts,
  straighten,
  wishIn,
} from './rules.ts';

const gsmLetters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\f^{}\\[~]|€';
const anyGsm = string({ unit: constantFrom(...Array.from(gsmLetters)), maxLength: 700 });
const anyText = string({
  unit: oneof(constantFrom(...Array.from(gsmLetters)), constantFrom('’', '😀', '漢', '👩‍🔧')),
  maxLength: 500,
});

test('160 and 70 are one message, more are parts of 153 and 67, and letters of the extension table count twice', () => {
  expect(partsOf('a'.repeat(160))).toEqual({ encoding: 'GSM-7', characters: 160, parts: 1, left: 0 });
  expect(partsOf('a'.repeat(161))).toEqual({ encoding: 'GSM-7', characters: 161, parts: 2, left: 145 });
  expect(partsOf('a'.repeat(306))).toMatchObject({ parts: 2, left: 0 });
  expect(partsOf('a'.repeat(307))).toMatchObject({ parts: 3 });
  expect(partsOf('’'.repeat(70))).toEqual({ encoding: 'UCS-2', characters: 70, parts: 1, left: 0 });
  expect(partsOf('’'.repeat(71))).toMatchObject({ encoding: 'UCS-2', parts: 2 });
  expect(partsOf('')).toEqual({ encoding: 'GSM-7', characters: 0, parts: 1, left: 160 });
  expect(partsOf('€'.repeat(80))).toMatchObject({ encoding: 'GSM-7', characters: 160, parts: 1 });
  expect(partsOf('😀'.repeat(35))).toMatchObject({ encoding: 'UCS-2', characters: 70, parts: 1 });
  // The euro would be cut in two at the end of the first part.
  expect(splitText(`${'a'.repeat(152)}€${'a'.repeat(50)}`).map((part) => part.length)).toEqual([152, 51]);
});

test('parts together are the text, each fits, and none ends in half a letter', () => {
  assert(
    property(anyText, (body) => {
      const parts = splitText(body);
      const encoding = encodingOf(body);
      const places = (text: string) =>
        Array.from(text).reduce((sum, letter) => sum + placesOf(letter, encoding), 0);
      expect(parts.join('')).toBe(body);
      expect(partsOf(body).parts).toBe(parts.length);
      const most = encoding === 'GSM-7' ? [160, 153] : [70, 67];
      for (const part of parts) {
        expect(places(part)).toBeLessThanOrEqual(most[parts.length === 1 ? 0 : 1]!);
        expect(part.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('what is written in the old alphabet is read again', () => {
  assert(
    property(anyGsm, (body) => {
      expect(encodingOf(body)).toBe('GSM-7');
      expect(fromGsmOctets(gsmOctets(body))).toBe(body);
      expect(gsmOctets(body).every((octet) => octet < 128)).toBe(true);
    }),
  );
});

test('curly quotes and dashes are straightened, which is half the price', () => {
  const curly = `We’ll come “on Monday” – between 9 and 11… ${'a'.repeat(60)}`;
  expect(partsOf(curly)).toMatchObject({ encoding: 'UCS-2', parts: 2 });
  expect(straighten(curly)).toBe(`We'll come "on Monday" - between 9 and 11... ${'a'.repeat(60)}`);
  expect(partsOf(straighten(curly))).toMatchObject({ encoding: 'GSM-7', parts: 1 });
  assert(
    property(anyText, (body) => {
      expect(straighten(straighten(body))).toBe(straighten(body));
      expect(partsOf(straighten(body)).parts).toBeLessThanOrEqual(partsOf(body.replaceAll('…', '...')).parts);
    }),
  );
});

test.each([
  ['0412 345 678', '+61412345678'],
  ['+61 412 345 678', '+61412345678'],
  ['0061412345678', '+61412345678'],
  ['0011 64 21 123 4567', '+64211234567'],
  ['0412 345 678 (Kim)', '+61412345678'],
  ['0412 345 678 or 0412 345 679', null],
  ['61412345678', '+61412345678'],
  ['+61 0412 345 678', '+61412345678'],
  ['+64 21 123 4567', '+64211234567'],
  ['+44 7911 123456', '+447911123456'],
  ['(02) 9374 4000', null],
  ['1300 123 456', null],
  ['1800 123 456', null],
  ['+44 20 7946 0958', null],
  ['0412 345', null],
  ['ring Kim', null],
  ['', null],
])('%s is texted as %s', (typed, number) => {
  expect(e164(typed)).toBe(number);
});

test('a mobile is read again as itself', () => {
  assert(
    property(integer({ min: 0, max: 9_999_999 }), (rest) => {
      const national = `041${String(rest).padStart(7, '0')}`;
      const number = e164(national);
      expect(number).toBe(`+61${national.slice(1)}`);
      expect(e164(number!)).toBe(number);
    }),
  );
});

const night = { from: '20:00', to: '08:00' } as const;

test('quiet hours are those where the customer is, past midnight, and through a change of the clocks', () => {
  const at = new Date('2026-11-19T09:30:00Z');
  expect(inQuietHours(at, night, 'Australia/Sydney')).toBe(true);
  expect(inQuietHours(at, night, 'Australia/Perth')).toBe(false);
  expect(inQuietHours(at, null, 'Australia/Sydney')).toBe(false);
  expect(afterQuietHours(at, night, 'Australia/Sydney').toISOString()).toBe('2026-11-19T21:00:00.000Z');
  expect(afterQuietHours(at, night, 'Australia/Perth')).toBe(at);
  const early = new Date('2026-11-19T17:00:00Z');
  expect(afterQuietHours(early, night, 'Australia/Sydney').toISOString()).toBe('2026-11-19T21:00:00.000Z');
  // In the night of 4 October 2026 Sydney puts its clocks forward.
  expect(afterQuietHours(new Date('2026-10-03T12:00:00Z'), night, 'Australia/Sydney').toISOString()).toBe(
    '2026-10-03T21:00:00.000Z',
  );
});

test('whatever the time, zone and hours are, a text leaves outside of them and not a day later', () => {
  const time = tuple(integer({ min: 0, max: 23 }), constantFrom('00', '15', '30')).map(
    ([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}` as LocalTime,
  );
  const zone = constantFrom('Australia/Sydney', 'Australia/Perth', 'Australia/Lord_Howe', 'Asia/Kathmandu');
  const moment = date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  assert(
    property(moment, time, time, zone, (at, from, to, zone) => {
      const hours = { from, to };
      const leaves = afterQuietHours(at, hours, zone);
      expect(inQuietHours(leaves, hours, zone)).toBe(false);
      expect(leaves.getTime() - at.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      if (!inQuietHours(at, hours, zone)) expect(leaves).toBe(at);
    }),
  );
});

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop All', 'stop'],
  ['unsubscribe!', 'stop'],
  ['“Quit”', 'stop'],
  ['cancel', 'stop'],
  ['END', 'stop'],
  ['start', 'start'],
  ['Please stop by on Monday', null],
  ['Can we cancel Tuesday?', null],
  ['', null],
])('%j wishes to %s', (body, wish) => {
  expect(wishIn(body)).toBe(wish);
});

test('a month is the one of the business', () => {
  const at = new Date('2026-11-30T13:30:00Z');
  expect(monthOf(at, 'Australia/Sydney')).toBe('2026-12-01');
  expect(monthBegins(at, 'Australia/Sydney').toISOString()).toBe('2026-11-30T13:00:00.000Z');
  expect(monthOf(at, 'Australia/Perth')).toBe('2026-11-01');
});

test('prices are read in dollars, with parts of a cent where there are some', () => {
  expect([800, 515, 1_000, 12_340_000].map(priceWords)).toEqual(['$0.08', '$0.0515', '$0.10', '$1234.00']);
});

test('a sender is a number, a short one, or up to eleven letters, which nobody can answer', () => {
  for (const sender of ['+61412345678', '61412345678', '19771', 'BlueGum', 'Blue Gum 24'])
    expect(isSender(sender)).toBe(true);
  for (const sender of ['', 'Blue Gum Electrical', ' BlueGum', 'Bjørn', '12', 'me@home', '+6141234567890123'])
    expect(isSender(sender)).toBe(false);
  expect(canBeAnswered('+61412345678')).toBe(true);
  expect(canBeAnswered('BlueGum')).toBe(false);
});

test('a text is delivered when all of its parts are, and is never called better than its worst part', () => {
  const states: [DeliveryState[], string][] = [
    [['queued'], 'waiting'],
    [['accepted', 'waiting'], 'waiting'],
    [['accepted', 'confirmed'], 'sent'],
    [['confirmed', 'confirmed'], 'delivered'],
    [['confirmed', 'unknown'], 'unknown'],
    [['unknown', 'queued'], 'waiting'],
    [['confirmed', 'failed'], 'failed'],
    [['expired', 'expired'], 'expired'],
    [['accepted', 'expired'], 'failed'],
    [['cancelled', 'cancelled'], 'unsent'],
    [['unknown', 'cancelled'], 'failed'],
  ];
  expect(states.map(([parts]) => stateOfParts(parts))).toEqual(states.map(([, state]) => state));
});
