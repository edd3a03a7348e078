import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { long } from '../journey.ts';

const themes = ['light', 'dark'] as const;
const sizes = [
  [{ width: 1440, height: 900 }, {}],
  [{ width: 390, height: 844 }, long],
] as const;

async function open(page: Page, theme: 'light' | 'dark' = 'light', query = '') {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(`/gallery.html${query}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

for (const [size, when] of sizes) {
  test(`accessibility: axe finds nothing, ${size.width} px wide`, when, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page);
    await page.getByLabel('Seconds').fill('0');
    for (const level of ['success', 'error', 'warning', 'with Undo']) {
      await page.getByRole('button', { name: `Raise ${level}` }).click();
    }
    await expect(page.locator('.m-toast')).toHaveCount(4);
    await expectAccessible(page, 'html', { isMeasured: true });
  });

  test(
    `accessibility: axe finds nothing on a picture page, ${size.width} px wide`,
    when,
    async ({ page }) => {
      await page.setViewportSize(size);
      await open(page, 'light', '?page=counter');
      await page.getByLabel('Email').fill('kylie');
      await expectAccessible(page, 'html', { isMeasured: true });
    },
  );
}

for (const theme of themes) {
  test(`colours: every pair that text is set in holds AA, ${theme}`, async ({ page }) => {
    await open(page, theme);
    const states = 'planned dispatched en-route on-site completed needs-return could-not-complete cancelled';
    const surfaces = ['surface', 'surface-raised', 'surface-floating', 'surface-sunken'];
    const tones = [
      'primary',
      'attention',
      'danger',
      'ok',
      'info',
      ...states.split(' ').map((name) => `state-${name}`),
    ];
    const textPairs = [
      ...surfaces.flatMap((surface) => ['text', 'text-muted', ...tones].map((tone) => [tone, surface])),
      ...tones.flatMap((tone) => [
        [tone, `${tone}-soft`],
        ['text', `${tone}-soft`],
      ]),
      ['primary-text', 'primary'],
      ['primary-text', 'primary-hover'],
      ['danger-text', 'danger'],
      ['danger-text', 'danger-hover'],
      ...['text', 'text-muted', 'primary'].map((tone) => [tone, 'surface-hover']),
    ];
    const edgePairs = ['line-strong', 'focus'].flatMap((edge) => surfaces.map((surface) => [edge, surface]));
    expect(await tooFaint(page, textPairs, 4.5)).toEqual([]);
    expect(await tooFaint(page, edgePairs, 3)).toEqual([]);
  });
}

/** The pairs of tokens whose contrast (WCAG 2.2) is below the minimum, as the browser computes their colours. */
async function tooFaint(page: Page, pairs: string[][], minimum: number) {
  const colours = await page.evaluate(
    (names) => {
      const probe = document.body.appendChild(document.createElement('i'));
      const found = names.map((name) => {
        probe.style.color = '';
        probe.style.color = `var(--${name})`;
        return [name, getComputedStyle(probe).color] as const;
      });
      probe.remove();
      return Object.fromEntries(found);
    },
    [...new Set(pairs.flat())],
  );
  return pairs
    .map(([front = '', back = '']) => ({
      front,
      back,
      ratio: contrast(colours[front] ?? '', colours[back] ?? ''),
    }))
    .filter(({ ratio }) => !(ratio >= minimum));
}

function contrast(one: string, other: string): number {
  const [dark = Number.NaN, light = Number.NaN] = [luminance(one), luminance(other)].toSorted(
    (a, b) => a - b,
  );
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = (colour.match(/^rgb\((.*)\)$/)?.[1] ?? '')
    .split(', ')
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('theme: follows the system until one is chosen', async ({ page }) => {
  const surface = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await open(page, 'dark');
  const dark = await surface();
  await page.getByRole('button', { name: 'Light' }).click();
  const light = await surface();
  expect(light).not.toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await surface()).toBe(dark);
});

test('R6 field: nothing while unknown, red exclamation when invalid, green check when valid', async ({
  page,
}) => {
  await open(page);
  const field = page.locator('.m-field', { has: page.getByLabel('Password', { exact: true }) });
  const input = page.getByLabel('Password', { exact: true });
  await expect(field.locator('.m-field__state').getByRole('img')).toHaveCount(0);
  await expect(input).toHaveAttribute('aria-invalid', 'false');
  await expect(input).toHaveAccessibleDescription('At least 8 characters.');

  await input.fill('short');
  const invalid = field.getByRole('img', { name: 'Invalid' });
  await expect(invalid).toBeVisible();
  await expect(field.locator('.m-badge')).toHaveCSS('background-color', 'rgb(180, 35, 24)');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription('Use at least 8 characters.');

  await input.fill('long enough');
  await expect(field.getByRole('img', { name: 'Valid', exact: true })).toBeVisible();
  await expect(field.locator('.m-badge')).toHaveCSS('background-color', 'rgb(43, 115, 53)');
  await expect(invalid).toHaveCount(0);
  await expect(input).toHaveAttribute('aria-invalid', 'false');
  await expect(input).toHaveAccessibleDescription('Valid At least 8 characters.');
});

test('field: the state icon is inside, at the right', async ({ page }) => {
  await open(page);
  const input = (await page.getByLabel('Last name').boundingBox())!;
  const icon = (await page
    .locator('.m-field', { has: page.getByLabel('Last name') })
    .getByRole('img')
    .boundingBox())!;
  expect(icon.y).toBeGreaterThan(input.y);
  expect(icon.y + icon.height).toBeLessThan(input.y + input.height);
  expect(input.x + input.width - icon.x - icon.width).toBeLessThan(16);
});

test('field: a password can be shown and hidden', async ({ page }) => {
  await open(page);
  const input = page.getByLabel('Password', { exact: true });
  await expect(input).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(input).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(input).toHaveAttribute('type', 'password');
});

test('select: works with the keyboard alone', async ({ page }) => {
  await open(page);
  const select = page.getByLabel('Industry');
  await select.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(select).toHaveValue('2');
  await expect(
    page.locator('.m-field', { has: select }).getByRole('img', { name: 'Valid', exact: true }),
  ).toBeVisible();
});

test('R4 overlay: covers the screen, says the text, holds focus and scroll, and gives the focus back', async ({
  page,
}) => {
  await page.clock.install();
  await open(page);
  const start = page.getByRole('button', { name: 'Cover the screen' });
  await start.focus();
  await page.keyboard.press('Enter');
  const overlay = page.getByRole('alertdialog');
  await expect(overlay).toHaveAccessibleName(
    'Setting up your new profile. This may take a while, please wait...',
  );
  await expect(overlay.getByRole('status')).toHaveText(
    'Setting up your new profile. This may take a while, please wait...',
  );
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  await expect(overlay).toBeFocused();

  const scrolled = await page.evaluate(() => scrollY);
  for (const key of ['Tab', 'Shift+Tab', 'Escape', 'Escape', 'End']) await page.keyboard.press(key);
  await page.mouse.wheel(0, 400);
  await page.mouse.click(700, 60);
  await expect(overlay).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  await page.clock.runFor(4000);
  await expect(overlay).toBeHidden();
  await expect(start).toBeFocused();
});

test('button: a busy one keeps the focus and does nothing', async ({ page }) => {
  await open(page);
  const busy = page.getByRole('button', { name: 'Saving…' });
  await busy.focus();
  await expect(busy).toBeFocused();
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
});

test('picture page: two columns from 900 px, a slim band below', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await open(page, 'light', '?page=van');
  const picture = page.locator('.m-picture-page__picture');
  const content = page.locator('.m-picture-page__content');
  expect(await picture.boundingBox()).toEqual({ x: 0, y: 0, width: 405, height: 900 });
  expect((await content.boundingBox())!.width).toBeLessThanOrEqual(420);

  await page.setViewportSize({ width: 390, height: 844 });
  const band = (await picture.boundingBox())!;
  expect(band.width).toBe(390);
  expect(band.height).toBeLessThan(200);
  const button = (await page.getByRole('button', { name: 'Sign in' }).boundingBox())!;
  expect(button.width).toBe(358);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('policy: nothing needs inline code or style', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  const answer = await page.goto('/gallery.html');
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
  expect(await answer?.text()).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)/);
  await page.getByRole('button', { name: 'Raise success' }).click();
  await expect(page.locator('.m-toast')).toBeVisible();
  await page.getByRole('button', { name: 'Cover the screen' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(refused).toEqual([]);
});
