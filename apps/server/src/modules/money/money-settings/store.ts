import type { InvoiceKind } from '@muster/domain/money/invoices/rules';
import type { NumberedKind } from '@muster/domain/money/money-settings/rules';
import type { MoneySettings } from '@muster/domain/money/money-settings/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    money_settings: TableOf<'money_settings'>;
    invoice_counters: TableOf<'invoice_counters', { kind: NumberedKind }>;
  }
}

/** What is set, if anything is, and whose it is. */
export async function findMoneySettings(
  db: Tx,
  table: TrackedTable<MoneySettings>,
): Promise<{ account: string; row: MoneySettings | null }> {
  const { rows } = await sql<{ account: string; row: MoneySettings | null }>`
    select current_account() as account,
           (select to_jsonb(r) from (select ${columnsOf(table)} from money_settings) r) as row`.execute(db);
  return rows[0]!;
}

/** The last number of a kind, 0 before the first; nobody else is given one until the transaction ends. */
export async function holdCounter(db: Tx, kind: NumberedKind): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_counters (account_id, kind, last) values (current_account(), ${kind}, 0)
    on conflict (account_id, kind) do update set last = invoice_counters.last
    returning last`.execute(db);
  return rows[0]!.last;
}

export async function writeCounter(db: Tx, kind: NumberedKind, last: number): Promise<void> {
  await db.updateTable('invoice_counters').set({ last }).where('kind', '=', kind).execute();
}

export async function readCounters(db: Tx): Promise<ReadonlyMap<NumberedKind, number>> {
  const rows = await db.selectFrom('invoice_counters').select(['kind', 'last']).execute();
  return new Map(rows.map(({ kind, last }) => [kind, last]));
}

/** The largest number of an invoice from another program that our own would come to as well; 0: there is none. */
export async function largestImported(
  db: Tx,
  { kind, prefix, first }: { kind: InvoiceKind; prefix: string; first: number },
): Promise<number> {
  const { rows } = await sql<{ largest: number }>`
    select coalesce(max(substring(number from length(${prefix}) + 1)::int), 0) as largest
      from invoices
     where is_imported and kind = ${kind} and lower(left(number, length(${prefix}))) = lower(${prefix})
       and case when substring(number from length(${prefix}) + 1) ~ '^[1-9][0-9]{0,7}$'
                then substring(number from length(${prefix}) + 1)::int >= ${first} else false end`.execute(
    db,
  );
  return rows[0]!.largest;
}

/** The day that it is now where the business is. */
export async function readToday(db: Tx, at: Date): Promise<LocalDate> {
  const { rows } = await sql<{ today: LocalDate }>`
    select (${at}::timestamptz at time zone zone)::date::text as today from accounts where id = current_account()`.execute(
    db,
  );
  return rows[0]!.today;
}
