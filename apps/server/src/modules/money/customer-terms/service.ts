import { randomUUID } from 'node:crypto';
import {
  type AgreedPrice,
  agreedPrice,
  itemLines,
  type PriceBook,
} from '@muster/domain/money/customer-terms/rules';
import {
  CustomerPrice,
  type CustomerPriceEdit,
  type CustomerPriceQuery,
  type CustomerPriceRow,
  CustomerTerms,
  type CustomerTermsEdit,
  type CustomerTermsRecord,
  type NewCustomerPrice,
} from '@muster/domain/money/customer-terms/schema';
import type { Item } from '@muster/domain/money/items/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseMergedAway } from '../../work/belongings/service.ts';
import { itemsOf } from '../items/service.ts';
import { moneySettingsOf } from '../money-settings/service.ts';
import { findMerging, findPrices, listBilledTo, listPrices, nameOfCustomer } from './store.ts';

const usual = { discount: 0, terms_days: null, bill_to_id: null };

export const customerTerms: TrackedTable<CustomerTerms> = {
  name: 'customer_terms',
  columns: columnsIn('customer_terms', CustomerTerms),
  readers: moneyDrafters,
  writers: moneyKeepers,
  carriedBy: ['customers merged'],
  label: () => 'a customer',
  subjects: ({ id }) => [id],
  refusals: {
    customer_terms_pkey: 'Someone else has just agreed terms with this customer. Look at them again.',
    customer_terms_bill_to: 'A customer who pays for themselves needs no other one.',
    customer_terms_account_id_bill_to_id_fkey: 'The customer who is to pay no longer exists.',
  },
  async settle(write, touched) {
    const payers = touched.map(({ before, after }) => ({
      before: before && payerOf(before),
      after: after && payerOf(after),
    }));
    await refuseMergedAway(write, payers);
  },
};

/** Whoever pays, asked after like whatever else belongs to a customer; those who pay for themselves are asked after as well. */
function payerOf({ id, version, bill_to_id }: CustomerTerms) {
  return { id, version, customer_id: bill_to_id ?? id };
}

export const customerPrices: TrackedTable<CustomerPrice> = {
  name: 'customer_prices',
  columns: columnsIn('customer_prices', CustomerPrice),
  readers: moneyDrafters,
  writers: moneyKeepers,
  carriedBy: ['customers merged'],
  label: ({ price }) => centsInWords(price),
  subjects: ({ customer_id, item_id }) => [customer_id, item_id],
  refusals: {
    customer_prices_once: 'This customer already has a price for this item. Change that one.',
    customer_prices_account_id_item_id_fkey: 'This item is no longer on the price list.',
  },
  settle: refuseMergedAway,
};

/** What was agreed with a customer; where nothing was, as everybody has it. */
export async function termsOf(db: Tx, customer: string): Promise<CustomerTerms> {
  const [known] = await readRows(db, customerTerms, [customer]);
  return known ?? { id: customer, version: 0, ...usual };
}

export async function describeTerms(db: Tx, customer: string): Promise<CustomerTermsRecord> {
  await nameOf(db, customer);
  const terms = await termsOf(db, customer);
  const bill_to_name = terms.bill_to_id === null ? null : await nameOf(db, terms.bill_to_id);
  return { ...terms, bill_to_name };
}

export async function editTerms(
  write: Writer,
  customer: string,
  { version, ...fields }: CustomerTermsEdit,
): Promise<CustomerTermsRecord> {
  const { db } = write;
  await nameOf(db, customer);
  const known = await termsOf(db, customer);
  if (known.version > 0 || version > 0) await write.update(customerTerms, customer, fields, version);
  else await write.insert(customerTerms, [{ id: customer, ...usual, ...fields }]);
  return describeTerms(db, customer);
}

async function nameOf(db: Tx, customer: string): Promise<string> {
  const name = await nameOfCustomer(db, customer);
  if (name === undefined) throw new Failure('notFound');
  return name;
}

export async function pagePrices(
  db: Tx,
  customer: string,
  query: CustomerPriceQuery,
): Promise<{ rows: CustomerPriceRow[]; next: string | null }> {
  await nameOf(db, customer);
  return listPrices(db, customerPrices, customer, query);
}

export async function addPrice(
  write: Writer,
  customer_id: string,
  price: NewCustomerPrice,
): Promise<CustomerPrice> {
  await nameOf(write.db, customer_id);
  const [item] = await itemsOf(write.db, [price.item_id]);
  if (item?.kind === 'kit')
    throw new Failure('unprocessable', 'A kit costs what is in it. Agree on prices for its items instead.');
  const [added] = await write.insert(customerPrices, [{ price_includes_gst: false, ...price, customer_id }]);
  return added!;
}

export async function editPrice(
  write: Writer,
  id: string,
  { version, ...fields }: CustomerPriceEdit,
): Promise<CustomerPrice> {
  return write.update(customerPrices, id, fields, version);
}

export async function removePrice(write: Writer, id: string): Promise<null> {
  await write.remove(customerPrices, id);
  return null;
}

/** By which a customer is charged for some items, and for what is in those that are kits; without a customer, the list. */
export async function priceBook(
  db: Tx,
  customer: string | undefined,
  wanted: readonly Item[],
): Promise<PriceBook> {
  const inKits = wanted.flatMap(({ parts }) => parts.map(({ item_id }) => item_id));
  const items = [...wanted, ...(await itemsOf(db, inKits))];
  const ids = items.map(({ id }) => id);
  const [terms, found] =
    customer === undefined
      ? [usual, []]
      : [await termsOf(db, customer), await findPrices(db, customerPrices, customer, ids)];
  const fixed = new Map(found.map((price) => [price.item_id, price]));
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    itemOf: (id) => byId.get(id),
    priceOf: (item) => agreedPrice(item, terms, fixed.get(item.id)),
    makeId: () => randomUUID(),
  };
}

/** Those for whom one of these customers paid pay for themselves from now on. */
export async function billNobodyElseTo(write: Writer, customers: readonly string[]): Promise<void> {
  const billed = await listBilledTo(write.db, customers);
  await write.updateAll(
    customerTerms,
    billed.map((id) => ({ id, bill_to_id: null })),
  );
}

/** At which prices a customer is charged for some items, by item: with the GST category of each. */
async function pricesFor(
  db: Tx,
  customer: string | undefined,
  items: readonly string[],
): Promise<ReadonlyMap<string, AgreedPrice & Pick<Item, 'gst'>>> {
  const wanted = await itemsOf(db, items);
  const { priceOf } = await priceBook(db, customer, wanted);
  return new Map(wanted.map((item) => [item.id, { ...priceOf(item), gst: item.gst }]));
}

const OWN_PRICE =
  'You can use the prices of your price list. To change a price or give a discount, ask someone with the full right to money.';

type Priced = Pick<NewLine, 'price' | 'includes_gst' | 'discount' | 'gst'>;

/** Whoever prepares drafts uses prices that are set: those of the customer, and those that somebody who may has written into a line. */
export async function refuseUnsetPrices(
  db: Tx,
  customer: string | undefined,
  { lines, known }: { readonly lines: readonly NewLine[]; readonly known: readonly NewLine[] },
): Promise<void> {
  const before = new Map(known.map((line) => [line.id, line]));
  const own = lines.filter((line) => !isPricedAlike(line, before.get(line.id)));
  const items = own.flatMap(({ item_id }) => item_id ?? []);
  const set = await pricesFor(db, customer, items);
  const { is_gst_registered } = await moneySettingsOf(db);
  const isOpen = ({ price, discount }: NewLine) => price === null && discount === 0;
  const isSet = (line: NewLine) => {
    const price = line.item_id === null ? undefined : set.get(line.item_id);
    if (!price) return false;
    return isPricedAlike(line, { ...price, gst: is_gst_registered ? price.gst : 'gst-free' });
  };
  if (!own.every((line) => isOpen(line) || isSet(line))) throw new Failure('forbidden', OWN_PRICE);
}

function isPricedAlike(one: Priced, other: Priced | undefined): boolean {
  return (
    other !== undefined &&
    one.price === other.price &&
    one.includes_gst === other.includes_gst &&
    one.discount === other.discount &&
    one.gst === other.gst
  );
}

/** The lines that charge a customer for so much of an item, in thousandths; without GST where the business charges none. */
export async function linesFor(
  db: Tx,
  customer: string | undefined,
  item_id: string,
  quantity: number,
): Promise<NewLine[]> {
  const [item] = await itemsOf(db, [item_id]);
  if (!item) throw new Failure('notFound');
  const lines = itemLines(item, await priceBook(db, customer, [item]), { quantity });
  const { is_gst_registered } = await moneySettingsOf(db);
  return is_gst_registered ? lines : lines.map((line) => Object.assign(line, { gst: 'gst-free' }));
}

/** What becomes of it when customers turn out to be one: what was agreed with whoever stays counts, and what only the other had stays. */
export async function mergeTerms(write: Writer, customers: ReadonlyMap<string, string>): Promise<void> {
  const { db } = write;
  for (const [other, kept] of customers) {
    const { moved, doubled, billed } = await findMerging(db, other, kept);
    await write.updateAll(
      customerPrices,
      moved.toSorted().map((id) => ({ id, customer_id: kept })),
    );
    await write.removeAll(
      customerPrices,
      doubled.map((id) => ({ id })),
    );
    await write.updateAll(
      customerTerms,
      billed.toSorted().map((id) => ({ id, bill_to_id: id === kept ? null : kept })),
    );
    const [of, theirs] = [await termsOf(db, other), await termsOf(db, kept)];
    if (of.version === 0) continue;
    await write.remove(customerTerms, other);
    if (theirs.version > 0) continue;
    const { discount, terms_days, bill_to_id } = of;
    await write.insert(customerTerms, [
      { id: kept, discount, terms_days, bill_to_id: bill_to_id === kept ? null : bill_to_id },
    ]);
  }
}
