import { once } from 'node:events';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

import { StartupError } from './platform/startup-error.ts';
import { SettingsError, readSettings } from './settings.ts';

const compiled = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

// From the first moment on: whoever loses patience while it starts must not leave a database running.
const enough = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => enough.abort());
}

try {
  // What one start has compiled, the next need not: it is loaded in half the time. Nearly all of it comes with these imports.
  enableCompileCache(compiled);
  const [{ start }, { welcome }] = await Promise.all([import('./start.ts'), import('./welcome.ts')]);
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

/** A refusal that a person can act on is told in its own words; anything else with all we know. */
function messageOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof SettingsError) return error.message;
  return (error instanceof Error && error.stack) || String(error);
}
