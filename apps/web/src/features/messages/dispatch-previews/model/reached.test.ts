import type { DispatchPreview } from '@muster/domain/messages/dispatch-previews/schema';
import { expect, test } from 'vitest';
import { reachedInWords } from './reached.ts';

const none = { is_on: true, emails: 0, confirmed: [], changed: [], without_address: [] };
const crew = (name: string, reach: DispatchPreview['crews'][number]['reach']) => ({
  id: name,
  name,
  visits: 1,
  reach,
});

test('once visits are dispatched it is said who gets an email, and how many technicians can’t see them', () => {
  const customers = { ...none, emails: 3, confirmed: ['Cole', 'Smith'], changed: ['Cole', 'Lima'] };
  const crews = [crew('Kai', 'none'), crew('Mia', 'none'), crew('Tom', 'sign-in'), crew('Ann', 'invited')];
  expect(reachedInWords({ customers, crews })).toBe(
    '3 emails in a minute, to Cole, Smith and Lima. 2 technicians can’t see it: no sign-in.',
  );
  expect(reachedInWords({ customers: none, crews: [crews[0]!] })).toBe(
    '1 technician can’t see it: no sign-in.',
  );
  expect(reachedInWords({ customers: none, crews: crews.slice(2) })).toBe('');
});
