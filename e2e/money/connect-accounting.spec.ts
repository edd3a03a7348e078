import { xeroService } from '../../apps/server/test/services/xero.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, test } from '../journey.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';

test('an owner connects the books, looks over what was guessed, and says from which day on invoices go over', async ({
  page,
}) => {
  const xero = await xeroService();
  xero.organisation('Blue Gum Plumbing Pty Ltd');
  xero.organisation('Blue Gum NZ Ltd').country = 'NZ';
  const dataDir = makeDataDir('connect-books');
  const port = await freePort();
  const env = { ...xero.settings, BASE_URL: `http://127.0.0.1:${port}` };
  const product = await startProduct({ port, dataDir: dataDir.path, env });
  const settings = `${product.url}/settings/accounting`;
  const look = () => expectAccessible(page);
  try {
    await haveSession(page, 'owner', product.url);
    await page.goto(settings);
    await expect(page.getByRole('heading', { name: 'Your books aren’t connected' })).toBeVisible();
    await look();

    await page.getByRole('button', { name: 'Connect Xero' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('You didn’t allow it in Xero. Nothing has changed.')).toBeVisible();
    await expect(page).toHaveURL(settings);

    await page.getByRole('button', { name: 'Connect Xero' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await expect(page.getByRole('heading', { name: 'Choose the organisation' })).toBeVisible();
    await expect(page).toHaveURL(settings);
    await expect(page.getByText('isn’t an Australian organisation')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use Blue Gum NZ Ltd' })).toHaveCount(0);
    await look();
    await page.getByRole('button', { name: 'Use Blue Gum Plumbing Pty Ltd' }).click();

    await expect(page.getByText('Choose the day to start from.')).toBeVisible();
    const chosen = (label: string) => page.getByRole('combobox', { name: label, exact: true });
    await expect(chosen('Sales')).toHaveValue('200 Sales');
    await expect(chosen('Cards online')).toHaveValue('670 Card Clearing');
    await expect(chosen('With GST')).toHaveValue('GST on Income (10 %)');
    await chosen('Labour and call-outs').click();
    await page.getByRole('option', { name: '260 Other Revenue' }).click();
    await page.getByLabel('Invoices and payments dated from').fill('16/11/2026');
    await page.keyboard.press('Tab');
    await look();
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('Accounting saved.')).toBeVisible();
    await expect(page.getByText('Choose the day to start from.')).toBeHidden();

    await page.goto(`${product.url}/settings/connections`);
    const entry = page.getByRole('listitem').filter({ hasText: 'Blue Gum Plumbing Pty Ltd' });
    await expect(entry).toContainText('Accounting (Xero)');
    await look();
    await entry.getByRole('link', { name: 'Open' }).click();

    // Somebody takes it back in Xero: a person is told, and goes on where it stopped.
    xero.disconnect();
    await page.getByRole('button', { name: 'Read from Xero again' }).click();
    await expect(page.getByText('Xero no longer lets Muster in', { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await look();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await expect(page.getByText('It goes on where it was')).toBeVisible();
    await page.getByRole('button', { name: 'Use Blue Gum Plumbing Pty Ltd' }).click();
    await expect(chosen('Labour and call-outs')).toHaveValue('260 Other Revenue');
    await look();

    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByRole('button', { name: 'Disconnect Blue Gum Plumbing Pty Ltd' }).click();
    await expect(
      page.getByRole('heading', { name: 'Blue Gum Plumbing Pty Ltd is disconnected' }),
    ).toBeVisible();
    await look();
  } finally {
    await product.stop();
    dataDir.remove();
    await xero.close();
  }
});
