import type { BookPeriod } from '@muster/domain/money/bookkeeping/schema';
import type {
  CardClearing,
  CardFees,
  CardMovement,
  CardPaymentQuery,
  CardPaymentSummary,
  CardPayout,
  CardPayoutRecord,
  CardPayoutSummary,
  PayoutLine,
} from '@muster/domain/money/card-balance/schema';
import type { CardService } from '@muster/domain/money/card-services/schema';
import { readCents } from '@muster/domain/values/cents';
import { type RawBuilder, sql } from 'kysely';
import { listPage, type Order } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import { eachWord, wordRange } from '../../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    card_payouts: TableOf<'card_payouts'>;
    card_movements: TableOf<'card_movements'>;
    card_readings: TableOf<'card_readings'>;
  }
}

/** What is read page by page at Stripe. */
export type List = 'movements' | 'payouts';

/** A page of a list, or the part of it that is written into a file. */
export interface Part {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** How far a list of a Stripe account is read. */
export interface Reading {
  readonly connection_id: string;
  readonly read_at: Date | null;
  readonly read_until: Date;
  readonly newest: Date | null;
  readonly read_to: string | null;
  /** What was at Stripe before anything counted; null: not known yet. */
  readonly opening: number | null;
}

type OfStripe = Pick<CardService, 'id' | 'stripe_account' | 'is_test'>;
const reading = sql`connection_id, read_at, read_until, newest, read_to, opening::float8 as opening`;

/** From the first payment that is known of the account on, or from this moment where none is. */
export async function beginReading(
  db: Tx,
  { id, stripe_account, is_test }: OfStripe,
  list: List,
  from: Date,
): Promise<Reading> {
  const { rows } = await sql<Reading>`
    insert into card_readings (account_id, stripe_account, is_test, list, connection_id, read_until, counts_from)
    select current_account(), ${stripe_account}, ${is_test}, ${list}, ${id}, least(${from}, min(paid_at)), least(${from}, min(paid_at))
      from card_payments where stripe_account = ${stripe_account} and is_test = ${is_test}
    on conflict (account_id, stripe_account, is_test, list) do update set read_until = card_readings.read_until
    returning ${reading}`.execute(db);
  return rows[0]!;
}

/** Nobody else writes down lines of this account until the transaction ends. */
export async function holdReading(
  db: Tx,
  { stripe_account, is_test }: OfStripe,
  list: List,
): Promise<Reading> {
  const { rows } = await sql<Reading>`
    select ${reading} from card_readings
     where stripe_account = ${stripe_account} and is_test = ${is_test} and list = ${list} for update`.execute(
    db,
  );
  return rows[0]!;
}

/** A page is written down: there are more, or the list is read as far as it was when that began. */
export async function notePage(
  db: Tx,
  {
    stripe_account,
    is_test,
    list,
    connection,
    page,
    newest,
    at,
  }: {
    stripe_account: string;
    is_test: boolean;
    list: List;
    connection: string;
    page: { newest: Date; read_to: string } | null;
    newest: Date;
    at: Date;
  },
): Promise<Reading> {
  const { rows } = await sql<Reading>`
    update card_readings
       set connection_id = ${connection}, newest = ${page?.newest ?? null}, read_to = ${page?.read_to ?? null},
           read_until = case when ${page === null} then greatest(read_until, ${newest}) else read_until end,
           read_at = case when ${page === null} then ${at} else read_at end
     where stripe_account = ${stripe_account} and is_test = ${is_test} and list = ${list}
    returning ${reading}`.execute(db);
  return rows[0]!;
}

/** What was at Stripe before anything counted: its balance without what moved since. */
export async function noteOpening(
  db: Tx,
  { stripe_account, is_test }: OfStripe,
  { balance, newest }: { balance: number; newest: string | null },
): Promise<void> {
  await sql`
    update card_readings r
       set opening = ${balance} - (
             select coalesce(sum(m.amount - m.fee), 0) from card_movements m
              where m.stripe_account = r.stripe_account and m.is_test = r.is_test and m.moved_at >= r.counts_from)
     where stripe_account = ${stripe_account} and is_test = ${is_test} and list = 'movements' and opening is null
       and (${newest}::text is null or exists (select from card_movements where reference = ${newest}))`.execute(
    db,
  );
}

/** Of what nobody knows yet how it ends: Stripe may have said so while nobody was connected. */
export async function listUndecided(
  db: Tx,
  stripe_account: string,
): Promise<{ object: 'refund' | 'dispute'; id: string }[]> {
  const { rows } = await sql<{ object: 'refund' | 'dispute'; id: string }>`
    select 'refund' as object, r.reference as id
      from card_refunds r join card_payments p on p.payment_id = r.payment_id
     where p.stripe_account = ${stripe_account} and r.state = 'pending' and r.reference is not null
    union all
    select 'dispute', d.reference
      from card_disputes d join card_payments p on p.payment_id = d.payment_id
     where p.stripe_account = ${stripe_account} and d.state in ('asked', 'open', 'answered')`.execute(db);
  return rows;
}

/** What is known already, by what Stripe knows it. */
export async function readKnown<Row extends CardMovement | CardPayout>(
  db: Tx,
  table: TrackedTable<Row>,
  references: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from ${sql.table(table.name)} where reference = any(${references}::text[])) r`.execute(
    db,
  );
  return new Map(rows.map(({ row }) => [row.reference, row]));
}

/** What Stripe keeps of payments, by what it knows them. */
export async function feesOf(
  db: Tx,
  stripe_account: string,
  charges: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ source: string; fee: number }>`
    select source, sum(fee)::int as fee from card_movements
     where source = any(${charges}::text[]) and stripe_account = ${stripe_account} and kind = 'payment' group by source`.execute(
    db,
  );
  return new Map(rows.map(({ source, fee }) => [source, fee]));
}

/** Refunds and disputes among these lines that nobody has told us of. */
export async function listUnknownSources(
  db: Tx,
  references: readonly string[],
): Promise<{ kind: 'refund' | 'dispute'; source: string; reference: string }[]> {
  const { rows } = await sql<{ kind: 'refund' | 'dispute'; source: string; reference: string }>`
    select kind, source, reference from card_movements m
     where reference = any(${references}::text[]) and source is not null and (
       kind = 'refund' and not exists (
         select from card_refunds r
          where r.reference = m.source and r.state = case m.type when 'refund_failure' then 'failed' else 'succeeded' end)
       or kind = 'dispute' and not exists (
         select from card_disputes d
          where d.reference = m.source and (d.state = 'won' or m.type <> 'dispute_reversal')))`.execute(db);
  return rows;
}

/** A payout of which it can be read what it is made of. */
export async function findUnread(
  db: Tx,
  { stripe_account, is_test }: OfStripe,
): Promise<{ id: string; reference: string; read_to: string | null } | undefined> {
  const { rows } = await sql<{ id: string; reference: string; read_to: string | null }>`
    select id, reference, read_to from card_payouts
     where stripe_account = ${stripe_account} and is_test = ${is_test} and breakdown = 'ready'
     order by made_at, id limit 1`.execute(db);
  return rows[0];
}

export async function noteReadTo(db: Tx, id: string, read_to: string): Promise<void> {
  await sql`update card_payouts set read_to = ${read_to} where id = ${id}`.execute(db);
}

/** Whether a line of the balance is of a card payment here, of a payout that counts, or what Stripe charges. */
const isOurs = sql<boolean>`case m.kind
  when 'payment' then exists (select from card_payments p
    where p.stripe_account = m.stripe_account and p.charge = m.source and p.is_test = m.is_test)
  when 'refund' then exists (select from card_refunds r where r.reference = m.source and r.refund_id is not null)
  when 'dispute' then exists (select from card_disputes d where d.reference = m.source)
  when 'payout' then exists (select from card_payouts o join card_readings r using (stripe_account, is_test)
    where o.reference = m.source and r.list = 'movements' and o.made_at >= r.counts_from)
  else m.kind = 'fee' end`;

/** What Stripe keeps of a line: its fee, or all of it where the line is one. */
const feeOfLine = sql`case m.kind when 'fee' then m.fee - m.amount else m.fee end`;

/** The account that is connected, or the one that was read last; test mode is left out. */
const accountRead = sql`
  select r.stripe_account, r.counts_from, r.opening, r.read_at from card_readings r
   where r.list = 'movements' and not r.is_test
   order by exists (select from card_services s where s.stripe_account = r.stripe_account) desc, r.read_at desc nulls last
   limit 1`;

/** The money of cards in one account of Stripe, as the books and Stripe have it, from its opening balance on. */
export async function sumClearing(db: Tx): Promise<Omit<CardClearing, 'clearing'>> {
  const goneBack = (table: 'card_refunds' | 'card_disputes') => sql`
    (select coalesce(sum(p.amount), 0)::float8
       from ${sql.table(table)} b join payments p on p.id = b.refund_id join card_payments c on c.payment_id = b.payment_id
      where p.taken_back_at is null and c.stripe_account = r.stripe_account)`;
  const { rows } = await sql<Omit<CardClearing, 'clearing'>>`
    select r.opening::float8 as opening, r.counts_from as opening_at, r.read_at,
           (select coalesce(sum(p.amount), 0)::float8 from card_payments c join payments p on p.id = c.payment_id
             where c.stripe_account = r.stripe_account) as received,
           ${goneBack('card_refunds')} as refunded, ${goneBack('card_disputes')} as disputed,
           lines.fees, lines.other, r.opening::float8 + lines.net as listed,
           (select coalesce(sum(amount), 0)::float8 from card_payouts o
             where not is_test and o.stripe_account = r.stripe_account and made_at >= r.counts_from
               and state not in ('failed', 'cancelled')) as paid_out,
           exists (select from card_payouts o
                    where not is_test and o.stripe_account = r.stripe_account and made_at >= r.counts_from
                      and breakdown = 'none') as is_by_hand
      from (select) always
      left join (${accountRead}) r on true
     cross join lateral (
       select coalesce(sum(${feeOfLine}) filter (where is_ours), 0)::float8 as fees,
              coalesce(sum(m.amount - m.fee) filter (where not is_ours), 0)::float8 as other,
              coalesce(sum(m.amount - m.fee), 0)::float8 as net
         from (select m.*, ${isOurs} as is_ours from card_movements m
                where not m.is_test and m.stripe_account = r.stripe_account and m.moved_at >= r.counts_from) m) lines`.execute(
    db,
  );
  const { read_at, opening_at, ...sums } = rows[0]!;
  const momentOf = (at: string | null) => at && new Date(at).toISOString();
  return { ...sums, read_at: momentOf(read_at), opening_at: momentOf(opening_at) };
}

const orders: Record<NonNullable<CardPaymentQuery['sort']>, Order> = {
  paid: { by: sql`card_payments.paid_at`, type: 'timestamptz' },
  '-paid': { by: sql`card_payments.paid_at`, type: 'timestamptz', descending: true },
  amount: { by: sql`card_payments.amount`, type: 'int' },
  '-amount': { by: sql`card_payments.amount`, type: 'int', descending: true },
};

const lineOfPayment = sql`
  select m.available_at, m.payout_id from card_movements m
   where m.source = card_payments.charge and m.stripe_account = card_payments.stripe_account and m.kind = 'payment'
   order by m.moved_at limit 1`;

/** What of a card payment went back in one of these ways. */
const backOfPayment = (table: 'card_refunds' | 'card_disputes') => sql`(
  select coalesce(sum(p.amount), 0)::int from ${sql.table(table)} b join payments p on p.id = b.refund_id
   where b.payment_id = card_payments.payment_id and p.taken_back_at is null)`;

/** On which day of the business it was. */
const dayOf = (moment: RawBuilder<unknown>) =>
  sql`(${moment} at time zone (select zone from accounts where id = current_account()))::date`;

const inView: Record<NonNullable<CardPaymentQuery['view']>, RawBuilder<boolean>> = {
  'in clearing': sql<boolean>`not card_payments.is_test and not exists (select from (${lineOfPayment}) l where l.payout_id is not null)`,
  refunded: sql<boolean>`exists (select from card_refunds r where r.payment_id = card_payments.payment_id and r.state = 'succeeded')`,
  disputed: sql<boolean>`exists (select from card_disputes d where d.payment_id = card_payments.payment_id)`,
  tests: sql<boolean>`card_payments.is_test`,
};

/** When a day of the business begins. */
const startOf = (day: string, later = 0) =>
  sql`(select ((${day}::date + ${later}::int)::timestamp at time zone zone) from accounts where id = current_account())`;

export async function listCardPayments(
  db: Tx,
  { search = '', view, from, to, sort = '-paid', cursor, limit }: Omit<CardPaymentQuery, keyof Part> & Part,
): Promise<{ rows: CardPaymentSummary[]; next: string | null }> {
  return listPage<CardPaymentSummary>(db, {
    columns: sql<CardPaymentSummary>`
      card_payments.id, card_payments.invoice_id, i.number, i.bill_to_id as customer_id, c.name as customer_name,
      card_payments.payment_id, card_payments.is_test, card_payments.amount, card_payments.card, card_payments.payment_intent,
      card_payments.paid_at, ${dayOf(sql`card_payments.paid_at`)} as paid_on, card_payments.fee + beside.fee as fee,
      card_payments.amount - card_payments.fee - beside.fee - back.refunded - back.disputed as net,
      back.refunded, back.disputed, dispute.row as dispute, line.available_at,
      case when o.id is not null then jsonb_build_object('id', o.id, 'arrives_on', o.arrives_on, 'state', o.state) end as payout`,
    from: sql`card_payments`,
    details: sql`
      join invoices i on i.id = card_payments.invoice_id
      join customers c on c.id = i.bill_to_id
      left join lateral (${lineOfPayment}) line on true
      left join card_payouts o on o.id = line.payout_id
      cross join lateral (select ${backOfPayment('card_refunds')} as refunded, ${backOfPayment('card_disputes')} as disputed) back
      cross join lateral (
        select coalesce(sum(m.fee), 0)::int as fee from card_movements m
         where m.source in (select reference from card_refunds where payment_id = card_payments.payment_id
                            union all select reference from card_disputes where payment_id = card_payments.payment_id)) beside
      left join lateral (
        select jsonb_build_object('state', d.state, 'answer_by', d.answer_by) as row
          from card_disputes d where d.payment_id = card_payments.payment_id order by d.opened_at desc, d.id limit 1) dispute on true`,
    id: sql`card_payments.id`,
    where: [
      view && inView[view],
      from === undefined ? undefined : sql<boolean>`card_payments.paid_at >= ${startOf(from)}`,
      to === undefined ? undefined : sql<boolean>`card_payments.paid_at < ${startOf(to, 1)}`,
      ...matches(search.trim()),
    ],
    order: orders[sort],
    cursor,
    limit,
  });
}

/** What Stripe knows something by is looked for as a whole, an amount with its cents; anything else is words. */
function matches(search: string): RawBuilder<boolean>[] {
  if (/^(pi|ch|py|re|pyr|du|dp|txn)_\w+$/.test(search))
    return [
      sql<boolean>`(card_payments.payment_intent = ${search} or card_payments.charge = ${search}
        or card_payments.charge in (select source from card_movements where reference = ${search})
        or card_payments.payment_id in (select payment_id from card_refunds where reference = ${search}
                                        union all select payment_id from card_disputes where reference = ${search}))`,
    ];
  const cents = /[$.]/.test(search) ? readCents(search) : undefined;
  return cents === undefined
    ? eachWord(search, matchesWord)
    : [sql<boolean>`card_payments.amount = ${cents}`];
}

function matchesWord(word: string): RawBuilder<boolean> {
  const inRange = wordRange(word);
  return sql<boolean>`card_payments.id in (
    select c.id from search_words w join card_payments c on c.payment_id = w.row_id where w.table_name = 'payments' and ${inRange}
    union all
    select c.id from search_words w join card_payments c on c.invoice_id = w.row_id where w.table_name = 'invoices' and ${inRange}
    union all
    select c.id from search_words w join invoices i on i.bill_to_id = w.row_id join card_payments c on c.invoice_id = i.id
     where w.table_name = 'customers' and ${inRange})`;
}

const payments = sql`(select count(*)::int from card_movements m where m.payout_id = card_payouts.id and m.kind = 'payment' and ${isOurs}) as payments`;

export async function pagePayouts(
  db: Tx,
  table: TrackedTable<CardPayout>,
  { cursor, limit }: Part,
): Promise<{ rows: CardPayoutSummary[]; next: string | null }> {
  return listPage<CardPayoutSummary>(db, {
    columns: sql<CardPayoutSummary>`${columnsOf(table)}, ${payments}`,
    from: sql`card_payouts`,
    id: sql`card_payouts.id`,
    where: [],
    order: { by: sql`card_payouts.made_at`, type: 'timestamptz', descending: true },
    cursor,
    limit,
  });
}

export async function readPayout(
  db: Tx,
  table: TrackedTable<CardPayout>,
  id: string,
): Promise<CardPayoutRecord | undefined> {
  const { rows } = await sql<{ row: CardPayoutRecord }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, ${payments}, sums.*
        from card_payouts
       cross join lateral (
         select coalesce(sum(m.amount) filter (where m.kind = 'payment' and is_ours), 0)::float8 as received,
                coalesce(sum(m.amount) filter (where m.kind in ('refund', 'dispute') and is_ours), 0)::float8 as went_back,
                coalesce(sum(${feeOfLine}) filter (where is_ours and m.kind <> 'payout'), 0)::float8 as fees,
                coalesce(sum(m.amount - m.fee) filter (where not is_ours or m.kind = 'payout'), 0)::float8 as other
           from (select m.*, ${isOurs} as is_ours from card_movements m where m.payout_id = card_payouts.id) m) sums
       where card_payouts.id = ${id}) r`.execute(db);
  return rows[0]?.row;
}

/** Lines of the balance with the invoices that they belong to, in the order of their days. */
async function pageLines(
  db: Tx,
  table: TrackedTable<CardMovement>,
  where: RawBuilder<boolean>,
  { cursor, limit }: Part,
): Promise<{ rows: PayoutLine[]; next: string | null }> {
  return listPage<PayoutLine>(db, {
    columns: sql<PayoutLine>`${columnsOf(table)}, ${dayOf(sql`card_movements.moved_at`)} as moved_on, of_invoice.row as invoice`,
    from: sql`card_movements`,
    details: sql`
      left join lateral (
        select jsonb_build_object('invoice_id', i.id, 'number', i.number, 'customer_id', c.id, 'customer_name', c.name) as row
          from card_payments p join invoices i on i.id = p.invoice_id join customers c on c.id = i.bill_to_id
         where p.stripe_account = card_movements.stripe_account and (
           card_movements.kind = 'payment' and p.charge = card_movements.source
           or card_movements.kind = 'refund' and p.payment_id = (select payment_id from card_refunds where reference = card_movements.source)
           or card_movements.kind = 'dispute' and p.payment_id = (select payment_id from card_disputes where reference = card_movements.source))
         limit 1) of_invoice on true`,
    id: sql`card_movements.id`,
    where: [where],
    order: { by: sql`card_movements.moved_at`, type: 'timestamptz' },
    cursor,
    limit,
  });
}

/** The lines that a payout is made of. */
export async function pagePayoutLines(db: Tx, table: TrackedTable<CardMovement>, payout: string, part: Part) {
  return pageLines(db, table, sql<boolean>`card_movements.payout_id = ${payout}`, part);
}

/** What Stripe kept in a period, of card payments here and by itself. Test payments are left out. */
const feesIn = ({ from, to }: BookPeriod) => sql`
  select m.id, ${feeOfLine} as kept
    from card_movements m join card_readings r using (account_id, stripe_account, is_test)
   where not m.is_test and r.list = 'movements' and m.moved_at >= r.counts_from
     and m.moved_at >= ${startOf(from)} and m.moved_at < ${startOf(to, 1)} and ${feeOfLine} <> 0 and ${isOurs}`;

export async function sumFees(db: Tx, period: BookPeriod): Promise<CardFees> {
  const { rows } = await sql<CardFees>`
    select coalesce(sum(kept), 0)::float8 as fees, count(*)::int as lines from (${feesIn(period)}) kept`.execute(
    db,
  );
  return rows[0]!;
}

export async function pageFees(db: Tx, table: TrackedTable<CardMovement>, period: BookPeriod, part: Part) {
  return pageLines(
    db,
    table,
    sql<boolean>`card_movements.id in (select id from (${feesIn(period)}) kept)`,
    part,
  );
}
