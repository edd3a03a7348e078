import type { CDPSession, Page } from '@playwright/test';

/** What one board took. */
export interface Figures {
  /** Milliseconds of the main thread from having the data to the last paint. */
  mount: number;
  nodes: number;
  /** Milliseconds of the main thread for one of thirty moves of a visit that is dragged. */
  move: number;
  /** Frames of a fling that keep the main thread so long that somebody notices, the longest of them, and one on average; in its milliseconds. */
  longFrames: number;
  longestFrame: number;
  frame: number;
  /** Megabytes that are kept of the days that were shown, and that ten day switches more add to them; NaN where it was not measured. */
  kept: number;
  growth: number;
}

/** A board to be measured: ours or somebody else's. */
export interface Side {
  name: string;
  /** Opens the page as far as it comes without its data. What is answered hands it over. */
  open(page: Page): Promise<() => Promise<void>>;
  /** What scrolls it, and what a visit of it is, as selectors. */
  scroller: string;
  visit: string;
  /** Shows one of the days, counted from the first. */
  show(page: Page, day: number): Promise<void>;
}

const MOVES = 30;
/** Not every move leads to another quarter of an hour or row. */
const LEAST_DRAWN = 10;
const FLING_PX = 80;
const FLING_FRAMES = 60;
const LONG_MS = 50;

/** Keeps the moment at which the last change of what is shown was painted. Runs in the page, before anything else. */
export function watchPaints(): void {
  const world = window as unknown as { painted: number; changed: number };
  [world.painted, world.changed] = [0, 0];
  new MutationObserver((records) => {
    if (!records.some(({ target }) => (target as Element).closest?.('.board, #peer'))) return;
    world.changed = performance.now();
    requestAnimationFrame(() => {
      // A message comes after the paint of the frame that it was sent in.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => (world.painted = performance.now()));
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Waits until the last of the changes was painted. */
async function lastPaint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const world = window as unknown as { painted: number; changed: number };
    const quietMs = 500;
    while (
      world.painted === 0 ||
      world.painted < world.changed ||
      performance.now() - world.changed < quietMs
    )
      await new Promise((done) => setTimeout(done, 50));
  });
}

export async function measure(page: Page, side: Side, withTurns: boolean): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page);
  // Time of the processor, not of the clock: other work on the machine adds nothing.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const draw = await side.open(page);
  const before = await busy(cdp);
  await draw();
  await page.locator(side.visit).first().waitFor({ state: 'attached' });
  await lastPaint(page);
  const mount = (await busy(cdp)) - before;
  const nodes = await page.evaluate(() => document.querySelectorAll('body *').length);
  const flung = await fling(page, cdp, side);
  const move = await drag(page, cdp, side);
  const turned = withTurns ? await turn(page, cdp, side) : { kept: Number.NaN, growth: Number.NaN };
  return { mount, nodes, ...flung, move, ...turned };
}

/** Takes a visit and moves it across rows and along time, a frame for each step; puts it back where it was. */
async function drag(page: Page, cdp: CDPSession, { visit }: Side): Promise<number> {
  const { x, y } = await page.evaluate((visit) => {
    const isWellInside = ({ x, y, width, height }: DOMRect) =>
      x > 420 && x + width < 900 && y > 150 && y + height < 300 && width > 12;
    const boxes = [...document.querySelectorAll(visit)].map((one) => one.getBoundingClientRect());
    const box = boxes.find(isWellInside)!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, visit);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10);
  await frames(page, 3);
  const before = await busy(cdp);
  const drawn = new Set<number>();
  for (let step = 1; step <= MOVES; step += 1) {
    await page.mouse.move(x + 10 + step * 9, y + 10 + step * 15);
    await frames(page, 1);
    drawn.add(await page.evaluate(() => (window as unknown as { changed: number }).changed));
  }
  const spent = (await busy(cdp)) - before;
  if (drawn.size < LEAST_DRAWN)
    throw new Error(`${drawn.size} of ${MOVES} moves drew something: nothing was dragged.`);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await frames(page, 3);
  return spent / MOVES;
}

/** Down and up again, as fast as a finger that flings; what each frame asks of the main thread. */
async function fling(page: Page, cdp: CDPSession, { scroller }: Side) {
  const spent: number[] = [];
  let [top, step] = [0, FLING_PX];
  for (let frame = 0; frame < FLING_FRAMES; frame += 1) {
    const before = await busy(cdp);
    const room = await scrollTo(page, scroller, (top += step));
    spent.push((await busy(cdp)) - before);
    if (top + step < 0 || top + step > room) step = -step;
  }
  await scrollTo(page, scroller, 0);
  return {
    longFrames: spent.filter((length) => length > LONG_MS).length,
    longestFrame: Math.max(...spent),
    frame: spent.reduce((sum, length) => sum + length, 0) / FLING_FRAMES,
  };
}

/** Until it is painted. Answers how far it can be scrolled. */
async function scrollTo(page: Page, scroller: string, top: number): Promise<number> {
  return page.evaluate(
    async ({ scroller, top }) => {
      const element = document.querySelector(scroller)!;
      element.scrollTop = top;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return element.scrollHeight - element.clientHeight;
    },
    { scroller, top },
  );
}

/**
 * Five days on and back to the first, twice. What is held after the first time is kept on purpose, to turn back to; whatever is held
 * after the second time that was not after the first has grown.
 */
async function turn(page: Page, cdp: CDPSession, side: Side): Promise<{ kept: number; growth: number }> {
  const sizes = [await held(cdp)];
  for (let time = 0; time < 2; time += 1) {
    for (const day of [1, 2, 3, 4, 5, 4, 3, 2, 1, 0]) {
      await side.show(page, day);
      await lastPaint(page);
    }
    sizes.push(await held(cdp));
  }
  const [before, first, second] = sizes as [number, number, number];
  return { kept: (first - before) / 1e6, growth: (second - first) / 1e6 };
}

async function held(cdp: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

/** Milliseconds that the main thread has worked so far, without what it did for whoever measures. */
async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const [all, own] = ['TaskDuration', 'DevToolsCommandDuration'].map(
    (wanted) => metrics.find(({ name }) => name === wanted)!.value,
  );
  return 1000 * (all! - own!);
}

async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}
