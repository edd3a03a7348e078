import { type Static, Type } from 'typebox';
import { nullable } from '../../values/schema.ts';
import { registrationFields } from '../accounts/rules.ts';
import { LinkToken, LONGEST_EMAIL, LONGEST_PASSWORD, refusedField } from '../accounts/schema.ts';

const LONGEST_NAME = 100;

/** Bounds alone. What a person can put right is refused in words, by the rules beside (accounts/rules.ts). */
export const Registration = Type.Object(
  {
    first_name: Type.String({ maxLength: LONGEST_NAME }),
    last_name: Type.String({ maxLength: LONGEST_NAME }),
    phone: Type.String({ maxLength: 30, description: 'A mobile or 1300/1800 number, like 0412 345 678' }),
    email: Type.String({ maxLength: LONGEST_EMAIL }),
    password: Type.String({ maxLength: LONGEST_PASSWORD }),
    password_confirmation: Type.String({ maxLength: LONGEST_PASSWORD }),
    plan_code: Type.String({ maxLength: 32 }),
  },
  { additionalProperties: false },
);

/** Beside code 801; null where the refusal is about no field of the form. */
export const RefusedRegistration = Type.Union([
  Type.Object({ field: refusedField(registrationFields) }),
  Type.Null(),
]);

export const ActivationToken = Type.Object({ token: LinkToken }, { additionalProperties: false });

export const Activation = Type.Object(
  {
    token: LinkToken,
    password: Type.Optional(
      Type.String({
        maxLength: LONGEST_PASSWORD,
        description: 'The password chosen when registering; not needed in the same browser',
      }),
    ),
  },
  { additionalProperties: false },
);

/** One of the two. */
export const Resend = Type.Object(
  {
    email: Type.Optional(Type.String({ minLength: 3, maxLength: LONGEST_EMAIL })),
    token: Type.Optional(LinkToken),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);

const states = ['ready', 'password', 'used', 'expired', 'revoked', 'unknown'] as const;
export type ActivationLinkState = (typeof states)[number];

export const ActivationState = Type.Object({
  state: Type.Enum(states, {
    description:
      'ready: one call activates it. password: also needs the password chosen when registering. Any other: it can’t be used.',
  }),
  field: Type.Optional(refusedField(['password'])),
});

export const ActivationCheck = Type.Object({
  state: Type.Enum(states),
  email: nullable(Type.String(), 'The email address, mostly hidden; null if the link can’t be used any more'),
});

export type Registration = Static<typeof Registration>;
export type RefusedRegistration = Static<typeof RefusedRegistration>;
export type ActivationToken = Static<typeof ActivationToken>;
export type Activation = Static<typeof Activation>;
export type Resend = Static<typeof Resend>;
export type ActivationState = Static<typeof ActivationState>;
export type ActivationCheck = Static<typeof ActivationCheck>;
