import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';

import type { startBrowserWorker as Host } from '../../worker/browser-host.ts';
import { findSlots } from '../find-slot.ts';
import { sampleDays } from '../samples/days.ts';
import { solve } from '../solve.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** Milliseconds: a browser has to start. */
const PATIENCE = 120_000;
const problem = sampleDays({ technicians: 4, visitsPerDay: 24, days: 1, seed: 5 });

type Start = typeof Host;

/** The sources as a browser can read them: types stripped, our packages by address. */
function serve(path: string): string {
  const source = readFileSync(new URL(`../../../..${path}`, import.meta.url), 'utf8');
  return stripTypeScriptTypes(source).replaceAll(
    /'@muster\/domain\/([^']+)'/g,
    `'/packages/domain/src/$1.ts'`,
  );
}

test.skipIf(!existsSync(CHROMIUM))(
  'a browser’s worker gives the same schedules and answers as Node, reports progress and can be cancelled',
  async () => {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      await page.route('http://muster.test/**', async (route) => {
        const path = new URL(route.request().url()).pathname;
        if (path === '/') await route.fulfill({ body: '<!doctype html>', contentType: 'text/html' });
        else await route.fulfill({ body: serve(path), contentType: 'text/javascript' });
      });
      await page.goto('http://muster.test/');
      await page.addScriptTag({
        type: 'module',
        content: `import { startBrowserWorker } from '/packages/optimiser/worker/browser-host.ts'; window.startBrowserWorker = startBrowserWorker;`,
      });
      await page.waitForFunction(() => 'startBrowserWorker' in window);
      const [matrix] = problem.travel;
      if (matrix === undefined) throw new Error('no travel times');
      const seen = await page.evaluate(
        async ({ plain, times, places }) => {
          const given = { ...plain, travel: [{ places, times: Int32Array.from(times) }] };
          const { startBrowserWorker } = window as unknown as { startBrowserWorker: Start };
          const worker = startBrowserWorker();
          const planned = await worker.run({ way: 'plan', problem: given, seed: 9, iterations: 640 }).done;
          const costs: number[] = [];
          const first = Promise.withResolvers<void>();
          await worker.hold(given, planned.result.schedule);
          await worker.edit({ kind: 'remove', visit: 'v3' });
          const { slots } = await worker.ask({ kind: 'slots', visit: 'v3' });
          const checked = await worker.ask({ kind: 'check' });
          const endless = worker.run({ way: 'plan', problem: given, seed: 1 }, ({ cost }) => {
            costs.push(cost);
            first.resolve();
          });
          await first.promise;
          endless.cancel();
          const stopped = await endless.done;
          worker.close();
          return {
            planned: planned.result,
            slots,
            checked,
            costs,
            cancelled: stopped.cancelled,
            cost: stopped.result.cost,
          };
        },
        { plain: problem, times: [...matrix.times], places: matrix.places },
      );
      const here = solve(problem, { seed: 9, stop: { iterations: 640 } });
      expect(seen.planned).toEqual(here);
      expect(seen.slots).toEqual(findSlots(problem, here.schedule, 'v3'));
      expect(seen.checked).toEqual({ kind: 'check', violations: [] });
      expect(seen.cancelled).toBe(true);
      expect(seen.cost).toBeLessThanOrEqual(seen.costs.at(-1) ?? -1);
    } finally {
      await browser.close();
    }
  },
  PATIENCE,
);
