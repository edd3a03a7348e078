import { ensureChromium } from './chromium.mjs';
import { runBrowserTests, runChecks, runVitest, total } from './checks.mjs';
import { ensureBuilt, ensureBundled, ensureInstalled, main } from './prepare.mjs';

await main(async () => {
  // Two downloads that know nothing of each other.
  const [chromium] = await Promise.all([ensureChromium(), ensureInstalled()]);
  const prepared = Promise.all([ensureBuilt(), ensureBundled()]);
  // Checks and tests run together, because they wait for different things. Browsers run alone, because they need the whole machine.
  const first = await Promise.all([runChecks(), prepared.then(() => runVitest([]))]);
  return total([...first, await runBrowserTests(chromium)]);
});
