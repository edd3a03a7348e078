import { randomUUID } from 'node:crypto';
import type { CustomerPriceRow, CustomerTermsRecord } from '@muster/domain/money/customer-terms/schema';
import type { Item } from '@muster/domain/money/items/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

async function addItem(fields: object = {}): Promise<Item> {
  const { data } = await work.owner.post('/items', {
    name: `Elbow ${randomUUID()}`,
    price: 10_000,
    ...fields,
  });
  return (data as { row: Item }).row;
}

const terms = async (id: string) =>
  ((await work.owner.get(`/customers/${id}/terms`)).data as { row: CustomerTermsRecord }).row;
const prices = async (id: string) =>
  ((await work.owner.get(`/customers/${id}/prices`)).data as { rows: CustomerPriceRow[] }).rows;
const lines = async (item: Item, query: string) =>
  ((await work.owner.get(`/items/${item.id}/lines?${query}`)).data as { rows: NewLine[] }).rows;

test('a customer has a discount, terms and somebody who pays, and an undo takes that back', async () => {
  const [{ customer_id: tenant }, { customer_id: agent, name }] = [
    await work.addSite(),
    await work.addSite(),
  ];
  expect(await terms(tenant)).toEqual({
    id: tenant,
    version: 0,
    discount: 0,
    terms_days: null,
    bill_to_id: null,
    bill_to_name: null,
  });
  const set = await work.owner.patch(`/customers/${tenant}/terms`, {
    version: 0,
    discount: 1_250,
    bill_to_id: agent,
  });
  expect(set.data).toMatchObject({ row: { version: 1, discount: 1_250, bill_to_name: name } });
  const late = await work.owner.patch(`/customers/${tenant}/terms`, { version: 0, terms_days: 7 });
  expect(late).toMatchObject({ status: 409, data: { expected: 0, current: 1 } });
  const self = await work.owner.patch(`/customers/${tenant}/terms`, { version: 1, bill_to_id: tenant });
  expect(self.status).toBe(409);
  await work.owner.post(`/changes/${changeOf(set)}/undo`);
  expect(await terms(tenant)).toMatchObject({ version: 0, discount: 0, bill_to_id: null });
});

test('an agreed price counts in place of the list and of any discount, whatever the list becomes', async () => {
  const { customer_id } = await work.addSite();
  const [agreed, other] = [await addItem({ name: 'Agreed', code: 'AG-1', unit: 'each' }), await addItem()];
  await work.owner.patch(`/customers/${customer_id}/terms`, { version: 0, discount: 1_000 });
  const price = { item_id: agreed.id, price: 8_800, price_includes_gst: true };
  const added = await work.owner.post(`/customers/${customer_id}/prices`, price);
  expect(added.status).toBe(200);
  expect(await work.owner.post(`/customers/${customer_id}/prices`, price)).toMatchObject({
    status: 409,
    message: 'This customer already has a price for this item. Change that one.',
  });
  await work.owner.patch(`/items/${agreed.id}`, { version: 1, price: 99_900 });
  expect(await prices(customer_id)).toMatchObject([
    { price: 8_800, price_includes_gst: true, item: { name: 'Agreed', price: 99_900 } },
  ]);
  const at = `customer=${customer_id}&quantity=2500`;
  expect(await lines(agreed, at)).toMatchObject([
    { code: 'AG-1', description: 'Agreed', quantity: 2_500, price: 8_800, includes_gst: true, discount: 0 },
  ]);
  expect(await lines(other, at)).toMatchObject([{ price: 10_000, includes_gst: false, discount: 1_000 }]);
  expect(await lines(agreed, '')).toMatchObject([{ quantity: 1_000, price: 99_900, discount: 0 }]);
  const [row] = await prices(customer_id);
  expect((await work.owner.delete(`/customer-prices/${row!.id}`)).status).toBe(200);
  expect(await lines(agreed, at)).toMatchObject([{ price: 99_900, discount: 1_000 }]);
});

test('when customers turn out to be one, whoever stays keeps what was agreed, and gets what only the other had', async () => {
  const [kept, other, tenant] = [await work.addSite(), await work.addSite(), await work.addSite()];
  const [both, one] = [await addItem(), await addItem()];
  await work.owner.patch(`/customers/${other.customer_id}/terms`, { version: 0, terms_days: 30 });
  await work.owner.patch(`/customers/${tenant.customer_id}/terms`, {
    version: 0,
    bill_to_id: other.customer_id,
  });
  for (const [site, item, price] of [
    [kept, both, 1],
    [other, both, 2],
    [other, one, 3],
  ] as const)
    await work.owner.post(`/customers/${site.customer_id}/prices`, { item_id: item.id, price });
  const merged = await work.owner.post(`/customers/${kept.customer_id}/merge`, {
    other_id: other.customer_id,
    version: 1,
    other_version: 1,
  });
  expect(merged).toMatchObject({ status: 200 });
  expect(await terms(kept.customer_id)).toMatchObject({ terms_days: 30 });
  expect((await prices(kept.customer_id)).map(({ price }) => price).toSorted((a, b) => a - b)).toEqual([
    1, 3,
  ]);
  expect(await terms(tenant.customer_id)).toMatchObject({ bill_to_id: kept.customer_id });
  expect((await work.owner.post(`/changes/${changeOf(merged)}/undo`)).status).toBe(200);
  expect(await terms(other.customer_id)).toMatchObject({ terms_days: 30 });
  expect(await terms(kept.customer_id)).toMatchObject({ version: 0 });
  expect((await prices(other.customer_id)).map(({ price }) => price).toSorted((a, b) => a - b)).toEqual([
    2, 3,
  ]);
});

test('the time of a technician is charged by a labour item of their own, and by no other kind', async () => {
  const { id } = await work.addTechnician();
  const [master, part] = [await addItem({ kind: 'labour' }), await addItem()];
  const rate = `/technicians/${id}/labour-rate`;
  expect((await work.owner.get(rate)).data).toMatchObject({ row: { version: 0, item_id: null } });
  expect(await work.owner.put(rate, { version: 0, item_id: part.id })).toMatchObject({ status: 422 });
  const set = await work.owner.put(rate, { version: 0, item_id: master.id });
  expect(set.data).toMatchObject({ row: { version: 1, item_id: master.id } });
  expect((await work.owner.put(rate, { version: 1, item_id: null })).data).toMatchObject({
    row: { version: 2, item_id: null },
  });
});

test('whoever is not registered for GST charges each item at its price, without GST', async () => {
  const item = await addItem({ price: 10_000, price_includes_gst: false });
  const registered = async (is_gst_registered: boolean) => {
    const { row } = (await work.owner.get('/money-settings')).data as { row: { version: number } };
    const said = { version: row.version, is_gst_registered };
    expect((await work.owner.patch('/money-settings', said)).status).toBe(200);
  };
  expect(await lines(item, 'quantity=1000')).toMatchObject([{ price: 10_000, gst: 'gst' }]);
  await registered(false);
  expect(await lines(item, 'quantity=1000')).toMatchObject([{ price: 10_000, gst: 'gst-free' }]);
  await registered(true);
});
