import { type Static, Type } from 'typebox';
import { being, Id, Moment, nullable } from '../../values/schema.ts';

const strict = { additionalProperties: false };

/** The Stripe account that customers of a business pay into. A business has one at most. */
export const CardService = Type.Object({
  id: Id,
  version: Type.Integer(),
  stripe_account: being(Type.String(), 'As Stripe numbers it'),
  name: being(Type.String(), 'What the account is called at Stripe; empty where the key may not read it'),
  is_test: being(Type.Boolean(), 'Nothing that is paid in test mode moves money'),
  takes_payments: nullable(
    Type.Boolean(),
    'Whether Stripe has allowed the account to take payments; null: the key may not read it',
  ),
  key_end: being(Type.String(), 'The last characters of the key, to tell it from another'),
  hears: Type.Enum(['nothing', 'entered', 'made'] as const, {
    description:
      'Whether Stripe tells us of what happens: by a signing secret that was entered, or by an endpoint that we made. Otherwise we ask',
  }),
  endpoint: nullable(Type.String(), 'The endpoint at Stripe that we made'),
  is_enabled: Type.Boolean(),
  stopped_because: Type.String(),
  created_by: Id,
  created_at: Moment,
});

export const CardServiceRecord = Type.Object({
  ...CardService.properties,
  needs_reconnect: being(Type.Boolean(), 'Its key can’t be read on this server anymore'),
  address: nullable(
    Type.String(),
    'Where Stripe can tell us of what happens, for an endpoint of your own; null: its key can’t be read',
  ),
});

const Key = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'A restricted key of your Stripe account. Encrypted, and never shown again',
});

/** Connects, or puts another key in the place of the one that is there. */
export const NewCardService = Type.Object(
  {
    key: Key,
    is_other_account: Type.Optional(
      Type.Boolean({
        description: 'Needed to change to another Stripe account than the one that is connected',
      }),
    ),
  },
  { ...strict, examples: [{ key: 'rk_live_…' }] },
);

export const SigningSecret = Type.Object(
  {
    secret: Type.String({
      maxLength: 200,
      pattern: '^(whsec_\\S+)?$',
      description: 'Of the endpoint that you made at Stripe; empty: none. Encrypted, and never shown again',
    }),
  },
  { ...strict, examples: [{ secret: 'whsec_…' }] },
);

export type CardService = Static<typeof CardService>;
export type CardServiceRecord = Static<typeof CardServiceRecord>;
export type NewCardService = Static<typeof NewCardService>;
