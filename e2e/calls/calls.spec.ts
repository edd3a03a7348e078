import { createHmac } from 'node:crypto';
import type { CallServiceMade } from '@muster/domain/calls/call-services/schema';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { call, ownWord } from '../work/technicians.ts';

test.use({ business: 'customers-told' });

/** An exchange that tells what happens to a call, as its settings page says. */
async function exchangeOf(context: Parameters<typeof call>[0], url: string) {
  const service = '/services/calls/api/v1/services';
  const { data } = await call(context, 'POST', service, { kind: 'calls', name: `Desk ${ownWord()}` });
  const { event_address, secret } = (data as { row: CallServiceMade }).row;
  return async (event: string, id: string, from: string) => {
    const body = JSON.stringify({ id: `${id} ${event}`, call: id, event, from });
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', secret!).update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'muster-signature': `t=${t},v1=${v1}` };
    const answer = await fetch(url + new URL(event_address!).pathname, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  };
}

test('from the ring to the booked visit by keys alone, and a colleague sees who has the call', async ({
  page,
  browser,
  product,
}) => {
  await haveSession(page, 'owner');
  const tell = await exchangeOf(page.context(), product.url);
  const { name, id } = await addCustomer(page.context());
  const phone = `04${String(Date.now()).slice(-8)}`;
  await call(page.context(), 'PATCH', `/customers/${id}`, { version: 1, phone });
  const other = await browser.newContext({ baseURL: product.url });
  const colleague = await other.newPage();
  await haveSession(colleague, 'dispatcher');
  await colleague.goto('/customers');
  await page.goto('/');
  await expect(page.locator('.board-row').first()).toBeVisible();
  await tell('ringing', 'first', phone);
  const bar = page.getByRole('region', { name: 'Calls' });
  await expect(bar).toContainText(name);
  await expect(page.getByRole('status').filter({ hasText: `${name} is calling.` })).toBeAttached();
  await expect(colleague.getByRole('region', { name: 'Calls' })).toContainText(name);
  await expectAccessible(page);
  // A letter that is typed into a field is text.
  const search = colleague.getByPlaceholder('Search by name, phone, suburb or contact');
  await search.press('o');
  await expect(search).toHaveValue('o');
  await expect(colleague).toHaveURL(/\/customers(\?|$)/);

  await page.keyboard.press('g');
  await expect(bar).toContainText('You have it');
  await expect(colleague.getByRole('region', { name: 'Calls' })).toContainText('has it');
  await page.keyboard.press('b');
  const form = page.getByRole('dialog', { name: 'New job' });
  await expect(form.getByRole('combobox', { name: 'Customer' })).toHaveValue(name);
  await form.getByLabel('Description').focus();
  await page.keyboard.type('Tap drips');
  await form.getByRole('list', { name: 'Slots' }).getByRole('button').first().press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/jobs\/J-\d+/);
  await expect(page.getByRole('dialog', { name }).getByRole('article')).toContainText('Planned');

  await tell('answered', 'first', phone);
  await tell('ended', 'first', phone);
  await page.goto('/calls');
  const row = page.getByRole('row').filter({ hasText: name }).first();
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await other.close();
});

test('a stranger who was missed waits under Attention, and becomes a customer in one press', async ({
  page,
  product,
}) => {
  await haveSession(page, 'owner');
  const tell = await exchangeOf(page.context(), product.url);
  const phone = `04${String(Date.now()).slice(-8)}`;
  await tell('ringing', 'stranger', phone);
  await tell('missed', 'stranger', phone);
  await page.goto('/');
  await page.getByRole('tab', { name: /^Attention/ }).click();
  const spoken = phone.replace(/^(....)(...)(...)$/, '$1 $2 $3');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Missed call' }).filter({ hasText: spoken });
  await waiting.getByRole('link', { name: /^Missed call/ }).click();
  const drawer = page.getByRole('dialog', { name: 'New number' });
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'New customer' }).click();
  await expect(page.getByLabel('Phone').first()).toHaveValue(spoken);
  await page.goto('/calls?missed=true');
  await page.getByRole('row').filter({ hasText: spoken }).getByRole('link').click();
  await page.getByRole('dialog', { name: 'New number' }).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: spoken })).toContainText('Done');
});

test(
  'on a phone the call lies below what is read, and all of it is reached',
  long,
  async ({ page, product }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await haveSession(page, 'owner');
    const tell = await exchangeOf(page.context(), product.url);
    await page.goto('/customers');
    await tell('ringing', 'phone', 'anonymous');
    const bar = page.getByRole('region', { name: 'Calls' });
    await expect(bar).toContainText('Withheld number');
    await bar.getByRole('button', { name: /Details/ }).click();
    await expect(bar).toContainText('The caller’s number is withheld.');
    await expectAccessible(page);
    await tell('missed', 'phone', 'anonymous');
  },
);
