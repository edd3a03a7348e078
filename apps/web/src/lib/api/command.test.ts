import { expect, test } from 'vitest';
import { commandId } from './command.ts';

test('the id of a command is a UUID, and another one each time', () => {
  expect(commandId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(commandId()).not.toBe(commandId());
});
