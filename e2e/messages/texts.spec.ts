import { receiptOf, smsc } from '../../apps/server/test/services/smsc.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';

test(
  'what a text costs is seen while it is typed, and a test lies in the inbox as on its phone',
  long,
  async ({ page }) => {
    await signIn(page, 'owner', '/settings/connections');
    const texts = page.getByRole('region', { name: 'Texts' });
    await expect(texts).toContainText('stay in this server’s inbox');
    await texts.getByLabel('Price per part').fill('7.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();

    const words = `We’ll be there – soon. ${'a'.repeat(60)}`;
    await texts.getByRole('textbox', { name: 'Text' }).fill(words);
    await expect(texts).toContainText('83 characters · 2 parts (51 left) · $0.15');
    await expect(texts).toContainText('Curly quotes or dashes make it a part longer.');
    await texts.getByRole('button', { name: 'Straighten quotes and dashes' }).click();
    await expect(texts).toContainText('83 characters · 1 part (77 left) · $0.075');

    await texts.getByLabel('Sender').fill('BlueGum');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(texts).toContainText(/\d+ characters · 1 part/);
    await expect(texts).not.toContainText('83 characters');

    await texts.getByLabel('Send a test to').fill('02 9374 4000');
    await texts.getByRole('button', { name: 'Send the test' }).click();
    await expect(texts).toContainText('isn’t a mobile number');
    await texts.getByLabel('Send a test to').fill('0412 777 111');
    await texts.getByRole('button', { name: 'Send the test' }).click();
    await expect(texts).toContainText(/Sent .*\d/);
    await expectAccessible(page);

    await page.goto('/inbox');
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Texts').click();
    await page.getByRole('list', { name: 'Texts' }).getByRole('link', { name: '+61412777111' }).click();
    const phone = page.getByRole('article', { name: 'Texts to +61412777111' });
    await expect(phone.getByRole('heading', { name: 'BlueGum' })).toBeVisible();
    await expect(phone).toContainText("We'll be there - soon.");
    await expectAccessible(page);

    // Nobody can answer letters, so a link ends them: by a form that needs no script.
    await phone.getByRole('link', { name: /\/o\// }).click();
    await expect(page.getByRole('heading', { name: 'Stop texts?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stop texts' }).click();
    await expect(page.getByRole('heading', { name: 'Texts are off' })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Get texts again' }).click();
    await expect(page.getByRole('heading', { name: 'Stop texts?' })).toBeVisible();
  },
);

test('the owner connects a text service, sends a test, is told that it was delivered, and disconnects', async ({
  page,
}) => {
  const service = await smsc({ password: 'right' });
  const dataDir = makeDataDir('texts');
  const product = await startProduct({
    port: await freePort(),
    dataDir: dataDir.path,
    env: { WEBHOOK_NETWORKS: '127.0.0.1' },
  });
  const row = page.getByRole('list', { name: 'Connections' }).getByRole('listitem');
  const texts = page.getByRole('region', { name: 'Texts' });
  try {
    await signIn(page, 'owner', `${product.url}/settings/connections`);
    await page.getByRole('button', { name: 'Connect a text service' }).click();
    const form = page.getByRole('group', { name: 'Text service' });
    await form.getByLabel('Address').fill('smpp://10.0.0.1:2775');
    await form.getByLabel('System ID').fill('bluegum');
    await form.getByLabel('Password', { exact: true }).fill('wrong');
    await form.getByRole('button', { name: 'Connect' }).click();
    await expect(form).toContainText('private network');
    await form.getByLabel('Address').fill(`smpp://127.0.0.1:${service.port}`);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Connect' }).click();
    await expect(row).toContainText('Text service (SMPP)');
    await expect(row).toContainText('The password is wrong.', { timeout: 30_000 });
    await expect(row).toContainText('gets the mobile numbers of the people you text, and what the texts say');
    await row.getByRole('button', { name: /^Edit/ }).click();
    await row.getByLabel('Password', { exact: true }).fill('right');
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByText('On', { exact: true })).toBeVisible({ timeout: 30_000 });

    await texts.getByLabel('Send a test to').fill('0412 777 222');
    await texts.getByRole('button', { name: 'Send the test' }).click();
    await expect(texts).toContainText(/Sent .*\d/);
    await expect(texts).toContainText('1 text, 1 part, $0.08');
    expect(service.submitted.map(({ text }) => text)).toEqual(['This is a test. Nothing to do.']);
    await service.deliver(receiptOf('1', '+61412777222'));
    await expect(texts).toContainText(/Delivered .*\d/, { timeout: 30_000 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await row.getByRole('button', { name: /^Edit/ }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Cancel' }).click();

    await row.getByRole('button', { name: /^Pause/ }).click();
    await expect(row).toContainText('No new texts are taken');
    await row.getByRole('button', { name: /^Disconnect/ }).click();
    await row.getByRole('button', { name: 'Disconnect permanently' }).click();
    await expect(page.getByRole('button', { name: 'Connect a text service' })).toBeVisible();
    await expect(texts).toContainText('stay in this server’s inbox');
  } finally {
    await product.stop();
    dataDir.remove();
    await service.close();
  }
});
