import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { xeroService } from '../../apps/server/test/services/xero.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, test } from '../journey.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';

/** Calls of the owner of a product of its own. */
function callsTo(page: Page, url: string) {
  return async (method: 'POST' | 'PATCH' | 'PUT' | 'GET', path: string, data?: object) => {
    const cookies = await page.context().cookies(url);
    const xsrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const headers = { 'x-xsrf-token': xsrf };
    const answer = await page.request.fetch(`${url}/services/${path}`, {
      method,
      headers,
      ...(data && { data }),
    });
    const body = await answer.json();
    expect(`${answer.status()} ${body.message}`).toMatch(/^200 /);
    return body.data;
  };
}

test('what is issued goes over to Xero; what it does not accept, or cannot decide, is said and mended by a press', async ({
  page,
}) => {
  const xero = await xeroService();
  const books = xero.organisation('Blue Gum Plumbing Pty Ltd');
  const dataDir = makeDataDir('books');
  const product = await startProduct({ port: await freePort(), dataDir: dataDir.path, env: xero.settings });
  try {
    await haveSession(page, 'owner', product.url);
    const call = callsTo(page, product.url);

    await page.goto(`${product.url}/invoices/accounting`);
    await expect(page.getByRole('heading', { name: 'Your books aren’t connected' })).toBeVisible();
    await expectAccessible(page);

    const accounting = 'accounting/api/v1';
    const scheduling = 'scheduling/api/v1';
    const { url } = await call('POST', `${accounting}/authorisations`);
    const back = await xero.consent(url);
    const came = { state: back.searchParams.get('state'), code: back.searchParams.get('code') };
    await call('POST', `${accounting}/authorisations/end`, came);
    const chosen = await call('POST', `${accounting}/connection`, { organisation_id: books.tenant });
    async function issue(name: string, email = '') {
      const { row: customer } = await call('POST', `${scheduling}/customers`, { name, email });
      const line = {
        id: randomUUID(),
        item_id: null,
        visit_id: null,
        job_id: null,
        code: '',
        description: 'Hot water system',
        quantity: 1_000,
        unit: 'each',
        price: 300_00,
        includes_gst: false,
        discount: 0,
        gst: 'gst',
      };
      const { row: draft } = await call('POST', `${scheduling}/invoices`, {
        customer_id: customer.id,
        lines: [line],
      });
      const { row } = await call('POST', `${scheduling}/invoices/${draft.id}/issue`, {
        version: draft.version,
      });
      return row as { id: string; number: string; issued_on: string };
    }
    const first = await issue('Wattle Bakery');
    await call('PATCH', `${accounting}/connection`, {
      version: chosen.row.version,
      starts_on: first.issued_on,
    });

    // One goes over by itself, one is not accepted, and of one nobody knows whose it is.
    for (const Name of ['Harbour Agents', 'Harbour Agency'])
      xero.byHand(books, 'PUT', '/Contacts', { Name, EmailAddress: 'rent@harbour.example' });
    const fine = await issue('Ironbark Cafe');
    await page.goto(`${product.url}/invoices/${fine.id}`);
    await expect(page.getByRole('region', { name: 'Accounting' })).toContainText('In Xero');
    books.accounts.find(({ Code }) => Code === '200')!['Status'] = 'ARCHIVED';
    const refused = await issue('Saltbush Motel');
    const unsure = await issue('Harbour flats', 'rent@harbour.example');

    await page.goto(`${product.url}/invoices/accounting`);
    const notAccepted = page.getByRole('region', { name: 'Not accepted' });
    await expect(notAccepted.getByRole('listitem').filter({ hasText: refused.number })).toContainText(
      'is not a valid code',
    );
    const toDecide = page.getByRole('region', { name: 'To decide' });
    await expect(toDecide.getByRole('heading', { name: 'Which contact is it?' })).toBeVisible();
    await expect(toDecide).toContainText('Harbour Agency');
    await expect(page.getByRole('region', { name: 'Waiting' })).toContainText(unsure.number);
    await expectAccessible(page);

    await toDecide.getByRole('button', { name: 'Harbour flats is Harbour Agency' }).click();
    await expect(toDecide).toHaveCount(0);
    books.accounts.find(({ Code }) => Code === '200')!['Status'] = 'ACTIVE';
    while ((await notAccepted.count()) > 0) {
      await notAccepted.getByRole('button', { name: /Send/ }).first().click();
      await expect(page.getByRole('region', { name: 'Waiting' })).toHaveCount(0);
    }
    await expect(page.getByRole('region', { name: 'How your books stand' })).toContainText(
      'Everything is there.',
    );
    const over = page.getByRole('region', { name: 'Went over last' });
    for (const { number } of [fine, refused, unsure]) await expect(over).toContainText(number);
    expect(books.documents.map(({ number }) => number)).toEqual(
      expect.arrayContaining([fine.number, refused.number, unsure.number]),
    );

    // On a phone, at night.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  } finally {
    await product.stop();
    dataDir.remove();
    await xero.close();
  }
});
