import { expect, test } from 'vitest';
import { createAttempts } from './attempt.ts';

test('the same request keeps its key until there is an answer', () => {
  const { keyFor, settle } = createAttempts();
  const key = keyFor({ email: 'olivia@example.com' });
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyFor({ email: 'olivia@example.com' })).toBe(key);
  settle();
  expect(keyFor({ email: 'olivia@example.com' })).not.toBe(key);
});

test('another request has another key', () => {
  const { keyFor } = createAttempts();
  expect(keyFor({ email: 'a@example.com' })).not.toBe(keyFor({ email: 'b@example.com' }));
});

test('what was sent is known until there is an answer', () => {
  const { keyFor, settle, unanswered } = createAttempts();
  expect(unanswered()).toBeUndefined();
  keyFor({ email: 'olivia@example.com' });
  expect(unanswered()).toEqual({ email: 'olivia@example.com' });
  settle();
  expect(unanswered()).toBeUndefined();
});
