import { receiver } from '../../apps/server/test/services/receiver.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';

test('the owner sees how a connection is doing, tests it, pauses it and disconnects it, by keys too', async ({
  page,
}) => {
  let isDown = true;
  const service = await receiver(() => (isDown ? [503, { 'retry-after': '7200' }] : 200));
  const dataDir = makeDataDir('connections');
  const product = await startProduct({
    port: await freePort(),
    dataDir: dataDir.path,
    env: { WEBHOOK_NETWORKS: '127.0.0.1', ROUTING_URL: 'http://127.0.0.1:9/roads?key=s3cret' },
  });
  const row = page.getByRole('list', { name: 'Connections' }).getByRole('listitem');
  try {
    await signIn(page, 'owner', `${product.url}/settings/connections`);
    await expect(page.getByText('Nothing is connected yet')).toBeVisible();
    await expect(page.getByText('127.0.0.1 gets the positions of sites and bases')).toBeVisible();
    await expect(page.getByText('s3cret')).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add a webhook' }).click();
    await page.getByLabel('Address').fill(service.url);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await expect(page.getByText('Your webhook secret')).toBeVisible();

    await page.goto(`${product.url}/settings/connections`);
    await expect(row).toContainText('Retrying');
    await expect(row).toContainText('It answered with 503. Nothing has arrived since');
    await expect(row).toContainText('never names, addresses or other contents');
    await row.getByRole('button', { name: /^Test/ }).focus();
    await page.keyboard.press('Enter');
    await expect(row).toContainText(/The test on .* failed: It answered with 503\./);
    isDown = false;
    await page.keyboard.press('Enter');
    await expect(row).toContainText('The test arrived');
    await expect(row).toContainText('Last worked');
    await expectAccessible(page);

    await row.getByRole('button', { name: /^Pause/ }).click();
    await expect(row).toContainText('Paused');
    await row.getByRole('button', { name: /^Resume/ }).click();
    await expect(row.getByText('On', { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await row.getByRole('button', { name: /^Disconnect/ }).click();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Disconnect permanently' }).click();
    await expect(page.getByText('Nothing is connected yet')).toBeVisible();
  } finally {
    await product.stop();
    dataDir.remove();
    await service.close();
  }
});
