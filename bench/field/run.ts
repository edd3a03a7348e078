import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { openDemo, openDemoWork } from '../../apps/server/seed/demo.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { freePort, startProduct } from '../../e2e/server.ts';
import { ensureChromium } from '../../scripts/chromium.mjs';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { ensureLighthouse, visit } from '../pages/lighthouse.ts';
import { weighReactAlone } from '../pages/react-alone.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';

/**
 * The technician's page: how soon it is there on a slow phone, what its first visit weighs beside a page with react-dom alone, and how
 * long it takes from a tap on the phone until the board shows it, when the two talk to different processes of the server.
 */
const VISITS = 5;
const LIMITS = { performance: 95, accessibility: 100, tapMs: 1000 };

interface OwnVisit {
  id: string;
  state: string;
  starts_at: string;
}

await ensureBuilt();
await ensureLighthouse();
const browserPath = await ensureChromium();
const folder = temporaryFolder();
const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
const env = { DATABASE_URL: cluster.ownerUrl, FILES_DIR: folder.path };
const first = await startProduct({ port: await freePort(), dataDir: folder.path, env });
const second = await startProduct({ port: await freePort(), dataDir: folder.path, env });
const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog, keys: testKeys });
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu'],
});
let kept = false;
try {
  await openDemo(database);
  await openDemoWork(database, new Date());
  const phone = await signedIn(browser, first.url, 'technician', { width: 390, height: 844 });
  const office = await signedIn(browser, second.url, 'dispatcher', { width: 1440, height: 900 });
  const lighthouse = await visitSignedIn(phone);
  const weight = await weigh(phone);
  const taps = await tapToBoard(phone, office);
  const middle = taps.toSorted((a, b) => a - b)[Math.floor(taps.length / 2)] ?? Number.POSITIVE_INFINITY;
  const alone = await weighReactAlone();
  console.log(
    `Lighthouse, slow phone:  performance ${lighthouse.performance.toFixed(0)} (≥ ${LIMITS.performance}), accessibility ${lighthouse.accessibility.toFixed(0)} (≥ ${LIMITS.accessibility}), LCP ${lighthouse.lcp.toFixed(0)} ms, blocked ${lighthouse.blocked.toFixed(0)} ms`,
  );
  console.log(
    `First visit:             ${kilobytes(weight.all)}, of it script ${kilobytes(weight.script)} (${(weight.script / alone).toFixed(2)} × react-dom alone)`,
  );
  console.log(
    `From a tap to the board: ${middle.toFixed(0)} ms in the middle of ${taps.length}, ${Math.max(...taps).toFixed(0)} ms at most (≤ ${LIMITS.tapMs})`,
  );
  kept =
    lighthouse.performance >= LIMITS.performance &&
    lighthouse.accessibility >= LIMITS.accessibility &&
    middle <= LIMITS.tapMs;
} finally {
  await browser.close();
  await database.close();
  await Promise.all([first.stop(), second.stop()]);
  await cluster.stop();
  folder.remove();
}
process.exitCode = kept ? 0 : 1;

async function signedIn(
  browser: Browser,
  url: string,
  person: string,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport });
  const data = { email: `${person}@example.com`, password: 'muster-demo' };
  const answer = await context.request.post('/services/authentication/api/login', { data });
  if (!answer.ok()) throw new Error(`The sign-in of ${person} answered ${answer.status()}.`);
  return context;
}

async function visitSignedIn(phone: BrowserContext) {
  const cookies = await phone.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return visit(`${first.url}/my-day`, browserPath, VISITS, { cookie });
}

/** Everything that comes over the wire until nothing more does, before the worker takes its copies. */
async function weigh(phone: BrowserContext): Promise<{ all: number; script: number }> {
  const page = await phone.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const session = await phone.newCDPSession(page);
  const types = new Map<string, string>();
  const sum = { all: 0, script: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.all += encodedDataLength;
    if (types.get(requestId) === 'Script') sum.script += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto('/my-day');
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
  await page.waitForTimeout(1_000);
  await page.close();
  return sum;
}

/** Both pages are in one browser, so they have one clock. */
async function tapToBoard(phone: BrowserContext, office: BrowserContext): Promise<number[]> {
  const answer = await phone.request.get('/services/scheduling/api/v1/my/visits');
  const rows: OwnVisit[] = (await answer.json()).data.rows;
  const board = await office.newPage();
  const page = await phone.newPage();
  const taps: number[] = [];
  for (const { id, starts_at } of rows
    .filter(({ state }) => state === 'planned' || state === 'dispatched')
    .slice(0, 10)) {
    await board.goto(`/?date=${dayOf(starts_at)}`);
    const block = board.locator(`.visit-block[data-visit="${id}"]`).first();
    await block.waitFor();
    await page.goto(`/my-day/visits/${id}`);
    taps.push(await tap(page, board, id, 'On my way', 'en route'));
    taps.push(await tap(page, board, id, 'I have arrived', 'on site'));
  }
  return taps;
}

function dayOf(moment: string | number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney', dateStyle: 'short' }).format(
    new Date(moment),
  );
}

async function tap(page: Page, board: Page, visit: string, label: string, state: string): Promise<number> {
  const shown = board.waitForFunction(
    ([visit, state]) =>
      document.querySelector(`.visit-block[data-visit="${visit}"][data-state="${state}"]`) && Date.now(),
    [visit, state],
    { polling: 'raf' },
  );
  let tapped = await press(page.getByRole('button', { name: label }).first());
  // Whoever sets out for a visit of another day, or is at another one, is asked first: then the answer is the tap.
  const yes = page.getByRole('button', { name: /^(Yes, I’m on my way|Continue here too)$/ });
  const asked = yes.waitFor().then(() => 'asked' as const);
  asked.catch(() => {});
  if ((await Promise.race([asked, shown.then(() => 'shown' as const)])) === 'asked')
    tapped = await press(yes);
  return Number(await (await shown).jsonValue()) - tapped;
}

async function press(button: Locator): Promise<number> {
  // A step takes no tap for a moment after the one before it.
  await button.click({ trial: true });
  return button.evaluate((element: HTMLElement) => {
    element.click();
    return Date.now();
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
