import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { withSettingsTable } from './settings-table.ts';

test('the README documents the settings the server reads', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme).toBe(withSettingsTable(readme));
});
