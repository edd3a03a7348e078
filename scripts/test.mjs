import { ensureChromium } from './chromium.mjs';
import { runBrowserTests, runChecks, runVitest, total } from './checks.mjs';
import { ensureBuilt, ensureInstalled, main } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  await ensureBuilt();
  // Each waits now and then, for a process that was killed or a page that comes to rest: together they take less time.
  const tests = runVitest([], { CHROMIUM_PATH: chromium });
  return total(await Promise.all([runChecks(), tests, runBrowserTests(chromium, tests)]));
});
