import { ensureChromium } from './chromium.mjs';
import { runBrowserTests, runChecks, runVitest, total } from './checks.mjs';
import { ensureBuilt, ensureInstalled, main } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  await ensureBuilt();
  // The checks and the tests wait for different things, so together they take less time; browsers want the machine alone.
  const first = await Promise.all([runChecks(), runVitest([], { CHROMIUM_PATH: chromium })]);
  return total([...first, await runBrowserTests(chromium)]);
});
