import { type Static, Type } from 'typebox';
import { being, Day, Id, Moment, nullable, Version } from '../../values/schema.ts';

const AccountId = Type.String({
  maxLength: 60,
  pattern: '^[0-9a-f-]*$',
  description: 'The id of an account in Xero; empty: what is paid so stays out of Xero',
});
const Code = Type.String({ maxLength: 20, description: 'The code of an account in Xero; empty: not chosen' });
const TaxType = Type.String({
  maxLength: 50,
  pattern: '^[A-Z0-9]*$',
  description: 'A tax type of Xero, such as OUTPUT; empty: not chosen',
});

/** Where what goes over belongs. */
const mapping = {
  starts_on: nullable(Day, 'Invoices, credit notes and payments from that day on go over; null: none do'),
  sales_account: being(Code, 'For sales'),
  labour_account: being(Code, 'For labour and call-outs; empty: as sales'),
  cash_account: being(AccountId, 'Where cash goes'),
  transfer_account: being(AccountId, 'Where bank transfers arrive'),
  card_account: being(
    AccountId,
    'Where what Stripe took from cards is until it is paid out: a clearing account',
  ),
  terminal_account: being(AccountId, 'Where what was taken from cards on a terminal arrives'),
  cheque_account: being(AccountId, 'Where cheques go'),
  other_account: being(AccountId, 'Where payments of another kind go'),
  gst_tax: being(TaxType, 'For sales with GST'),
  gst_free_tax: being(TaxType, 'For GST-free sales'),
  input_taxed_tax: being(TaxType, 'For input taxed sales'),
  no_gst_tax: being(TaxType, 'For all sales while the business isn’t registered for GST'),
};

/** An organisation whose books are kept in step. */
export const AccountingService = Type.Object({
  id: Id,
  version: Type.Integer(),
  kind: Type.Enum(['xero']),
  organisation_id: Type.String({ description: 'By what Xero knows it' }),
  organisation_name: Type.String(),
  is_connected: Type.Boolean(),
  is_enabled: Type.Boolean({ description: 'False: paused' }),
  ...mapping,
  created_by: Id,
  created_at: Moment,
});

export const AccountingMapping = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(mapping)).properties },
  { additionalProperties: false, examples: [{ version: 1, sales_account: '200', starts_on: '2026-11-16' }] },
);

/** What Xero said of an organisation. */
export const OrganisationFacts = Type.Object({
  name: Type.String(),
  abn: Type.String(),
  country: Type.String({ description: 'Like AU' }),
  currency: Type.String({ description: 'Like AUD' }),
  is_gst_registered: Type.Boolean(),
  is_demo: Type.Boolean({ description: 'A demo company of Xero, which is emptied again and again' }),
  locked_through: nullable(Day, 'Nothing can be entered in Xero on that day or before'),
});

export const ChartAccount = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  type: Type.String({ description: 'Like BANK or REVENUE' }),
  takes_payments: Type.Boolean(),
});

const TaxRate = Type.Object({ type: Type.String(), name: Type.String(), rate: Type.Number() });

/** The accounts and tax rates that can be chosen, as they were read last. */
export const AccountingChart = Type.Object({
  organisation: OrganisationFacts,
  accounts: Type.Array(ChartAccount),
  tax_rates: Type.Array(TaxRate),
});

/** An organisation to choose, once somebody has come back from Xero. */
export const OrganisationOffer = Type.Object({
  organisation_id: Type.String(),
  name: Type.String(),
  problems: Type.Array(Type.String(), { description: 'Why it can’t be connected, in words' }),
  known: Type.Boolean({ description: 'It was connected before: what went over stays linked' }),
});

/** How it stands with the books of a business. */
export const AccountingState = Type.Object({
  offered: Type.Boolean({ description: 'Whether the server’s operator has set up Xero' }),
  row: nullable(AccountingService, 'The organisation that is connected; null: none'),
  needs_reconnect: Type.Boolean({
    description: 'Xero no longer lets Muster in, or its secret can’t be read',
  }),
  problems: Type.Array(Type.String(), { description: 'What keeps anything from going over, in words' }),
  warnings: Type.Array(Type.String(), { description: 'What may be refused by Xero, in words' }),
  chart: nullable(AccountingChart),
  chart_read_at: nullable(Moment),
  offers: nullable(Type.Array(OrganisationOffer), 'To choose from; null: nobody has come back from Xero'),
  before: nullable(Type.String(), 'The organisation that was connected last; null: none was'),
  change: Type.Integer(),
});

export type AccountingService = Static<typeof AccountingService>;
export type AccountingMapping = Static<typeof AccountingMapping>;
export type OrganisationFacts = Static<typeof OrganisationFacts>;
export type AccountingChart = Static<typeof AccountingChart>;
export type ChartAccount = Static<typeof ChartAccount>;
export type OrganisationOffer = Static<typeof OrganisationOffer>;
export type AccountingState = Static<typeof AccountingState>;
