import { readFileSync, writeFileSync } from 'node:fs';

import { settings } from '../apps/server/src/settings.ts';

const marks = ['<!-- settings: written by `npm run readme` -->', '<!-- /settings -->'] as const;

/** The README's table of settings, from the same table the server reads them with. */
export function withSettingsTable(readme: string): string {
  const rows = Object.entries(settings).map(
    ([name, { fallback, about }]) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${about} |`,
  );
  const table = ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n');
  const [before, rest] = readme.split(marks[0]);
  const after = rest?.split(marks[1])[1];
  if (before === undefined || after === undefined)
    throw new Error('README.md has lost the marks around its settings table.');
  return `${before}${marks[0]}\n\n${table}\n\n${marks[1]}${after}`;
}

if (import.meta.main) {
  writeFileSync('README.md', withSettingsTable(readFileSync('README.md', 'utf8')));
}
