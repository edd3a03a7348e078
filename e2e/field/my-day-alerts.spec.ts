import { createECDH, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { card, expectLargeTargets } from './phone.ts';

test.use({ business: 'my-day', viewport: { width: 390, height: 844 } });

/** What belongs to the browser and not to the page: it outlives the page, and no sign-out takes it away. */
const OWN = 'the browser’s own';

/**
 * What a browser does with its user and with its maker's push service, which no test can reach, and Chromium without a screen refuses: it
 * asks whether the page may, makes keys and an address, and keeps them until the page wants no alerts any more.
 */
async function playBrowser(page: Page, { user = 'allows', answers = true } = {}): Promise<void> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  await page.addInitScript(
    ({ keys, answers, user, place }) => {
      const allowed = `${place}: allowed`;
      const permission = () => (user === 'blocks' ? 'denied' : (localStorage.getItem(allowed) ?? 'default'));
      Object.defineProperty(Notification, 'permission', { configurable: true, get: permission });
      Notification.requestPermission = async () => {
        localStorage.setItem(allowed, 'granted');
        return 'granted';
      };
      const read = () => {
        const kept = localStorage.getItem(place);
        if (kept === null) return null;
        const { endpoint, key } = JSON.parse(kept) as { endpoint: string; key: number[] };
        return {
          endpoint,
          options: { applicationServerKey: new Uint8Array(key).buffer },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            localStorage.removeItem(place);
            return true;
          },
        };
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => read(),
        async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
          if (!answers) throw new DOMException('push service error', 'AbortError');
          const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
          localStorage.setItem(place, JSON.stringify({ endpoint, key: [...applicationServerKey] }));
          return read();
        },
      });
    },
    { keys, answers, user, place: OWN },
  );
}

function keptByBrowser(page: Page): Promise<string[]> {
  return page.evaluate((own) => Object.keys(localStorage).filter((key) => key.startsWith(own)), OWN);
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Account and more' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  return { menu, turnOn: menu.getByRole('button', { name: 'Alert me when my day changes' }) };
}

test('alerts are off until somebody presses, and end when they want or sign out', async ({ page }) => {
  await playBrowser(page);
  await signIn(page, 'technician');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { menu, turnOn } = await openMenu(page);
  await expect(menu).toContainText('never names or addresses');
  await expectLargeTargets(page);
  await expectAccessible(page);
  expect(asked.filter((url) => url.includes('phone-alerts'))).toEqual([]);
  expect(await keptByBrowser(page)).toEqual([]);

  await turnOn.click();
  const turnOff = menu.getByRole('button', { name: 'Stop alerts on this phone' });
  await expect(turnOff).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await openMenu(page);
  await expect(turnOff).toBeVisible();

  // The push service has forgotten this browser: the page says so, and it is one press.
  await page.evaluate((own) => localStorage.removeItem(own), OWN);
  await page.reload();
  const again = card(page, 'Alerts have stopped on this phone');
  await expectAccessible(page);
  await again.getByRole('button', { name: 'Turn on again' }).click();
  await expect(again).toBeHidden();

  await openMenu(page);
  await turnOff.click();
  await expect(turnOn).toBeVisible();
  expect(await keptByBrowser(page)).toEqual([`${OWN}: allowed`]);
  await turnOn.click();
  await expect(turnOff).toBeVisible();
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await keptByBrowser(page)).toEqual([`${OWN}: allowed`]);
  await signIn(page, 'technician');
  await openMenu(page);
  await expect(turnOn).toBeVisible();
});

test('a browser that refuses, cannot, or reaches no push service says what to do', long, async ({ page }) => {
  await playBrowser(page, { answers: false });
  await signIn(page, 'technician');
  const { menu, turnOn } = await openMenu(page);
  await turnOn.click();
  await expect(menu.getByRole('alert')).toContainText('couldn’t reach its push service');
  await expect(turnOn).toBeEnabled();

  await playBrowser(page, { user: 'blocks' });
  await page.reload();
  await openMenu(page);
  await expect(menu).toContainText('allow notifications for this page');
  await expect(turnOn).toBeHidden();

  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager');
    Object.defineProperty(navigator, 'standalone', { value: false });
  });
  await page.reload();
  await openMenu(page);
  await expect(menu).toContainText('tap Share, then Add to Home Screen');
});

test(
  'what is pushed is shown, the latest alone, and a later one that takes something back makes no sound',
  long,
  async ({ page, context }) => {
    await signIn(page, 'technician');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    // The screen, which this browser does not have.
    await worker.evaluate(() => {
      const shown: unknown[] = [];
      const showNotification = async (
        title: string,
        { body, tag, silent, renotify }: Record<string, unknown>,
      ) => void shown.push({ title, body, tag, silent, renotify });
      const own = Reflect.get(globalThis, 'registration') as object;
      Object.assign(own, { showNotification });
      Object.assign(globalThis, { shown });
    });
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/my-day'));
        if (own) resolve(own.registrationId);
      }),
    );
    await devtools.send('ServiceWorker.enable');
    const registrationId = await registered;
    const { origin } = new URL(page.url());
    const push = (alert: object) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(alert),
      });
    await push({ title: 'Your day has changed', body: '2 visits', quiet: false });
    const shown = () => worker.evaluate(() => Reflect.get(globalThis, 'shown') as unknown[]);
    const words = { title: 'Your day has changed', body: '2 visits', tag: 'day' };
    await expect.poll(shown).toEqual([{ ...words, silent: false, renotify: true }]);
    await push({ ...words, body: '1 visit', quiet: true });
    await expect.poll(shown).toHaveLength(2);
    expect((await shown())[1]).toEqual({ ...words, body: '1 visit', silent: true, renotify: false });
  },
);
