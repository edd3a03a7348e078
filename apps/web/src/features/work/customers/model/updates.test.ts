import { expect, test } from 'vitest';
import { updatesInWords } from './updates.ts';

test('visit updates go only where there is an address for them, or a mobile number where texts can leave', () => {
  const cole = { tell_by_mail: true, told_by: 'usual' as const, email: '', phone: '', contacts: [] };
  const ana = { email: 'ana@example.com', phone: '', tell_visits: 'usual' as const };
  expect(updatesInWords({ ...cole, email: 'cole@example.com' }, false)).toBe('The usual way');
  expect(updatesInWords({ ...cole, told_by: 'both', contacts: [ana] }, false)).toBe('Email and text');
  expect(updatesInWords(cole, false)).toBe('Not yet: no email address');
  expect(updatesInWords({ ...cole, phone: '0412 345 678' }, false)).toBe('Not yet: no email address');
  expect(updatesInWords({ ...cole, phone: '0412 345 678', told_by: 'text' }, true)).toBe('Text');
  expect(updatesInWords({ ...cole, phone: '02 5550 1234' }, true)).toBe(
    'Not yet: no email address or mobile number',
  );
  expect(updatesInWords({ ...cole, contacts: [{ ...ana, tell_visits: 'no' }] }, false)).toBe(
    'Not yet: no email address',
  );
  expect(updatesInWords({ ...cole, tell_by_mail: false, contacts: [ana] }, true)).toBe('None');
});
