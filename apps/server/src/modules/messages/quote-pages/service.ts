import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import type { PrintedQuote } from '@muster/domain/money/quote-papers/words';
import { depositOf } from '@muster/domain/money/quotes/rules';
import type { QuoteChoice, QuoteRecord } from '@muster/domain/money/quotes/schema';
import { quoteStatusOf, type QuoteStatus } from '@muster/domain/money/quotes/states';
import { centsInWords } from '@muster/domain/values/cents';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { registrationWords } from '@muster/domain/values/letterhead';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { PageOwner } from '../../../platform/site/customer-page.ts';
import { addressOfLink } from '../../../platform/site/public-address.ts';
import { logoOf } from '../../field/files/service.ts';
import { today } from '../../money/money-settings/service.ts';
import { mailedPaperLink, type OpenPaperLink } from '../../money/paper-links/service.ts';
import { printedQuote } from '../../money/quote-papers/service.ts';
import { acceptAndBegin, progressOf } from '../../money/quoted-work/service.ts';
import { askAboutQuote, declineQuote, readQuote } from '../../money/quotes/service.ts';
import { readNewest } from './store.ts';

/** What the page of a quote tells at a moment. */
export interface QuotePage {
  readonly quote: PrintedQuote;
  readonly status: QuoteStatus;
  /** By the clocks of the business. */
  readonly today: LocalDate;
  readonly questions: QuoteRecord['questions'];
  /** Of a version that was replaced: where the newest is that the customer has. */
  readonly newer: { readonly number: string; readonly address: string } | null;
  /** Of one that was accepted: what is to be paid of its deposit, and where. */
  readonly deposit: { readonly words: string; readonly address: string } | null;
  /** Nobody of the business could act on an answer. */
  readonly isReadOnly: boolean;
}

/** The page of a quote stays this long after its last day: somebody looks up what they agreed to. */
const OPEN_DAYS_AFTER = 400;

export async function readQuotePage(
  deps: Pick<Deps, 'database' | 'settings'>,
  db: Tx,
  id: string,
  at: Date,
): Promise<QuotePage> {
  const row = await readQuote(db, id);
  const day = await today(db, at);
  const over = row.decided_at?.slice(0, 10) ?? row.valid_until;
  if (over === null || addDays(over as LocalDate, OPEN_DAYS_AFTER) < day) throw new Failure('notFound');
  const status = quoteStatusOf(row, day);
  const { newest, isReadOnly } = await readNewest(db, id);
  return {
    quote: await printedQuote(db, row),
    status,
    today: day,
    questions: row.questions,
    newer: newest && {
      number: newest.name,
      address: addressOfLink(deps, await mailedPaperLink(db, deps.database.keys, 'quote', newest.id)),
    },
    deposit: status === 'accepted' ? await depositOfPage(deps, db, row) : null,
    isReadOnly,
  };
}

/** The invoice of the deposit, which is made first, while something of it is to be paid. */
async function depositOfPage(deps: Pick<Deps, 'database' | 'settings'>, db: Tx, quote: QuoteRecord) {
  if (depositOf(quote, quote.total) === 0) return null;
  const [owed] = (await progressOf(db, quote.id)).invoices;
  if (owed?.state !== 'issued' || owed.outstanding === 0) return null;
  const link = await mailedPaperLink(db, deps.database.keys, 'invoice', owed.id);
  return {
    words: `${owed.title}: ${centsInWords(owed.outstanding)}`,
    address: addressOfLink(deps, link),
  };
}

/** The business as it was when it sent the quote. */
export async function ownerOfQuote(
  deps: Pick<Deps, 'database' | 'files'>,
  { account }: OpenPaperLink,
  { supplier: { name, colour, logo_id, ...registered } }: PrintedQuote,
): Promise<PageOwner> {
  const logo = logo_id === null ? undefined : await logoOf(deps, account, logo_id);
  return { name, colour, logo: logo ?? null, registration: registrationWords(registered) };
}

/** What a customer may do on the page: each has a form. */
export const quoteForms = ['accept', 'decline', 'ask'] as const;
export type QuoteForm = (typeof quoteForms)[number];

/** What is chosen in the fields of a form, or of the address. */
export function choiceIn(fields: Readonly<Record<string, string>>): QuoteChoice {
  const extras = Object.keys(fields).flatMap((name) => (name.startsWith('extra.') ? name.slice(6) : []));
  return { option_id: fields['option'] || null, extras };
}

const kinds = {
  accept: 'quote accepted',
  decline: 'quote declined',
  ask: 'quote asked about',
} as const satisfies Record<QuoteForm, ChangeKind>;

const MOST_WORDS = 1_000;
const MOST_NAME = 200;

/** Does what a form of the page asks for, once, in the name of whoever has the link. */
export async function takeQuoteAnswer(
  { database: { db } }: Pick<Deps, 'database'>,
  { account, paper, id: visitLink }: OpenPaperLink,
  { form, id, fields }: { form: QuoteForm; id: string; fields: Readonly<Record<string, string>> },
  at: Date,
): Promise<void> {
  const text = (fields['text'] ?? '').trim();
  const name = (fields['name'] ?? '').trim();
  if (text.length > MOST_WORDS)
    throw new Failure('unprocessable', `That’s too long: ${MOST_WORDS} letters at most.`);
  if (name.length > MOST_NAME)
    throw new Failure('unprocessable', `That name is too long: ${MOST_NAME} letters at most.`);
  const author = { user: null, apiKey: null, visitLink, role: 'dispatcher', money: 'all' } as const;
  const body = { paper, form, fields };
  const run = (work: (write: Writer) => Promise<unknown>) =>
    runCommand(
      db,
      { account, id, kind: kinds[form], body, author, at, whenReadOnly: true },
      async (write) => {
        const { isReadOnly } = await readNewest(write.db, paper);
        if (isReadOnly)
          throw new Failure('conflict', 'We can’t take answers online right now. Please call us instead.');
        await work(write);
        return null;
      },
    );
  if (form === 'accept') {
    if (name === '') throw new Failure('unprocessable', 'Enter your name to accept the quote.');
    const seen = Number(fields['seen']);
    const said = { ...choiceIn(fields), name, ...(Number.isInteger(seen) && { seen_total: seen }) };
    await run((write) => acceptAndBegin(write, paper, said, { isOwn: true }));
  } else if (form === 'decline') {
    await run((write) => declineQuote(write, paper, { name, reason: text }, { isOwn: true }));
  } else {
    if (text === '') throw new Failure('unprocessable', 'Write your question first.');
    await run((write) => askAboutQuote(write, paper, text));
  }
}
