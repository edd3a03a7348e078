import { itemFields } from '@muster/domain/money/items/fields';
import { usualMoneySettings } from '@muster/domain/money/money-settings/rules';
import { blanksOf } from '@muster/domain/values/fields';
import type { AccountId } from '@muster/domain/values/ids';
import { bankDetails } from '../src/modules/money/bank-details/service.ts';
import { items, pageItems } from '../src/modules/money/items/service.ts';
import { moneySettings } from '../src/modules/money/money-settings/service.ts';
import { readSettings } from '../src/modules/work/settings/service.ts';
import { clearAway, layDown } from '../src/platform/changes/unlogged.ts';
import type { Tx } from '../src/platform/db/executor.ts';
import type { BooksSize } from './books.ts';
import { priceList } from './price-list.ts';

/** What the business charges, and by which of it hours and call-outs of finished work become lines. */
export async function layPrices(db: Tx, account: AccountId, now: Date): Promise<void> {
  const created_at = now.toISOString();
  await clearAway(db, moneySettings);
  await clearAway(db, items);
  await layDown(
    db,
    items,
    priceList.map((item) => Object.assign(blanksOf(itemFields), item, { created_at })),
  );
  const { rows } = await pageItems(db, { limit: 200 }, true);
  const idOf = (wanted: string) => rows.find(({ code }) => code === wanted)?.id ?? null;
  const charged = { labour_item_id: idOf('LAB'), call_out_item_id: idOf('CALL') };
  await layDown(db, moneySettings, [{ id: account, version: 1, ...usualMoneySettings, ...charged }]);
}

/** What invoices are made of: at which prices, and who sells. From here on the business names where customers pay to. */
export async function openBooks(
  db: Tx,
  account: AccountId,
  accountName: string,
): Promise<Pick<BooksSize, 'items' | 'supplier'>> {
  const bank = {
    account_name: accountName,
    bsb: '062-000',
    account_number: '10552871',
    payid: 'office@example.com',
  };
  await layDown(db, bankDetails, [{ id: account, version: 1, ...bank }]);
  const { name, phone, email, abn, region } = await readSettings(db, account);
  const paper = { address: '', trade_licence: '', colour: null, logo_id: null, is_gst_registered: true };
  const supplier = { name, phone, email, abn, region: region ?? null, bank, ...paper };
  const { rows } = await pageItems(db, { limit: 200 }, true);
  return { items: rows, supplier };
}
