import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { type Browser, chromium, request } from '@playwright/test';
import { DEMO_PASSWORD, DEMO_SIGN_IN } from '../../apps/server/seed/demo.ts';
import { freePort, makeDataDir, startProduct } from '../../e2e/server.ts';
import { ensureChromium } from '../../scripts/chromium.mjs';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { fill, type Size } from './business.ts';
import { type Figures, measure, type Side, watchPaints } from './measure.ts';
import { ours } from './ours.ts';
import { peers, servePeers } from './peers.ts';

/**
 * The board of the running product, with everything on it, beside the boards of others with the same technicians and visits, in the
 * same browser. Ours draws more and checks every rule on every row at each step of a drag; theirs check for overlaps, where they can.
 */
const sizes: Size[] = [
  { technicians: 50, visits: 8 },
  { technicians: 200, visits: 15 },
  { technicians: 500, visits: 15 },
];
/** Ours in the middle of three rounds; the others take minutes, and are far enough away for one. */
const ROUNDS = 3;
/** With more, the day switches of the others take an hour. */
const MOST_TO_TURN = 50;
/** `ours` measures ours alone, `200` one size alone. */
const isAlone = process.argv.includes('ours');
const asked = sizes.filter(({ technicians }) => process.argv.includes(String(technicians)));
const PATIENCE_MS = 300_000;

await ensureBuilt();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const dataDir = makeDataDir('bench');
const product = await startProduct({ port: await freePort(), dataDir: dataDir.path });
const others = await servePeers();
const signIn = { email: DEMO_SIGN_IN, password: DEMO_PASSWORD };
const asOwner = await request.newContext({ baseURL: product.url });
await asOwner.post('/services/authentication/api/login', { data: signIn });
try {
  for (const size of asked.length > 0 ? asked : sizes) {
    await fill(dataDir.path, size);
    console.log(`\n${size.technicians} technicians × ${size.visits} visits`);
    console.log(
      row(
        '',
        'mount',
        'nodes',
        'drag move',
        'fling frame',
        'longest',
        '> 50 ms',
        'days kept',
        'ten switches',
      ),
    );
    const sides = [ours(product.url), ...(isAlone ? [] : peers(others.url, read))];
    let own: Figures | undefined;
    for (const side of sides) {
      const isOurs = side.name === 'Muster';
      const withTurns = isOurs || size.technicians <= MOST_TO_TURN;
      const figures = await middleOf(side, isOurs ? ROUNDS : 1, withTurns);
      own ??= figures;
      console.log(line(side.name, figures));
      if (figures !== own) console.log(ratios(own, figures));
    }
  }
} finally {
  await browser.close();
  await others.stop();
  await product.stop();
  dataDir.remove();
}

/** Each time in a context of its own, with nothing warmed up; the middle of each figure. */
async function middleOf(side: Side, rounds: number, withTurns: boolean): Promise<Figures> {
  const all: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await once(browser, side, withTurns));
  const names = Object.keys(all[0]!) as (keyof Figures)[];
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return Object.fromEntries(
    names.map((name) => [name, middle(all.map((one) => one[name]))]),
  ) as unknown as Figures;
}

async function once(browser: Browser, side: Side, withTurns: boolean): Promise<Figures> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
  });
  await context.request.post('/services/authentication/api/login', { data: signIn });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(watchPaints);
  try {
    return await measure(page, side, withTurns);
  } finally {
    await context.close();
  }
}

async function read(date: string): Promise<BoardTables> {
  const answer = await asOwner.get(`/services/scheduling/api/v1/board?from=${date}&to=${date}`);
  return (await answer.json()).data as BoardTables;
}

function line(name: string, figures: Figures): string {
  const { mount, nodes, move, frame, longestFrame, longFrames, kept, growth } = figures;
  return row(
    name,
    `${mount.toFixed(0)} ms`,
    nodes.toLocaleString('en'),
    `${move.toFixed(1)} ms`,
    `${frame.toFixed(1)} ms`,
    `${longestFrame.toFixed(0)} ms`,
    String(longFrames),
    megabytes(kept),
    megabytes(growth),
  );
}

function megabytes(amount: number): string {
  return Number.isNaN(amount) ? '' : `${amount.toFixed(1)} MB`;
}

/** How many times as much as ours. */
function ratios(own: Figures, other: Figures): string {
  const times = (name: keyof Figures) => `${(other[name] / own[name]).toFixed(1)} x`;
  return row(
    '',
    times('mount'),
    times('nodes'),
    times('move'),
    times('frame'),
    times('longestFrame'),
    '',
    '',
  );
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(16) + cells.map((cell) => cell.padStart(14)).join('');
}
