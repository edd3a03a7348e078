import { once } from 'node:events';

import { StartupError } from './platform/startup-error.ts';
import { SettingsError, readSettings } from './settings.ts';
import { start } from './start.ts';
import { welcome } from './welcome.ts';

// From the first moment on: whoever loses patience while it starts must not leave a database running.
const enough = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => enough.abort());
}

try {
  const muster = await start(readSettings(process.env), enough.signal);
  process.stdout.write(welcome(muster));
  if (!enough.signal.aborted) await once(enough.signal, 'abort');
  await muster.stop();
  process.stdout.write('\n  Stopped.\n');
  process.exit(0);
} catch (error) {
  if (error === enough.signal.reason) process.exit(0);
  process.stderr.write(`\n${inWords(error)}\n\n`);
  process.exit(1);
}

/** A refusal that a person can act on is told in its own words; anything else with all we know. */
function inWords(error: unknown): string {
  if (error instanceof StartupError || error instanceof SettingsError) return error.message;
  return (error instanceof Error && error.stack) || String(error);
}
