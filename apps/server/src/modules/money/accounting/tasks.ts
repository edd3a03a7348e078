import { createHash } from 'node:crypto';
import { bookDocument, markedReference, markOf } from '@muster/domain/money/accounting/documents';
import {
  freeName,
  matchedContact,
  MOST_TRIES,
  nounOf,
  stopsItsDocument,
} from '@muster/domain/money/accounting/rules';
import { paymentMethodWords } from '@muster/domain/money/payments/rules';
import type { AccountId } from '@muster/domain/values/ids';
import { HOUR_MS } from '@muster/domain/values/minutes';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { channelOf } from '../../../platform/live/event-log.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { type Xero, XeroError } from '../../../platform/xero.ts';
import {
  claimDue,
  endTry,
  endTurn,
  heldUntil,
  holdBack,
  listClaimed,
  noteWorking,
  readNextDue,
  takeTurn,
  waitAfter,
} from '../../basics/deliveries/service.ts';
import { accountingServiceOn, callXero } from '../accounting-services/service.ts';
import { invoicesOf } from '../invoices/service.ts';
import {
  ACCOUNT_BOOKS_ASKED,
  ACCOUNT_BOOKS_CHECKED,
  BOOKS_ASKED,
  BOOKS_CHECKED,
  BOOKS_SENT,
  booksOf,
  type Books,
  type BooksTask,
  isToBeLookedFor,
  noteDifference,
  sweep,
  takePayment,
  type TheirPayment,
  wakeWaiting,
  whyNotTaken,
} from './service.ts';
import {
  answerDifference,
  type BookAllocation,
  deleteLink,
  type FullCustomer,
  isToBeNew,
  isToGoOver,
  type Link,
  type LinkedPaper,
  type LinkKey,
  listConnected,
  listLinked,
  listLinkedPapers,
  listMadeContacts,
  listOpenDifferences,
  listTakenContacts,
  listWithin,
  noteAsked,
  noteChecked,
  pageLinkedPapers,
  readAllocation,
  readCustomers,
  readLink,
  readProgress,
  writeLink,
} from './store.ts';

/** Then others who wait for the same workers have their turn. */
const TURN_MS = 5_000;
/** What waits for something else is looked at again after this, should nobody have woken it. */
const HELD_BACK_MS = HOUR_MS;
/** How often it is looked for what should be there and is on no way there. */
const SWEEP_MS = HOUR_MS;
/** What changed there is asked for from a bit before the last that is known: two things may change in one moment. */
const OVERLAP_MS = 2_000;
const PART = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const LOST = 'We stopped before it answered, so it may have arrived.';

/** Muster itself, for the owner who has connected the books. */
const author = { user: null, apiKey: null, role: 'owner', money: 'all' } as const;

type XeroContact = Awaited<ReturnType<Xero['contact']>>;
type XeroInvoice = Awaited<ReturnType<Xero['invoice']>>;
type XeroPayment = Awaited<ReturnType<Xero['payment']>>;

/** What became of one thing that was to go over. */
type Became =
  | { readonly is: 'done' }
  /** It needs something else first. */
  | { readonly is: 'held back'; readonly words: string }
  | { readonly is: 'refused'; readonly words: string };

const done: Became = { is: 'done' };
const heldBack = (words: string): Became => ({ is: 'held back', words });

/** Another task has taken the connection over. */
class LostTurn extends Error {}

/** One business whose turn it is. */
interface Turn {
  readonly account: AccountId;
  readonly books: Books;
  /** Before each call: nobody else is at it, and whoever is there is asked. */
  readonly call: <T>(work: (xero: Xero) => Promise<T>) => Promise<T>;
  readonly inAccount: <T>(work: (db: Tx) => Promise<T>) => Promise<T>;
}

/** One thing that is to go over. */
interface One {
  readonly noun: 'invoice' | 'credit note' | 'allocation';
  readonly id: string;
  readonly key: string;
  /** Whether it may be there already. */
  readonly mayBeThere: boolean;
}

/** The tasks that keep the books of businesses: what goes over, what was paid there, and both sides compared. */
export function booksTasks(deps: Deps): Readonly<Record<string, Task>> {
  const {
    database: { db, keys },
    now,
  } = deps;
  const at = () => new Date(now());

  /** Does something in turn with everything else of a connection, while it is on and answers. */
  async function inTurn(
    account: AccountId,
    { task, pause }: { task: string; pause?: string | undefined },
    work: (turn: Turn) => Promise<boolean>,
  ): Promise<void> {
    const inAccount = <T>(work: (db: Tx) => Promise<T>) => withAccount(db, account, work);
    const books = await inAccount(async (db) => {
      const found = (await accountingServiceOn(db, keys, account)) && (await booksOf(db));
      const held = found && (await takeTurn(db, found.connection, { task, pause, now: now() }));
      return held && found;
    });
    if (!books) return;
    const { connection, organisation } = books;
    const call = async <T>(work: (xero: Xero) => Promise<T>): Promise<T> => {
      const isOurs = await inAccount((db) => takeTurn(db, connection, { task, pause, now: now() }));
      if (!isOurs) throw new LostTurn();
      return callXero(deps, { account, connection, organisation }, work);
    };
    try {
      const hasMore = await work({ account, books, call, inAccount });
      await inAccount(async (db) => {
        await endTurn(db, connection, now());
        // Whoever came with something new while this had the turn has gone away again.
        const next = await readNextDue(db, connection);
        if (hasMore || (next !== null && next.getTime() <= now()))
          await enqueue(db, BOOKS_SENT, { account: channelOf(account) } satisfies BooksTask);
      });
    } catch (error) {
      if (error instanceof LostTurn) return;
      if (!(error instanceof XeroError)) throw error;
      await inAccount(async (db) => {
        const wait = { error: error.message, askedSeconds: error.retryAfter, now: now() };
        const { pause, seconds } = await waitAfter(db, connection, wait);
        await enqueue(db, BOOKS_SENT, { account: channelOf(account), pause } satisfies BooksTask, seconds);
      });
    }
  }

  /** What is to go over, one after the other. Says whether there is more than one turn holds. */
  async function sendDue(turn: Turn): Promise<boolean> {
    const { books, inAccount } = turn;
    const started = now();
    await inAccount(async (db) => {
      for (const { key } of await listClaimed(db, books.connection))
        await holdBack(db, { connection: books.connection, key }, { until: at(), error: LOST, now: at() });
    });
    const hasMore = await inAccount(async (db) => {
      const progress = await readProgress(db, books.organisation);
      const isDue = (progress?.swept_at?.getTime() ?? 0) + SWEEP_MS <= started;
      return isDue && sweep(db, books, at());
    });
    while (now() - started <= TURN_MS) {
      const [due] = await inAccount((db) => claimDue(db, books.connection, { now: now(), most: 1 }));
      if (!due) return hasMore;
      const noun = nounOf(due.part) as One['noun'];
      const mayBeThere = due.number > 1 || isToBeLookedFor(due.key);
      await sendOne(turn, { noun, id: due.subject, key: due.key, mayBeThere }, due.number);
    }
    return hasMore;
  }

  async function sendOne(turn: Turn, one: One, tries: number): Promise<void> {
    const { inAccount, books } = turn;
    const delivery = { connection: books.connection, key: one.key };
    let became: Became;
    try {
      became = one.noun === 'allocation' ? await sendAllocation(turn, one) : await sendPaper(turn, one);
    } catch (error) {
      if (!(error instanceof XeroError)) throw error;
      const { kind, message: words } = error;
      const isAboutIt = kind === 'refused' || kind === 'missing';
      const isPoison = kind === 'unknown' && tries >= MOST_TRIES;
      if (!isAboutIt && !isPoison) {
        await inAccount((db) =>
          endTry(db, delivery, { try: tries, state: 'waiting', error: words, now: at() }),
        );
        throw error;
      }
      became = { is: 'refused', words };
    }
    await inAccount(async (db) => {
      const error = became.is === 'done' ? '' : became.words;
      const state = became.is === 'done' ? 'accepted' : became.is === 'refused' ? 'failed' : 'waiting';
      await endTry(db, delivery, { try: tries, state, error, now: at() });
      if (became.is === 'held back')
        await holdBack(db, delivery, { until: new Date(now() + HELD_BACK_MS), error, now: at() });
      else await noteWorking(db, books.connection, { worked: at(), until: heldUntil(now()) });
    });
  }

  async function sendPaper(turn: Turn, one: One & { noun: One['noun'] }): Promise<Became> {
    const { books, call, inAccount } = turn;
    const { organisation, from } = books;
    const noun = one.noun as 'invoice' | 'credit note';
    const key: LinkKey = { organisation, noun, subject: one.id };
    const known = await inAccount(async (db) => {
      const [invoice] = await invoicesOf(db, [one.id]);
      const [credited] = invoice?.credits_id ? await invoicesOf(db, [invoice.credits_id]) : [];
      return {
        invoice,
        credits: credited?.number ?? null,
        // What credits an invoice goes to the contact of that invoice, whoever has merged with whom since.
        payer: credited?.bill_to_id ?? invoice?.bill_to_id ?? '',
        isToGo: await isToGoOver(db, one.id, from),
        link: await readLink(db, key),
      };
    });
    const { invoice, link } = known;
    if (!invoice || !known.isToGo || (link && link.state !== 'sending')) return done;
    const contact = await contactOf(turn, known.payer);
    if (typeof contact !== 'string') return contact;
    const document = bookDocument({ ...invoice, credits: known.credits }, contact, books.codes);
    const sent_hash = hashOf(document);
    const earlier = one.mayBeThere ? await call((xero) => papersNumbered(xero, noun, document.number)) : [];
    let there = earlier.find((paper) => !isVoid(paper));
    if (link && link.remote !== null && there?.id === link.remote) {
      // It came out otherwise, or was changed there: a person wants it as it is here.
      const { id } = there;
      there = await call((xero): Promise<Numbered> =>
        noun === 'invoice'
          ? xero.changeInvoice(id, document, one.key)
          : xero.changeCreditNote(id, document, one.key),
      );
    }
    if (there && !isSameAs(there, document, invoice.total)) return numberTaken(turn, key, invoice, there);
    if (!there) {
      await inAccount((db) => writeLink(db, key, { state: 'sending', sent_hash }, at()));
      // A number that was voided there is not given twice.
      const number = freeNumber(document.number, earlier.length);
      try {
        there = await call((xero): Promise<Numbered> =>
          noun === 'invoice'
            ? xero.createInvoice({ ...document, number }, one.key)
            : xero.createCreditNote({ ...document, number, due: null }, one.key),
        );
      } catch (error) {
        if (!(error instanceof XeroError && error.kind === 'refused')) throw error;
        const other = (await call((xero) => papersNumbered(xero, noun, document.number))).find(
          (paper) => !isVoid(paper),
        );
        if (!other) throw error;
        return numberTaken(turn, key, invoice, other);
      }
    }
    const made = there;
    await inAccount(async (db) => {
      await writeLink(db, key, { state: 'linked', remote: made.id, sent_hash }, at());
      if (made.total === invoice.total && made.tax === invoice.gst)
        await wakeWaiting(db, books.connection, one.id, at());
      else
        await noteDifference(
          db,
          {
            ...key,
            kind: 'total',
            remote: made.id,
            ours: sideOf(invoice),
            theirs: [theirSide(made)],
          },
          at(),
        );
    });
    return done;
  }

  async function numberTaken(
    { inAccount }: Turn,
    key: LinkKey,
    invoice: Paper,
    there: Numbered,
  ): Promise<Became> {
    await inAccount(async (db) => {
      await noteDifference(
        db,
        { ...key, kind: 'number taken', remote: there.id, ours: sideOf(invoice), theirs: [theirSide(there)] },
        at(),
      );
    });
    return { is: 'refused', words: `There is already another ${there.number} there.` };
  }

  /** The contact that a customer is there: known, found, made, or a question for a person. */
  async function contactOf(turn: Turn, customerId: string): Promise<string | Became> {
    const { books, call, inAccount } = turn;
    const { organisation } = books;
    const key: LinkKey = { organisation, noun: 'contact', subject: customerId };
    const { link, customer, isNew, asked } = await inAccount(async (db) => ({
      link: await readLink(db, key),
      customer: (await readCustomers(db, [customerId]))[0],
      isNew: await isToBeNew(db, organisation, customerId),
      asked: await listOpenDifferences(db, organisation, customerId),
    }));
    if (!customer) return { is: 'refused', words: 'Its customer no longer exists.' };
    if (link?.remote) {
      await renameContact(turn, customer, link);
      return link.remote;
    }
    const question = `Choose which contact ${customer.name} is first.`;
    if (asked.length > 0) return heldBack(question);
    const found = await candidatesOf(turn, customer);
    const taken = await inAccount((db) =>
      listTakenContacts(
        db,
        organisation,
        customerId,
        found.map(({ id }) => id),
      ),
    );
    const match = matchedContact(customer, found, new Set(taken));
    const isKnown = match.is === 'same' && (match.isOurs || !isNew);
    if (isKnown) {
      const { contact, isOurs } = match;
      await inAccount((db) =>
        writeLink(db, key, { state: 'linked', remote: contact.id, is_made: isOurs }, at()),
      );
      return contact.id;
    }
    if (match.is === 'unsure' && !isNew) {
      const { email, abn, name } = customer;
      await inAccount((db) =>
        noteDifference(
          db,
          {
            ...key,
            kind: 'which contact',
            remote: null,
            ours: { name, email, ...(abn !== null && { abn }) },
            theirs: match.contacts.map(({ id, name, email, abn }) => ({ id, name, email, abn })),
          },
          at(),
        ),
      );
      return heldBack(question);
    }
    const row = contactRow(customer, freeName(customer.name, found));
    const made = await call((xero) =>
      xero.saveContact(row, `0-contact-${customerId}-${hashOf(row).slice(0, 8)}`),
    );
    await inAccount((db) =>
      writeLink(db, key, { state: 'linked', remote: made.id, sent_hash: hashOf(contactRow(customer)) }, at()),
    );
    return made.id;
  }

  /** Contacts that may be this customer, by any sign. */
  async function candidatesOf(
    { call }: Turn,
    { id, name, abn, email }: FullCustomer,
  ): Promise<XeroContact[]> {
    const signs = [
      { field: 'ContactNumber', is: id },
      ...(abn === null ? [] : [{ field: 'TaxNumber', is: abn.replaceAll(/\D/g, '') } as const]),
      ...(email === '' ? [] : [{ field: 'EmailAddress', is: email } as const]),
      { field: 'Name', is: name },
    ] as const;
    const found = new Map<string, XeroContact>();
    for (const by of signs)
      for (const contact of (await call((xero) => xero.contacts({ by }))).rows)
        if (contact.isActive) found.set(contact.id, contact);
    return [...found.values()];
  }

  /** A customer who is called or reached otherwise now is so there as well, where the contact is our own. */
  async function renameContact(
    { books, call, inAccount }: Turn,
    customer: FullCustomer,
    link: Link,
  ): Promise<void> {
    const row = contactRow(customer);
    const sent_hash = hashOf(row);
    // Whoever was erased or merged here keeps the name there that their invoices have.
    if (!link.is_made || customer.is_archived || link.sent_hash === sent_hash) return;
    const remote = link.remote!;
    await call((xero) =>
      xero.saveContact({ ...row, id: remote }, `0-contact-${customer.id}-${sent_hash.slice(0, 16)}`),
    );
    const key: LinkKey = { organisation: books.organisation, noun: 'contact', subject: customer.id };
    await inAccount((db) => writeLink(db, key, { state: 'linked', remote, sent_hash }, at()));
  }

  /** What is paid or used goes over, or is removed there if it counts no more. */
  async function sendAllocation(turn: Turn, one: One): Promise<Became> {
    const { books, inAccount } = turn;
    const { organisation, from } = books;
    const key: LinkKey = { organisation, noun: 'allocation', subject: one.id };
    const { row, link } = await inAccount(async (db) => ({
      row: await readAllocation(db, one.id),
      link: await readLink(db, key),
    }));
    if (link?.state === 'left out') return done;
    if (!row || row.released_on !== null) return removeAllocation(turn, one, key, link);
    if (link?.state === 'linked') return done;
    // What was paid too much and is given back was never for a paper: it is in neither book.
    const paper = row.invoice_id ?? (row.refund_id === null ? null : row.credit_note_id);
    if (paper === null) return done;
    const papers = [
      paper,
      ...(row.credit_note_id === null || row.credit_note_id === paper ? [] : [row.credit_note_id]),
    ];
    const remotes: string[] = [];
    for (const id of papers) {
      const known = await inAccount(async (db) => ({
        link:
          (await readLink(db, { organisation, noun: 'invoice', subject: id })) ??
          (await readLink(db, { organisation, noun: 'credit note', subject: id })),
        isToGo: await isToGoOver(db, id, from),
        open: await listOpenDifferences(db, organisation, id),
        number: (await invoicesOf(db, [id]))[0]?.number ?? '',
      }));
      if (!known.isToGo || known.link?.state === 'left out') return done;
      if (known.open.some(({ kind }) => stopsItsDocument.has(kind)))
        return heldBack(`${known.number} differs. Settle that first.`);
      if (known.link?.state !== 'linked') return heldBack(`${known.number} has to go over first.`);
      remotes.push(known.link.remote!);
    }
    const [document, note] = remotes as [string, string?];
    return row.credit_note_id !== null && row.invoice_id !== null
      ? useCreditNote(turn, one, key, { row, invoice: document, note: note! })
      : pay(turn, one, key, { row, document });
  }

  async function pay(
    { books, call, inAccount }: Turn,
    one: One,
    key: LinkKey,
    { row, document }: { row: BookAllocation; document: string },
  ): Promise<Became> {
    const method = row.method ?? 'other';
    const account = books.accountFor(method);
    // What is paid so stays out of it.
    if (account === '') return done;
    const words = row.reference?.trim() || paymentMethodWords[method];
    const payment = {
      ...(row.invoice_id === null ? { creditNote: document } : { invoice: document }),
      account,
      date: row.on_date,
      amount: row.amount,
      reference: markedReference(words, one.id),
    };
    let there: Pick<XeroPayment, 'id'> | undefined;
    if (one.mayBeThere) there = await call((xero) => paymentMarked(xero, document, one.id));
    if (!there) {
      await inAccount((db) => writeLink(db, key, { state: 'sending', within: document }, at()));
      there = await call((xero) => xero.createPayment(payment, one.key));
    }
    const { id: remote } = there;
    await inAccount((db) =>
      writeLink(db, key, { state: 'linked', remote, within: document, sent_hash: hashOf(payment) }, at()),
    );
    return done;
  }

  async function useCreditNote(
    turn: Turn,
    one: One,
    key: LinkKey,
    { row, invoice, note }: { row: BookAllocation; invoice: string; note: string },
  ): Promise<Became> {
    const { call, inAccount } = turn;
    const link = { within: note, usedFor: invoice, sent_hash: hashOf({ invoice, amount: row.amount }) };
    let remote = one.mayBeThere ? await findUse(turn, link) : undefined;
    if (remote === undefined) {
      await inAccount((db) => writeLink(db, key, { state: 'sending', ...link }, at()));
      const made = await call((xero) =>
        xero.allocate(note, { invoice, amount: row.amount, date: row.on_date }, one.key),
      );
      // Xero need not tell what it calls it; it is removed by that name alone.
      remote = made.id || (await findUse(turn, link));
      if (remote === undefined) throw new XeroError('unknown', 'Xero’s answer doesn’t make sense.');
    }
    const sent = remote;
    await inAccount((db) => writeLink(db, key, { state: 'linked', remote: sent, ...link }, at()));
    return done;
  }

  /** What uses a credit note has no mark there: one for the same invoice, of the same amount, that is no other one of ours. */
  async function findUse(
    { books, call, inAccount }: Turn,
    { within: note, sent_hash }: { within: string; sent_hash: string },
  ): Promise<string | undefined> {
    const { allocations } = await call((xero) => xero.creditNote(note));
    const links = await inAccount((db) => listWithin(db, books.organisation, note));
    const others = new Set(links.map(({ remote }) => remote));
    return allocations.find(
      ({ id, invoice, amount }) => hashOf({ invoice, amount }) === sent_hash && !others.has(id),
    )?.id;
  }

  async function removeAllocation(
    turn: Turn,
    one: One,
    key: LinkKey,
    link: Link | undefined,
  ): Promise<Became> {
    if (!link) return done;
    const { call, inAccount } = turn;
    const { within, usedFor, sent_hash } = link;
    if (within !== null && usedFor !== null) {
      const remote = link.remote ?? (await findUse(turn, { within, sent_hash }));
      if (remote !== undefined) await call((xero) => xero.removeAllocation(within, remote));
    } else if (within !== null) {
      const { remote } = link;
      const there =
        remote === null
          ? await call((xero) => paymentMarked(xero, within, one.id))
          : await call((xero) => xero.payment(remote));
      if (there && !there.isDeleted) await call((xero) => xero.deletePayment(there.id, one.key));
    }
    await inAccount((db) => deleteLink(db, key));
    return done;
  }

  /** What changed there since it was last asked. */
  async function askChanges(turn: Turn): Promise<boolean> {
    const { books, call, inAccount } = turn;
    const { organisation } = books;
    const progress = await inAccount((db) => readProgress(db, organisation));
    const since = progress?.changed_to ? progress.changed_to.getTime() - OVERLAP_MS : Date.parse(books.from);
    let latest = 0;
    for (let page = 1; ; page += 1) {
      const { rows, hasMore } = await call((xero) => xero.invoices({ since, page }));
      const ours = new Map(
        (
          await inAccount((db) =>
            listLinkedPapers(
              db,
              { connection: books.connection, organisation },
              rows.map(({ id }) => id),
            ),
          )
        ).map((paper) => [paper.remote, paper]),
      );
      for (const row of rows) {
        latest = Math.max(latest, row.changedAt);
        const paper = ours.get(row.id);
        if (row.isSale && paper) await follow(turn, paper, row);
      }
      if (!hasMore) break;
    }
    // By their clock: ours may be another.
    const changedTo = latest > (progress?.changed_to?.getTime() ?? 0) ? new Date(latest) : null;
    await inAccount((db) => noteAsked(db, organisation, { now: at(), changedTo }));
    return false;
  }

  /** What is paid and voided there, of an invoice of ours. */
  async function follow(turn: Turn, paper: LinkedPaper, there: XeroInvoice): Promise<void> {
    const { books, call, inAccount } = turn;
    const { organisation } = books;
    if (isVoid(there)) return noteVoided(turn, paper, there);
    const [known, within] = await inAccount(async (db) => [
      await listLinked(
        db,
        { organisation, noun: 'allocation' },
        there.payments.map(({ id }) => id),
      ),
      await listWithin(db, organisation, there.id),
    ]);
    const knownIds = new Set(known.map(({ remote }) => remote));
    const ours = new Set(within.map(({ subject }) => markOf(subject)));
    for (const { id } of there.payments) {
      if (knownIds.has(id)) continue;
      const payment = await call((xero) => xero.payment(id));
      const mark = /#[0-9a-f]{10}$/.exec(payment.reference)?.[0];
      // One of ours whose answer was lost: whoever sent it finds it.
      if (payment.isDeleted || (mark !== undefined && ours.has(mark))) continue;
      await take(turn, { invoice: paper.id, id, amount: payment.amount, date: payment.date });
    }
    const present = new Set(there.payments.map(({ id }) => id));
    for (const link of within) {
      if (link.state !== 'linked' || link.remote === null || present.has(link.remote)) continue;
      await noteGone(turn, paper, link);
    }
  }

  async function noteVoided({ books, inAccount }: Turn, paper: LinkedPaper, there: Numbered): Promise<void> {
    await inAccount((db) =>
      noteDifference(
        db,
        {
          organisation: books.organisation,
          kind: 'voided there',
          noun: paper.noun,
          subject: paper.id,
          remote: there.id,
          ours: { number: paper.number, total: paper.total, owed: paper.outstanding },
          theirs: [theirSide(there)],
        },
        at(),
      ),
    );
  }

  /** One that we sent, or took, and that somebody has removed there. */
  async function noteGone(
    { books, call, inAccount }: Turn,
    paper: LinkedPaper,
    { subject, remote }: Link,
  ): Promise<void> {
    const row = await inAccount((db) => readAllocation(db, subject));
    // Credits that were used stand with their credit note; and what counts no more here is about to go there as well.
    if (!row || row.payment_id === null || row.released_on !== null) return;
    const there = await call((xero) => xero.payment(remote!).catch(nothingIfMissing));
    if (there && !there.isDeleted) return;
    await inAccount((db) =>
      noteDifference(
        db,
        {
          organisation: books.organisation,
          kind: 'payment gone there',
          noun: 'allocation',
          subject,
          remote,
          ours: { number: paper.number, amount: row.amount, date: row.on_date },
          theirs: [{ status: 'DELETED' }],
        },
        at(),
      ),
    );
  }

  async function take({ account, books, inAccount }: Turn, payment: TheirPayment): Promise<void> {
    const command = {
      account,
      id: idOf(`${books.organisation} ${payment.id}`),
      kind: 'payment recorded' as const,
      body: payment.id,
      author,
      at: at(),
    };
    try {
      await runCommand(db, command, (write) => takePayment(write, books, payment));
    } catch (error) {
      if (!(error instanceof Failure) || error.answer === 'unavailable') throw error;
      const { invoice, id, amount, date } = payment;
      await inAccount((db) =>
        noteDifference(
          db,
          {
            organisation: books.organisation,
            kind: 'payment there',
            noun: 'invoice',
            subject: invoice,
            remote: id,
            ours: { words: whyNotTaken(payment, error) },
            theirs: [{ id, amount, ...(date !== null && { date }) }],
          },
          at(),
        ),
      );
    }
  }

  /** Both sides as a whole: what went over is there, comes to the same, and as much of it is owed. */
  async function checkBooks(turn: Turn): Promise<boolean> {
    const { books, call, inAccount } = turn;
    const { organisation, connection } = books;
    const before = at();
    const theirs = new Map<string, Numbered & { owed: number; paymentIds: readonly string[] }>();
    for (let page = 1; ; page += 1) {
      const { rows, hasMore } = await call((xero) => xero.invoices({ page }));
      for (const row of rows)
        if (row.isSale) theirs.set(row.id, { ...row, paymentIds: row.payments.map(({ id }) => id) });
      if (!hasMore) break;
    }
    for (let page = 1; ; page += 1) {
      const { rows, hasMore } = await call((xero) => xero.creditNotes({ page }));
      for (const row of rows) theirs.set(row.id, { ...row, owed: row.left, paymentIds: [] });
      if (!hasMore) break;
    }
    const sums = { ours: { count: 0, sum: 0 }, theirs: { count: 0, sum: 0 } };
    for (const noun of ['invoice', 'credit note'] as const) {
      for (let after = FIRST_ID; ;) {
        const part = await inAccount((db) =>
          pageLinkedPapers(db, { connection, organisation, noun, before, after, most: PART }),
        );
        for (const paper of part) {
          const there = theirs.get(paper.remote);
          if (noun === 'invoice') add(sums.ours, paper.total);
          if (noun === 'invoice' && there && !isVoid(there)) add(sums.theirs, there.total);
          await compare(turn, paper, there);
        }
        if (part.length < PART) break;
        after = part.at(-1)!.id;
      }
    }
    for (let after = FIRST_ID; ;) {
      const links = await inAccount((db) => listMadeContacts(db, organisation, { after, most: PART }));
      const customers = await inAccount((db) =>
        readCustomers(
          db,
          links.map(({ subject }) => subject),
        ),
      );
      for (const customer of customers)
        await renameContact(
          turn,
          customer,
          links.find(({ subject }) => subject === customer.id)!,
        );
      if (links.length < PART) break;
      after = links.at(-1)!.subject;
    }
    return inAccount(async (db) => {
      await noteChecked(db, organisation, { now: at(), ...sums });
      return sweep(db, books, at());
    });
  }

  async function compare(
    turn: Turn,
    paper: LinkedPaper,
    there: (Numbered & { owed: number }) | undefined,
  ): Promise<void> {
    const { books, inAccount } = turn;
    const { organisation } = books;
    const ours = { number: paper.number, total: paper.total, gst: paper.gst, owed: paper.outstanding };
    const common = { organisation, noun: paper.noun, subject: paper.id, remote: paper.remote, ours };
    if (there && isVoid(there)) return noteVoided(turn, paper, there);
    const theirs = there ? [theirSide(there)] : [];
    const kind = !there
      ? 'missing there'
      : there.total !== paper.total || there.tax !== paper.gst
        ? 'total'
        : there.owed !== paper.outstanding && !paper.is_moving
          ? 'owed'
          : undefined;
    await inAccount(async (db) => {
      for (const open of await listOpenDifferences(db, organisation, paper.id))
        if (open.kind !== kind && ['total', 'owed', 'missing there', 'voided there'].includes(open.kind))
          await answerDifference(db, open.id, { answer: 'gone', by: null, now: at() });
      if (kind) await noteDifference(db, { ...common, kind, theirs }, at());
    });
  }

  const ofAll =
    (topic: string): Task =>
    async () => {
      const accounts = await listConnected(db);
      await transaction(db, async (db) => {
        for (const account of accounts) await enqueue(db, topic, { account } satisfies BooksTask);
      });
    };

  const ofOne =
    (work: (turn: Turn) => Promise<boolean>): Task =>
    async (payload, task) => {
      const { account, pause } = payload as BooksTask;
      await inTurn(accountOfChannel(account), { task, pause }, work);
    };

  return {
    [BOOKS_SENT]: ofOne(sendDue),
    [BOOKS_ASKED]: ofAll(ACCOUNT_BOOKS_ASKED),
    [ACCOUNT_BOOKS_ASKED]: ofOne(async (turn) => {
      const hasMore = await sendDue(turn);
      // What is still to go over goes first, so that nothing of it is taken for theirs.
      return hasMore || askChanges(turn);
    }),
    [BOOKS_CHECKED]: ofAll(ACCOUNT_BOOKS_CHECKED),
    [ACCOUNT_BOOKS_CHECKED]: ofOne(checkBooks),
  };
}

type Paper = {
  readonly number: string | null;
  readonly total: number;
  readonly gst: number;
  readonly outstanding: number;
  readonly issued_on: string | null;
};

/** An invoice or credit note there. */
interface Numbered {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly contact: string;
  readonly date: string | null;
  readonly total: number;
  readonly tax: number;
}

const isVoid = ({ status }: Numbered) => status === 'VOIDED' || status === 'DELETED';

/** How often a number may have been voided there and sent anew. */
const MOST_NUMBERS = 5;

/** The first time it is the number itself, after that with which time it is. */
function freeNumber(number: string, times: number): string {
  return times === 0 ? number : `${number}-${times + 1}`;
}

/** What has our number there, or has had it, the oldest first. */
async function papersNumbered(
  xero: Xero,
  noun: 'invoice' | 'credit note',
  number: string,
): Promise<Numbered[]> {
  const numbers = Array.from({ length: MOST_NUMBERS }, (_, times) => freeNumber(number, times));
  if (noun === 'invoice') {
    const { rows } = await xero.invoices({ numbers });
    return rows
      .filter(({ isSale }) => isSale)
      .toSorted((a, b) => a.number.length - b.number.length || (a.number < b.number ? -1 : 1));
  }
  const found: Numbered[] = [];
  for (const one of numbers) {
    const { rows } = await xero.creditNotes({ number: one });
    found.push(...rows);
    if (rows.every((row) => !isVoid(row))) break;
  }
  return found;
}

async function paymentMarked(xero: Xero, document: string, id: string): Promise<XeroPayment | undefined> {
  const mark = markOf(id);
  for (let page = 1; ; page += 1) {
    const { rows, hasMore } = await xero.payments({ invoice: document, page });
    const found = rows.find((payment) => !payment.isDeleted && payment.reference.endsWith(mark));
    if (found || !hasMore) return found;
  }
}

/** Whether what has our number there is what an earlier try has made. */
function isSameAs(
  there: Numbered,
  { contact, date }: { contact: string; date: string },
  total: number,
): boolean {
  return there.contact === contact && there.date === date && Math.abs(there.total - total) < 100;
}

function sideOf({ number, total, gst, outstanding, issued_on }: Paper) {
  return { number: number ?? '', total, gst, owed: outstanding, date: issued_on ?? '' };
}

function theirSide({
  id,
  number,
  total,
  tax,
  status,
  date,
  ...there
}: Numbered & { readonly owed?: number }) {
  return {
    id,
    number,
    total,
    gst: tax,
    status,
    ...(date !== null && { date }),
    ...(there.owed !== undefined && { owed: there.owed }),
  };
}

function contactRow({ id, name, email, abn, phone, address }: FullCustomer, as = name) {
  return { number: id, name: as, email, abn: abn?.replaceAll(/\D/g, '') ?? '', phone, address };
}

function add(sum: { count: number; sum: number }, amount: number): void {
  sum.count += 1;
  sum.sum += amount;
}

function hashOf(row: object): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('hex');
}

/** The same id for the same thing of theirs, so that it is taken once however often it is told. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function nothingIfMissing(error: unknown): undefined {
  if (error instanceof XeroError && error.kind === 'missing') return undefined;
  throw error;
}
