import { chromium } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { addDays, dateAt, weekdayOf } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { SAMPLE_ZONE } from '@muster/domain/work/samples/make-business';
import { type Fill, fillAccount } from '../../apps/server/seed/fill.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { refreshStatistics } from '../../apps/server/src/platform/db/statistics.ts';
import { openKeyring } from '../../apps/server/src/platform/secrets/keyring.ts';
import { visitCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { freePort, ready, spawnMuster } from '../../apps/server/test/faults/muster-process.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { keptCookies } from '../../apps/server/test/sign-in.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { ensureChromium } from '../../scripts/chromium.mjs';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { ensureLighthouse, visit } from '../pages/lighthouse.ts';
import { weighReactAlone } from '../pages/react-alone.ts';

/**
 * The customer's page of a visit: what it weighs beside a page with react-dom alone, what Lighthouse says of it on a slow phone, and
 * how long a customer waits for the times that are offered, at businesses of 20 and 200 technicians whose every visit has a site of
 * its own.
 */
const sizes: readonly Fill[] = [20, 200].map((technicians) => ({
  technicians,
  visits: 8,
  weeksBefore: 1,
  weeksAhead: 2,
}));
const LIMITS = { score: 99, share: 0.5, offersMs: 2_000 };
const VISITS = 5;
/** As many as one link may ask for within an hour. */
const ROUNDS = 10;

await ensureBuilt();
await ensureLighthouse();
const browserPath = await ensureChromium();
const folder = temporaryFolder();
const muster = await ready(
  spawnMuster({
    PORT: await freePort(),
    DATA_DIR: folder.path,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }),
);
try {
  const links: string[] = [];
  for (const size of sizes) links.push(await measureOffers(size));
  await measurePage(links[0]!);
} finally {
  muster.child.kill('SIGTERM');
  await muster.ended;
  folder.remove();
}

async function measurePage(link: string): Promise<void> {
  const alone = await weighReactAlone();
  const bytes = await weigh(link);
  const seen = await visit(link, browserPath, VISITS);
  const isKept =
    bytes / alone <= LIMITS.share &&
    Math.min(seen.performance, seen.accessibility, seen.bestPractices) >= LIMITS.score;
  if (!isKept) process.exitCode = 1;
  console.log(
    `\nthe page: ${bytes} bytes with its script, ${(bytes / alone).toFixed(3)} of react-dom alone (${alone})`,
  );
  console.log(
    `Lighthouse: performance ${seen.performance}, accessibility ${seen.accessibility}, best practices ${seen.bestPractices}, ` +
      `LCP ${seen.lcp.toFixed(0)} ms, CLS ${seen.cls.toFixed(3)}, blocked ${seen.blocked.toFixed(0)} ms${isKept ? '' : '  ← not kept'}`,
  );
}

/** What is loaded before anybody touches the page, compressed as a proxy does it, but for the font, which all pages share. */
async function weigh(link: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage();
  const texts: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (['document', 'script', 'stylesheet'].includes(answer.request().resourceType()))
      texts.push(answer.text());
  });
  await page.goto(link, { waitUntil: 'networkidle' });
  const loaded = await Promise.all(texts);
  await browser.close();
  return loaded.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
}

async function measureOffers(size: Fill): Promise<string> {
  const call = await open(size);
  const today = dateAt(minuteAt(new Date()), SAMPLE_ZONE);
  const day = addDays(today, 9 - weekdayOf(today));
  const { assignments } = await call<{ assignments: { visit_id: string }[] }>(
    'GET',
    `/board?from=${day}&to=${day}`,
  );
  const booked = assignments[0]!.visit_id;
  await call('POST', `/visits/${booked}/dispatch`);
  const { address } = await call<{ address: string }>('POST', `/visits/${booked}/page/link`);
  const link = muster.url + new URL(address).pathname;
  const took: number[] = [];
  let offered = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const answer = await fetch(`${link}/time`, { redirect: 'manual' });
    const html = await answer.text();
    took.push(performance.now() - begun);
    if (answer.status !== 200) throw new Error(`${link}/time: ${answer.status}`);
    offered = html.split('name="offer"').length - 2;
  }
  const sorted = took.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  const isKept = middle <= LIMITS.offersMs;
  if (!isKept) process.exitCode = 1;
  console.log(
    `${size.technicians} technicians × ${size.visits} visits a day: ${offered} offers in ${middle.toFixed(0)} ms (at most ${sorted.at(-1)!.toFixed(0)} ms)${isKept ? '' : '  ← too long'}`,
  );
  return link;
}

/** A new business, called by its owner. */
async function open(fill: Fill) {
  const cluster = await visitCluster({ dataDir: folder.path, log: silentLog });
  const keys = openKeyring([], folder.path);
  const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog, keys });
  const { email, password } = await fillAccount(database, fill, new Date());
  await database.close();
  await refreshStatistics(cluster.ownerUrl);
  await cluster.stop();
  const login = await fetch(`${muster.url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { headers } = keptCookies(login.headers.getSetCookie());
  return async function call<T>(method: 'GET' | 'POST', path: string): Promise<T> {
    const answer = await fetch(`${muster.url}/services/scheduling/api/v1${path}`, {
      method,
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text).data as T;
  };
}
