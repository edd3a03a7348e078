import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';
import { ways } from '../../work/contacts/ways.ts';
import { messageKinds, messageProblems, sentStates } from '../../work/visits/rules.ts';

/** Something that a customer should have been told and was not, as far as anybody knows. */
export const Untold = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  job_id: Id,
  customer_id: Id,
  number: Type.String({ description: 'Such as J-1001/2' }),
  kind: Type.Enum(messageKinds),
  at: Moment,
  customer: Type.String(),
  name: Type.String({ description: 'Who it was for' }),
  way: Type.Enum(ways),
  to_address: Type.String({ description: 'Shortened; empty if there was none' }),
  problem: nullable(Type.Enum(messageProblems), 'Why nothing was sent; null if it was sent and failed'),
  state: nullable(Type.Enum(sentStates), 'What became of what was sent'),
  why: Type.String({ description: 'What the service said of it' }),
  phone: Type.String({ description: 'Whom to call about it; empty if there’s no number' }),
});

export const UntoldList = Type.Object({
  rows: Type.Array(Untold, { description: 'The latest first' }),
  more: Type.Integer({ description: 'How many older ones there also are' }),
});

export type Untold = Static<typeof Untold>;
export type UntoldList = Static<typeof UntoldList>;
