import { type Static, Type } from 'typebox';
import { nullable } from '../../values/schema.ts';
import { LinkToken, LONGEST_EMAIL, LONGEST_PASSWORD, refusedField } from '../accounts/schema.ts';

/** The rules for a new password are told in words by the server; these are only bounds. */
const Password = Type.String({ maxLength: LONGEST_PASSWORD });

export const ForgottenPassword = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: LONGEST_EMAIL }) },
  { additionalProperties: false },
);

export const ResetToken = Type.Object({ token: LinkToken }, { additionalProperties: false });

export const NewPassword = Type.Object(
  { token: LinkToken, password: Password, password_confirmation: Password },
  { additionalProperties: false },
);

export const ChangedPassword = Type.Object(
  {
    current_password: Type.String({ minLength: 1, maxLength: LONGEST_PASSWORD }),
    password: Password,
    password_confirmation: Password,
  },
  { additionalProperties: false },
);

const states = ['ready', 'used', 'expired', 'revoked', 'unknown'] as const;

const chosen = ['password', 'password_confirmation'] as const;

export const ResetState = Type.Object({
  state: Type.Enum(states),
  field: Type.Optional(refusedField(chosen)),
});

/** Beside status 422. */
export const RefusedChange = Type.Union([
  Type.Object({ field: refusedField(['current_password', ...chosen]) }),
  Type.Null(),
]);

export const ResetCheck = Type.Object({
  state: Type.Enum(states),
  email: nullable(
    Type.String(),
    'The email address, mostly hidden; null unless the link is ready or expired',
  ),
});

export type ForgottenPassword = Static<typeof ForgottenPassword>;
export type ResetToken = Static<typeof ResetToken>;
export type NewPassword = Static<typeof NewPassword>;
export type ChangedPassword = Static<typeof ChangedPassword>;
export type ResetState = Static<typeof ResetState>;
export type ResetCheck = Static<typeof ResetCheck>;
