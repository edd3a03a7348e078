import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, Id, nullable } from '../../values/schema.ts';
import { entryKinds, owedSorts } from './rules.ts';

const strict = { additionalProperties: false };

const Sum = (description: string) => Type.Integer({ description: `In cents: ${description}` });

const byAge = {
  not_due: Sum('owed and not due yet'),
  to_30: Sum('due for 1 to 30 days'),
  to_60: Sum('due for 31 to 60 days'),
  to_90: Sum('due for 61 to 90 days'),
  older: Sum('due for more than 90 days'),
  owed: Sum('all of these together'),
  credit: Sum('what the customer has with you: credit notes and payments that are not used'),
  balance: Sum('what is owed, less the credit'),
};

/** A customer who owes something, or has something with the business. */
export const OwedRow = Type.Object({
  id: being(Id, 'Of the customer'),
  name: Type.String(),
  ...byAge,
  invoices: Type.Integer({ description: 'How many invoices are not paid' }),
  oldest_due_on: nullable(Day),
});

export const OwedTotals = Type.Object({
  on: being(Day, 'At the end of which day'),
  ...byAge,
  customers: Type.Integer(),
});

export const OwedOn = Type.Object(
  { on: Type.Optional(being(Day, 'As it was at the end of that day; today if you leave it out')) },
  strict,
);

export const OwedQuery = Type.Object(
  { ...paging, ...OwedOn.properties, sort: Type.Optional(Type.Enum(owedSorts)) },
  strict,
);

const period = {
  from: being(Day, 'The first day'),
  to: being(Day, 'The last day, at most a year later'),
};

export const StatementQuery = Type.Object(period, strict);
export const StatementEntryQuery = Type.Object(
  { ...period, cursor: paging.cursor, limit: paging.limit },
  strict,
);

/** What somebody owed before a period, what happened in it, and what they owe after it, by its age. */
export const Statement = Type.Object({
  customer_id: Id,
  customer_name: Type.String(),
  ...period,
  opening: Sum('the balance before the first day'),
  invoiced: Sum('invoices'),
  credited: Sum('credit notes'),
  paid: Sum('payments, less those taken back'),
  refunded: Sum('refunds, less those taken back'),
  closing: Sum('the balance at the end of the last day'),
  entries: Type.Integer(),
  ...byAge,
});

export const StatementEntry = Type.Object({
  id: being(Id, 'Of the invoice, credit note, payment or refund'),
  on: Day,
  kind: Type.Enum(entryKinds),
  number: nullable(Type.String()),
  text: being(Type.String(), 'What it was for, or the reference of the payment'),
  due_on: nullable(Day),
  amount: Sum('below zero where less is owed after it'),
  balance: Sum('what is owed after it'),
});

export type OwedRow = Static<typeof OwedRow>;
export type OwedTotals = Static<typeof OwedTotals>;
export type OwedQuery = Static<typeof OwedQuery>;
export type StatementQuery = Static<typeof StatementQuery>;
export type Statement = Static<typeof Statement>;
export type StatementEntry = Static<typeof StatementEntry>;
