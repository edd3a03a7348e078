import { StartupError } from './platform/startup-error.ts';
import { SettingsError, readSettings } from './settings.ts';
import { start } from './start.ts';
import { welcome } from './welcome.ts';

// A refusal that a person can act on is told in its own words; anything else with all we know.
const complain = (error: unknown) => {
  const known = error instanceof StartupError || error instanceof SettingsError;
  process.stderr.write(
    `\n${known ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`,
  );
};

try {
  const muster = await start(readSettings(process.env));
  process.stdout.write(welcome(muster));

  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping ??= muster.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          complain(error);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  complain(error);
  process.exit(1);
}
