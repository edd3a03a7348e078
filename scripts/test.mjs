import { ensureChromium } from './chromium.mjs';
import { runBrowserTests, runChecks, runVitest, total } from './checks.mjs';
import { ensureBuilt, ensureInstalled, main } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  await ensureBuilt();
  return total([
    await runChecks(),
    await runVitest([], { CHROMIUM_PATH: chromium }),
    await runBrowserTests(chromium),
  ]);
});
