import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, editOf, Id, Moment, nullable } from '../../values/schema.ts';
import { invoiceKinds, MOST_LINES } from '../invoices/rules.ts';
import { Buyer, Supplier } from '../invoices/schema.ts';
import { Cents, InvoiceLine, NewLine } from '../lines/schema.ts';
import { MOST_OPTIONS, quoteSorts, quoteStates, quoteViews } from './states.ts';

const strict = { additionalProperties: false };

const offered = {
  heading: Type.String({ maxLength: 200, description: 'What stands above the line; empty: nothing' }),
  option_id: nullable(Id, 'The option that it belongs to; null: it is part of every one'),
  is_optional: Type.Boolean({ description: 'Whether the customer chooses to have it, beside the rest' }),
};

export const NewQuoteLine = Type.Object({ ...NewLine.properties, ...offered }, strict);
export const QuoteLine = Type.Object({ ...InvoiceLine.properties, ...offered });

/** One of the ways in which the work can be done: a customer chooses exactly one. */
export const QuoteOption = Type.Object(
  {
    id: being(Id, 'Made by whoever writes the option'),
    name: Type.String({ maxLength: 100, description: 'Such as Good, Better or Best' }),
    description: Type.String({ maxLength: 1_000 }),
  },
  strict,
);

export const QuoteChoice = Type.Object(
  {
    option_id: nullable(Id, 'Null where there are no options'),
    extras: Type.Array(Id, {
      maxItems: MOST_LINES,
      uniqueItems: true,
      description: 'The optional lines that are wanted',
    }),
  },
  strict,
);

const said = {
  title: Type.String({ maxLength: 200, description: 'What it is for, in a line' }),
  note: Type.String({ maxLength: 2_000, description: 'To the customer, above the lines' }),
  terms: Type.String({ maxLength: 5_000, description: 'What holds if they accept, at the foot' }),
  valid_days: Type.Integer({
    minimum: 1,
    maximum: 365,
    description: 'Good for so many days once it is sent',
  }),
  deposit_percent: nullable(
    Type.Integer({ minimum: 1, maximum: 10_000 }),
    'Asked for before the work begins, in hundredths of a percent of what is chosen; null: none',
  ),
  deposit_cents: nullable(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    'The same as an amount with GST, in cents; one of the two at most',
  ),
  site_id: nullable(Id, 'Where the work would be done'),
  options: Type.Array(QuoteOption, {
    maxItems: MOST_OPTIONS,
    description: 'Ways to do it, of which the customer chooses one; empty: there is one way',
  }),
};

/** One version of a quote. Once sent it never changes: whoever edits it makes the next one. */
export const Quote = Type.Object({
  id: Id,
  version: Type.Integer(),
  state: Type.Enum(quoteStates),
  number: nullable(Type.String(), 'As it is printed; null: a template has none'),
  revision: Type.Integer({ description: '1, then one more with each new version of the same number' }),
  replaces_id: nullable(Id, 'The version before this one'),
  is_template: Type.Boolean(),
  template_id: nullable(
    Id,
    'What it was begun with: a template, or of a template the quote that it was made of',
  ),
  customer_id: nullable(Id, 'Null: a template is for nobody'),
  job_id: nullable(Id, 'The job that waits for it, or that it became'),
  visit_id: nullable(Id, 'The visit at which it was made'),
  ...said,
  lines: Type.Array(QuoteLine, { maxItems: MOST_LINES }),
  net: Cents,
  gst: Cents,
  total: being(Cents, 'Of the first option without extras, and from acceptance on of what was chosen'),
  sent_on: nullable(Day),
  valid_until: nullable(Day, 'The last day on which it can be accepted; null: a draft'),
  supplier: nullable(Supplier),
  buyer: nullable(Buyer),
  choice: nullable(QuoteChoice, 'What was accepted'),
  decided_at: nullable(Moment),
  decided_by: nullable(Type.String(), 'The name that was signed with, or given for whoever decided'),
  is_own_decision: Type.Boolean({
    description: 'Whether the customer decided on their page, rather than someone for them',
  }),
  reason: Type.String({ description: 'Of what was declined: why' }),
  created_at: Moment,
});

/** A question that a customer asked on the page of a quote. */
export const QuoteQuestion = Type.Object({
  id: Id,
  version: Type.Integer(),
  quote_id: Id,
  text: Type.String(),
  asked_at: Moment,
  answered_at: nullable(Moment, 'When someone noted that it was dealt with'),
});

/** With what follows from what was sent, and what was made of it. */
export const QuoteRecord = Type.Object({
  ...Quote.properties,
  sent_at: nullable(Moment, 'When it first left for the customer'),
  seen_at: nullable(Moment),
  customer_name: nullable(Type.String()),
  job_number: nullable(Type.Integer()),
  replaced_by_id: nullable(Id, 'The next version'),
  questions: Type.Array(QuoteQuestion),
});

/** A row of the list, without its lines. */
export const QuoteSummary = Type.Object({
  ...Type.Omit(QuoteRecord, ['lines', 'options', 'supplier', 'buyer', 'note', 'terms', 'choice', 'questions'])
    .properties,
  open_questions: Type.Integer(),
});

const { options, ...plain } = said;
const lines = Type.Array(NewQuoteLine, { maxItems: MOST_LINES });

export const NewQuote = Type.Object(
  {
    customer_id: Type.Optional(being(Id, 'For whom; left out where a job or a visit says it')),
    job_id: Type.Optional(being(Id, 'The job that waits for it')),
    visit_id: Type.Optional(being(Id, 'The visit at which it is made')),
    template_id: Type.Optional(being(Id, 'The template that it starts from')),
    ...Type.Partial(Type.Object({ ...plain, options })).properties,
    lines: Type.Optional(lines),
  },
  {
    ...strict,
    examples: [{ customer_id: '0193e5a0-0000-7000-8000-000000000201', title: 'Hot water system replaced' }],
  },
);

export const QuoteEdit = editOf(
  { ...said, lines },
  { examples: [{ version: 3, title: 'Hot water system' }] },
);

export const NewTemplate = Type.Object(
  { title: Type.String({ minLength: 1, maxLength: 200 }) },
  { ...strict, examples: [{ title: 'Hot water system replaced' }] },
);

const seen = Type.Optional(
  being(Cents, 'What it comes to as it was shown. Refused if that is not so any more'),
);

/** Somebody says yes for the customer. */
export const QuoteAcceptance = Type.Object(
  {
    ...Type.Partial(QuoteChoice).properties,
    name: being(Type.String({ minLength: 1, maxLength: 200 }), 'Who accepted it'),
    seen_total: seen,
  },
  { ...strict, examples: [{ name: 'Kim Cole' }] },
);

export const QuoteRefusal = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    reason: Type.Optional(Type.String({ maxLength: 1_000 })),
  },
  { ...strict, examples: [{ reason: 'Too expensive' }] },
);

const counted = (what: string) =>
  Type.Object({ count: Type.Integer(), sum: Type.Integer({ description: `In cents: ${what}` }) });

export const QuoteTotals = Type.Object({
  draft: counted('what they come to'),
  open: counted('what was sent and nobody has decided, while it can be accepted'),
  accepted: counted('what was chosen'),
  declined: counted('what they came to'),
  expired: counted('what they came to'),
  template: counted('0'),
});

export const QuoteQuery = Type.Object(
  {
    ...paging,
    view: Type.Optional(Type.Enum(quoteViews)),
    customer: Type.Optional(Id),
    job: Type.Optional(Id),
    sort: Type.Optional(Type.Enum(quoteSorts)),
  },
  strict,
);

export const QuoteTotalsQuery = Type.Object({ customer: QuoteQuery.properties.customer }, strict);

/** The job that a quote becomes, where nothing says yet where the work is done. */
export const QuotedJob = Type.Object(
  { site_id: Type.Optional(being(Id, 'One of the customer’s sites; the quote’s if left out')) },
  { ...strict, examples: [{ site_id: '0193e5a0-0000-7000-8000-000000000202' }] },
);

/** What is charged of an accepted quote: a part in percent, some of its lines, or all that is left. */
export const QuoteInvoice = Type.Object(
  {
    percent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'Of all that was accepted, in hundredths of a percent; no more than is left',
      }),
    ),
    lines: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MOST_LINES,
        uniqueItems: true,
        description: 'What is left of these',
      }),
    ),
  },
  { ...strict, examples: [{ percent: 4_000 }] },
);

/** How much of an accepted quote was charged. */
export const QuoteProgress = Type.Object({
  total: Cents,
  charged: being(Cents, 'On invoices and drafts, less what was credited'),
  left: Cents,
  lines: Type.Array(Type.Object({ id: Id, left: Cents }, { description: 'Of each line that was accepted' })),
  invoices: Type.Array(
    Type.Object({
      id: Id,
      kind: Type.Enum(invoiceKinds),
      state: Type.Enum(['draft', 'issued'] as const),
      number: nullable(Type.String()),
      title: Type.String(),
      total: Cents,
      outstanding: Cents,
      credited: Cents,
      due_on: nullable(Day),
    }),
  ),
});

export type NewQuoteLine = Static<typeof NewQuoteLine>;
export type QuoteLine = Static<typeof QuoteLine>;
export type QuoteOption = Static<typeof QuoteOption>;
export type QuoteChoice = Static<typeof QuoteChoice>;
export type Quote = Static<typeof Quote>;
export type QuoteQuestion = Static<typeof QuoteQuestion>;
export type QuoteRecord = Static<typeof QuoteRecord>;
export type QuoteSummary = Static<typeof QuoteSummary>;
export type NewQuote = Static<typeof NewQuote>;
export type QuoteEdit = Static<typeof QuoteEdit>;
export type NewTemplate = Static<typeof NewTemplate>;
export type QuoteAcceptance = Static<typeof QuoteAcceptance>;
export type QuoteRefusal = Static<typeof QuoteRefusal>;
export type QuoteTotals = Static<typeof QuoteTotals>;
export type QuotedJob = Static<typeof QuotedJob>;
export type QuoteInvoice = Static<typeof QuoteInvoice>;
export type QuoteProgress = Static<typeof QuoteProgress>;
export type QuoteQuery = Static<typeof QuoteQuery>;
export type QuoteTotalsQuery = Static<typeof QuoteTotalsQuery>;
