import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Checks the page, or a part of it: every rule in the light theme, and contrast in the dark one. axe is loaded once for a
 * page and returns violations alone, because it runs a few hundred times.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // A page that is still being loaded is empty, and an empty page proves nothing.
  await expect(page.locator('h1').first()).toBeAttached();
  const size = page.viewportSize()!;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  // As tall as what it holds: a bar at the edge of the screen covers what a person would scroll into view.
  if (height > size.height) await page.setViewportSize({ ...size, height });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source}; undefined`);
  expect(await violations(page, part, { type: 'tag', values: standards })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, part, { type: 'rule', values: ['color-contrast'] }), 'in the dark').toEqual(
    [],
  );
  await page.emulateMedia({ colorScheme: 'light' });
  if (height > size.height) await page.setViewportSize(size);
}

function violations(page: Page, part: string, runOnly: RunOnly): Promise<string[]> {
  return page.evaluate(
    async ([part, runOnly]) => {
      const loaded = window as unknown as { axe: typeof axe };
      const { violations } = await loaded.axe.run(part, { runOnly, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, runOnly] as const,
  );
}
