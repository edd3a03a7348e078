import { Type } from 'typebox';

const LONGEST_NAME = 100;
/** Longer ones cannot be mail addresses (RFC 5321), and longer passwords only cost time to hash. */
const LONGEST_EMAIL = 254;
const LONGEST_PASSWORD = 200;

/** Bounds alone. What a person can put right is refused in words, by the rules beside (accounts/rules.ts). */
export const Registration = Type.Object(
  {
    first_name: Type.String({ maxLength: LONGEST_NAME }),
    last_name: Type.String({ maxLength: LONGEST_NAME }),
    phone: Type.String({ maxLength: 30, description: 'A mobile or 1300/1800 number, as in 0412 345 678' }),
    email: Type.String({ maxLength: LONGEST_EMAIL }),
    password: Type.String({ maxLength: LONGEST_PASSWORD }),
    password_confirmation: Type.String({ maxLength: LONGEST_PASSWORD }),
    plan_code: Type.String({ maxLength: 32 }),
  },
  { additionalProperties: false },
);

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'From the link in the mail' });

export const ActivationToken = Type.Object({ token: Token }, { additionalProperties: false });

export const Activation = Type.Object(
  {
    token: Token,
    password: Type.Optional(
      Type.String({
        maxLength: LONGEST_PASSWORD,
        description: 'The one chosen when registering; needed in every browser but that one',
      }),
    ),
  },
  { additionalProperties: false },
);

/** One of the two. */
export const Resend = Type.Object(
  {
    email: Type.Optional(Type.String({ minLength: 3, maxLength: LONGEST_EMAIL })),
    token: Type.Optional(Token),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);

export const ResendAnswer = Type.Object({
  retry_after: Type.Integer({ description: 'Seconds until another mail can be asked for' }),
});

const states = ['ready', 'password', 'used', 'expired', 'revoked', 'unknown'] as const;
export type LinkState = (typeof states)[number];

export const ActivationState = Type.Object({
  state: Type.Enum(states, {
    description:
      'ready: one call activates. password: that of the registration is asked for. Otherwise it cannot.',
  }),
});

export const ActivationCheck = Type.Object({
  state: Type.Enum(states),
  email: Type.Union([Type.String(), Type.Null()], {
    description:
      'Whose it is, with most of the name left out; null unless something can still be done with it',
  }),
});
