import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarEvent, calendarText, escapeText, foldLine } from './icalendar.ts';

const anyText = string({ unit: 'binary', maxLength: 400 });

test('no line is longer than 75 octets, no character is cut, and unfolding gives the line back', () => {
  assert(
    property(anyText, (text) => {
      const line = escapeText(text);
      const pieces = foldLine(line).split('\r\n');
      for (const piece of pieces) {
        expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75);
        expect(piece.isWellFormed()).toBe(true);
      }
      for (const piece of pieces.slice(1)) expect(piece.startsWith(' ')).toBe(true);
      expect(pieces.map((piece, at) => (at === 0 ? piece : piece.slice(1))).join('')).toBe(line);
    }),
  );
});

test('a full line is not folded, and one octet more is', () => {
  expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
  expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  expect(foldLine(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é`);
  expect(foldLine(`${'x'.repeat(72)}🔧`)).toBe(`${'x'.repeat(72)}\r\n 🔧`);
});

test('whatever a text holds, it stays within its property and reads as it was', () => {
  assert(
    property(anyText, (text) => {
      const escaped = escapeText(text);
      expect(escaped).not.toMatch(/[\r\n]/);
      const read = escaped.replaceAll(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
      const kept = text
        .toWellFormed()
        .replaceAll(/\r\n|[\n\r\u2028\u2029]/gu, '\n')
        .replaceAll(/(?![\t\n])\p{Cc}/gu, '');
      expect(read).toBe(kept);
    }),
  );
});

test('commas, semicolons, backslashes and line breaks are escaped', () => {
  expect(escapeText('a, b; c\\d\r\ne\nf')).toBe(String.raw`a\, b\; c\\d\ne\nf`);
});

const event: CalendarEvent = {
  uid: 'visit-technician',
  start: '2026-11-16T22:00:00+00:00',
  end: '2026-11-17T10:00:00+11:00',
  modified: '2026-11-15T03:04:05.678901+00:00',
  sequence: 7,
  status: 'CONFIRMED',
  summary: 'J-1042 Hot water service · Ryde',
  location: '12 Blaxland Rd, Ryde NSW 2112',
  description: '',
  url: 'https://app.example/jobs/J-1042',
};

test('a calendar, line by line', () => {
  const text = calendarText({ name: 'Dave; Harbour City', zone: 'Australia/Sydney', events: [event] });
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.split('\r\n').slice(0, -1)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    String.raw`NAME:Dave\; Harbour City`,
    String.raw`X-WR-CALNAME:Dave\; Harbour City`,
    'X-WR-TIMEZONE:Australia/Sydney',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    'BEGIN:VEVENT',
    'UID:visit-technician',
    'DTSTAMP:20261115T030405Z',
    'LAST-MODIFIED:20261115T030405Z',
    'SEQUENCE:7',
    'DTSTART:20261116T220000Z',
    'DTEND:20261116T230000Z',
    'STATUS:CONFIRMED',
    'SUMMARY:J-1042 Hot water service · Ryde',
    String.raw`LOCATION:12 Blaxland Rd\, Ryde NSW 2112`,
    'URL:https://app.example/jobs/J-1042',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});
