import type { BillingInvoice } from '@muster/domain/identity/billing/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, TableOf, Tables, Tx } from '../../../platform/db/executor.ts';
import type { Channel } from '../../../platform/live/event-log.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    billing: TableOf<'billing', KnownOfBilling>;
    billing_invoices: TableOf<'billing_invoices', KnownOfInvoices>;
    billed_customers: TableOf<'billed_customers'>;
  }
}

interface KnownOfBilling {
  notice: 'trial' | 'notice' | null;
  collection: 'card' | 'invoice' | null;
}

interface KnownOfInvoices {
  state: BillingInvoice['state'];
  contents: InvoiceContents;
}

/** Who sold, who bought and what, as it was when the invoice was issued. */
export interface InvoiceContents {
  readonly supplier: { readonly name: string; readonly abn: string };
  readonly buyer: { readonly name: string; readonly email: string };
  readonly lines: readonly { readonly text: string; readonly cents: number }[];
  /** Cents that were paid from earlier credit; none: an invoice from before that was kept. */
  readonly from_balance?: number;
}

export type BillingRow = Selectable<Tables['billing']>;
export type StoredInvoice = Selectable<Tables['billing_invoices']>;

export async function findBilling(db: Tx): Promise<BillingRow | undefined> {
  return db.selectFrom('billing').selectAll().executeTakeFirst();
}

/** The row of the account, which is made where there is none; nobody else changes it until the transaction ends. */
export async function holdBilling(db: Tx, account: AccountId): Promise<BillingRow> {
  await db
    .insertInto('billing')
    .values({ account_id: account })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('billing').selectAll().forUpdate().executeTakeFirstOrThrow();
}

export async function updateBilling(db: Tx, fields: Updateable<Tables['billing']>): Promise<BillingRow> {
  return db.updateTable('billing').set(fields).returningAll().executeTakeFirstOrThrow();
}

/** The number of a read that begins now: what it finds is only kept where no later one has been kept. */
export async function beginRead(
  db: Tx,
): Promise<{ number: number; customer: string | null; isTest: boolean } | undefined> {
  const { rows } = await sql<{ number: number; customer: string | null; isTest: boolean }>`
    update billing set reads = reads + 1 returning reads as number, customer, customer_is_test as "isTest"`.execute(
    db,
  );
  return rows[0];
}

/** As Stripe has it now; what was sold to whom stays as it was kept first. */
export async function keepInvoices(db: Tx, invoices: readonly Insertable<Tables['billing_invoices']>[]) {
  if (invoices.length === 0) return;
  await db
    .insertInto('billing_invoices')
    .values([...invoices])
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet((kept) => ({
        state: kept.ref('excluded.state'),
        due_at: kept.ref('excluded.due_at'),
        paid_at: kept.ref('excluded.paid_at'),
        pay_url: kept.ref('excluded.pay_url'),
      })),
    )
    .execute();
}

/** The latest first. */
export async function listInvoices(db: Tx): Promise<StoredInvoice[]> {
  return db
    .selectFrom('billing_invoices')
    .selectAll()
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findInvoice(db: Tx, id: string): Promise<StoredInvoice | undefined> {
  return db.selectFrom('billing_invoices').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Everybody who owns the business and may sign in. */
export async function listOwners(db: Tx): Promise<{ email: string; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['email', sql<string>`trim(concat_ws(' ', first_name, last_name))`.as('name')])
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Accounts that are to be looked at, those first that have waited longest. */
export async function listDue(db: Db, now: Date, most: number): Promise<Channel[]> {
  const { rows } = await sql<{ channel: Channel }>`
    select 'account ' || account_id as channel from billing_dues where due_at <= ${now}
     order by due_at, account_id limit ${most}`.execute(db);
  return rows.map(({ channel }) => channel);
}

/** Whose customer of Stripe it is; undefined: nobody's of ours. */
export async function accountOfCustomer(db: Db, customer: string): Promise<Channel | undefined> {
  const { rows } = await sql<{ channel: Channel }>`
    select 'account ' || account_id as channel from billed_customers where customer = ${customer}`.execute(
    db,
  );
  return rows[0]?.channel;
}

export async function deleteInvoices(db: Tx): Promise<void> {
  await db.deleteFrom('billing_invoices').execute();
}

/** The customer by whom the account is known to Stripe; the first one stays. */
export async function keepCustomer(
  db: Tx,
  account: AccountId,
  { customer, isTest }: { customer: string; isTest: boolean },
): Promise<string> {
  const held = await holdBilling(db, account);
  if (held.customer !== null) return held.customer;
  await updateBilling(db, { customer, customer_is_test: isTest });
  await db
    .insertInto('billed_customers')
    .values({ customer, account_id: account })
    // It was known before, and forgotten with what was tried.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return customer;
}

/** Every business that somebody can sign in to. */
export async function listBusinesses(db: Db): Promise<Channel[]> {
  const { rows } = await sql<{ channel: Channel }>`
    select 'account ' || id as channel from accounts_with_people() id order by 1`.execute(db);
  return rows.map(({ channel }) => channel);
}

/** Those of them that are read-only. */
export async function listReadOnly(db: Db): Promise<Channel[]> {
  const { rows } = await sql<{ channel: Channel }>`
    select 'account ' || id as channel from accounts_with_people() id
     where exists (select from read_only_of(id)) order by 1`.execute(db);
  return rows.map(({ channel }) => channel);
}
