import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The page, or what is in a part of it. axe is loaded once for a page and asked for nothing but what is wrong: it is asked some hundred times. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source}; undefined`);
  const violations = await page.evaluate(
    async ([part, values]) => {
      const loaded = window as unknown as { axe: typeof axe };
      const { violations } = await loaded.axe.run(part, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, standards] as const,
  );
  expect(violations).toEqual([]);
}
