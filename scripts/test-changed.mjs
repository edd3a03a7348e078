import { runChecks, runVitest, total } from './checks.mjs';
import { ensureBundled, ensureInstalled, main } from './prepare.mjs';

/** Runs the checks and the tests that reach what differs from a commit: the last one, or the one that is named. */
await main(async () => {
  const [since = 'HEAD'] = process.argv.slice(2);
  await ensureInstalled();
  await ensureBundled();
  return total(await Promise.all([runChecks(), runVitest(['--changed', since, '--passWithNoTests'])]));
});
