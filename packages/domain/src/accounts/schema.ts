import { Type } from 'typebox';
import { roles } from '../values/role.ts';

/** Longer ones cannot be mail addresses (RFC 5321), and longer passwords only cost time to hash. */
export const LONGEST_EMAIL = 254;
export const LONGEST_PASSWORD = 200;

export const LinkToken = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'From the link in the mail',
});

/** Beside a refusal that is about one of these fields of a form. */
export function refusedField<Field extends string>(fields: readonly [...Field[]]) {
  return Type.Enum(fields, { description: 'The field that the message is about' });
}

export const RetryAfter = Type.Object({
  retry_after: Type.Integer({ description: 'Seconds until another mail can be asked for' }),
});

export const SignIn = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: LONGEST_EMAIL }),
    password: Type.String({ minLength: 1, maxLength: LONGEST_PASSWORD }),
  },
  { additionalProperties: false },
);

export const SessionView = Type.Object({
  user: Type.Object({
    id: Type.String({ format: 'uuid' }),
    email: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    role: Type.Enum(roles),
  }),
  account: Type.Union(
    [
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        name: Type.String(),
        zone: Type.String({
          description: 'As in Australia/Sydney: working hours and days are reckoned in it',
        }),
      }),
      Type.Null(),
    ],
    {
      description: 'Null for staff, who belong to no account',
    },
  ),
});

export const Overview = Type.Object({
  account: Type.Object({ name: Type.String() }),
  plan: Type.Object({ code: Type.String(), name: Type.String() }),
  licences: Type.Integer(),
});
