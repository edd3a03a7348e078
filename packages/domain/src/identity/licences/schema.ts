import { type Static, Type } from 'typebox';
import { Id } from '../../values/schema.ts';
import { quotaKinds } from '../plans/quotas.ts';
import { Plan } from '../plans/schema.ts';

/** What an account has of licences. The id is the account's. */
export const Subscription = Type.Object({
  id: Id,
  version: Type.Integer(),
  plan_code: Type.String(),
  licences: Type.Integer(),
});

export const Licences = Type.Object({
  plan: Plan,
  licences: Type.Integer({ description: 'How many technicians can be active at once' }),
  used_by: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
    description: 'The active technicians',
  }),
});

export const Quota = Type.Object({
  kind: Type.Enum([...quotaKinds]),
  used: Type.Integer({ description: 'How many there are, archived ones included' }),
  most: Type.Integer({ description: 'How many the plan has room for' }),
});

export const PlanChoice = Type.Object(
  { plan: Type.String({ minLength: 1, maxLength: 32 }) },
  { additionalProperties: false, examples: [{ plan: 'fleet' }] },
);

export type Subscription = Static<typeof Subscription>;
export type Quota = Static<typeof Quota>;
export type Licences = Static<typeof Licences>;
export type PlanChoice = Static<typeof PlanChoice>;
