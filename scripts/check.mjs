import { runChecks, runVitest, total } from './checks.mjs';
import { ensureInstalled, main } from './prepare.mjs';

// The fast part: no database, no browser.
await main(async () => {
  await ensureInstalled();
  return total([await runChecks(), await runVitest(['--project', 'pure'])]);
});
