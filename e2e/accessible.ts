import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const isLong = process.env['MUSTER_LONG'] !== undefined;

/** These measure everything that is drawn, and take three quarters of axe's time. */
const measuring = ['color-contrast', 'target-size'];

/**
 * Checks the page, or a part of it. The rules that measure are for accessibility.spec.ts, which goes to every kind of page, and for
 * the long run, which also has contrast in the dark theme; gallery.spec.ts measures the colours of both as pairs.
 * axe is loaded once for a page and returns violations alone, because it runs more than a hundred times.
 */
export async function expectAccessible(
  page: Page,
  part = 'html',
  { isMeasured = isLong } = {},
): Promise<void> {
  // A page that is still being loaded is empty, and an empty page proves nothing.
  await expect(page.locator('h1').first()).toBeAttached();
  const size = page.viewportSize()!;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  // As tall as what it holds: a bar at the edge of the screen covers what a person would scroll into view.
  if (height > size.height) await page.setViewportSize({ ...size, height });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source}; undefined`);
  const rules = Object.fromEntries(measuring.map((rule) => [rule, { enabled: isMeasured }]));
  expect(await violations(page, part, { runOnly: { type: 'tag', values: standards }, rules })).toEqual([]);
  if (isLong) {
    await page.emulateMedia({ colorScheme: 'dark' });
    const faint = await violations(page, part, { runOnly: { type: 'rule', values: ['color-contrast'] } });
    expect(faint, 'in the dark').toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (height > size.height) await page.setViewportSize(size);
}

function violations(page: Page, part: string, options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async ([part, options]) => {
      const loaded = window as unknown as { axe: typeof axe };
      const { violations } = await loaded.axe.run(part, { ...options, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, options] as const,
  );
}
