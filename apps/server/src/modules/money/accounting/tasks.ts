import { createHash, randomUUID } from 'node:crypto';
import { bookDocument, markedReference, markOf } from '@muster/domain/money/accounting/documents';
import {
  contactIndex,
  type DifferenceKind,
  freeName,
  isNumbered,
  isReversedLater,
  matchedContact,
  MOST_TRIES,
  nounOf,
  stopsItsDocument,
} from '@muster/domain/money/accounting/rules';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
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
import { type Xero, XeroError, type XeroNewPayment } from '../../../platform/xero.ts';
import {
  claimTogether,
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
import { accountingServiceOn, callXero, rereadChart } from '../accounting-services/service.ts';
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
  type Checking,
  checkSteps,
  deleteLink,
  firstLinkedDay,
  type FullCustomer,
  isToGoOver,
  type Link,
  type LinkedPaper,
  type LinkKey,
  listConnected,
  listLinked,
  listLinkedPapers,
  listOpenDifferences,
  listStillThere,
  listTakenContacts,
  listWithin,
  noteAsked,
  markChecked,
  type NewDifference,
  noteChecked,
  noteChecking,
  pageUnchecked,
  readAllocation,
  readCustomers,
  readLink,
  readProgress,
  type Sum,
  sumLinked,
  type Unchecked,
  wasAnswered,
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
/** As many as go over in one call; Xero asks for no more than fifty. */
const MOST_TOGETHER = 50;
/** So many are asked for one by one. */
const FEW = 3;
/** As many as Xero lists on a page. */
const MOST_LISTED = 1_000;
/** As many ids as fit into an address. */
const MOST_IDS = 50;
/** Whoever reads the accounts again for each thing that is refused has no calls left. */
const CHART_OLD_MS = 600_000;
/** A contact that was merged may have been merged again. */
const MOST_MERGES = 5;
/** A comparison of which so much time ago nobody has seen the end begins anew. */
const CHECK_OLD_MS = 48 * HOUR_MS;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const LOST = 'We stopped before it answered, so it may have arrived.';

/** Muster itself, for the owner who has connected the books. */
const author = { user: null, apiKey: null, role: 'owner', money: 'all' } as const;

type XeroContact = Awaited<ReturnType<Xero['contact']>>;
type XeroInvoice = Awaited<ReturnType<Xero['invoice']>>;
type XeroPayment = Awaited<ReturnType<Xero['payment']>>;

/** What became of one thing that was to go over. */
type Became =
  | { readonly is: 'done' | 'left out' }
  /** It needs something else first. */
  | { readonly is: 'held back'; readonly words: string }
  | { readonly is: 'refused'; readonly words: string };

const done: Became = { is: 'done' };
/** A person has said that it stays out of the books. */
const leftOut: Became = { is: 'left out' };
const heldBack = (words: string): Became => ({ is: 'held back', words });

/** Another task has taken the connection over. */
class LostTurn extends Error {}

/** One business whose turn it is. */
interface Turn {
  readonly account: AccountId;
  readonly books: Books;
  /** Before each call: nobody else is at it, and whoever is there is asked. */
  readonly call: <T>(work: (xero: Xero) => Promise<T>) => Promise<T>;
  /** What can be chosen there, unless it was read just before. */
  readonly rereadChart: (olderThanMs?: number) => Promise<void>;
  readonly inAccount: <T>(work: (db: Tx) => Promise<T>) => Promise<T>;
}

/** One thing that is to go over. */
interface One {
  readonly noun: 'invoice' | 'credit note' | 'allocation';
  readonly id: string;
  readonly key: string;
  readonly tries: number;
  /** Whether it may be there already. */
  readonly mayBeThere: boolean;
}

/** What became of each. */
type Outcome = Map<One, Became>;

/** A paper that is to go over, as it stands here. */
interface PaperToSend {
  readonly one: One;
  readonly key: LinkKey;
  readonly link: Link | undefined;
  readonly invoice: InvoiceRecord;
  /** The number of the invoice that it credits. */
  readonly credits: string | null;
  /** Whose contact it goes to. */
  readonly payer: string;
}

/** A credit note that is to be used for an invoice there. */
interface CreditToUse {
  readonly one: One;
  readonly key: LinkKey;
  readonly row: BookAllocation;
  readonly invoice: string;
  readonly note: string;
}

/** What counts no more here, and may be there. */
interface LinkToRemove {
  readonly one: One;
  readonly key: LinkKey;
  readonly link: Link;
}

/** The same, as it is to be there. */
interface ReadyPaper extends PaperToSend {
  readonly document: ReturnType<typeof bookDocument>;
  readonly sent_hash: string;
}

/** What is paid or given back, as it is to be there. */
interface PaymentToSend {
  readonly one: One;
  readonly key: LinkKey;
  readonly payment: XeroNewPayment;
  /** The invoice or credit note there, and its number here. */
  readonly within: string;
  readonly number: string;
  /** What stands there of it from before it was corrected here. */
  readonly before: Link | undefined;
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
    let hasCalled = false;
    const isStillOurs = async (db: Tx) => {
      hasCalled = true;
      if (!(await takeTurn(db, connection, { task, pause, now: now() }))) throw new LostTurn();
    };
    const call = <T>(work: (xero: Xero) => Promise<T>) =>
      callXero(deps, { account, connection, organisation }, work, isStillOurs);
    try {
      const target = { account, connection, organisation };
      const reread = (olderThanMs = 0) => rereadChart(deps, target, { olderThanMs });
      const hasMore = await work({ account, books, call, rereadChart: reread, inAccount });
      await inAccount(async (db) => {
        // A pause that is over holds nobody back any more, whether there was something to send or not.
        if (hasCalled || pause !== undefined)
          await noteWorking(db, connection, { worked: hasCalled ? at() : null, until: null });
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
      const due = await inAccount((db) =>
        claimTogether(db, books.connection, { now: now(), most: MOST_TOGETHER }),
      );
      if (due.length === 0) return hasMore;
      const ones = due.map(({ part, subject: id, key, number: tries }) => {
        const mayBeThere = tries > 1 || isToBeLookedFor(key);
        return { noun: nounOf(part) as One['noun'], id, key, tries, mayBeThere };
      });
      await send(turn, ones);
    }
    return hasMore;
  }

  /** What is of one kind goes over together; what is refused of it stops nothing else. */
  async function send(turn: Turn, ones: readonly One[]): Promise<void> {
    const { inAccount, books } = turn;
    const { connection, organisation } = books;
    const first = ones[0]!;
    let outcome: Outcome;
    try {
      outcome = await (first.noun === 'allocation' ? sendAllocations(turn, ones) : sendPapers(turn, ones));
    } catch (error) {
      if (!(error instanceof XeroError)) throw error;
      const { kind, message: words } = error;
      const isPoison = kind === 'unknown' && first.tries >= MOST_TRIES;
      if (ones.length > 1 || !(isAboutIt(error) || isPoison)) {
        await inAccount(async (db) => {
          for (const { key, tries } of ones)
            await endTry(db, { connection, key }, { try: tries, state: 'waiting', error: words, now: at() });
        });
        // What nobody says which of them is meant by is found out by sending each alone.
        if (isAboutIt(error)) return;
        throw error;
      }
      outcome = new Map([[first, { is: 'refused', words }]]);
    }
    await inAccount(async (db) => {
      for (const [{ noun, id, key, tries }, became] of outcome) {
        if (became.is === 'left out')
          await writeLink(db, { organisation, noun, subject: id }, { state: 'left out' }, at());
        const error = 'words' in became ? became.words : '';
        const state = !('words' in became) ? 'accepted' : became.is === 'refused' ? 'failed' : 'waiting';
        await endTry(db, { connection, key }, { try: tries, state, error, now: at() });
        const until = new Date(now() + HELD_BACK_MS);
        if (became.is === 'held back') await holdBack(db, { connection, key }, { until, error, now: at() });
      }
      if ([...outcome.values()].some(({ is }) => is !== 'held back'))
        await noteWorking(db, connection, { worked: at(), until: heldUntil(now()) });
    });
  }

  async function sendPapers(turn: Turn, ones: readonly One[]): Promise<Outcome> {
    const { books, call, inAccount } = turn;
    const noun = ones[0]!.noun as PaperNoun;
    const outcome: Outcome = new Map(ones.map((one) => [one, done]));
    const papers = await inAccount((db) => papersToSend(db, books, noun, ones));
    const contacts = await contactsOf(turn, [...new Set(papers.map(({ payer }) => payer))]);
    const ready: ReadyPaper[] = [];
    for (const paper of papers) {
      const contact = contacts.get(paper.payer)!;
      if (typeof contact === 'string') {
        const { invoice, credits } = paper;
        const document = bookDocument({ ...invoice, credits }, contact, books.codes);
        ready.push({ ...paper, document, sent_hash: hashOf(document) });
      } else outcome.set(paper.one, contact);
    }
    const maybe = ready.filter(({ one }) => one.mayBeThere).map(({ document }) => document.number);
    const earlier = await papersNumbered(turn, noun, maybe);
    const missing: ReadyPaper[] = [];
    for (const paper of ready) {
      const there = earlier.get(paper.document.number)?.find((one) => !isVoid(one));
      if (there) outcome.set(paper.one, await orRefused(() => takePaper(turn, paper, there)));
      else missing.push(paper);
    }
    if (missing.length === 0) return outcome;
    await inAccount(async (db) => {
      for (const { key, sent_hash } of missing)
        await writeLink(db, key, { state: 'sending', sent_hash }, at());
    });
    const rows = missing.map(({ document }) => {
      // A number that was voided there is not given twice.
      const number = freeNumber(document.number, earlier.get(document.number)?.length ?? 0);
      return { ...document, number };
    });
    const key = keyOfAll(missing.map(({ one }) => one));
    const made = await call((xero): Promise<(Numbered | XeroError)[]> =>
      noun === 'invoice' ? xero.createInvoices(rows, key) : xero.createCreditNotes(rows, key),
    );
    await inAccount(async (db) => {
      for (const [at, paper] of missing.entries())
        if (!(made[at] instanceof XeroError)) await linkPaper(db, books, paper, made[at]!);
    });
    for (const [at, paper] of missing.entries()) {
      const refused = made[at];
      if (refused instanceof XeroError)
        outcome.set(paper.one, await orRefused(() => whyRefused(turn, paper, refused)));
    }
    return outcome;
  }

  /** What has its number there: what an earlier try has made, or what was changed there and is to be as it is here, or another one. */
  async function takePaper(turn: Turn, paper: ReadyPaper, there: Numbered): Promise<Became> {
    const { books, call, inAccount } = turn;
    const { one, link, document, invoice } = paper;
    const { id } = there;
    const now =
      link && link.remote === id
        ? await call((xero): Promise<Numbered> =>
            one.noun === 'invoice'
              ? xero.changeInvoice(id, document, one.key)
              : xero.changeCreditNote(id, document, one.key),
          )
        : there;
    if (!isSameAs(now, document, invoice.total)) return numberTaken(turn, paper, now);
    await inAccount((db) => linkPaper(db, books, paper, now));
    return done;
  }

  /** Its number may be there after all. */
  async function whyRefused(turn: Turn, paper: ReadyPaper, { message }: XeroError): Promise<Became> {
    const { number } = paper.document;
    const there = (await papersNumbered(turn, paper.one.noun as PaperNoun, [number])).get(number);
    const other = there?.find((one) => !isVoid(one));
    if (other) return takePaper(turn, paper, other);
    const [customer] = await turn.inAccount((db) => readCustomers(db, [paper.payer]));
    const contact = await turn.call((xero) => xero.contact(paper.document.contact).catch(nothingIfMissing));
    if (customer && !contact?.isActive) {
      await noteContactGone(turn, customer, { remote: paper.document.contact, contact });
      return heldBack(whichContact(customer));
    }
    // What was archived there is said where it is chosen.
    await turn.rereadChart(CHART_OLD_MS);
    return { is: 'refused', words: message };
  }

  /** A contact that was merged, archived or removed there: a person says who the customer is from now on. */
  async function noteContactGone(
    { books, call, inAccount }: Turn,
    { id: subject, name, email, abn }: FullCustomer,
    { remote, contact }: { remote: string; contact: XeroContact | undefined },
  ): Promise<void> {
    let into = contact;
    for (let steps = 0; into?.mergedInto && steps < MOST_MERGES; steps += 1) {
      const { mergedInto } = into;
      into = await call((xero) => xero.contact(mergedInto).catch(nothingIfMissing));
    }
    const theirs = into?.isActive ? [into] : [];
    await inAccount((db) =>
      noteDifference(
        db,
        {
          organisation: books.organisation,
          noun: 'contact',
          subject,
          kind: 'contact gone there',
          remote,
          ours: { name, email, ...(abn !== null && { abn }) },
          theirs: theirs.map(({ id, name, email, abn }) => ({ id, name, email, abn })),
        },
        at(),
      ),
    );
  }

  async function linkPaper(
    db: Tx,
    { connection }: Books,
    { one, key, invoice, sent_hash }: ReadyPaper,
    there: Numbered,
  ): Promise<void> {
    const { id: remote, total, tax } = there;
    await writeLink(db, key, { state: 'linked', remote, sent_hash }, at());
    if (total === invoice.total && tax === invoice.gst) await wakeWaiting(db, connection, one.id, at());
    else
      await noteDifference(
        db,
        { ...key, kind: 'total', remote, ours: sideOf(invoice), theirs: [theirSide(there)] },
        at(),
      );
  }

  async function numberTaken(
    { inAccount }: Turn,
    { key, invoice }: ReadyPaper,
    there: Numbered,
  ): Promise<Became> {
    await inAccount((db) =>
      noteDifference(
        db,
        { ...key, kind: 'number taken', remote: there.id, ours: sideOf(invoice), theirs: [theirSide(there)] },
        at(),
      ),
    );
    return { is: 'refused', words: `There is already another ${there.number} there.` };
  }

  /** The contacts that customers are there: known, found, made, or a question for a person. */
  async function contactsOf(
    turn: Turn,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string | Became>> {
    const { books, call, inAccount } = turn;
    const { organisation } = books;
    const contacts = new Map<string, string | Became>(
      ids.map((id) => [id, { is: 'refused', words: 'Its customer no longer exists.' }]),
    );
    const known = await inAccount(async (db) => {
      const found = [];
      for (const customer of await readCustomers(db, ids)) {
        const key: LinkKey = { organisation, noun: 'contact', subject: customer.id };
        const asked = await listOpenDifferences(db, organisation, [customer.id]);
        const isNew = await wasAnswered(db, organisation, { subject: customer.id, answer: 'new contact' });
        found.push({
          customer,
          key,
          isNew,
          isAsked: asked.some(({ kind }) => kind !== 'contact refused'),
          link: await readLink(db, key),
        });
      }
      return found;
    });
    const unknown = [];
    for (const one of known) {
      const { customer, link, isAsked } = one;
      if (isAsked) contacts.set(customer.id, heldBack(whichContact(customer)));
      else if (link?.remote) {
        await renameContact(turn, customer, link);
        contacts.set(customer.id, link.remote);
      } else unknown.push(one);
    }
    const candidatesOf = contactIndex(
      await listCandidates(
        turn,
        unknown.map(({ customer }) => customer),
      ),
    );
    const missing: { key: LinkKey; customer: FullCustomer; row: ReturnType<typeof contactRow> }[] = [];
    for (const { customer, key, isNew } of unknown) {
      const { id, name, email, abn } = customer;
      const found = candidatesOf(customer);
      const remotes = found.map((contact) => contact.id);
      const taken = await inAccount((db) => listTakenContacts(db, organisation, id, remotes));
      const match = matchedContact(customer, found, new Set(taken));
      if (match.is === 'same' && (match.isOurs || !isNew)) {
        const { contact, isOurs } = match;
        await inAccount((db) =>
          writeLink(db, key, { state: 'linked', remote: contact.id, is_made: isOurs }, at()),
        );
        contacts.set(id, contact.id);
      } else if (match.is === 'unsure' && !isNew) {
        const ours = { name, email, ...(abn !== null && { abn }) };
        const theirs = match.contacts.map(({ id, name, email, abn }) => ({ id, name, email, abn }));
        await inAccount((db) =>
          noteDifference(db, { ...key, kind: 'which contact', remote: null, ours, theirs }, at()),
        );
        contacts.set(id, heldBack(whichContact(customer)));
      } else {
        const own = missing.map(({ row }) => row);
        const isTaken = freeName(name, [...found, ...own]) !== name;
        const names = isTaken ? [...(await contactsCalled(turn, name)), ...own] : own;
        missing.push({ key, customer, row: contactRow(customer, freeName(name, names)) });
      }
    }
    if (missing.length === 0) return contacts;
    const rows = missing.map(({ row }) => row);
    const made = await call((xero) => xero.createContacts(rows, `0-contacts-${hashOf(rows).slice(0, 32)}`));
    await inAccount(async (db) => {
      for (const [n, { key, customer }] of missing.entries()) {
        const there = made[n]!;
        contacts.set(
          customer.id,
          there instanceof XeroError ? { is: 'refused', words: there.message } : there.id,
        );
        if (there instanceof XeroError) continue;
        const link = { state: 'linked', remote: there.id, sent_hash: hashOf(contactRow(customer)) } as const;
        await writeLink(db, key, link, at());
      }
    });
    return contacts;
  }

  /** Contacts that may be these customers, by any sign: asked for one by one, or read as a whole where that is fewer calls. */
  async function listCandidates({ call }: Turn, customers: readonly FullCustomer[]): Promise<XeroContact[]> {
    const found = new Map<string, XeroContact>();
    const keep = (rows: readonly XeroContact[]) =>
      rows.forEach((one) => one.isActive && found.set(one.id, one));
    if (customers.length > FEW) {
      for (let page = 1; ; page += 1) {
        const { rows, hasMore } = await call((xero) => xero.contacts({ page, pageSize: MOST_LISTED }));
        keep(rows);
        if (!hasMore) break;
      }
    } else
      for (const { id, name, abn, email } of customers) {
        const signs = [
          { field: 'ContactNumber', is: id },
          ...(abn === null ? [] : [{ field: 'TaxNumber', is: abn.replaceAll(/\D/g, '') } as const]),
          ...(email === '' ? [] : [{ field: 'EmailAddress', is: email } as const]),
          { field: 'Name', is: name },
        ] as const;
        for (const by of signs) keep((await call((xero) => xero.contacts({ by }))).rows);
      }
    return [...found.values()];
  }

  /** The contacts that have this name, or this name with a number behind it. */
  async function contactsCalled({ call }: Turn, name: string): Promise<readonly XeroContact[]> {
    const { rows } = await call((xero) => xero.contacts({ numbered: name, pageSize: MOST_LISTED }));
    return rows.filter(({ isActive }) => isActive);
  }

  /**
   * A customer who is called or reached otherwise now is so there as well, where the contact is our own. One whose name another contact has
   * is told apart by a number, as when it was made. What Xero does not accept of it is said, and keeps nothing else from going over.
   */
  async function renameContact(turn: Turn, customer: FullCustomer, link: Link): Promise<void> {
    const { books, call, inAccount } = turn;
    const plain = contactRow(customer);
    const sent_hash = hashOf(plain);
    // Whoever was erased or merged here keeps the name there that their invoices have.
    if (!link.is_made || customer.is_archived || link.sent_hash === sent_hash) return;
    const remote = link.remote!;
    const key: LinkKey = { organisation: books.organisation, noun: 'contact', subject: customer.id };
    const called = await contactsCalled(turn, customer.name);
    const others = called.filter(({ id }) => id !== remote);
    const free = freeName(customer.name, others);
    const own = called.find(({ id, name }) => id === remote && isNumbered(name, customer.name))?.name;
    const row = contactRow(customer, free === customer.name ? free : (own ?? free));
    try {
      await call((xero) =>
        xero.changeContact(remote, row, `0-contact-${customer.id}-${hashOf(row).slice(0, 16)}`),
      );
    } catch (error) {
      if (!(error instanceof XeroError && isAboutIt(error))) throw error;
      const { name, email } = row;
      const ours = { name, email, words: error.message };
      await inAccount((db) =>
        noteDifference(db, { ...key, kind: 'contact refused', remote, ours, theirs: [] }, at()),
      );
      return;
    }
    await inAccount(async (db) => {
      await writeLink(db, key, { state: 'linked', remote, sent_hash }, at());
      await closeQuestion(db, key, 'contact refused');
    });
  }

  /** What is paid or used goes over, or is removed there if it counts no more. */
  async function sendAllocations(turn: Turn, ones: readonly One[]): Promise<Outcome> {
    const { books, call, inAccount } = turn;
    const outcome: Outcome = new Map();
    const payments: PaymentToSend[] = [];
    const found = await inAccount(async (db) => {
      const all = [];
      for (const one of ones) all.push({ one, found: await allocationToSend(db, books, one) });
      return all;
    });
    for (const { one, found: what } of found)
      if ('is' in what) outcome.set(one, what);
      else if ('payment' in what) {
        const kept = what.before && (await removeBefore(turn, what, what.before));
        if (kept) outcome.set(one, kept);
        else payments.push(what);
      } else if ('note' in what) outcome.set(one, await orRefused(() => useCreditNote(turn, what)));
      else outcome.set(one, await orRefused(() => removeAllocation(turn, what)));
    const there = await paymentsThere(
      turn,
      payments.filter(({ one }) => one.mayBeThere),
    );
    const missing = payments.filter(({ one }) => !there.has(one));
    await inAccount(async (db) => {
      for (const { key, within } of missing) await writeLink(db, key, { state: 'sending', within }, at());
    });
    if (missing.length > 0) {
      const rows = missing.map(({ payment }) => payment);
      const key = keyOfAll(missing.map(({ one }) => one));
      const made = await call((xero) => xero.createPayments(rows, key));
      for (const [n, { one }] of missing.entries()) {
        const payment = made[n]!;
        if (payment instanceof XeroError) outcome.set(one, { is: 'refused', words: payment.message });
        else there.set(one, payment.id);
      }
    }
    await inAccount(async (db) => {
      for (const { one, key, within, payment } of payments) {
        const remote = there.get(one);
        if (remote === undefined) continue;
        await writeLink(db, key, { state: 'linked', remote, within, sent_hash: hashOf(payment) }, at());
        await closeQuestion(db, key, 'payment kept there');
        outcome.set(one, done);
      }
    });
    return outcome;
  }

  /**
   * Payments are not changed there: one that was corrected here makes room for what it is now. What Xero keeps as it was stays, and a person
   * is told.
   */
  async function removeBefore(
    { call, inAccount }: Turn,
    { one, key, payment, within, number }: PaymentToSend,
    { remote, sent_hash }: Link,
  ): Promise<Became | undefined> {
    const there = await call((xero) => xero.payment(remote!).catch(nothingIfMissing));
    if (there && !there.isDeleted) {
      const write = (state: Link['state']) =>
        inAccount((db) => writeLink(db, key, { state, remote, within, sent_hash }, at()));
      const keep = async (why: string) => {
        await write('linked');
        const { amount, reference } = payment;
        const words = `You corrected how this was paid, and Xero keeps it as it was. ${why}`;
        const ours = { number, amount, reference, words };
        const theirs = [{ id: there.id, amount: there.amount, reference: there.reference }];
        await inAccount((db) =>
          noteDifference(db, { ...key, kind: 'payment kept there', remote, ours, theirs }, at()),
        );
        return done;
      };
      if (there.isReconciled) return keep('It’s reconciled there: undo that in Xero, then send it again.');
      // Whoever dies now has it removed, and made anew, by the next one.
      await write('sending');
      try {
        await call((xero) => xero.deletePayment(there.id, `${one.key}-before`));
      } catch (error) {
        if (!(error instanceof XeroError && isAboutIt(error))) throw error;
        return keep(error.message);
      }
    }
    await inAccount(async (db) => {
      await deleteLink(db, key);
      await writeLink(db, key, { state: 'sending', within }, at());
    });
    return undefined;
  }

  /** Which of these payments are there already: looked for in what is paid of their invoices, and by their mark. */
  async function paymentsThere(turn: Turn, asked: readonly PaymentToSend[]): Promise<Map<One, string>> {
    const { call } = turn;
    const there = new Map<One, string>();
    const unsure = asked.length > FEW ? await withStrangePayments(turn, asked) : asked;
    for (const { one, within } of unsure) {
      const payment = await call((xero) => paymentMarked(xero, within, one.id));
      if (payment) there.set(one, payment.id);
    }
    return there;
  }

  /** Those of whose invoices something is paid there that we do not know. */
  async function withStrangePayments(
    { books, call, inAccount }: Turn,
    asked: readonly PaymentToSend[],
  ): Promise<PaymentToSend[]> {
    const ids = [...new Set(asked.flatMap(({ payment }) => payment.invoice ?? []))];
    const { rows } = await call((xero) => xero.invoices({ ids }));
    const paid = new Map(rows.map(({ id, payments }) => [id, payments.map((payment) => payment.id)]));
    const { organisation } = books;
    const known = await inAccount((db) =>
      listLinked(db, { organisation, noun: 'allocation' }, [...paid.values()].flat()),
    );
    const ours = new Set(known.map(({ remote }) => remote));
    return asked.filter(({ within }) => paid.get(within)?.every((id) => ours.has(id)) !== true);
  }

  async function useCreditNote(turn: Turn, { one, key, row, invoice, note }: CreditToUse): Promise<Became> {
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

  async function removeAllocation(turn: Turn, { one, key, link }: LinkToRemove): Promise<Became> {
    const { books, call, inAccount } = turn;
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
      if (there && !there.isDeleted) {
        const question = await inAccount((db) => questionBeforeRemoval(db, key, there));
        if (question) return question;
        await call((xero) => xero.deletePayment(there.id, one.key));
      }
    }
    await inAccount(async (db) => {
      await deleteLink(db, key);
      await closeQuestion(db, key, 'payment reversed later');
      // What is left of it, or is paid instead, fits now.
      const row = await readAllocation(db, one.id);
      if (row?.invoice_id) await wakeWaiting(db, books.connection, row.invoice_id, at());
    });
    return done;
  }

  /** What counted until a later month is removed there by a person’s word alone. */
  async function questionBeforeRemoval(
    db: Tx,
    key: LinkKey,
    { id, amount, date }: XeroPayment,
  ): Promise<Became | undefined> {
    const { organisation, subject } = key;
    const row = await readAllocation(db, subject);
    if (!row || !isReversedLater(row)) return undefined;
    const kind = 'payment reversed later';
    if (await wasAnswered(db, organisation, { subject, answer: 'remove there' })) return undefined;
    const [paper] = await invoicesOf(db, [(row.invoice_id ?? row.credit_note_id)!]);
    const ours = { number: paper?.number ?? '', amount: row.amount, date: row.released_on! };
    const theirs = [{ id, amount, ...(date !== null && { date }) }];
    await noteDifference(db, { ...key, kind, remote: id, ours, theirs }, at());
    return heldBack('It was reversed in a later month. Say whether to remove it there.');
  }

  async function closeQuestion(
    db: Tx,
    { organisation, subject }: LinkKey,
    asked: DifferenceKind,
  ): Promise<void> {
    for (const { id, kind } of await listOpenDifferences(db, organisation, [subject]))
      if (kind === asked) await answerDifference(db, id, { answer: 'gone', by: null, now: at() });
  }

  /**
   * What changed there since it was last asked. After each page it is known up to when: whoever is stopped goes on from there. The next page
   * is what changed since the last of this one, because a page after another misses what changes meanwhile.
   */
  async function askChanges(turn: Turn): Promise<boolean> {
    const { books, call, inAccount } = turn;
    const { organisation } = books;
    const progress = await inAccount((db) => readProgress(db, organisation));
    let known = progress?.changed_to?.getTime() ?? Date.parse(books.from) + OVERLAP_MS;
    let page = 1;
    for (;;) {
      const asked = { since: known - OVERLAP_MS, page, pageSize: MOST_LISTED };
      const { rows, hasMore } = await call((xero) => xero.invoices(asked));
      const remotes = rows.map(({ id }) => id);
      const papers = await inAccount((db) => listLinkedPapers(db, books, remotes));
      const ours = new Map(papers.map((paper) => [paper.remote, paper]));
      for (const row of rows) {
        const paper = ours.get(row.id);
        if (paper) await follow(turn, paper, row);
      }
      // By their clock: ours may be another.
      const latest = Math.max(known, ...rows.map(({ changedAt }) => changedAt));
      const changedTo = latest > known ? new Date(latest) : null;
      await inAccount((db) => noteAsked(db, organisation, { now: at(), changedTo }));
      if (!hasMore) return false;
      // Where all of it changed at one time the next page is needed after all.
      page = latest > known ? 1 : page + 1;
      known = latest;
    }
  }

  /** What is paid and voided there, of an invoice of ours. */
  async function follow(turn: Turn, paper: LinkedPaper, there: XeroInvoice): Promise<void> {
    const { books, call, inAccount } = turn;
    const { organisation } = books;
    if (isVoid(there))
      return inAccount((db) => noteDifference(db, voidedThere(organisation, paper, there), at()));
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

  /** Both sides are to be compared as a whole. One that is under way goes on, unless it has been for days. */
  async function beginCheck({ books, rereadChart, inAccount }: Turn): Promise<void> {
    const { organisation } = books;
    const known = (await inAccount((db) => readProgress(db, organisation)))?.checking;
    if (known && now() - Date.parse(known.began) < CHECK_OLD_MS) return;
    await rereadChart();
    await inAccount(async (db) => {
      const from = (await firstLinkedDay(db, organisation)) ?? books.from;
      const theirs = { count: 0, sum: 0 };
      await noteChecking(db, organisation, {
        began: at().toISOString(),
        from,
        step: 'invoices',
        page: 1,
        after: FIRST_ID,
        theirs,
      });
    });
  }

  /**
   * What went over is there, comes to the same, and as much of it is owed: what is listed there first, and then what of ours was not among
   * it, because it was dated back or is gone. After each part it is known how far it has come. Says whether there is more than one turn holds.
   */
  async function goOnChecking(turn: Turn): Promise<boolean> {
    const { books, inAccount } = turn;
    const { organisation } = books;
    const started = now();
    for (;;) {
      const checking = (await inAccount((db) => readProgress(db, organisation)))?.checking;
      if (!checking) return false;
      if (now() - started > TURN_MS) return true;
      const next = await checkPart(turn, checking);
      if (next) await inAccount((db) => noteChecking(db, organisation, next));
      else
        return inAccount(async (db) => {
          const { began, theirs } = (await readProgress(db, organisation))!.checking!;
          const ours = await sumLinked(db, organisation, new Date(began));
          await noteChecked(db, organisation, { now: at(), ours, theirs });
          return sweep(db, books, at());
        });
    }
  }

  /** One page of theirs, or one part of ours that was not on any. Undefined: that was all. */
  async function checkPart(turn: Turn, checking: Checking): Promise<Checking | undefined> {
    const { books, call, inAccount } = turn;
    const { organisation } = books;
    const { step, page, from, after, theirs } = checking;
    const listed = { page, pageSize: MOST_LISTED };
    const following = checkSteps[checkSteps.indexOf(step) + 1];
    const onward = (hasMore: boolean, last: string, sum = theirs): Checking | undefined => {
      const here = { ...checking, theirs: sum };
      if (hasMore) return { ...here, page: page + 1, after: last };
      return following && { ...here, step: following, page: 1, after: FIRST_ID };
    };
    switch (step) {
      case 'invoices': {
        const { rows, hasMore } = await call((xero) => xero.invoices({ from, ...listed }));
        const sums = await comparePapers(turn, checking, { there: rows.map((row) => owing(row, row.owed)) });
        return onward(hasMore, after, sums);
      }
      case 'credit notes': {
        const { rows, hasMore } = await call((xero) => xero.creditNotes({ from, ...listed }));
        await comparePapers(turn, checking, { there: rows.map((row) => owing(row, row.left)) });
        return onward(hasMore, after);
      }
      case 'papers not listed': {
        const left = await inAccount((db) =>
          pageUnchecked(db, { organisation, began: checking.began, isContact: false, after, most: MOST_IDS }),
        );
        const there = await papersOf(turn, left);
        const sums = await comparePapers(turn, checking, {
          there,
          remotes: left.map(({ remote }) => remote),
        });
        return onward(left.length === MOST_IDS, left.at(-1)?.subject ?? after, sums);
      }
      case 'contacts': {
        const { rows, hasMore } = await call((xero) => xero.contacts({ archived: true, ...listed }));
        const ids = rows.map(({ id }) => id);
        const links = await inAccount((db) => listLinked(db, { organisation, noun: 'contact' }, ids));
        await checkContacts(turn, checking, { links, there: rows });
        return onward(hasMore, after);
      }
      case 'contacts not listed':
        break;
    }
    const links = await inAccount((db) =>
      pageUnchecked(db, { organisation, began: checking.began, isContact: true, after, most: MOST_IDS }),
    );
    const ids = links.map(({ remote }) => remote);
    const there = ids.length === 0 ? [] : (await call((xero) => xero.contacts({ ids, archived: true }))).rows;
    await checkContacts(turn, checking, { links, there });
    return onward(links.length === MOST_IDS, links.at(-1)?.subject ?? after);
  }

  /** These papers of theirs, or those that were asked for and may be gone, beside ours. Gives what theirs come to with those that are new. */
  async function comparePapers(
    { books, inAccount }: Turn,
    checking: Checking,
    { there, remotes = there.map(({ id }) => id) }: { there: readonly Owing[]; remotes?: readonly string[] },
  ): Promise<Sum> {
    const { organisation } = books;
    const { began, theirs: before } = checking;
    const known = new Map(there.map((one) => [one.id, one]));
    return inAccount(async (db) => {
      const fresh = new Set(await markChecked(db, organisation, remotes, began));
      const papers = (await listLinkedPapers(db, books, [...fresh])).map((paper) => {
        const found = known.get(paper.remote);
        return { paper, found, difference: comparedPaper(organisation, paper, found) };
      });
      const subjects = papers.map(({ paper }) => paper.id);
      const wanted = new Map(papers.map(({ paper, difference }) => [paper.id, difference?.kind]));
      for (const { id, kind, subject } of await listOpenDifferences(db, organisation, subjects))
        if (kind !== wanted.get(subject) && foundByComparing.has(kind))
          await answerDifference(db, id, { answer: 'gone', by: null, now: at() });
      for (const { difference } of papers) if (difference) await noteDifference(db, difference, at());
      const counted = papers.flatMap(({ paper, found }) =>
        paper.noun === 'invoice' && found && !isVoid(found) ? [found.total] : [],
      );
      const theirs = {
        count: before.count + counted.length,
        sum: counted.reduce((sum, total) => sum + total, before.sum),
      };
      // With the marks: whoever is stopped before the next part counts nothing twice.
      await noteChecking(db, organisation, { ...checking, theirs });
      return theirs;
    });
  }

  /** Contacts that are there are called as here, where they are our own; of those that are gone a person is asked. */
  async function checkContacts(
    turn: Turn,
    { began }: Checking,
    { links, there }: { links: readonly (Link & { remote: string })[]; there: readonly XeroContact[] },
  ): Promise<void> {
    const { books, inAccount } = turn;
    const { organisation } = books;
    const known = new Map(there.map((contact) => [contact.id, contact]));
    const linkOf = new Map(links.map((link) => [link.subject, link]));
    const subjects = [...linkOf.keys()];
    const customers = await inAccount(async (db) => {
      for (const { id, kind, remote } of await listOpenDifferences(db, organisation, subjects))
        if (kind === 'contact gone there' && known.get(remote ?? '')?.isActive)
          await answerDifference(db, id, { answer: 'gone', by: null, now: at() });
      return readCustomers(db, subjects);
    });
    for (const customer of customers) {
      const link = linkOf.get(customer.id)!;
      const { remote } = link;
      const contact = known.get(remote);
      if (contact?.isActive) await renameContact(turn, customer, link);
      else await noteContactGone(turn, customer, { remote, contact });
    }
    const remotes = links.map(({ remote }) => remote);
    await inAccount((db) => markChecked(db, organisation, remotes, began));
  }

  /** Those of these papers that are there. */
  async function papersOf({ call }: Turn, asked: readonly Unchecked[]): Promise<Owing[]> {
    const ids = (noun: PaperNoun) => asked.filter((one) => one.noun === noun).map(({ remote }) => remote);
    const found: Owing[] = [];
    const invoices = ids('invoice');
    if (invoices.length > 0) {
      const { rows } = await call((xero) => xero.invoices({ ids: invoices }));
      found.push(...rows.map((row) => owing(row, row.owed)));
    }
    for (const id of ids('credit note')) {
      const note = await call((xero) => xero.creditNote(id).catch(nothingIfMissing));
      if (note) found.push(owing(note, note.left));
    }
    return found;
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
    async (payload) => {
      const { account, pause } = payload as BooksTask;
      // A task that takes long is given to another worker as well, so each run has a name of its own.
      await inTurn(accountOfChannel(account), { task: randomUUID(), pause }, work);
    };

  /** What is to go over goes first; a comparison that is under way goes on where it stopped. */
  const goOn = async (turn: Turn) => (await sendDue(turn)) || goOnChecking(turn);

  return {
    [BOOKS_SENT]: ofOne(goOn),
    [BOOKS_ASKED]: ofAll(ACCOUNT_BOOKS_ASKED),
    [ACCOUNT_BOOKS_ASKED]: ofOne(async (turn) => {
      const hasMore = await sendDue(turn);
      // What is still to go over goes first, so that nothing of it is taken for theirs.
      return hasMore || askChanges(turn);
    }),
    [BOOKS_CHECKED]: ofAll(ACCOUNT_BOOKS_CHECKED),
    [ACCOUNT_BOOKS_CHECKED]: ofOne(async (turn) => {
      await beginCheck(turn);
      return goOn(turn);
    }),
  };
}

function whichContact({ name }: FullCustomer): string {
  return `Choose which contact ${name} is first.`;
}

type Paper = {
  readonly number: string | null;
  readonly total: number;
  readonly gst: number;
  readonly outstanding: number;
  readonly issued_on: string | null;
};

/** Those of these papers that are to go over and have not. */
async function papersToSend(
  db: Tx,
  { organisation, from }: Books,
  noun: PaperNoun,
  ones: readonly One[],
): Promise<PaperToSend[]> {
  const papers = new Map(
    (
      await invoicesOf(
        db,
        ones.map(({ id }) => id),
      )
    ).map((paper) => [paper.id, paper]),
  );
  const credited = new Map(
    (
      await invoicesOf(
        db,
        [...papers.values()].flatMap(({ credits_id }) => credits_id ?? []),
      )
    ).map((paper) => [paper.id, paper]),
  );
  const found: PaperToSend[] = [];
  for (const one of ones) {
    const key: LinkKey = { organisation, noun, subject: one.id };
    const invoice = papers.get(one.id);
    const link = await readLink(db, key);
    if (!invoice || (link && link.state !== 'sending') || !(await isToGoOver(db, one.id, from))) continue;
    const of = credited.get(invoice.credits_id ?? '');
    // What credits an invoice goes to the contact of that invoice, whoever has merged with whom since.
    const payer = of?.bill_to_id ?? invoice.bill_to_id;
    found.push({ one, key, link, invoice, credits: of?.number ?? null, payer });
  }
  return found;
}

/** How what is paid or used is to be there: as a payment, as a use of a credit note, or no more; or why nothing is to be done now. */
async function allocationToSend(
  db: Tx,
  { organisation, from, accountFor }: Books,
  given: One,
): Promise<Became | PaymentToSend | CreditToUse | LinkToRemove> {
  const key: LinkKey = { organisation, noun: 'allocation', subject: given.id };
  const row = await readAllocation(db, given.id);
  const link = await readLink(db, key);
  // Whoever died in a try may have made it, whatever was tried first since.
  const one = { ...given, mayBeThere: given.mayBeThere || link?.state === 'sending' };
  if (link?.state === 'left out') return done;
  if (!row || row.released_on !== null) return link ? { one, key, link } : done;
  // What was used stays as it was; of what was paid the method and the reference can be corrected, where we have made it.
  if (link?.state === 'linked' && (row.method === null || !link.is_made)) return done;
  // What was paid too much and is given back was never for a paper: it is in neither book.
  const paper = row.invoice_id ?? (row.refund_id === null ? null : row.credit_note_id);
  if (paper === null) return done;
  const note = row.invoice_id === null ? null : row.credit_note_id;
  const remotes: string[] = [];
  const numbers: string[] = [];
  for (const id of note === null ? [paper] : [paper, note]) {
    const known =
      (await readLink(db, { organisation, noun: 'invoice', subject: id })) ??
      (await readLink(db, { organisation, noun: 'credit note', subject: id }));
    if (known?.state === 'left out' || !(await isToGoOver(db, id, from))) return done;
    const number = (await invoicesOf(db, [id]))[0]?.number ?? '';
    const open = await listOpenDifferences(db, organisation, [id]);
    if (open.some(({ kind }) => stopsItsDocument.has(kind)))
      return heldBack(`${number} differs. Settle that first.`);
    if (known?.state !== 'linked') return heldBack(`${number} has to go over first.`);
    remotes.push(known.remote!);
    numbers.push(number);
  }
  const [within, noteThere] = remotes as [string, string?];
  const number = numbers[0]!;
  if (noteThere !== undefined) return { one, key, row, invoice: within, note: noteThere };
  const account = accountFor(row.way ?? 'other');
  // What is paid so stays out of it.
  if (account === '') return link ? { one, key, link } : done;
  const payment = {
    ...(row.invoice_id === null ? { creditNote: within } : { invoice: within }),
    account,
    date: row.booked_on,
    amount: row.amount,
    reference: markedReference(row.reference?.trim() || paymentMethodWords[row.method ?? 'other'], one.id),
  };
  if (link?.state === 'linked' && link.sent_hash === hashOf(payment)) return done;
  const before = link?.remote ? link : undefined;
  if (before) return { one: { ...one, mayBeThere: true }, key, payment, within, number, before };
  const standing = (await listStillThere(db, organisation, row)).filter(isReversedLater);
  if (standing.some(({ state, payment_id }) => state === 'left out' && payment_id === row.payment_id))
    return leftOut;
  if (standing.some(({ state }) => state !== 'left out'))
    return heldBack('What was paid of it before still stands there. Settle that first.');
  return { one, key, payment, within, number, before };
}

/** What Xero says of one thing stops no other. */
async function orRefused(work: () => Promise<Became>): Promise<Became> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof XeroError && isAboutIt(error)) return { is: 'refused', words: error.message };
    throw error;
  }
}

function isAboutIt({ kind }: XeroError): boolean {
  return kind === 'refused' || kind === 'missing';
}

/** One key for all that goes in one call; what goes alone has its own. */
function keyOfAll(ones: readonly One[]): string {
  const [first] = ones;
  if (ones.length === 1) return first!.key;
  return `${first!.key.slice(0, 1)}-together-${hashOf(ones.map(({ key }) => key)).slice(0, 32)}`;
}

/** An invoice or credit note of ours that somebody has voided there. */
function voidedThere(organisation: string, paper: LinkedPaper, there: Numbered): NewDifference {
  const { id: subject, noun, remote, number, total, outstanding: owed } = paper;
  const ours = { number, total, owed };
  return { organisation, kind: 'voided there', noun, subject, remote, ours, theirs: [theirSide(there)] };
}

/** What the comparison of both sides finds, and finds gone again. */
const foundByComparing: ReadonlySet<DifferenceKind> = new Set([
  'total',
  'owed',
  'missing there',
  'voided there',
]);

/** In what a paper of ours differs from what it is there, if in anything. */
function comparedPaper(
  organisation: string,
  paper: LinkedPaper,
  there: Owing | undefined,
): NewDifference | undefined {
  if (there && isVoid(there)) return voidedThere(organisation, paper, there);
  const { id: subject, noun, remote, number, total, gst, outstanding, paid_outside, is_moving } = paper;
  const isOwedSo = there && [outstanding, outstanding + paid_outside].includes(there.owed);
  const kind = !there
    ? 'missing there'
    : there.total !== total || there.tax !== gst
      ? 'total'
      : isOwedSo || is_moving
        ? undefined
        : 'owed';
  const ours = { number, total, gst, owed: outstanding };
  const theirs = there ? [theirSide(there)] : [];
  return kind && { organisation, kind, noun, subject, remote, ours, theirs };
}

type PaperNoun = 'invoice' | 'credit note';

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

/** The same, with what is owed or left of it. */
type Owing = Numbered & { readonly owed: number };

/** That much of what is there is kept while both sides are compared, however many lines it has. */
function owing({ id, number, status, contact, date, total, tax }: Numbered, owed: number): Owing {
  return { id, number, status, contact, date, total, tax, owed };
}

const isVoid = ({ status }: Numbered) => status === 'VOIDED' || status === 'DELETED';

/** How often a number may have been voided there and sent anew. */
const MOST_NUMBERS = 5;

/** The first time it is the number itself, after that with which time it is. */
function freeNumber(number: string, times: number): string {
  return times === 0 ? number : `${number}-${times + 1}`;
}

/** What has each of our numbers there, or has had it, the oldest first: one that was voided there is followed by its next. */
async function papersNumbered(
  { call }: Turn,
  noun: PaperNoun,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly Numbered[]>> {
  const found = new Map<string, Numbered[]>(numbers.map((number) => [number, []]));
  for (let times = 0; times < MOST_NUMBERS; times += 1) {
    const open = [...found].filter(([, papers]) => papers.length === times && papers.every(isVoid));
    if (open.length === 0) break;
    const asked = new Map(open.map(([number, papers]) => [freeNumber(number, times), papers]));
    const rows =
      noun === 'invoice'
        ? (await call((xero) => xero.invoices({ numbers: [...asked.keys()] }))).rows.filter(
            ({ isSale }) => isSale,
          )
        : await creditNotesNumbered(call, [...asked.keys()]);
    for (const row of rows) asked.get(row.number)?.push(row);
  }
  return found;
}

async function creditNotesNumbered(call: Turn['call'], numbers: readonly string[]): Promise<Numbered[]> {
  const found: Numbered[] = [];
  for (const number of numbers) found.push(...(await call((xero) => xero.creditNotes({ number }))).rows);
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
