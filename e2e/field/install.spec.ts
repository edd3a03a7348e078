import { expect, long, signIn, test } from '../journey.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('the day is put on the home screen by whoever wants it, and whoever does not is asked once', async ({
  page,
}) => {
  await signIn(page, 'technician');
  const card = page.getByRole('region', { name: 'Add your day to the home screen' });
  const menu = page.getByRole('button', { name: 'Account and more' });
  await expect(menu).toBeVisible();
  await expect(card).toBeHidden();

  // As browsers do that can install a page; the one of this test never offers it by itself.
  const offer = () =>
    page.evaluate(() => {
      const prompt = () => void (document.documentElement.dataset['prompted'] = '');
      return dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
    });
  expect(await offer()).toBe(false);
  await card.getByRole('button', { name: 'Add it' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prompted');
  await expect(card).toBeHidden();

  await offer();
  await card.getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await expect(menu).toBeVisible();
  await offer();
  await menu.click();
  await expect(page.getByRole('button', { name: 'Add to home screen' })).toBeVisible();
  await expect(card).toBeHidden();
});

test('on an iPhone, which offers nothing, the words say how', long, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
  await signIn(page, 'technician');
  const card = page.getByRole('region', { name: 'Add your day to the home screen' });
  await expect(card).toContainText('Tap Share');
  await card.getByRole('button', { name: 'Got it' }).click();
  await expect(card).toBeHidden();
});
