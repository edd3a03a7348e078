import type {
  BookCustomer,
  BookNoun,
  BookWay,
  DifferenceAnswer,
  DifferenceKind,
} from '@muster/domain/money/accounting/rules';
import type {
  BookDifference,
  BookEntry,
  BookEntryQuery,
  BookScope,
  BookSide,
} from '@muster/domain/money/accounting/schema';
import type { PaymentMethod } from '@muster/domain/money/payments/rules';
import { type RawBuilder, sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';
import type { Channel } from '../../../platform/live/event-log.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    remote_links: TableOf<'remote_links'>;
    book_differences: TableOf<'book_differences'>;
    book_progress: TableOf<'book_progress'>;
  }
}

/** Which accounts are connected to a program for accounts. A read-only one comes up again when it is paid. */
export async function listConnected(db: Db): Promise<Channel[]> {
  const { rows } = await sql<{ channel: Channel }>`
    select 'account ' || account_id as channel from accounts_with_books
     where not exists (select from read_only_of(account_id)) order by account_id`.execute(db);
  return rows.map(({ channel }) => channel);
}

/** The account that a transaction is in, as its tasks name it. */
export async function channelHere(db: Tx): Promise<Channel> {
  const { rows } = await sql<{ channel: Channel }>`select 'account ' || current_account() as channel`.execute(
    db,
  );
  return rows[0]!.channel;
}

/** What of ours is what of theirs, in one organisation. */
export interface LinkKey {
  readonly organisation: string;
  readonly noun: BookNoun;
  readonly subject: string;
}

export interface Link {
  readonly subject: string;
  readonly state: 'sending' | 'linked' | 'left out';
  readonly remote: string | null;
  readonly within: string | null;
  /** Of what uses a credit note: the invoice there. */
  readonly usedFor: string | null;
  readonly is_made: boolean;
  readonly sent_hash: string;
}

const linkColumns = sql`subject_id as subject, state, remote_id as remote, remote_within as within, remote_for as "usedFor", is_made, sent_hash`;

export async function readLink(db: Tx, { organisation, noun, subject }: LinkKey): Promise<Link | undefined> {
  const { rows } = await sql<Link>`
    select ${linkColumns} from remote_links
     where organisation = ${organisation} and noun = ${noun} and subject_id = ${subject}`.execute(db);
  return rows[0];
}

/** Those of these remote things that are ours. */
export async function listLinked(
  db: Tx,
  { organisation, noun }: Pick<LinkKey, 'organisation' | 'noun'>,
  remotes: readonly string[],
): Promise<(Link & { readonly remote: string })[]> {
  const { rows } = await sql<Link & { remote: string }>`
    select ${linkColumns} from remote_links
     where organisation = ${organisation} and noun = ${noun} and remote_id = any(${remotes}::text[])`.execute(
    db,
  );
  return rows;
}

/** Those allocations that belong to this remote invoice or credit note. */
export async function listWithin(db: Tx, organisation: string, within: string): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select ${linkColumns} from remote_links
     where organisation = ${organisation} and noun = 'allocation' and remote_within = ${within}`.execute(db);
  return rows;
}

export async function writeLink(
  db: Tx,
  { organisation, noun, subject }: LinkKey,
  link: Partial<Omit<Link, 'subject'>> & Pick<Link, 'state'>,
  now: Date,
): Promise<void> {
  const { state, remote = null, within = null, usedFor = null, is_made = true, sent_hash = '' } = link;
  await sql`
    insert into remote_links as l
      (account_id, organisation, noun, subject_id, state, remote_id, remote_within, remote_for, is_made, sent_hash, linked_at)
    values (current_account(), ${organisation}, ${noun}, ${subject}, ${state}, ${remote}, ${within}, ${usedFor}, ${is_made}, ${sent_hash}, ${now})
    on conflict on constraint remote_links_ours do update
      set state = ${state}, remote_id = coalesce(${remote}, l.remote_id), remote_within = coalesce(${within}, l.remote_within),
          remote_for = coalesce(${usedFor}, l.remote_for), is_made = ${is_made}, sent_hash = ${sent_hash}, linked_at = ${now}`.execute(
    db,
  );
}

export async function deleteLink(db: Tx, { organisation, noun, subject }: LinkKey): Promise<void> {
  await sql`
    delete from remote_links
     where organisation = ${organisation} and noun = ${noun} and subject_id = ${subject}`.execute(db);
}

/** What was paid or used within a remote invoice or credit note that is gone: it can be made anew. */
export async function deleteWithin(db: Tx, organisation: string, within: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    delete from remote_links where organisation = ${organisation} and noun = 'allocation' and remote_within = ${within}
    returning subject_id as subject`.execute(db);
  return rows.map(({ subject }) => subject);
}

/** Which contacts of theirs are customers of ours already, other than this one. */
export async function listTakenContacts(
  db: Tx,
  organisation: string,
  customer: string,
  remotes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ remote: string }>`
    select remote_id as remote from remote_links
     where organisation = ${organisation} and noun = 'contact' and remote_id = any(${remotes}::text[])
       and subject_id <> ${customer}`.execute(db);
  return rows.map(({ remote }) => remote);
}

export interface FullCustomer extends BookCustomer {
  readonly is_archived: boolean;
  readonly phone: string;
  readonly address: string;
}

/** Customers as a contact names them, at their site where they have only one. */
export async function readCustomers(db: Tx, ids: readonly string[]): Promise<FullCustomer[]> {
  const { rows } = await sql<FullCustomer>`
    select c.id, c.name, c.abn, c.email, c.phone, c.archived_at is not null as is_archived, coalesce(s.address, '') as address
      from customers c
      left join lateral (
        select min(concat_ws(E'\n', nullif(s.address, ''), nullif(concat_ws(' ', nullif(s.suburb, ''), nullif(s.region, ''), nullif(s.postcode, '')), ''))) as address
          from sites s where s.customer_id = c.id and s.archived_at is null having count(*) = 1) s on true
     where c.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** What is paid or used, with what: enough to make it there, and to find it again. */
export interface BookAllocation {
  readonly id: string;
  readonly amount: number;
  readonly on_date: string;
  /** The day on which it is in the books. */
  readonly booked_on: string;
  readonly released_on: string | null;
  readonly invoice_id: string | null;
  readonly credit_note_id: string | null;
  readonly payment_id: string | null;
  readonly refund_id: string | null;
  readonly method: PaymentMethod | null;
  readonly way: BookWay | null;
  readonly reference: string | null;
}

/** How it was paid, as the books tell ways of paying apart. */
const way = sql<BookWay>`case when p.method = 'card' and p.provider is distinct from 'stripe' then 'terminal' else p.method end`;

/** What is left where a part of a payment went back, on that day, was paid when the whole was; what is used anew later is not. */
const bookedOn = sql`(
  with recursive wholes as (
    select a.on_date, a.amount
    union
    select e.on_date, e.amount
      from wholes w
      join allocations e
        on e.payment_id = a.payment_id and e.invoice_id = a.invoice_id
       and e.released_on = w.on_date and e.on_date < w.on_date and e.amount > w.amount)
  select min(on_date) from wholes)`;

export async function readAllocation(db: Tx, id: string): Promise<BookAllocation | undefined> {
  const { rows } = await sql<BookAllocation>`
    select a.id, a.amount, a.on_date::text, ${bookedOn}::text as booked_on, a.released_on::text, a.invoice_id, a.credit_note_id, a.payment_id, a.refund_id,
           p.method, ${way} as way, p.reference
      from allocations a left join payments p on p.id = coalesce(a.payment_id, a.refund_id)
     where a.id = ${id}`.execute(db);
  return rows[0];
}

/** What was paid of an invoice with another payment, or with more of this one, and is still there though it counts no more here. */
export async function listStillThere(
  db: Tx,
  organisation: string,
  { id, invoice_id }: Pick<BookAllocation, 'id' | 'invoice_id'>,
): Promise<(Pick<BookAllocation, 'booked_on' | 'released_on' | 'payment_id'> & Pick<Link, 'state'>)[]> {
  const { rows } = await sql<
    Pick<BookAllocation, 'booked_on' | 'released_on' | 'payment_id'> & Pick<Link, 'state'>
  >`
    select ${bookedOn}::text as booked_on, a.released_on::text, a.payment_id, l.state
      from allocations a join remote_links l on l.subject_id = a.id and l.noun = 'allocation' and l.organisation = ${organisation}
     where a.invoice_id = ${invoice_id} and a.id <> ${id} and a.payment_id is not null and a.released_on is not null`.execute(
    db,
  );
  return rows;
}

/** An issued invoice that is to be in the books from that day on. What another program issued was booked there. */
const goesOver = (from: string) =>
  sql<boolean>`i.state = 'issued' and not i.is_imported and i.issued_on >= ${from}::date`;

export async function isToGoOver(db: Tx, paper: string, from: string): Promise<boolean> {
  const { rows } = await sql`select from invoices i where i.id = ${paper} and ${goesOver(from)}`.execute(db);
  return rows.length === 1;
}

export interface Unsent {
  readonly noun: 'invoice' | 'credit note' | 'allocation';
  readonly id: string;
}

const isUnderWay = (connection: string | null, subject: RawBuilder<unknown>) => sql<boolean>`exists (
  select from deliveries d where d.connection_id = ${connection} and d.subject = ${subject}
     and d.state in ('queued', 'claimed', 'waiting', 'failed'))`;

/** The books of a business as far as they say what belongs there. */
interface Belonging {
  /** Null: what is on its way counts as unsent too. */
  readonly connection: string | null;
  readonly organisation: string;
  readonly from: string;
  readonly ways: readonly BookWay[];
}

/** What should be there, or should be no more, and nobody is at it: what was made before it was connected, and what was lost. */
const unsent = ({ connection, organisation, from, ways }: Belonging) => sql`(
      select i.kind as noun, i.id, i.issued_on as day, case i.kind when 'invoice' then 1 else 2 end as part
        from invoices i
       where ${goesOver(from)} and not ${isUnderWay(connection, sql`i.id`)}
         and not exists (select from remote_links l
           where l.organisation = ${organisation} and l.noun = i.kind and l.subject_id = i.id and l.state <> 'sending')
      union all
      select 'allocation', a.id, a.on_date, 3
        from allocations a join invoices i on i.id = coalesce(a.invoice_id, a.credit_note_id)
        left join payments p on p.id = coalesce(a.payment_id, a.refund_id)
       where a.released_on is null and (p.id is null or ${way} = any(${ways}::text[])) and ${goesOver(from)} and not (a.payment_id is not null and a.refund_id is not null)
         and (a.credit_note_id is null or a.invoice_id is null
              or exists (select from invoices n where n.id = a.credit_note_id and n.issued_on >= ${from}::date and not n.is_imported))
         and not ${isUnderWay(connection, sql`a.id`)}
         and not exists (select from remote_links l
           where l.organisation = ${organisation} and l.noun = 'allocation' and l.subject_id = a.id and l.state <> 'sending')
      union all
      select 'allocation', l.subject_id, l.linked_at::date, 3
        from remote_links l
       where l.organisation = ${organisation} and l.noun = 'allocation' and l.state <> 'left out'
         and not exists (select from allocations a where a.id = l.subject_id and a.released_on is null)
         and not ${isUnderWay(connection, sql`l.subject_id`)}) unsent`;

export async function listUnsent(
  db: Tx,
  { most, ...books }: Belonging & { readonly most: number },
): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`
    select noun, id from ${unsent(books)} order by part, day, id limit ${most}`.execute(db);
  return rows;
}

export async function countUnsent(db: Tx, books: Belonging): Promise<BookScope> {
  const { rows } = await sql<BookScope>`
    select count(*) filter (where noun = 'invoice')::int as invoices,
           count(*) filter (where noun = 'credit note')::int as credit_notes,
           count(*) filter (where noun = 'allocation')::int as payments
      from ${unsent(books)}`.execute(db);
  return rows[0]!;
}

/** What waits for one of these to be there: what is paid or used of an invoice, what a customer is to pay. */
export async function listWaitingFor(db: Tx, subject: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from allocations where invoice_id = ${subject} or credit_note_id = ${subject}
    union
    select id from invoices where bill_to_id = ${subject} and state = 'issued'
    union
    select id from invoices where credits_id = ${subject}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface Sum {
  readonly count: number;
  readonly sum: number;
}

/** In which order both sides are compared. */
export const checkSteps = [
  'invoices',
  'credit notes',
  'papers not listed',
  'contacts',
  'contacts not listed',
] as const;

/** A comparison that is under way. */
export interface Checking {
  readonly began: string;
  /** What was dated before that day there is not among what is listed. */
  readonly from: string;
  readonly step: (typeof checkSteps)[number];
  /** Of what is listed there the next page, and of ours what comes after that. */
  readonly page: number;
  readonly after: string;
  /** What those come to that were found so far. */
  readonly theirs: Sum;
}

export interface Progress {
  readonly swept_at: Date | null;
  readonly asked_at: Date | null;
  readonly changed_to: Date | null;
  readonly checked_at: Date | null;
  /** Null: none is under way. */
  readonly checking: Checking | null;
  readonly ours: Sum;
  readonly theirs: Sum;
}

export async function readProgress(db: Tx, organisation: string): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    select swept_at, asked_at, changed_to, checked_at, checking,
           jsonb_build_object('count', our_count, 'sum', our_sum) as ours,
           jsonb_build_object('count', their_count, 'sum', their_sum) as theirs
      from book_progress where organisation = ${organisation}`.execute(db);
  return rows[0];
}

/** Null: it is to be looked for again. */
export async function noteSwept(db: Tx, organisation: string, now: Date | null): Promise<void> {
  await sql`
    insert into book_progress (account_id, organisation, swept_at)
    values (current_account(), ${organisation}, ${now})
    on conflict (account_id, organisation) do update set swept_at = ${now}`.execute(db);
}

export async function noteAsked(
  db: Tx,
  organisation: string,
  { now, changedTo }: { now: Date; changedTo: Date | null },
): Promise<void> {
  await sql`
    update book_progress set asked_at = ${now}, changed_to = coalesce(${changedTo}, changed_to)
     where organisation = ${organisation}`.execute(db);
}

export async function noteChecking(db: Tx, organisation: string, checking: Checking): Promise<void> {
  const known = JSON.stringify(checking);
  await sql`
    insert into book_progress (account_id, organisation, checking)
    values (current_account(), ${organisation}, ${known}::jsonb)
    on conflict (account_id, organisation) do update set checking = ${known}::jsonb`.execute(db);
}

export async function noteChecked(
  db: Tx,
  organisation: string,
  { now, ours, theirs }: Pick<Progress, 'ours' | 'theirs'> & { now: Date },
): Promise<void> {
  await sql`
    update book_progress set checking = null, checked_at = ${now}, our_count = ${ours.count}, our_sum = ${ours.sum},
           their_count = ${theirs.count}, their_sum = ${theirs.sum}
     where organisation = ${organisation}`.execute(db);
}

/** A paper that is there, as it is here. */
export interface LinkedPaper {
  readonly id: string;
  readonly noun: 'invoice' | 'credit note';
  readonly number: string;
  readonly bill_to_id: string;
  readonly remote: string;
  readonly total: number;
  readonly gst: number;
  readonly outstanding: number;
  /** Whether something of it is still to go over, so that what is owed of it need not be the same yet. */
  readonly is_moving: boolean;
  /** What of it was paid in a way that stays out of the books: the bank there may tell of it, or not yet. */
  readonly paid_outside: number;
}

type PaidWith = Pick<Belonging, 'organisation' | 'ways'> & { readonly connection: string };

const linkedPapers = ({ connection, ways }: PaidWith) => sql`
  select i.id, l.noun, i.number, i.bill_to_id, l.remote_id as remote, i.total, i.gst, i.outstanding,
         exists (select from allocations a join deliveries d on d.subject = a.id
                  where (a.invoice_id = i.id or a.credit_note_id = i.id) and d.connection_id = ${connection}
                    and d.state in ('queued', 'claimed', 'waiting', 'failed')) as is_moving,
         (select coalesce(sum(a.amount), 0)::int from allocations a join payments p on p.id = a.payment_id
           where a.invoice_id = i.id and a.released_on is null and ${way} <> all(${ways}::text[])
             and not exists (select from remote_links k
                              where k.organisation = l.organisation and k.noun = 'allocation' and k.subject_id = a.id)) as paid_outside
    from remote_links l join invoices i on i.id = l.subject_id`;

export async function listLinkedPapers(
  db: Tx,
  books: PaidWith,
  remotes: readonly string[],
): Promise<LinkedPaper[]> {
  const { rows } = await sql<LinkedPaper>`
    ${linkedPapers(books)}
     where l.organisation = ${books.organisation} and l.noun in ('invoice', 'credit note') and l.state = 'linked'
       and l.remote_id = any(${remotes}::text[])`.execute(db);
  return rows;
}

/** The first day on which one of the papers was issued that are there; null: there is none. */
export async function firstLinkedDay(db: Tx, organisation: string): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    select min(i.issued_on)::text as first from remote_links l join invoices i on i.id = l.subject_id
     where l.organisation = ${organisation} and l.noun in ('invoice', 'credit note') and l.state = 'linked'`.execute(
    db,
  );
  return rows[0]!.first;
}

/** What went over and is still to be held against theirs in a comparison. */
export interface Unchecked extends Link {
  readonly noun: 'contact' | LinkedPaper['noun'];
  readonly remote: string;
}

/** Those that a comparison has not come to, a part at a time; what has gone over since it began is not among them. */
export async function pageUnchecked(
  db: Tx,
  {
    organisation,
    began,
    isContact,
    after,
    most,
  }: { organisation: string; began: string; isContact: boolean; after: string; most: number },
): Promise<Unchecked[]> {
  const nouns = isContact ? ['contact'] : ['invoice', 'credit note'];
  const { rows } = await sql<Unchecked>`
    select noun, ${linkColumns} from remote_links
     where organisation = ${organisation} and noun = any(${nouns}::text[]) and state = 'linked'
       and linked_at < ${began}::timestamptz and checked_at is distinct from ${began}::timestamptz and subject_id > ${after}
     order by subject_id limit ${most}`.execute(db);
  return rows;
}

/** Says which of them were not marked before in this comparison. */
export async function markChecked(
  db: Tx,
  organisation: string,
  remotes: readonly string[],
  began: string,
): Promise<string[]> {
  const { rows } = await sql<{ remote: string }>`
    update remote_links set checked_at = ${began}::timestamptz
     where organisation = ${organisation} and noun in ('contact', 'invoice', 'credit note') and remote_id = any(${remotes}::text[])
       and state = 'linked' and linked_at < ${began}::timestamptz and checked_at is distinct from ${began}::timestamptz
    returning remote_id as remote`.execute(db);
  return rows.map(({ remote }) => remote);
}

/** What the invoices come to that had gone over by then. */
export async function sumLinked(db: Tx, organisation: string, before: Date): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*)::int as count, coalesce(sum(i.total), 0)::float8 as sum
      from remote_links l join invoices i on i.id = l.subject_id
     where l.organisation = ${organisation} and l.noun = 'invoice' and l.state = 'linked' and l.linked_at < ${before}`.execute(
    db,
  );
  return rows[0]!;
}

export interface NewDifference {
  readonly organisation: string;
  readonly kind: DifferenceKind;
  readonly noun: BookNoun;
  readonly subject: string;
  readonly remote: string | null;
  readonly ours: BookSide;
  readonly theirs: readonly BookSide[];
}

/** One that somebody has said to leave as it is, and that is still the same, is none. */
export async function insertDifference(db: Tx, difference: NewDifference, now: Date): Promise<void> {
  const { organisation, kind, noun, subject, remote, ours, theirs } = difference;
  const [our, their] = [JSON.stringify(ours), JSON.stringify(theirs)];
  await sql`
    insert into book_differences as d (account_id, organisation, kind, noun, subject_id, remote_id, ours, theirs, found_at)
    select current_account(), ${organisation}, ${kind}, ${noun}, ${subject}, ${remote}, ${our}::jsonb, ${their}::jsonb, ${now}
     where not exists (
       select from book_differences e
        where e.organisation = ${organisation} and e.kind = ${kind} and e.subject_id = ${subject}
          and e.remote_id is not distinct from ${remote} and e.answer = 'leave' and e.ours = ${our}::jsonb and e.theirs = ${their}::jsonb)
    on conflict (account_id, organisation, kind, subject_id, coalesce(remote_id, '')) where answer is null
    do update set ours = excluded.ours, theirs = excluded.theirs`.execute(db);
}

export interface OpenDifference {
  readonly id: string;
  readonly organisation: string;
  readonly kind: DifferenceKind;
  readonly noun: BookNoun;
  readonly subject: string;
  readonly remote: string | null;
  readonly ours: BookSide;
  readonly theirs: readonly BookSide[];
}

const differenceColumns = sql`id, organisation, kind, noun, subject_id as subject, remote_id as remote, ours, theirs`;

export async function holdDifference(
  db: Tx,
  id: string,
): Promise<(OpenDifference & { isOpen: boolean }) | undefined> {
  const { rows } = await sql<OpenDifference & { isOpen: boolean }>`
    select ${differenceColumns}, answer is null as "isOpen" from book_differences where id = ${id} for update`.execute(
    db,
  );
  return rows[0];
}

export async function listOpenDifferences(
  db: Tx,
  organisation: string,
  subjects: readonly string[],
): Promise<OpenDifference[]> {
  const { rows } = await sql<OpenDifference>`
    select ${differenceColumns} from book_differences
     where organisation = ${organisation} and subject_id = any(${subjects}::uuid[]) and answer is null`.execute(
    db,
  );
  return rows;
}

export async function answerDifference(
  db: Tx,
  id: string,
  { answer, by, now }: { answer: DifferenceAnswer | 'gone'; by: string | null; now: Date },
): Promise<void> {
  await sql`
    update book_differences set answer = ${answer}, answered_by = ${by}, answered_at = ${now}
     where id = ${id} and answer is null`.execute(db);
}

/** What names these customers is forgotten with them. */
export async function forgetContactQuestions(db: Tx, customers: readonly string[]): Promise<void> {
  await sql`
    delete from book_differences where kind in ('which contact', 'contact gone there') and subject_id = any(${customers}::uuid[])`.execute(
    db,
  );
}

/** Whether somebody has given this answer to a question about it. */
export async function wasAnswered(
  db: Tx,
  organisation: string,
  { subject, answer }: { subject: string; answer: DifferenceAnswer },
): Promise<boolean> {
  const { rows } = await sql`
    select from book_differences
     where organisation = ${organisation} and subject_id = ${subject} and answer = ${answer}`.execute(db);
  return rows.length > 0;
}

export async function listDifferences(
  db: Tx,
  organisation: string,
  { cursor, limit }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: Omit<BookDifference, 'answers'>[]; next: string | null }> {
  return listPage<Omit<BookDifference, 'answers'>>(db, {
    columns: sql`book_differences.id, book_differences.kind, coalesce(i.id, a.invoice_id, a.credit_note_id) as document_id,
      coalesce(c.id, i.bill_to_id) as customer_id, coalesce(i.number, c.name, book_differences.ours->>'number', '') as label, book_differences.ours, book_differences.theirs, book_differences.found_at`,
    from: sql`book_differences`,
    details: sql`
      left join invoices i on i.id = book_differences.subject_id
      left join customers c on c.id = book_differences.subject_id
      left join allocations a on a.id = book_differences.subject_id`,
    id: sql`book_differences.id`,
    where: [
      sql<boolean>`book_differences.organisation = ${organisation}`,
      sql<boolean>`book_differences.answer is null`,
    ],
    order: { by: sql`book_differences.found_at`, type: 'timestamptz' },
    cursor,
    limit,
  });
}

export interface Counts {
  readonly waiting: number;
  readonly over: number;
  readonly refused: number;
  readonly differences: number;
}

export async function countBooks(
  db: Tx,
  { connection, organisation }: { connection: string | null; organisation: string | null },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from deliveries
             where connection_id = ${connection} and subject is not null and state in ('queued', 'claimed', 'waiting')) as waiting,
           (select count(*)::int from remote_links
             where organisation = ${organisation} and noun <> 'contact' and state = 'linked') as over,
           (select count(*)::int from deliveries
             where connection_id = ${connection} and subject is not null and state = 'failed') as refused,
           (select count(*)::int from book_differences where organisation = ${organisation} and answer is null) as differences`.execute(
    db,
  );
  return rows[0]!;
}

/** What an entry is about, whatever it is of. */
const entryOf = (subject: RawBuilder<unknown>) => sql`
  left join invoices paper on paper.id = ${subject}
  left join allocations a on a.id = ${subject}
  left join invoices paid on paid.id = coalesce(a.invoice_id, a.credit_note_id)
  left join customers payer on payer.id = coalesce(paper.bill_to_id, paid.bill_to_id)`;

const entryColumns = sql`
  coalesce(paper.kind, case when a.id is null or a.released_on is not null then 'removal'
                            when a.payment_id is not null then 'payment'
                            when a.invoice_id is not null then 'credit used' else 'refund' end) as noun,
  coalesce(paper.id, paid.id) as document_id, coalesce(paper.number, paid.number) as number, payer.name as customer_name,
  coalesce(paper.total, a.amount) as amount`;

export async function listEntries(
  db: Tx,
  { connection, organisation }: { connection: string; organisation: string },
  { view, cursor, limit }: BookEntryQuery,
): Promise<{ rows: BookEntry[]; next: string | null }> {
  if (view === 'over')
    return listPage<BookEntry>(db, {
      columns: sql`remote_links.subject_id as id, ${entryColumns}, remote_links.linked_at as at, '' as words`,
      from: sql`remote_links`,
      details: entryOf(sql`remote_links.subject_id`),
      id: sql`remote_links.id`,
      where: [
        sql<boolean>`remote_links.organisation = ${organisation}`,
        sql<boolean>`remote_links.noun <> 'contact'`,
        sql<boolean>`remote_links.state = 'linked'`,
      ],
      order: { by: sql`remote_links.linked_at`, type: 'timestamptz', descending: true },
      cursor,
      limit,
    });
  const states = view === 'waiting' ? ['queued', 'claimed', 'waiting'] : ['failed'];
  return listPage<BookEntry>(db, {
    columns: sql`deliveries.subject as id, ${entryColumns}, deliveries.last_at as at, deliveries.last_error as words`,
    from: sql`deliveries`,
    details: entryOf(sql`deliveries.subject`),
    id: sql`deliveries.subject`,
    where: [
      sql<boolean>`deliveries.connection_id = ${connection}`,
      sql<boolean>`deliveries.subject is not null`,
      sql<boolean>`deliveries.state = any(${states}::text[])`,
    ],
    order: { by: sql`deliveries.made_at`, type: 'timestamptz' },
    cursor,
    limit,
  });
}

/** How these stand there: papers, or the allocations of a payment. */
export interface Standing {
  readonly link: Link['state'] | null;
  readonly remote: string | null;
  readonly linked_at: string | null;
  readonly delivery: string | null;
  readonly words: string | null;
  readonly differs: boolean;
}

export async function readStandings(
  db: Tx,
  { connection, organisation }: { connection: string; organisation: string },
  subjects: readonly string[],
): Promise<Standing[]> {
  const { rows } = await sql<{ row: Standing }>`
    select to_jsonb(r) as row from (
      select l.state as link, l.remote_id as remote, l.linked_at, d.state as delivery, d.last_error as words,
             exists (select from book_differences b
                      where b.organisation = ${organisation} and b.subject_id = s.id and b.answer is null) as differs
        from unnest(${subjects}::uuid[]) as s (id)
        left join remote_links l on l.organisation = ${organisation} and l.subject_id = s.id and l.noun <> 'contact'
        left join lateral (
          select state, last_error from deliveries
           where connection_id = ${connection} and subject = s.id order by made_at desc limit 1) d on true) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** The allocations of a payment or refund to papers that are to be in the books. */
export async function listOfPayment(
  db: Tx,
  payment: string,
  { from, ways }: Pick<Belonging, 'from' | 'ways'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from allocations a
      join invoices i on i.id = coalesce(a.invoice_id, a.credit_note_id)
      join payments p on p.id = coalesce(a.payment_id, a.refund_id)
     where (a.payment_id = ${payment} or a.refund_id = ${payment}) and ${goesOver(from)}
       and (a.released_on is null and ${way} = any(${ways}::text[])
            or exists (select from remote_links l where l.subject_id = a.id and l.noun = 'allocation'))
     order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}
