import { expect, test } from 'vitest';
import { mailLink } from './mail-link.ts';

test('a mail has the reference in its subject, and nothing in the address adds to it', () => {
  expect(mailLink({ email: 'o?cc=all@example.com', reference: 'ENQ-2026-000123' }, 'Muster')).toBe(
    'mailto:o%3Fcc%3Dall@example.com?subject=Your%20Muster%20enquiry%20ENQ-2026-000123',
  );
});
