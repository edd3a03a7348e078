import type { CardPayment, CardState } from '@muster/domain/money/card-payments/schema';
import type { CardService } from '@muster/domain/money/card-services/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    card_sessions: TableOf<'card_sessions'>;
    card_payments: TableOf<'card_payments'>;
  }
}

/** A page of Stripe on which an invoice is paid. */
export interface CardSession {
  readonly id: string;
  readonly connection_id: string;
  readonly stripe_account: string;
  readonly is_test: boolean;
  readonly invoice_id: string;
  readonly amount: number;
  readonly state: 'making' | 'open' | 'ending' | 'paid' | 'ended' | 'unclear';
  /** By what Stripe knows it; null: nobody has said so yet. */
  readonly reference: string | null;
  readonly declined: string;
  readonly made_at: Date;
  readonly ends_at: Date;
  /** When Stripe took the money that the books refuse for now. */
  readonly taken_at: Date | null;
  /** Why Stripe refused to make it, or why the books refuse what was paid on it. */
  readonly problem: string;
}

const columns = sql`
  id, connection_id, stripe_account, is_test, invoice_id, amount, state, reference, declined, made_at, ends_at,
  taken_at, problem`;
const isActive = sql`state in ('making', 'open', 'ending')`;

/** What an invoice is to be paid with, while nobody else changes what is owed of it. */
export interface Payable {
  readonly number: string;
  readonly kind: 'invoice' | 'credit note';
  readonly bill_to_id: string;
  readonly outstanding: number;
  readonly email: string;
}

export async function holdPayable(db: Tx, invoice: string): Promise<Payable | undefined> {
  const { rows } = await sql<Payable>`
    select number, kind, bill_to_id, outstanding, buyer->>'email' as email from invoices
     where id = ${invoice} and state = 'issued' for no key update`.execute(db);
  return rows[0];
}

/** The one that may be paid; nobody else goes on with it until the transaction ends. */
export async function holdActive(db: Tx, invoice: string): Promise<CardSession | undefined> {
  const { rows } = await sql<CardSession>`
    select ${columns} from card_sessions where invoice_id = ${invoice} and ${isActive} for update`.execute(
    db,
  );
  return rows[0];
}

export async function holdSession(db: Tx, id: string): Promise<CardSession | undefined> {
  const { rows } = await sql<CardSession>`
    select ${columns} from card_sessions where id = ${id} for update`.execute(db);
  return rows[0];
}

export async function findSession(
  db: Tx,
  by: { id?: string; reference?: string },
): Promise<CardSession | undefined> {
  const { rows } = await sql<CardSession>`
    select ${columns} from card_sessions
     where id = ${by.id ?? null}::uuid or reference = ${by.reference ?? null}`.execute(db);
  return rows[0];
}

export async function insertSession(
  db: Tx,
  session: Omit<CardSession, 'id' | 'state' | 'reference' | 'declined' | 'taken_at' | 'problem'>,
): Promise<CardSession> {
  const { connection_id, stripe_account, is_test, invoice_id, amount, made_at, ends_at } = session;
  const { rows } = await sql<CardSession>`
    insert into card_sessions (account_id, connection_id, stripe_account, is_test, invoice_id, amount, state, made_at, ends_at)
    values (current_account(), ${connection_id}, ${stripe_account}, ${is_test}, ${invoice_id}, ${amount}, 'making', ${made_at}, ${ends_at})
    returning ${columns}`.execute(db);
  return rows[0]!;
}

/** It is known at Stripe. One that is to be ended meanwhile stays so. */
export async function noteMade(db: Tx, id: string, reference: string): Promise<CardSession | undefined> {
  const { rows } = await sql<CardSession>`
    update card_sessions
       set reference = ${reference}, state = case when state = 'making' then 'open' else state end
     where id = ${id} and ${isActive} returning ${columns}`.execute(db);
  return rows[0];
}

export async function noteDeclined(db: Tx, id: string, declined: string): Promise<void> {
  await sql`update card_sessions set declined = ${declined} where id = ${id} and declined <> ${declined}`.execute(
    db,
  );
}

export async function noteEnding(db: Tx, id: string): Promise<void> {
  await sql`update card_sessions set state = 'ending', ask_at = null where id = ${id} and ${isActive}`.execute(
    db,
  );
}

/** Nobody pays on it any more, or nobody can say whether somebody has. What was paid stays so. */
export async function noteEnded(
  db: Tx,
  id: string,
  { now, state = 'ended' }: { now: Date; state?: 'ended' | 'unclear' },
): Promise<void> {
  await sql`
    update card_sessions set state = ${state}, over_at = ${now} where id = ${id} and ${isActive}`.execute(db);
}

/** Nobody can pay on one whose address nobody was given. */
export async function endUnmade(
  db: Tx,
  id: string,
  { now, problem = '' }: { now: Date; problem?: string },
): Promise<void> {
  await sql`
    update card_sessions set state = 'ended', over_at = ${now}, problem = ${problem} where id = ${id} and reference is null and ${isActive}`.execute(
    db,
  );
}

/** Also one that was called ended before somebody said otherwise. */
export async function notePaid(
  db: Tx,
  id: string,
  { reference, now }: { reference: string; now: Date },
): Promise<void> {
  await sql`
    update card_sessions set state = 'paid', reference = ${reference}, over_at = ${now}, problem = '' where id = ${id}`.execute(
    db,
  );
}

/** Those of these invoices of which something else is owed than can be paid on them are to be ended. */
export async function endChanged(
  db: Tx,
  invoices: readonly string[],
): Promise<{ account_id: string; connection_id: string }[]> {
  const { rows } = await sql<{ account_id: string; connection_id: string }>`
    update card_sessions s set state = 'ending', ask_at = null
      from invoices i
     where i.id = s.invoice_id and s.invoice_id = any(${invoices}::uuid[]) and s.state in ('making', 'open')
       and i.outstanding <> s.amount
    returning s.account_id, s.connection_id`.execute(db);
  return rows;
}

/** Those that may be paid, the youngest first. */
export async function listActive(db: Tx, connection: string, most: number): Promise<CardSession[]> {
  const { rows } = await sql<CardSession>`
    select ${columns} from card_sessions
     where connection_id = ${connection} and ${isActive} order by made_at desc, id limit ${most}`.execute(db);
  return rows;
}

/**
 * Of pages of this account of which nobody could say whether they were paid, Stripe can be asked again: one of each invoice is to be
 * ended, beside which nothing is open.
 */
export async function reopenUnclear(
  db: Tx,
  {
    id,
    stripe_account,
    is_test,
    stopped_because,
  }: Pick<CardService, 'id' | 'stripe_account' | 'is_test' | 'stopped_because'>,
  { invoice = null, most }: { invoice?: string | null; most: number },
): Promise<void> {
  if (stopped_because !== '') return;
  await sql`
    update card_sessions set state = 'ending', connection_id = ${id}, ask_at = null, over_at = null
     where account_id = current_account() and state = 'unclear' and id in (
       select distinct on (s.invoice_id) s.id from card_sessions s
        where s.state = 'unclear' and s.stripe_account = ${stripe_account} and s.is_test = ${is_test}
          and (${invoice}::uuid is null or s.invoice_id = ${invoice})
          and not exists (
            select from card_sessions o where o.invoice_id = s.invoice_id and o.state in ('making', 'open', 'ending'))
        order by s.invoice_id, s.made_at limit ${most})`.execute(db);
}

/** Those of which Stripe is to be asked now, whoever has waited longest first. */
export async function listDue(
  db: Tx,
  connection: string,
  { now, most }: { now: Date; most: number },
): Promise<CardSession[]> {
  const { rows } = await sql<CardSession>`
    select ${columns} from card_sessions
     where connection_id = ${connection} and ${isActive} and (ask_at is null or ask_at <= ${now})
     order by ask_at nulls first, made_at, id limit ${most}`.execute(db);
  return rows;
}

/** Asks again then; null: at once. */
export async function askAgain(db: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update card_sessions set ask_at = ${at} where id = ${id} and ${isActive}`.execute(db);
}

/** When the next one is to be asked for; undefined: nobody can pay on any. */
export async function readNextAsk(db: Tx, connection: string): Promise<Date | null | undefined> {
  const { rows } = await sql<{ ask_at: Date | null }>`
    select ask_at from card_sessions where connection_id = ${connection} and ${isActive}
     order by ask_at nulls first limit 1`.execute(db);
  return rows[0]?.ask_at;
}

/** All that may be paid are to be ended, by whoever asks for them next; says how many. */
export async function endOpen(db: Tx, connection: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update card_sessions set state = 'ending', ask_at = null
     where connection_id = ${connection} and ${isActive}`.execute(db);
  return Number(numAffectedRows);
}

/** Stripe has the money, and the books refuse it for now. */
export async function noteTaken(
  db: Tx,
  id: string,
  { taken_at, problem }: { taken_at: Date; problem: string },
): Promise<void> {
  await sql`
    update card_sessions set taken_at = ${taken_at}, problem = ${problem} where id = ${id} and ${isActive}`.execute(
    db,
  );
}

/** What is known so far of what Stripe keeps of these. */
export async function listFees(
  db: Tx,
  stripe_account: string,
  charges: readonly string[],
): Promise<{ id: string; charge: string; fee: number | null }[]> {
  const { rows } = await sql<{ id: string; charge: string; fee: number | null }>`
    select id, charge, fee from card_payments
     where stripe_account = ${stripe_account} and charge = any(${charges}::text[])`.execute(db);
  return rows;
}

/** How paying an invoice by card stands. */
export async function readCardState(
  db: Tx,
  table: TrackedTable<CardPayment>,
  invoice: string,
): Promise<CardState> {
  const { rows } = await sql<{ row: CardState }>`
    select jsonb_build_object(
      'payments', coalesce((
        select jsonb_agg(to_jsonb(r) order by r.paid_at) from (
          select ${columnsOf(table)} from card_payments where invoice_id = ${invoice}) r), '[]'),
      'open', (
        select jsonb_build_object('since', made_at, 'amount', amount, 'is_test', is_test, 'declined', declined)
          from card_sessions where invoice_id = ${invoice} and ${isActive})) as row`.execute(db);
  return rows[0]!.row;
}

/** The last one of an invoice, whatever became of it. */
export async function readLatest(db: Tx, invoice: string): Promise<CardSession | undefined> {
  const { rows } = await sql<CardSession>`
    select ${columns} from card_sessions where invoice_id = ${invoice} order by made_at desc, state = 'ended', id limit 1`.execute(
    db,
  );
  return rows[0];
}
