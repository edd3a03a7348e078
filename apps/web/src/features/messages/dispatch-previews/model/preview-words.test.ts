import type { DispatchPreview } from '@muster/domain/messages/dispatch-previews/schema';
import { expect, test } from 'vitest';
import { awayInWords, reachedInWords } from './preview-words.ts';

const none = { is_on: true, emails: 0, texts: 0, confirmed: [], changed: [], without_address: [] };
const crew = (name: string, reach: DispatchPreview['crews'][number]['reach']) => ({
  id: name,
  name,
  visits: 1,
  away: 0,
  reach,
});

test('once visits are dispatched it is said who gets an email, and who has to be told by hand', () => {
  const customers = { ...none, emails: 3, confirmed: ['Cole', 'Smith'], changed: ['Cole', 'Lima'] };
  const crews = [crew('Kai', 'none'), crew('Mia', 'none'), crew('Tom', 'sign-in'), crew('Ann', 'invited')];
  expect(reachedInWords({ customers, crews })).toBe(
    '3 emails in a minute, to Cole, Smith and Lima. Kai, Mia and Ann can’t see it in Muster, so tell them yourself.',
  );
  expect(reachedInWords({ customers: { ...customers, texts: 1 }, crews: [] })).toBe(
    '3 emails and 1 text in a minute, to Cole, Smith and Lima.',
  );
  expect(reachedInWords({ customers: none, crews: [crews[3]!] })).toBe(
    'Ann can’t see it in Muster, so tell them yourself.',
  );
  expect(reachedInWords({ customers: none, crews: [crews[2]!] })).toBe('');
});

test('before customers are told a time, it is said who is away then', () => {
  const kai = crew('Kai', 'sign-in');
  expect(awayInWords({ ...kai, away: 1 })).toBe(
    'Kai is away then. Give it to someone else first, or customers are told a time no one comes.',
  );
  expect(awayInWords({ ...kai, visits: 5, away: 2 })).toBe(
    'Kai is away for 2 of their 5 visits. Give them to someone else first, or customers are told a time no one comes.',
  );
  expect(awayInWords({ ...kai, visits: 5, away: 5 })).toBe(
    'Kai is away for all of their 5 visits. Give them to someone else first, or customers are told a time no one comes.',
  );
});
