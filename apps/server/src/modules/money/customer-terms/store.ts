import type {
  CustomerPrice,
  CustomerPriceQuery,
  CustomerPriceRow,
} from '@muster/domain/money/customer-terms/schema';
import { sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

export async function nameOfCustomer(db: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from customers where id = ${id}`.execute(db);
  return rows[0]?.name;
}

/** The prices that were agreed with a customer, by the names of the items. */
export async function listPrices(
  db: Tx,
  table: TrackedTable<CustomerPrice>,
  customer: string,
  page: CustomerPriceQuery,
): Promise<{ rows: CustomerPriceRow[]; next: string | null }> {
  return listPage<CustomerPriceRow>(db, {
    columns: sql`${columnsOf(table)}, jsonb_build_object(
      'name', items.name, 'code', items.code, 'kind', items.kind, 'unit', items.unit, 'price', items.price,
      'price_includes_gst', items.price_includes_gst, 'gst', items.gst) as item`,
    from: sql`customer_prices join items on items.id = customer_prices.item_id`,
    id: sql`customer_prices.id`,
    where: [sql<boolean>`customer_prices.customer_id = ${customer}`],
    order: { by: sql`items.sort_name`, type: 'text' },
    ...page,
  });
}

/** Those that were agreed for some items. */
export async function findPrices(
  db: Tx,
  table: TrackedTable<CustomerPrice>,
  customer: string,
  items: readonly string[],
): Promise<CustomerPrice[]> {
  const { rows } = await sql<{ row: CustomerPrice }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)} from customer_prices
             where customer_id = ${customer} and item_id = any(${items}::uuid[])) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** What was agreed with the other customer, and for which items with both, when two turn out to be one. */
export async function findMerging(
  db: Tx,
  other: string,
  kept: string,
): Promise<{ moved: string[]; doubled: string[]; billed: string[] }> {
  const { rows } = await sql<{ moved: string[]; doubled: string[]; billed: string[] }>`
    select
      (select coalesce(jsonb_agg(p.id), '[]') from customer_prices p where p.customer_id = ${other}
          and not exists (select from customer_prices k where k.customer_id = ${kept} and k.item_id = p.item_id)) as moved,
      (select coalesce(jsonb_agg(p.id), '[]') from customer_prices p where p.customer_id = ${other}
          and exists (select from customer_prices k where k.customer_id = ${kept} and k.item_id = p.item_id)) as doubled,
      (select coalesce(jsonb_agg(id), '[]') from customer_terms where bill_to_id = ${other}) as billed`.execute(
    db,
  );
  return rows[0]!;
}

/** For whom one of these customers pays. */
export async function listBilledTo(db: Tx, customers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customer_terms where bill_to_id = any(${customers}::uuid[]) order by id`.execute(db);
  return rows.map(({ id }) => id);
}
