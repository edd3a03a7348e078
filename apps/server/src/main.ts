import { once } from 'node:events';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

import { StartupError } from './platform/startup-error.ts';
import { SettingsError, readSettings } from './settings.ts';

const compiled = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

// Before anything starts, so that Ctrl-C during the start does not leave a database running.
const enough = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => enough.abort());
}

try {
  // Keeps the compiled code for the next start, which then loads in half the time. This import brings nearly all of it.
  enableCompileCache(compiled);
  const { start, welcome } = await import('./start.ts');
  const muster = await start(readSettings(process.env), enough.signal);
  process.stdout.write(welcome(muster));
  flushCompileCache();
  if (!enough.signal.aborted) await once(enough.signal, 'abort');
  await muster.stop();
  process.stdout.write('\n  Stopped.\n');
  process.exit(0);
} catch (error) {
  if (error === enough.signal.reason) process.exit(0);
  process.stderr.write(`\n${messageOf(error)}\n\n`);
  process.exit(1);
}

/** For errors that a person can act on the message alone; for all others the stack, too. */
function messageOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof SettingsError) return error.message;
  return (error instanceof Error && error.stack) || String(error);
}
