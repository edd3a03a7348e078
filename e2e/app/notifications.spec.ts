import { expect, test, type Locator, type Page } from '@playwright/test';

// Each property of N1 (shared specification §4 and §9). The clock stands still unless a test moves it.

const positions = ['tl', 'tc', 'tr', 'bl', 'bc', 'br'] as const;
const SECOND = 1000;
const MOUNT_DELAY = 50;

test.beforeEach(async ({ page }) => {
  // Without motion, because the tests measure positions, and a toast that still slides has not reached its own.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install({ time: new Date('2026-11-16T08:00:00+11:00') });
  await page.goto('/gallery.html');
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  await page.clock.pauseAt(new Date('2026-11-16T09:00:00+11:00'));
});

const toasts = (page: Page) => page.locator('.m-toast');

async function choose(page: Page, { position, seconds }: { position?: string; seconds?: string }) {
  if (position !== undefined) await page.getByLabel('Position').selectOption(position);
  if (seconds !== undefined) await page.getByLabel('Seconds').fill(seconds);
}

/** Presses the button and lets the mount delay pass. */
async function raise(page: Page, what = 'info'): Promise<Locator> {
  const before = await toasts(page).count();
  await page.getByRole('button', { name: `Raise ${what}` }).click();
  await page.clock.runFor(MOUNT_DELAY);
  await expect(toasts(page)).toHaveCount(before + 1);
  return toasts(page);
}

async function box(of: Locator) {
  const found = await of.boundingBox();
  if (!found) throw new Error('It is not on the screen.');
  return found;
}

const spoken = { success: 'Success:', error: 'Error:', warning: 'Warning:', info: 'Information:' };
test('N1 levels: each has its own look, icon and urgency, in four different colours', async ({ page }) => {
  for (const [level, label] of Object.entries(spoken)) {
    await raise(page, level);
    const toast = page.locator(`.m-toast[data-level=${level}]`);
    await expect(toast.getByRole('img', { name: label })).toBeVisible();
    await expect(toast).toHaveRole(level === 'error' || level === 'warning' ? 'alert' : 'status');
  }
  const colours = await page
    .locator('.m-toast .m-badge')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).backgroundColor));
  expect(new Set(colours).size).toBe(4);
});

test('N1 positions: each sits in its place of the screen, 320 px wide, also below 480 px', async ({
  page,
}) => {
  for (const size of [page.viewportSize()!, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    for (const position of positions) {
      await choose(page, { position });
      const toast = await raise(page);
      const { x, y, width, height } = await box(toast);
      expect(width).toBe(320);
      const margins = { left: x, right: size.width - x - width, top: y, bottom: size.height - y - height };
      const [vertical, horizontal] = position;
      expect(vertical === 't' ? margins.top : margins.bottom).toBe(16);
      if (horizontal === 'l') expect(margins.left).toBe(16);
      if (horizontal === 'r') expect(margins.right).toBe(16);
      if (horizontal === 'c') expect(Math.abs(margins.left - margins.right)).toBeLessThanOrEqual(1);
      await toast.click();
      await expect(toast).toHaveCount(0);
    }
  }
});

test('N1 default position: top right', async ({ page }) => {
  const { x, y, width } = await box(await raise(page));
  expect({ top: y, right: page.viewportSize()!.width - x - width }).toEqual({ top: 16, right: 16 });
});

test('N1 default time: gone after 5 seconds, not before', async ({ page }) => {
  const toast = await raise(page);
  await page.clock.runFor(5 * SECOND - 1);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);
});

test('N1 seconds given by the caller: shorter, longer, broken', async ({ page }) => {
  for (const [seconds, milliseconds] of [
    ['2', 2000],
    ['12', 12_000],
    ['0.5', 500],
  ] as const) {
    await choose(page, { seconds });
    const toast = await raise(page);
    await page.clock.runFor(milliseconds - 1);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(toast).toHaveCount(0);
  }
});

test('N1 seconds 0: stays until somebody dismisses it', async ({ page }) => {
  await choose(page, { seconds: '0' });
  const toast = await raise(page);
  await page.clock.fastForward('24:00:00');
  await expect(toast).toBeVisible();
});

test('N1 dismissed by a click anywhere on it', async ({ page }) => {
  const toast = await raise(page);
  await toast.getByText('Sam is on leave').click();
  await expect(toast).toHaveCount(0);
});

test('N1 dismissed by its button, with the mouse', async ({ page }) => {
  const toast = await raise(page);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
});

test('N1 dismissed by its button, with the keyboard, and the focus goes back', async ({ page }) => {
  const toast = await raise(page);
  const start = page.getByRole('button', { name: 'Raise info' });
  await start.focus();
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast).toHaveCount(0);
  await expect(start).toBeFocused();
});

test('N1 dismissed by the Escape key while the focus is inside', async ({ page }) => {
  const toast = await raise(page);
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Escape');
  await expect(toast).toHaveCount(0);
});

test('N1 dismissed by the caller, also before it has appeared', async ({ page }) => {
  const toast = await raise(page);
  await page.getByRole('button', { name: 'Dismiss the last' }).click();
  await expect(toast).toHaveCount(0);

  await page.getByRole('button', { name: 'Raise error' }).click();
  await page.getByRole('button', { name: 'Dismiss the last' }).click();
  await page.clock.runFor(SECOND);
  await expect(toast).toHaveCount(0);
});

test('N1 hover pauses the timer, and it goes on with the time that was left', async ({ page }) => {
  const toast = await raise(page);
  await page.clock.runFor(3 * SECOND);
  await toast.hover();
  await expect(toast).toHaveAttribute('data-paused', 'true');
  await page.clock.runFor(60 * SECOND);
  await expect(toast).toBeVisible();

  await page.mouse.move(10, 500);
  await expect(toast).toHaveAttribute('data-paused', 'false');
  await page.clock.runFor(2 * SECOND - 1);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);
});

test('N1 keyboard focus pauses the timer like hover', async ({ page }) => {
  const toast = await raise(page);
  await page.clock.runFor(4 * SECOND);
  await toast.getByRole('button', { name: 'Dismiss' }).focus();
  await expect(toast).toHaveAttribute('data-paused', 'true');
  await page.clock.runFor(60 * SECOND);
  await expect(toast).toBeVisible();

  await page.getByLabel('Seconds').focus();
  await expect(toast).toHaveAttribute('data-paused', 'false');
  await page.clock.runFor(SECOND);
  await expect(toast).toHaveCount(0);
});

test('N1 while one is read its neighbours stay, and go on when it is dismissed', async ({ page }) => {
  await raise(page, 'success');
  await raise(page, 'warning');
  const read = page.locator('.m-toast[data-level=success]');
  const neighbour = page.locator('.m-toast[data-level=warning]');
  await read.hover();
  await expect(neighbour).toHaveAttribute('data-paused', 'true');
  await page.clock.runFor(60 * SECOND);
  await expect(toasts(page)).toHaveCount(2);

  await read.click();
  await page.mouse.move(10, 500);
  await expect(neighbour).toHaveAttribute('data-paused', 'false');
  await page.clock.runFor(5 * SECOND);
  await expect(toasts(page)).toHaveCount(0);
});

test('N1 width: 320 px, whatever the text', async ({ page }) => {
  await raise(page, 'info');
  await raise(page, 'error');
  for (const position of positions) {
    const container = page.locator(`[data-position=${position}]`);
    expect(await container.evaluate((element) => element.getBoundingClientRect().width)).toBe(320);
  }
  for (const toast of await toasts(page).all()) expect((await box(toast)).width).toBe(320);
});

test('N1 mount delay: on the page after 50 ms, not before', async ({ page }) => {
  await page.getByRole('button', { name: 'Raise info' }).click();
  await page.clock.runFor(MOUNT_DELAY - 1);
  await expect(toasts(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(toasts(page)).toHaveCount(1);
});

test('N1 the newest is at the edge of the screen, above and below', async ({ page }) => {
  for (const position of ['tr', 'bl']) {
    await choose(page, { position });
    await raise(page, 'success');
    await raise(page, 'info');
    const stack = page.locator(`[data-position=${position}]`);
    const older = await box(stack.locator('[data-level=success]'));
    const newer = await box(stack.locator('[data-level=info]'));
    if (position === 'tr') expect(newer.y + newer.height).toBeLessThan(older.y);
    else expect(older.y + older.height).toBeLessThan(newer.y);
  }
});

test('N1 a screen reader knows the regions before anything is in them', async ({ page }) => {
  const region = page.getByRole('region', { name: 'Notifications' });
  await expect(region.locator('[aria-live=polite]')).toHaveCount(positions.length);
  await expect(toasts(page)).toHaveCount(0);
});

test('N1 an action such as Undo runs once and dismisses', async ({ page }) => {
  const toast = await raise(page, 'with Undo');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(toast).toHaveCount(0);
  await expect(page.getByText('Undone 1 times.')).toBeVisible();
});

test('N1 on a phone every position fits the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const position of positions) {
    await choose(page, { position, seconds: '0' });
    await raise(page, 'error');
  }
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const edges = await toasts(page).evaluateAll((all) =>
      all.map((toast) => toast.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    );
    expect(edges).toHaveLength(positions.length);
    expect(Math.min(...edges.map(({ left }) => left))).toBeGreaterThanOrEqual(8);
    expect(Math.max(...edges.map(({ right }) => right))).toBeLessThanOrEqual(width - 8);
  }
});

test('N1 nothing moves for those who ask for less motion', async ({ page }) => {
  const animation = () => toasts(page).evaluate((toast) => getComputedStyle(toast).animationName);
  await raise(page);
  expect(await animation()).toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await animation()).toBe('m-toast-in');
});
