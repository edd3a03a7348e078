import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';

/** More than anybody asks for by themselves; whoever needs them calls us. */
const MOST_LICENCES = 1_000;

const billingStates = [
  'free',
  'trial',
  'notice',
  'active',
  'cancelling',
  'past_due',
  'lapsing',
  'read_only',
] as const;
export type BillingState = (typeof billingStates)[number];

export const readOnlyReasons = ['not_confirmed', 'unpaid', 'ended'] as const;
export type ReadOnlyReason = (typeof readOnlyReasons)[number];

const collections = ['card', 'invoice'] as const;

const Cents = (description: string) => Type.Integer({ description: `AUD cents, ${description}` });
const Licences = Type.Integer({
  minimum: 1,
  maximum: MOST_LICENCES,
  description: 'All licences together: those that come with the plan, and further ones',
});

/** What is charged each month, by its parts. */
export const Cost = Type.Object({
  plan_code: Type.String(),
  plan_name: Type.String(),
  licences: Licences,
  plan_cents: Cents('for the plan with the licences that come with it, GST included'),
  further_licences: Type.Integer({ description: 'How many more there are than come with the plan' }),
  licence_cents: Cents('for each of the further licences, GST included'),
  total_cents: Cents('a month altogether, GST included'),
});

export const Billing = Type.Object({
  id: Id,
  is_on: Type.Boolean({
    description: 'False: nothing is charged here and no card is asked for, and nothing else of this matters',
  }),
  is_test: Type.Boolean({ description: 'True: with a test key of Stripe, so no money moves' }),
  state: Type.Enum([...billingStates], {
    description:
      '`free`: early access, and no notice was given. `trial`: new, free until `until`. `notice`: early access ends at `until`. `active`: subscribed. `cancelling`: subscribed and cancelled, ends at `until`. `past_due`: a payment failed or an invoice is late; read-only from `until`. `lapsing`: the subscription has ended, and what was paid lasts until `until`. `read_only`: see `reason`',
  }),
  until: nullable(Moment, 'When the state ends, where it does by itself'),
  reason: nullable(Type.Enum([...readOnlyReasons]), 'Why the account is read-only. Null: it isn’t'),
  cost: nullable(Cost, 'What is charged each month. Null: there is no subscription'),
  collection: nullable(
    Type.Enum([...collections]),
    'How it is paid: by card, or by an invoice that is due in 14 days. Null: there is no subscription, and an invoice wasn’t agreed on either',
  ),
  renews_at: nullable(
    Moment,
    'When the next month is charged, or the first one. Null: there is no subscription, or it ends',
  ),
  unpaid: nullable(
    Type.Object({
      cents: Cents('still to be paid'),
      since: Moment,
      pay_url: nullable(
        Type.String(),
        'Where Stripe takes the payment. Null: there are several invoices, each with its own `pay_url`, or there is no such page',
      ),
    }),
    'What is overdue. Null: nothing is',
  ),
  has_portal: Type.Boolean({
    description: 'Whether Stripe’s page for the card can be opened: there was a payment or a subscription',
  }),
  asked_at: nullable(Moment, 'When Stripe last told how things stand. Null: it was never asked'),
});

/** What an owner wants: the plan, and how many licences altogether. */
export const Wanted = Type.Object(
  { plan: Type.String({ minLength: 1, maxLength: 32 }), licences: Licences },
  { additionalProperties: false, examples: [{ plan: 'crew', licences: 7 }] },
);

/** Where Stripe goes on, in the browser. */
export const Onward = Type.Object({ url: Type.String({ description: 'Send the browser there' }) });

/** What a change comes to, before it is made. */
export const Preview = Type.Object({
  cost: Cost,
  due_now_cents: Cents('charged at once; below zero: taken off the next invoices'),
  lines: Type.Array(Type.Object({ text: Type.String(), cents: Cents('GST included') }), {
    description: 'What `due_now_cents` is made of: pro rata, less the credit that is used for it',
  }),
  renews_at: nullable(Moment, 'When the next month is charged at the new price'),
  as_at: Moment,
});

/** The change that was previewed: to the cent, or not at all. */
export const BillingChange = Type.Object(
  {
    ...Wanted.properties,
    due_now_cents: Type.Integer({ description: 'As the preview said. If it has moved, code 409' }),
    as_at: Type.String({ format: 'date-time', description: 'As the preview said; it counts for an hour' }),
  },
  {
    additionalProperties: false,
    examples: [{ plan: 'crew', licences: 7, due_now_cents: 2_400, as_at: '2026-11-19T03:00:00.000Z' }],
  },
);

/** A tax invoice from Muster. */
export const BillingInvoice = Type.Object({
  id: Type.String(),
  number: Type.String(),
  issued_at: Moment,
  due_at: nullable(Moment, 'Null: it was charged at once'),
  paid_at: nullable(Moment, 'Null: not paid'),
  state: Type.Enum(['open', 'paid', 'void', 'uncollectible']),
  total_cents: Cents('GST included; below zero: a credit, which is taken off later payments'),
  gst_cents: Cents('of which GST'),
  from_balance_cents: Cents('of the total, paid from earlier credit'),
  pay_url: nullable(Type.String(), 'Where Stripe takes the payment. Null: nothing is to be paid'),
});

export type Billing = Static<typeof Billing>;
export type Cost = Static<typeof Cost>;
export type Wanted = Static<typeof Wanted>;
export type Preview = Static<typeof Preview>;
export type BillingChange = Static<typeof BillingChange>;
export type BillingInvoice = Static<typeof BillingInvoice>;
