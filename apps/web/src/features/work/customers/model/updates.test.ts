import { expect, test } from 'vitest';
import { updatesInWords } from './updates.ts';

test('visit updates go by email only where there is an address for them', () => {
  const cole = { tell_by_mail: true, email: '', contacts: [] };
  const ana = { email: 'ana@example.com', tell_visits: 'usual' as const };
  expect(updatesInWords({ ...cole, email: 'cole@example.com' })).toBe('By email');
  expect(updatesInWords({ ...cole, contacts: [ana] })).toBe('By email');
  expect(updatesInWords(cole)).toBe('Not yet: no email address');
  expect(updatesInWords({ ...cole, contacts: [{ ...ana, email: '' }] })).toBe('Not yet: no email address');
  expect(updatesInWords({ ...cole, contacts: [{ ...ana, tell_visits: 'no' }] })).toBe(
    'Not yet: no email address',
  );
  expect(updatesInWords({ ...cole, tell_by_mail: false, contacts: [ana] })).toBe('Not by email');
});
