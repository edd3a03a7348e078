import { ensureChromium } from './chromium.mjs';
import { runBrowserTests, runChecks, runVitest, total } from './checks.mjs';
import { ensureBuilt, ensureBundled, ensureInstalled, main } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  const prepared = Promise.all([ensureBuilt(), ensureBundled()]);
  // Checks and tests run together, because they wait for different things. Browsers run alone, because they need the whole machine.
  const first = await Promise.all([
    runChecks(),
    prepared.then(() => runVitest([], { CHROMIUM_PATH: chromium })),
  ]);
  return total([...first, await runBrowserTests(chromium)]);
});
