import type { BrowserContext, Page } from '@playwright/test';
import { expect, signIn, test } from '../journey.ts';
import { enquire } from '../sales/office.ts';

const stream = '/services/office/api/v1/live';
const list = /\/office\/api\/v1\/enquiries(\?|$)/;

/** How many streams the browser has asked for so far. */
function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === stream) count += 1;
  });
  return () => count;
}

const readAgain = (page: Page) => page.waitForResponse(list);

test('tabs share one stream, and when the one that has it closes another takes it up and misses nothing', async ({
  page,
  context,
  request,
}) => {
  const streams = countStreams(context);
  await signIn(page, 'staff', '/office?view=table');
  await expect.poll(streams).toBeGreaterThan(0);
  const [second, third] = [await context.newPage(), await context.newPage()];
  for (const tab of [second, third]) {
    await tab.goto('/office?view=table');
    await expect(tab.getByRole('table')).toBeVisible();
  }
  const before = streams();
  const heard = [page, second, third].map(readAgain);
  await enquire(request);
  await Promise.all(heard);
  expect(streams()).toBe(before);

  await page.close();
  const missed = [second, third].map(readAgain);
  await enquire(request);
  await Promise.all(missed);
  expect(streams()).toBe(before + 1);
});
