import { type Static, Type } from 'typebox';
import { being, Day, Id, nullable, Version } from '../../values/schema.ts';
import { gstBases } from '../bookkeeping/gst.ts';

/** More than that is no reminder any more. */
const MOST_REMINDERS = 5;

const first = (thing: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 99_999_999,
    description: `Where the numbers of ${thing} begin; set until the first is given`,
  });
const prefix = (thing: string) =>
  Type.String({
    maxLength: 12,
    description: `What stands before the numbers of ${thing}; set until the first is given`,
  });

/** An account of the program that exports are for. */
const account = (what: string) =>
  Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9. -]+$', description: what });

const settings = {
  is_gst_registered: Type.Boolean({
    description:
      'Registered: tax invoices with GST. Otherwise: invoices without it, whatever the price list says',
  }),
  postal_address: Type.String({ maxLength: 500, description: 'Of the business, as invoices show it' }),
  invoice_prefix: prefix('invoices'),
  first_invoice: first('invoices'),
  credit_prefix: prefix('credit notes'),
  first_credit: first('credit notes'),
  quote_prefix: prefix('quotes'),
  first_quote: first('quotes'),
  quote_days: Type.Integer({
    minimum: 1,
    maximum: 365,
    description: 'A new quote is good for so many days once it is sent',
  }),
  quote_terms: Type.String({ maxLength: 5_000, description: 'At the foot of every new quote' }),
  terms_days: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: 'Invoices are due so many days after they’re issued, unless a customer has other terms',
  }),
  invoice_note: Type.String({ maxLength: 2_000, description: 'At the foot of every new invoice' }),
  labour_item_id: nullable(Id, 'The item of the price list by which time on site is charged; null: none'),
  call_out_item_id: nullable(Id, 'The item that is charged once for each visit besides; null: none'),
  reminder_days: Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), {
    maxItems: MOST_REMINDERS,
    uniqueItems: true,
    description: 'So many days after an invoice was due its customer is reminded; empty: never',
  }),
  gst_basis: Type.Enum(gstBases, {
    description: 'When a sale is reported: as money for it comes in (cash), or as it is invoiced (accrual)',
  }),
  xero_sales_account: account('The code of the account for sales in Xero, as exports name it'),
  myob_sales_account: account('The number of the account for sales in MYOB'),
  myob_bank_account: account('The number of the account that payments go into in MYOB'),
  work_from: nullable(
    Day,
    'Finished work of earlier days is left out of what is ready to invoice; null: none is',
  ),
  work_from_reason: Type.String({ maxLength: 200, description: 'Why earlier work isn’t invoiced here' }),
  technicians_show_invoices: Type.Boolean({
    description:
      'Whether technicians may show the invoice of their own visit to the customer: its total, and where to pay it',
  }),
  sends_card_receipts: Type.Boolean({
    description: 'Whether a receipt is emailed by itself to whoever pays by card',
  }),
  lock_date: nullable(Day, 'Nothing is issued, received or dated on that day or before; null: no lock'),
};

/** What an owner or bookkeeper has set about money. The id is the account's. */
export const MoneySettings = Type.Object({
  id: Id,
  version: Type.Integer({ description: '0 until something is set' }),
  ...settings,
});

export const MoneySettingsEdit = Type.Object(
  {
    version: being(Version, 'The version you read, 0 before the first', { minimum: 0 }),
    ...Type.Partial(Type.Object(settings)).properties,
  },
  { additionalProperties: false, examples: [{ version: 0, terms_days: 7 }] },
);

/** The last number that was given of each; null: none yet, and prefix and first number can still be set. */
export const LastNumbers = Type.Object({
  invoice: nullable(Type.String()),
  credit_note: nullable(Type.String()),
  quote: nullable(Type.String()),
});

export type MoneySettings = Static<typeof MoneySettings>;
export type MoneySettingsEdit = Static<typeof MoneySettingsEdit>;
export type LastNumbers = Static<typeof LastNumbers>;
