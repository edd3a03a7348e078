import { expect, test } from 'vitest';
import { signatureStatement } from './words.ts';

test('whoever signs for a customer says so, and customers who sign themselves are named once', () => {
  const customer = 'Jo Walsh';
  expect(signatureStatement({ name: 'Kim Cole', as: 'Tenant', customer })).toBe(
    'Kim Cole, tenant, confirms for Jo Walsh what’s listed here.',
  );
  expect(signatureStatement({ name: '', as: '', customer })).toBe(
    'The person signing confirms for Jo Walsh what’s listed here.',
  );
  expect(signatureStatement({ name: 'jo walsh', as: 'Customer', customer })).toBe(
    'jo walsh confirms what’s listed here.',
  );
  expect(signatureStatement({ name: 'Jo Walsh', as: 'Owner', customer })).toBe(
    'Jo Walsh, owner, confirms what’s listed here.',
  );
});
