import { expect, test } from 'vitest';
import { canOverride, overridesFor } from './overrides.ts';

const reason = (rule: string, can_override: boolean) => ({ rule, text: rule, can_override, detail: {} });

test('one rule that may not be broken is enough to refuse', () => {
  expect(canOverride([reason('overlap', true), reason('travel', true)])).toBe(true);
  expect(canOverride([reason('overlap', true), reason('ban', false)])).toBe(false);
  expect(canOverride([])).toBe(false);
});

test('each broken rule is overridden once', () => {
  const broken = [reason('travel', true), reason('overlap', true), reason('travel', true)];
  expect(overridesFor(broken, 'They agreed')).toEqual([
    { rule: 'overlap', reason: 'They agreed' },
    { rule: 'travel', reason: 'They agreed' },
  ]);
});
