import { runChecks, runVitest, total } from './checks.mjs';
import { ensureInstalled, main } from './prepare.mjs';

// Runs the fast checks only, which need no database and no browser.
await main(async () => {
  await ensureInstalled();
  return total([await runChecks(), await runVitest(['--project', 'pure'])]);
});
