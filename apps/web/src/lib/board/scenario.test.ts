import { expect, test } from 'vitest';
import { scenarioIn } from './scenario.ts';

const id = '0193e5a0-0000-7000-8000-000000000099';

test('an address of a scenario names it, and no other does', () => {
  expect(scenarioIn(`/scenarios/${id}`)).toBe(id);
  expect(scenarioIn(`/scenarios/${id}/`)).toBe(id);
  for (const other of ['/', '/scenarios', '/scenarios/new', `/technicians/${id}`, `/scenarios/${id}0`])
    expect(scenarioIn(other)).toBeNull();
});
