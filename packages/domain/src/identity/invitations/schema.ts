import { type Static, Type } from 'typebox';
import { nullable } from '../../values/schema.ts';
import { refusedField } from '../accounts/schema.ts';
import { roles } from '../../values/role.ts';

const LONGEST_NAME = 100;
const LONGEST_PASSWORD = 200;

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'From the link in the email' });

export const InvitationToken = Type.Object({ token: Token }, { additionalProperties: false });

/** Bounds alone. What a person can put right is refused in words, by the rules of registration (accounts/rules.ts). */
export const InvitationAnswer = Type.Object(
  {
    token: Token,
    first_name: Type.String({ maxLength: LONGEST_NAME }),
    last_name: Type.String({ maxLength: LONGEST_NAME }),
    password: Type.String({ maxLength: LONGEST_PASSWORD }),
    password_confirmation: Type.String({ maxLength: LONGEST_PASSWORD }),
  },
  { additionalProperties: false },
);

const states = ['ready', 'used', 'taken', 'expired', 'revoked', 'unknown'] as const;
export type InvitationState = (typeof states)[number];

/** Of those of a registration; the address is known, and no phone number is needed. */
export const invitationFields = ['first_name', 'last_name', 'password', 'password_confirmation'] as const;
export type InvitationField = (typeof invitationFields)[number];

export const InvitationStateOnly = Type.Object({
  state: Type.Enum(states),
  field: Type.Optional(refusedField(invitationFields)),
});

export const InvitationCheck = Type.Object({
  state: Type.Enum(states),
  email: nullable(Type.String(), 'The address they’ll sign in with; null unless the link is ready'),
  business: nullable(
    Type.String(),
    'The business they’re invited to; null for staff, or if the link isn’t ready',
  ),
  role: nullable(Type.Enum(roles), 'Their role there; null unless the link is ready'),
});

export type InvitationToken = Static<typeof InvitationToken>;
export type InvitationAnswer = Static<typeof InvitationAnswer>;
export type InvitationStateOnly = Static<typeof InvitationStateOnly>;
export type InvitationCheck = Static<typeof InvitationCheck>;
