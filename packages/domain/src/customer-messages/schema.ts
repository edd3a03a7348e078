import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../changes/schema.ts';
import { messageKinds, messageProblems } from './rules.ts';

/** What a customer was told of a visit, and when. */
export const CustomerMessage = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  kind: Type.Enum(messageKinds),
  from_at: Type.String({ format: 'date-time', description: 'The arrival that was told: from then on' }),
  to_at: Moment,
  zone: Type.String({ description: 'Of the site' }),
  to_address: Type.String({ description: 'Enough of it to recognise: j…@example.com' }),
  problem: nullable(Type.Enum(messageProblems), 'Why nothing was sent; null where it was'),
  at: Moment,
});

export type CustomerMessage = Static<typeof CustomerMessage>;
