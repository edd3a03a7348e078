import { type Static, Type } from 'typebox';
import { Id } from '../changes/schema.ts';
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
  licences: Type.Integer({ description: 'As many technicians can be active at once' }),
  used_by: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
    description: 'The technicians who are active',
  }),
});

export const PlanChoice = Type.Object(
  { plan: Type.String({ minLength: 1, maxLength: 32 }) },
  { additionalProperties: false, examples: [{ plan: 'fleet' }] },
);

export type Subscription = Static<typeof Subscription>;
export type Licences = Static<typeof Licences>;
