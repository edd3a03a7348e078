import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Known, nameWords, parseQuickAdd, typedAt } from './parse.ts';

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
  ['lee 2-4 church street', { window: '2:00 pm to 4:00 pm ? < 2-4', rest: 'lee church street' }],
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
  ['lee 12 church street', { rest: 'lee 12 church street' }],
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

test('a word that somebody calls plain is left over, whatever it could mean', () => {
  expect(told('dave lee sat dave', ['dave'])).toEqual({ day: 'Sat 21 Nov < sat', rest: 'dave lee dave' });
});

const vocabulary =
  'smith dave sam w priya pn april jones hot water repair drain gas fitting tue next week this wed 17 nov 5/13 31/2 in 3 days 2-4pm 2 - 4 pm to before after 10 at all day noon am arvo 90m 1h30 1.5 hours half an hour p1 urgent priority the for with on , . é 😀';

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
