import { assert, constantFrom, dictionary, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { filled, placeholders, placeholdersOf, textProblem, textParts, usualTexts } from './message-texts.ts';
import { messageKinds } from './rules.ts';

const filling = { name: 'Kim Cole', business: 'Ace', when: 'Tue 24 Nov, 9–11 am', phone: '02 5550 1234' };

test('what there is stands for the placeholders, and a sentence that asks for what there is not is left out', () => {
  const words = 'Hello {name}. {business} comes {when}.\nCall {phone}. {technician} comes.';
  expect(filled(words, filling)).toBe('Hello Kim Cole. Ace comes Tue 24 Nov, 9–11 am.\nCall 02 5550 1234.');
  expect(filled(words, { ...filling, phone: '', technician: 'our technician' })).toBe(
    'Hello Kim Cole. Ace comes Tue 24 Nov, 9–11 am.\nOur technician comes.',
  );
  expect(filled('At 9.30 we, {business}, come', filling)).toBe('At 9.30 we, Ace, come');
});

test('what was typed stands for itself: braces in a name are no placeholders', () => {
  expect(filled('Hello {name}.', { name: '{phone} $& \\1' })).toBe('Hello {phone} $& \\1.');
});

test('nothing is lost of a text whose placeholders can all be filled in, whatever is in it', () => {
  const full = Object.fromEntries(Object.keys(placeholders).map((name) => [name, name]));
  assert(
    property(string({ unit: constantFrom('a', '.', '!', ' ', '\n', 'é', '?', '{name}', ',') }), (words) => {
      expect(filled(words, full).toLowerCase()).toBe(words.replaceAll('{name}', 'name').trim());
    }),
  );
  assert(
    property(string(), dictionary(constantFrom(...Object.keys(placeholders)), string()), (words, values) => {
      expect(filled(words, values)).toBe(filled(words, values).trim());
    }),
  );
});

test('an owner hears what is wrong with their words', () => {
  const problem = (words: string, part: (typeof textParts)[number] = 'email') =>
    textProblem('confirmed', part, words);
  expect(problem('We come {when}.')).toBeUndefined();
  expect(problem('We come {wen}.')).toMatch(/^\{wen\} can’t be filled in here. Use \{name\} \{business\} /);
  // Nothing moved, so there is no time before.
  expect(problem('Not {was}.')).toMatch(/^\{was\} can’t/);
  expect(problem('We come {when.')).toBe('A { or } stands alone. Write placeholders like {name}.');
  expect(problem('See www.example.com')).toBe('Leave out web and email addresses.');
  // An email has a button that leads there.
  expect(problem('See {link}')).toMatch(/^\{link\} can’t/);
  expect(problem('{business}: see {link}', 'text')).toBeUndefined();
  expect(problem('  ')).toBe('Write something, or reset it.');
  expect(problem('We come {when}.', 'text')).toBe('Say who it’s from: a text needs {business}.');
  expect(problem('two\nlines', 'subject')).toBe('Write the subject on one line.');
  expect(problem('a'.repeat(121), 'subject')).toBe('Use up to 120 characters.');
});

test('the usual words follow the rules that an owner’s have to, and texts keep to plain characters', () => {
  for (const kind of messageKinds)
    for (const part of textParts) {
      const words = usualTexts[kind][part];
      expect([kind, part, textProblem(kind, part, words)]).toEqual([kind, part, undefined]);
      if (part === 'text') expect(words).toMatch(/^[ -~]*$/);
      expect(placeholdersOf(kind, part)).toContain('business');
    }
});
