import { Type } from 'typebox';

const LONGEST_EMAIL = 254;
const LONGEST_PASSWORD = 200;

const Token = Type.String({ minLength: 1, maxLength: 100, description: 'From the link in the mail' });
/** The rules for a new password are told in words by the server; these are only bounds. */
const Password = Type.String({ maxLength: LONGEST_PASSWORD });

export const ForgottenPassword = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: LONGEST_EMAIL }) },
  { additionalProperties: false },
);

export const RetryAfter = Type.Object({
  retry_after: Type.Integer({ description: 'Seconds until another mail can be asked for' }),
});

export const ResetToken = Type.Object({ token: Token }, { additionalProperties: false });

export const NewPassword = Type.Object(
  { token: Token, password: Password, password_confirmation: Password },
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

export const ResetState = Type.Object({ state: Type.Enum(states) });

export const ResetCheck = Type.Object({
  state: Type.Enum(states),
  email: Type.Union([Type.String(), Type.Null()], {
    description:
      'Whose password it sets, with most of the name left out; null unless the link is ready or expired',
  }),
});
