import { type Static, Type } from 'typebox';
import { sentStates } from '../../work/visits/rules.ts';
import { ways } from '../../work/contacts/ways.ts';
import { being, Id, Moment, nullable } from '../../values/schema.ts';
import { StatementQuery } from '../../money/statements/schema.ts';
import { letterKinds, letterWays, MOST_MESSAGE } from './rules.ts';

const strict = { additionalProperties: false };

/** What went to whoever pays, about one invoice, one payment, or all that a customer owes. */
export const InvoiceLetter = Type.Object({
  id: Id,
  version: Type.Integer(),
  kind: Type.Enum(letterKinds),
  way: Type.Enum(letterWays),
  invoice_id: nullable(Id),
  payment_id: nullable(Id, 'Of a receipt'),
  customer_id: nullable(Id, 'Of a statement'),
  quote_id: nullable(Id, 'Of a quote: the version that it brought'),
  to_name: Type.String({ description: 'Who it went to; empty if nobody said' }),
  to_address: Type.String({ description: 'Partly hidden: j…@example.com, 04…678' }),
  note: Type.String({ description: 'Of what was given by hand: how' }),
  message_id: nullable(Id, 'The email or text; null if it was given by hand'),
  at: Moment,
});

export const ShownInvoiceLetter = Type.Object({
  ...InvoiceLetter.properties,
  state: nullable(
    Type.Object({
      name: Type.Enum(sentStates),
      at: Moment,
      why: Type.String({ description: 'Why it has come to that; empty if there’s nothing to say' }),
    }),
    'What became of it; of one that waits, when it leaves. Null if that isn’t known, or it was given by hand',
  ),
});

const LetterRecipient = Type.Object({
  contact_id: nullable(Id, 'Null: whoever pays, by their own address or number'),
  name: Type.String(),
  role: Type.String(),
  ways: Type.Array(Type.Enum(ways), { description: 'By which they can be reached' }),
});

/** A letter about an invoice as it would leave now. */
export const InvoiceLetterPreview = Type.Object({
  recipients: Type.Array(LetterRecipient, {
    description: 'Who it can go to; the first one, if none is chosen',
  }),
  to: nullable(LetterRecipient, 'Null: nobody there can be reached'),
  email: nullable(
    Type.Object({
      address: Type.String(),
      subject: Type.String(),
      paragraphs: Type.Array(Type.String(), {
        description: 'Your own words come after the first one, the greeting',
      }),
      attached: Type.String({ description: 'The name of the PDF' }),
    }),
    'Null: they have no email address',
  ),
  text: nullable(
    Type.Object({
      number: Type.String(),
      body: Type.String({ description: '`{link}` stands for the address of the customer’s page' }),
      leaves_at: being(Moment, 'In the quiet hours of the night it waits for the morning'),
    }),
    'Null: they have no mobile number, or texts aren’t set up',
  ),
  fingerprint: Type.String({
    description: 'Of what is shown. Send it with the letter, so that what was seen is what arrives',
  }),
});

const about = Type.Optional(
  Type.Enum(['invoice', 'reminder'] as const, { description: 'Default: `invoice`' }),
);

export const InvoiceLetterQuery = Type.Object({ kind: about, contact_id: Type.Optional(Id) }, strict);

export const NewInvoiceLetter = Type.Object(
  {
    kind: about,
    ways: Type.Array(Type.Enum(ways), { minItems: 1, uniqueItems: true }),
    contact_id: Type.Optional(
      nullable(Id, 'A contact of whoever pays; if null or not set, the first recipient'),
    ),
    message: Type.Optional(
      Type.String({ maxLength: MOST_MESSAGE, description: 'Words of your own, in the email' }),
    ),
    fingerprint: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Of the preview that was seen. Refused with 409 if it has changed since',
      }),
    ),
  },
  { ...strict, examples: [{ ways: ['email'] }] },
);

/** Of a letter about what a customer paid or owes, which goes by email alone. */
const { contact_id, message, fingerprint } = NewInvoiceLetter.properties;

export const NewStatementLetter = Type.Object(
  { ...StatementQuery.properties, contact_id, message, fingerprint },
  { ...strict, examples: [{ from: '2026-07-01', to: '2026-09-30' }] },
);

export const StatementLetterQuery = Type.Object(
  { ...StatementQuery.properties, contact_id: Type.Optional(Id) },
  strict,
);

export const NewReceiptLetter = Type.Object(
  { contact_id, message, fingerprint },
  { ...strict, examples: [{ message: 'Thank you for paying so quickly.' }] },
);

export const ReceiptLetterQuery = Type.Object({ contact_id: Type.Optional(Id) }, strict);

/** A letter with a quote: like one with an invoice, of which there is one kind. */
export const NewQuoteLetter = Type.Object(
  { ways: NewInvoiceLetter.properties.ways, contact_id, message, fingerprint },
  { ...strict, examples: [{ ways: ['email'] }] },
);

export const HandedOver = Type.Object(
  {
    note: Type.Optional(
      Type.String({ maxLength: 200, description: 'How, such as “Printed and posted” or “Left on site”' }),
    ),
  },
  { ...strict, examples: [{ note: 'Printed and posted' }] },
);

/** Where the customer's page of an invoice is. */
export const MadeInvoiceLink = Type.Object({
  address: Type.String(),
  change: Type.Integer(),
  made: Type.Boolean(),
});

export type InvoiceLetter = Static<typeof InvoiceLetter>;
export type ShownInvoiceLetter = Static<typeof ShownInvoiceLetter>;
export type LetterRecipient = Static<typeof LetterRecipient>;
export type InvoiceLetterPreview = Static<typeof InvoiceLetterPreview>;
export type InvoiceLetterQuery = Static<typeof InvoiceLetterQuery>;
export type NewInvoiceLetter = Static<typeof NewInvoiceLetter>;
export type NewQuoteLetter = Static<typeof NewQuoteLetter>;
export type NewStatementLetter = Static<typeof NewStatementLetter>;
export type NewAccountLetter = Static<typeof NewReceiptLetter>;
