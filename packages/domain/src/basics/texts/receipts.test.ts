import { assert, bigInt, constantFrom, property, string, uint8Array, boolean, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { gsmOctets } from './gsm.ts';
import { idsMeant, plainId, readOctets, readReceipt, stateOfWord } from './receipts.ts';

const usual =
  'id:0042 sub:001 dlvrd:001 submit date:2611190900 done date:2611190901 stat:DELIVRD err:000 text:See you at 9';

test('a receipt is read from its text, in whatever case and order', () => {
  expect(readReceipt({ text: usual })).toEqual({
    id: '0042',
    state: 'confirmed',
    word: 'DELIVRD',
    text: 'See you at 9',
  });
  expect(readReceipt({ text: 'STAT:undeliv ERR:00b ID:AB-12' })).toEqual({
    id: 'AB-12',
    state: 'failed',
    word: 'undeliv 00b',
    text: '',
  });
  expect(readReceipt({ text: 'Can you bring the id: card? stat' })).toBeUndefined();
  expect(readReceipt({ text: 'Thanks!' })).toBeUndefined();
});

test('fields of its own count before the text', () => {
  expect(readReceipt({ text: usual, id: 'f00d', state: 5 })).toMatchObject({ id: 'f00d', state: 'failed' });
  expect(readReceipt({ text: '', id: 'f00d', state: 2 })).toMatchObject({ id: 'f00d', state: 'confirmed' });
  expect(readReceipt({ text: 'stat:EXPIRED', id: 'f00d' })).toMatchObject({ state: 'expired' });
});

test.each([
  ['DELIVRD', 'confirmed'],
  ['Delivered', 'confirmed'],
  ['UNDELIV', 'failed'],
  ['undeliverable', 'failed'],
  ['REJECTD', 'failed'],
  ['rejected', 'failed'],
  ['DELETED', 'failed'],
  ['EXPIRED', 'expired'],
  ['UNKNOWN', 'unknown'],
  ['ACCEPTD', null],
  ['ENROUTE', null],
])('%s means %s', (word, state) => {
  expect(stateOfWord(word)).toBe(state);
});

test('an id is found again in tens, in sixteens and with zeros before it, the same spelling first', () => {
  const written = [
    (id: bigint) => id.toString(),
    (id: bigint) => id.toString(16),
    (id: bigint) => id.toString(16).toUpperCase(),
    (id: bigint) => id.toString().padStart(20, '0'),
    (id: bigint) => id.toString(16).padStart(20, '0'),
  ];
  const spelling = constantFrom(...written);
  assert(
    property(bigInt({ min: 0n, max: 2n ** 64n }), spelling, spelling, (id, taken, told) => {
      expect(idsMeant(told(id))).toContain(plainId(taken(id)));
      expect(idsMeant(taken(id))[0]).toBe(plainId(taken(id)));
    }),
  );
  expect(idsMeant('Not-A-Number')).toEqual(['not-a-number']);
});

test('an answer is read in the alphabet that it names', () => {
  const read = (octets: number[], coding: number) =>
    readOctets(Uint8Array.from(octets), { coding, hasHeader: false }).text;
  expect(read(gsmOctets('Price: 5€ @home'), 0)).toBe('Price: 5€ @home');
  expect(read(gsmOctets('€'), 0xf1)).toBe('€');
  expect(read([...Buffer.from('yes [ok]')], 1)).toBe('yes [ok]');
  expect(read([...Buffer.from('Café', 'latin1')], 3)).toBe('Café');
  expect(read([...Buffer.from('漢😀', 'utf16le').swap16()], 8)).toBe('漢😀');
  expect(read([1, 2, 3], 4)).toBe('');
});

test('a part says which it is of what, with a short reference and with a long one', () => {
  const read = (header: number[]) =>
    readOctets(Uint8Array.from([...header, ...gsmOctets('half')]), { coding: 0, hasHeader: true });
  expect(read([5, 0, 3, 7, 2, 1])).toEqual({ text: 'half', part: { whole: '7', total: 2, number: 1 } });
  expect(read([6, 8, 4, 1, 2, 3, 2])).toEqual({ text: 'half', part: { whole: '1.2', total: 3, number: 2 } });
  expect(read([4, 5, 2, 0, 0]).part).toBeNull();
});

test('whatever arrives is read without harm', () => {
  assert(
    property(
      uint8Array({ maxLength: 260 }),
      integer({ min: 0, max: 255 }),
      boolean(),
      (octets, coding, hasHeader) => {
        const { text, part } = readOctets(octets, { coding, hasHeader });
        expect(text.isWellFormed()).toBe(true);
        if (part) expect(part.number).toBeLessThanOrEqual(part.total);
      },
    ),
  );
  assert(
    property(string(), (text) => {
      readReceipt({ text });
    }),
  );
});
