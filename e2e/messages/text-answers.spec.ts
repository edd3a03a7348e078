import { Client } from 'pg';
import { visitCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { expectAccessible } from '../accessible.ts';
import { addressOf, expect, haveSession, type Running, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';

test.use({ business: 'customers-told' });

/** As the text service hands it over; the test of the service proves that it does. */
async function texted({ dataDir }: Running, customer: string, body: string): Promise<void> {
  const { ownerUrl } = await visitCluster({ dataDir, log: silentLog });
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query('select account_id from sign_ins where email = $1', [
    addressOf('dispatcher'),
  ]);
  const account = rows[0]?.account_id;
  await owner.query(`select set_config('muster.account', $1, false)`, [account]);
  await owner.query(
    `insert into texts (account_id, direction, number, body, kind, customer_id, encoding, parts, price, state, made_at, hold_until)
     values ($1, 'in', '+61412345600', $3, 'answer', $2, 'GSM-7', 1, 0, 'received', now(), now())`,
    [account, customer, body],
  );
  await owner.end();
}

test('what a customer texts stands under Attention and with them, until somebody is done with it', async ({
  page,
  product,
}) => {
  await haveSession(page, 'dispatcher');
  const customer = await addCustomer(page.context());
  await texted(product, customer.id, 'Please use the back gate');
  await page.goto('/');
  await page.getByRole('tab', { name: /^Attention/ }).click();
  const waiting = page.getByRole('listitem').filter({ hasText: 'Please use the back gate' });
  await expect(waiting).toContainText(customer.name);
  await expectAccessible(page);
  await waiting.getByRole('button', { name: /^Done with the text/ }).click();
  await expect(waiting).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await waiting.getByRole('link', { name: /^Text from/ }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Please use the back gate');
});
