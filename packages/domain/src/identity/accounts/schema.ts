import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';
import { moneyRights, roles } from '../../values/role.ts';
import { readOnlyReasons } from '../billing/schema.ts';

/** Longer ones cannot be mail addresses (RFC 5321), and longer passwords only cost time to hash. */
export const LONGEST_EMAIL = 254;
export const LONGEST_PASSWORD = 200;

export const LinkToken = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'From the link in the email',
});

/** Beside a refusal that is about one of these fields of a form. */
export function refusedField<Field extends string>(fields: readonly [...Field[]]) {
  return Type.Enum(fields, { description: 'The field the message is about' });
}

export const RetryAfter = Type.Object({
  retry_after: Type.Integer({ description: 'Seconds until another email can be requested' }),
});

export const SignIn = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: LONGEST_EMAIL }),
    password: Type.String({ minLength: 1, maxLength: LONGEST_PASSWORD }),
  },
  { additionalProperties: false },
);

/** An account in which nothing is changed until it is paid. Nothing of it is deleted. */
const ReadOnly = Type.Object({
  since: Moment,
  reason: Type.Enum([...readOnlyReasons], {
    description:
      '`not_confirmed`: early access ended and nobody agreed to the price. `unpaid`: a payment failed or an invoice is late. `ended`: the subscription was cancelled',
  }),
});

export const SessionView = Type.Object({
  user: Type.Object({
    id: Id,
    email: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    role: Type.Enum(roles),
    money: Type.Enum(moneyRights, { description: 'What they may do about money' }),
    technician_id: nullable(
      Id,
      'The technician they are, if any: then /my-day is theirs, whatever their role',
    ),
  }),
  account: nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      zone: Type.String({
        description: 'Like Australia/Sydney. Working hours and days use this zone',
      }),
      film_seconds: Type.Integer({ description: 'How long a technician’s video can be, in seconds' }),
      read_only: nullable(ReadOnly, 'Why nothing can be changed, and since when. Null: it can'),
    }),
    'Null for staff, who don’t belong to an account',
  ),
});

export const Overview = Type.Object({
  account: Type.Object({ name: Type.String() }),
  plan: Type.Object({ code: Type.String(), name: Type.String() }),
  licences: Type.Integer(),
});

export type ReadOnly = Static<typeof ReadOnly>;
export type RetryAfter = Static<typeof RetryAfter>;
export type SignIn = Static<typeof SignIn>;
export type SessionView = Static<typeof SessionView>;
export type Overview = Static<typeof Overview>;
