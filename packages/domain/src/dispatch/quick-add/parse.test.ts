import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Suburb } from '../../work/suburbs/schema.ts';
import { type Known, nameWords, parseQuickAdd, suburbsIn, typedAt } from './parse.ts';

/** A Tuesday. */
const known: Known = {
  today: '2026-11-17',
  workingDay: { from: '07:00', to: '17:00' },
  technicians: [
    { id: 'dave', name: 'Dave Kowalski' },
    { id: 'priya', name: 'Priya Nair' },
    { id: 'sam w', name: 'Sam Whitford' },
    { id: 'sam t', name: 'Sam Tran' },
    { id: 'april', name: 'April Jones' },
  ],
  types: [
    { id: 'hot', name: 'Hot water service' },
    { id: 'leak', name: 'Leak repair' },
    { id: 'drain', name: 'Blocked drain' },
    { id: 'roof', name: 'Roof repair' },
  ],
  skills: [{ id: 'gas', name: 'Gas fitting' }],
};

/** Each piece in one line: what it means, a question mark where it is asked, and the words that it came from. */
function told(sentence: string, plain: readonly string[] = []): Record<string, string> {
  const parsed = parseQuickAdd(sentence, known, new Set(plain));
  const pieces = Object.entries(parsed.pieces).map(([field, { choices, question, at }]) => [
    field,
    `${choices.map(({ label }: { label: string }) => label).join(' | ')}${question === null ? '' : ' ?'} < ${typedAt(parsed, at)}`,
  ]);
  const rest = nameWords(parsed).join(' ');
  return { ...Object.fromEntries(pieces), ...(rest && { rest }) };
}

test.each<[string, Record<string, string>]>([
  [
    'smith hot water parramatta wed 2-4pm dave 90m p1',
    {
      day: 'Wed 18 Nov < wed',
      window: '2:00 pm to 4:00 pm < 2-4pm',
      duration: '1 h 30 min < 90m',
      priority: 'P1 Emergency < p1',
      technician: 'Dave Kowalski < dave',
      type: 'Hot water service < hot water',
      rest: 'smith parramatta',
    },
  ],
  ['', {}],
  ['Smith', { rest: 'smith' }],
  ['lee 1h30', { duration: '1 h 30 min < 1h30', rest: 'lee' }],
  ['lee 1h30m', { duration: '1 h 30 min < 1h30m', rest: 'lee' }],
  ['lee 1.5h', { duration: '1 h 30 min < 1.5h', rest: 'lee' }],
  ['lee for 2 hours', { duration: '2 h < for 2 hours', rest: 'lee' }],
  ['lee 1 hour 15 min', { duration: '1 h 15 min < 1 hour 15 min', rest: 'lee' }],
  ['lee half an hour', { duration: '30 min < half an hour', rest: 'lee' }],
  ['lee 47m', { duration: '45 min | 50 min ? < 47m', rest: 'lee' }],
  ['lee 30h', { duration: ' ? < 30h', rest: 'lee' }],
  ['lee 60m 2h', { duration: '1 h | 2 h ? < 60m 2h', rest: 'lee' }],
  ['lee 60m 1h', { duration: '1 h < 60m 1h', rest: 'lee' }],
  ['lee P4', { priority: 'P4 Whenever < P4', rest: 'lee' }],
  ['lee priority 2', { priority: 'P2 Soon < priority 2', rest: 'lee' }],
  ['lee urgent', { priority: 'P1 Emergency | P2 Soon ? < urgent', rest: 'lee' }],
  ['lee p5', { rest: 'lee p5' }],
  ['lee 14:00-16:00', { window: '2:00 pm to 4:00 pm < 14:00-16:00', rest: 'lee' }],
  ['lee 10-2pm', { window: '10:00 am to 2:00 pm < 10-2pm', rest: 'lee' }],
  ['lee between 9 and 11', { window: '9:00 am to 11:00 am < between 9 and 11', rest: 'lee' }],
  ['lee 11 to 1', { window: '11:00 am to 1:00 pm < 11 to 1', rest: 'lee' }],
  ['lee 2pm - 4', { window: '2:00 pm to 4:00 pm < 2pm - 4', rest: 'lee' }],
  ['lee 9.30-11', { window: '9:30 am to 11:00 am < 9.30-11', rest: 'lee' }],
  ['lee 16:00-14:00', { window: ' ? < 16:00-14:00', rest: 'lee' }],
  [
    'lee 6-8 fri',
    { day: 'Fri 20 Nov < fri', window: '6:00 am to 8:00 am | 6:00 pm to 8:00 pm ? < 6-8', rest: 'lee' },
  ],
  ['lee fri 2-4', { day: 'Fri 20 Nov < fri', window: '2:00 pm to 4:00 pm < 2-4', rest: 'lee' }],
  ['lee 2-4 church street', { address: '2-4 church street < 2-4 church street', rest: 'lee' }],
  ['lee before 10', { window: '7:00 am to 10:00 am < before 10', rest: 'lee' }],
  ['lee after 3pm', { window: '3:00 pm to 5:00 pm < after 3pm', rest: 'lee' }],
  ['lee after 6', { window: '6:00 am to 5:00 pm | 6:00 pm to 11:59 pm ? < after 6', rest: 'lee' }],
  ['lee thu am', { day: 'Thu 19 Nov < thu', window: '7:00 am to 12:00 pm < am', rest: 'lee' }],
  ['lee tomorrow arvo', { day: 'Wed 18 Nov < tomorrow', window: '12:00 pm to 5:00 pm < arvo', rest: 'lee' }],
  ['lee all day fri', { day: 'Fri 20 Nov < fri', window: 'Any time < all day', rest: 'lee' }],
  [
    'lee at 2pm',
    { window: '2:00 pm to 2:15 pm | 2:00 pm to 3:00 pm | 2:00 pm to 4:00 pm ? < at 2pm', rest: 'lee' },
  ],
  ['lee 12 church street', { address: '12 church street < 12 church street', rest: 'lee' }],
])('%s', (sentence, expected) => {
  expect(told(sentence)).toEqual(expected);
});

test.each<[string, Record<string, string>]>([
  ['lee today', { day: 'Tue 17 Nov < today', rest: 'lee' }],
  ['lee tue', { day: 'Tue 17 Nov | Tue 24 Nov ? < tue', rest: 'lee' }],
  ['lee next wed', { day: 'Wed 18 Nov | Wed 25 Nov ? < next wed', rest: 'lee' }],
  ['lee next tuesday', { day: 'Tue 24 Nov < next tuesday', rest: 'lee' }],
  ['lee this tue', { day: 'Tue 17 Nov < this tue', rest: 'lee' }],
  ['lee friday week', { day: 'Fri 27 Nov < friday week', rest: 'lee' }],
  ['lee on thurs', { day: 'Thu 19 Nov < on thurs', rest: 'lee' }],
  ['lee day after tomorrow', { day: 'Thu 19 Nov < day after tomorrow', rest: 'lee' }],
  ['lee in 3 days', { day: 'Fri 20 Nov < in 3 days', rest: 'lee' }],
  ['lee 5/12', { day: 'Sat 5 Dec < 5/12', rest: 'lee' }],
  ['lee 5/13', { day: 'Thu 13 May 2027 ? < 5/13', rest: 'lee' }],
  ['lee 31/2', { day: ' ? < 31/2', rest: 'lee' }],
  ['lee 31 feb', { day: ' ? < 31 feb', rest: 'lee' }],
  ['lee 3 nov', { day: 'Wed 3 Nov 2027 ? < 3 nov', rest: 'lee' }],
  ['lee 3/11/2026', { day: ' ? < 3/11/2026', rest: 'lee' }],
  ['lee yesterday', { day: ' ? < yesterday', rest: 'lee' }],
  ['lee nov 24', { day: 'Tue 24 Nov < nov 24', rest: 'lee' }],
  ['lee wed 24 nov', { day: 'Tue 24 Nov | Wed 18 Nov ? < wed 24 nov', rest: 'lee' }],
  ['lee 2026-12-01', { day: 'Tue 1 Dec < 2026-12-01', rest: 'lee' }],
  ['lee wed fri', { day: 'Wed 18 Nov | Fri 20 Nov ? < wed fri', rest: 'lee' }],
  ['may lee', { rest: 'may lee' }],
  ['lee last tue', { day: ' ? < last tue', rest: 'lee' }],
  [
    'lee next week',
    {
      day: 'Mon 23 Nov | Tue 24 Nov | Wed 25 Nov | Thu 26 Nov | Fri 27 Nov | Sat 28 Nov | Sun 29 Nov ? < next week',
      rest: 'lee',
    },
  ],
])('a day: %s', (sentence, expected) => {
  expect(told(sentence)).toEqual(expected);
});

test.each<[string, Record<string, string>]>([
  ['lee sam', { technician: 'Sam Whitford | Sam Tran ? < sam', rest: 'lee' }],
  ['lee sam w', { technician: 'Sam Whitford < sam w', rest: 'lee' }],
  ['lee with sam tran', { technician: 'Sam Tran < with sam tran', rest: 'lee' }],
  ['lee pn', { technician: 'Priya Nair < pn', rest: 'lee' }],
  ['lee dave priya', { technician: 'Dave Kowalski | Priya Nair ? < dave priya', rest: 'lee' }],
  [
    'lee april jones 5 dec',
    { technician: 'April Jones < april jones', day: 'Sat 5 Dec < 5 dec', rest: 'lee' },
  ],
  ['kowalski leak repair', { type: 'Leak repair < leak repair', rest: 'kowalski' }],
  ['lee repair', { type: 'Leak repair | Roof repair ? < repair', rest: 'lee' }],
  ['lee blocked drains', { type: 'Blocked drain < blocked drains', rest: 'lee' }],
  ['water lee', { type: 'Hot water service ? < water', rest: 'lee' }],
  ['lee gas fitting', { skill: 'Gas fitting < gas fitting', rest: 'lee' }],
  ['Lee, Parramatta; p2.', { priority: 'P2 Soon < p2.', rest: 'lee parramatta' }],
])('people and work: %s', (sentence, expected) => {
  expect(told(sentence)).toEqual(expected);
});

const places = (
  [
    ['Ryde', 'NSW', '2112'],
    ['Ryde', 'VIC', '3999'],
    ['North Ryde', 'NSW', '2113'],
    ['Surry Hills', 'NSW', '2010'],
    ['Mount Druitt', 'NSW', '2770'],
    ['St Ives', 'NSW', '2075'],
    ['Richmond', 'NSW', '2753'],
    ['Richmond', 'VIC', '3121'],
    ['Richmond', 'QLD', '4740'],
    ['Gordon', 'NSW', '2072'],
    ['Lee Point', 'NT', '0810'],
    ['Newtown', 'QLD', '4350'],
    ['Newtown', 'VIC', '3220'],
    ['Baulkham Hills', 'NSW', '2153'],
  ] as const
).map(([name, region, postcode], id): Suburb => ({
  id,
  name,
  region,
  postcode,
  latitude: -33,
  longitude: 151,
  zone: 'Australia/Sydney',
}));

/** As it is read once its suburbs have been looked up: who, how to ring them, where, and what is to be done. */
function taken(sentence: string) {
  const names = new Set(suburbsIn(parseQuickAdd(sentence, known)));
  const rows = places.filter(({ name }) => names.has(name.toLowerCase()));
  const parsed = parseQuickAdd(sentence, { ...known, suburbs: { rows, home: 'NSW' } });
  const { phone, address, suburb, day, window } = parsed.pieces;
  const label = (piece: { choices: readonly { label: string }[]; question: string | null } | undefined) =>
    piece && piece.choices.map((one) => one.label).join(' | ') + (piece.question === null ? '' : ' ?');
  return [
    typedAt(parsed, parsed.name),
    ...[phone, address, suburb].map(label),
    typedAt(parsed, parsed.work),
    [label(day), label(window)].filter(Boolean).join(', '),
  ].map((text) => text ?? '');
}

const jo = [
  'Jo Brown',
  '0411 222 999',
  '12 Smith St',
  'Ryde NSW 2112',
  'leaking tap',
  'Wed 18 Nov, 12:00 pm to 5:00 pm',
];

test.each<[string, string[]]>([
  ['Jo Brown, 0411 222 999, 12 Smith St Ryde, leaking tap, tomorrow arvo', jo],
  ['Jo Brown 0411 222 999 12 Smith St Ryde leaking tap tomorrow arvo', jo],
  ['leaking tap, tomorrow arvo, 12 Smith St, Ryde, 0411222999, Jo Brown', jo],
  ['tomorrow arvo Jo Brown 0411222999 leaking tap 12 Smith St Ryde NSW 2112', jo],
  [
    'Jo Brown has a leaking tap at 12 Smith St, Ryde. +61 411 222 999 tomorrow arvo',
    ['Jo Brown', '0411 222 999', '12 Smith St', 'Ryde NSW 2112', 'has a leaking tap', jo[5]!],
  ],
  [
    'ana lima 98765432 unit 3, 12 church street north ryde no hot water first thing fri',
    [
      'ana lima',
      '9876 5432',
      'unit 3 12 church street',
      'North Ryde NSW 2113',
      'no hot water',
      'Fri 20 Nov, 7:00 am to 9:00 am',
    ],
  ],
  [
    'Kim, 02 9876 5432, 3/12 Church St, Surry Hills',
    ['Kim', '02 9876 5432', '3/12 Church St', 'Surry Hills NSW 2010', '', ''],
  ],
  [
    'Kim 12A Mt Druitt Rd Mt Druitt blocked toilet',
    ['Kim', '', '12A Mt Druitt Rd', 'Mount Druitt NSW 2770', 'blocked toilet', ''],
  ],
  [
    'Kim 12 St Johns Ave St Ives wed 10-12',
    ['Kim', '', '12 St Johns Ave', 'St Ives NSW 2075', '', 'Wed 18 Nov, 10:00 am to 12:00 pm'],
  ],
  [
    'Kim wed 10-12 7 High St Nth Ryde',
    ['Kim', '', '7 High St', 'North Ryde NSW 2113', '', 'Wed 18 Nov, 10:00 am to 12:00 pm'],
  ],
  ['Kim 12-14 High St Richmond vic', ['Kim', '', '12-14 High St', 'Richmond VIC 3121', '', '']],
  ['Kim 5 High St Richmond', ['Kim', '', '5 High St', 'Richmond NSW 2753', '', '']],
  ['Kim 5 High St Newtown', ['Kim', '', '5 High St', 'Newtown QLD 4350 | Newtown VIC 3220 ?', '', '']],
  ['Kim 5 High St Newtown 3220', ['Kim', '', '5 High St', 'Newtown VIC 3220', '', '']],
  [
    'Kim lot 7 Smith Rd Baulkham Hills burst pipe',
    ['Kim', '', 'lot 7 Smith Rd', 'Baulkham Hills NSW 2153', 'burst pipe', ''],
  ],
  ['Kim 1 Broadway Ryde', ['Kim', '', '1 Broadway', 'Ryde NSW 2112', '', '']],
  ['Kim 9 The Esplanade Ryde', ['Kim', '', '9 The Esplanade', 'Ryde NSW 2112', '', '']],
  ['Kim 3 May St Ryde 3 may', ['Kim', '', '3 May St', 'Ryde NSW 2112', '', 'Mon 3 May 2027']],
  ['Gordon Lee, Ryde, leaking tap', ['Gordon Lee', '', '', 'Ryde NSW 2112', 'leaking tap', '']],
  ['Gordon Lee 0411 222 999', ['Gordon Lee', '0411 222 999', '', '', '', '']],
  ['gordon lee ryde leaking tap', ['gordon lee', '', '', 'Ryde NSW 2112', 'leaking tap', '']],
  [
    'for Dave Brown 0411 222 999 blocked sink ryde',
    ['Dave Brown', '0411 222 999', '', 'Ryde NSW 2112', 'blocked sink', ''],
  ],
  ['Kim 0411 222 999 2 hours next tuesday', ['Kim', '0411 222 999', '', '', '', 'Tue 24 Nov']],
  ['Kim 0411 222 999 5/13', ['Kim', '0411 222 999', '', '', '', 'Thu 13 May 2027 ?']],
  ['Kim 1300 123 456 2 taps leak', ['Kim', '1300 123 456', '', '', '2 taps leak', '']],
  ['Kim 0411 222 99', ['Kim', '', '', '', '0411 222 99', '']],
])('somebody new: %s', (sentence, expected) => {
  expect(taken(sentence)).toEqual(expected);
});

test('a word that somebody calls plain is left over, whatever it could mean', () => {
  expect(told('dave lee sat dave', ['dave'])).toEqual({ day: 'Sat 21 Nov < sat', rest: 'dave lee dave' });
});

const vocabulary =
  'smith 0411 222 999 12 church st ryde nsw, unit 3/12 dave sam w priya pn april jones hot water repair drain gas fitting tue next week this wed 17 nov 5/13 31/2 in 3 days 2-4pm 2 - 4 pm to before after 10 at all day noon am arvo 90m 1h30 1.5 hours half an hour p1 urgent priority the for with on , . é 😀';

test('no word is lost and none is in two pieces', () => {
  const word = fc.oneof(fc.constantFrom(...vocabulary.split(' ')), fc.string({ minLength: 1, maxLength: 6 }));
  const plain = fc.array(fc.constantFrom('dave', 'tue', '2', 'water'), { maxLength: 2 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 14 }), plain, (list, plain) => {
      const sentence = list.join(' ');
      const { words, pieces, rest } = parseQuickAdd(sentence, known, new Set(plain));
      const places = [...Object.values(pieces).flatMap(({ at }) => at), ...rest];
      expect(places.toSorted((a, b) => a - b)).toEqual(words.map((_, at) => at));
      expect(words.map(({ typed }) => typed)).toEqual(sentence.split(/\s+/u).filter((one) => one !== ''));
      for (const { choices, question } of Object.values(pieces))
        expect(question !== null || choices.length === 1).toBe(true);
    }),
    { numRuns: 200 },
  );
});
