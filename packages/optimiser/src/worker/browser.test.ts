import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

import type { startBrowserWorker as Host } from '../../worker/browser-host.ts';
import { sampleDays } from '../sample-day.ts';
import { solve } from '../solve.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** Milliseconds: a browser has to start. */
const PATIENCE = 120_000;
const problem = sampleDays({ technicians: 4, visitsPerDay: 24, days: 1, seed: 5 });

type Start = typeof Host;

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({
    input: new URL(`../../worker/${entry}`, import.meta.url).pathname,
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm' });
  return output[0].code;
}

test.skipIf(!existsSync(CHROMIUM))(
  'a browser’s worker gives the same plan as Node, reports progress and can be cancelled',
  async () => {
    const files = new Map([
      ['/', '<!doctype html><title>worker</title>'],
      ['/host.js', await bundle('browser-host.ts')],
      ['/browser.ts', await bundle('browser.ts')],
    ]);
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      await page.route('http://muster.test/**', async (route) => {
        const path = new URL(route.request().url()).pathname;
        const contentType = path === '/' ? 'text/html' : 'text/javascript';
        await route.fulfill({ body: files.get(path) ?? '', contentType });
      });
      await page.goto('http://muster.test/');
      await page.addScriptTag({
        type: 'module',
        content: `import { startBrowserWorker } from '/host.js'; window.startBrowserWorker = startBrowserWorker;`,
      });
      await page.waitForFunction(() => 'startBrowserWorker' in window);
      const times = [...problem.travel[0]!.times];
      const seen = await page.evaluate(
        async ({ plain, times, places }) => {
          const given = { ...plain, travel: [{ places, times: Int32Array.from(times) }] };
          const { startBrowserWorker } = window as unknown as { startBrowserWorker: Start };
          const worker = startBrowserWorker();
          const planned = await worker.ask({ way: 'plan', problem: given, seed: 9, iterations: 640 }).done;
          const costs: number[] = [];
          const first = Promise.withResolvers<void>();
          const endless = worker.ask({ way: 'plan', problem: given, seed: 1 }, ({ cost }) => {
            costs.push(cost);
            first.resolve();
          });
          await first.promise;
          endless.cancel();
          const stopped = await endless.done;
          worker.close();
          return { planned: planned.result, costs, cancelled: stopped.cancelled, cost: stopped.result.cost };
        },
        { plain: problem, times, places: problem.travel[0]!.places },
      );
      expect(seen.planned).toEqual(solve(problem, { seed: 9, stop: { iterations: 640 } }));
      expect(seen.cancelled).toBe(true);
      expect(seen.cost).toBeLessThanOrEqual(seen.costs.at(-1) ?? -1);
    } finally {
      await browser.close();
    }
  },
  PATIENCE,
);
