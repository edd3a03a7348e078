import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, Id, Moment, nullable } from '../../values/schema.ts';
import { Cents } from '../lines/schema.ts';
import { differenceAnswers, differenceKinds } from './rules.ts';

const strict = { additionalProperties: false };
const { search: _, ...turning } = paging;

/** How many there are, and what they come to. */
const Sum = Type.Object({ count: Type.Integer(), sum: being(Type.Integer(), 'In cents') });

/** How the books in the program for accounts stand beside ours. */
export const BooksState = Type.Object({
  organisation: nullable(Type.String(), 'What it is called there; null: nothing is connected'),
  is_on: being(Type.Boolean(), 'Whether things go over now'),
  why_not: being(Type.String(), 'Why nothing goes over now, and what to do; empty: it does'),
  from: nullable(Day, 'Invoices of that day and later go over'),
  waiting: being(Type.Integer(), 'So many invoices, credit notes and payments are still to go over'),
  over: being(Type.Integer(), 'So many are there'),
  refused: being(Type.Integer(), 'So many were not accepted'),
  differences: being(Type.Integer(), 'So many things a person has to decide'),
  next_at: nullable(Moment, 'When it is tried again, after it failed'),
  why_waits: being(Type.String(), 'Why it failed then'),
  asked_at: nullable(Moment, 'When we last asked for payments that were entered there'),
  checked: nullable(
    Type.Object({ at: Moment, ours: Sum, theirs: Sum }),
    'When both sides were last compared as a whole: the invoices that went over, and what they come to',
  ),
});

/** What would go over from a day on, and has not. */
export const BookScope = Type.Object({
  invoices: Type.Integer(),
  credit_notes: Type.Integer(),
  payments: being(Type.Integer(), 'Payments, uses of credit and refunds'),
});

export const BookScopeQuery = Type.Object({ from: Day }, strict);

export const entryViews = ['waiting', 'over', 'refused'] as const;

/** One thing that goes over, or has. */
export const BookEntry = Type.Object({
  id: being(Id, 'Of the invoice, credit note or allocation'),
  noun: Type.Enum(['invoice', 'credit note', 'payment', 'credit used', 'refund', 'removal'] as const),
  document_id: nullable(Id, 'Of the invoice or credit note that it is about; null: it is gone'),
  number: nullable(Type.String()),
  customer_name: nullable(Type.String()),
  amount: nullable(Cents),
  at: being(Moment, 'When it went over, was last tried, or began to wait'),
  words: being(Type.String(), 'What is in its way; empty: nothing'),
});

export const BookEntryQuery = Type.Object({ ...turning, view: Type.Enum(entryViews) }, strict);

/** How an invoice, credit note or payment stands in the books there. */
export const BookStanding = Type.Object({
  standing: Type.Enum(['off', 'not sent', 'waiting', 'over', 'refused', 'differs', 'left out'] as const),
  organisation: Type.String(),
  at: nullable(Moment),
  words: Type.String(),
  url: nullable(Type.String(), 'Where it is there'),
});

/** One side of what differs, as far as it is known. */
export const BookSide = Type.Object({
  id: Type.Optional(Type.String()),
  number: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  abn: Type.Optional(Type.String()),
  date: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  total: Type.Optional(Type.Integer()),
  gst: Type.Optional(Type.Integer()),
  owed: Type.Optional(Type.Integer()),
  amount: Type.Optional(Type.Integer()),
  reference: Type.Optional(Type.String()),
  words: Type.Optional(Type.String()),
});

export const BookDifference = Type.Object({
  id: Id,
  kind: Type.Enum(differenceKinds),
  document_id: nullable(Id, 'Of the invoice or credit note that it is about'),
  customer_id: nullable(Id, 'Of the customer that it is about'),
  label: being(Type.String(), 'The number of the document, or the name of the customer'),
  ours: BookSide,
  theirs: being(Type.Array(BookSide), 'One, or each contact that may be meant'),
  found_at: Moment,
  answers: being(Type.Array(Type.Enum(differenceAnswers)), 'How it can be mended'),
});

export const BookDifferenceQuery = Type.Object(turning, strict);

export const NewBookAnswer = Type.Object(
  {
    answer: Type.Enum(differenceAnswers),
    remote_id: Type.Optional(
      being(Type.String({ maxLength: 100 }), 'Which of theirs it is, where several are named'),
    ),
  },
  { ...strict, examples: [{ answer: 'send ours' }] },
);

export type BooksState = Static<typeof BooksState>;
export type BookEntry = Static<typeof BookEntry>;
export type BookEntryQuery = Static<typeof BookEntryQuery>;
export type BookScope = Static<typeof BookScope>;
export type BookStanding = Static<typeof BookStanding>;
export type BookSide = Static<typeof BookSide>;
export type BookDifference = Static<typeof BookDifference>;
export type NewBookAnswer = Static<typeof NewBookAnswer>;
