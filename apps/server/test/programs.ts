import { join } from 'node:path';

/** What tests start as processes of their own. */
export const programs = {
  main: join(import.meta.dirname, '../src/main.ts'),
  billing: join(import.meta.dirname, '../src/billing.ts'),
  backup: join(import.meta.dirname, '../src/backup.ts'),
  fill: join(import.meta.dirname, '../src/fill.ts'),
  keys: join(import.meta.dirname, '../src/keys.ts'),
  mails: join(import.meta.dirname, '../src/mails.ts'),
  restore: join(import.meta.dirname, '../src/restore.ts'),
  staff: join(import.meta.dirname, '../src/staff.ts'),
  'enquiry-server': join(import.meta.dirname, 'faults/enquiry-server.ts'),
  'second-server': join(import.meta.dirname, 'faults/second-server.ts'),
} as const;

/**
 * The file to start. A whole run of the tests bundles each into one file (scripts/bundle.mjs), because dozens of processes would find,
 * read and translate a thousand files each; what starts through npm runs the files themselves.
 */
export function program(name: keyof typeof programs): string {
  const { BUNDLED_PROGRAMS } = process.env;
  return BUNDLED_PROGRAMS === undefined ? programs[name] : join(BUNDLED_PROGRAMS, `${name}.js`);
}
