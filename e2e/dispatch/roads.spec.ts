import { routingService } from '../../apps/server/test/services/routing-service.ts';
import { expect, signIn, test } from '../journey.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';

test('drives are estimated and said so; by road as soon as the routing service has told, without a reload', async ({
  page,
}) => {
  const service = await routingService('hanging');
  const dataDir = makeDataDir('roads');
  const product = await startProduct({
    port: await freePort(),
    dataDir: dataDir.path,
    env: { ROUTING_URL: `${service.url}?key=s3cret`, ROUTING_SECONDS: '1', ROUTING_PER_SECOND: '100' },
  });
  const legs = page.locator('.board-row__leg');
  const words = () => legs.evaluateAll((all) => all.map((leg) => leg.getAttribute('title') ?? ''));
  try {
    await signIn(page, 'owner', `${product.url}/?date=${workingDay()}`);
    await expect(legs.first()).toBeAttached();
    expect((await words()).every((text) => /^about \d+ min drive/.test(text))).toBe(true);
    service.manner = 'well';
    await expect
      .poll(async () => (await words()).every((text) => /^\d+ min by road/.test(text)), { timeout: 30_000 })
      .toBe(true);
    await page.goto(`${product.url}/settings`);
    await expect(page.getByText('the routing service has been answering since')).toBeVisible();
  } finally {
    await product.stop();
    dataDir.remove();
    await service.close();
  }
});

/** The next day on which the demo business works. */
function workingDay(): string {
  const day = new Date(Date.now() + 86_400_000);
  while (day.getUTCDay() % 6 === 0) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
