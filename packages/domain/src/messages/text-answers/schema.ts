import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';

/** That somebody has dealt with a text from a customer, or from a stranger. */
export const TextAnswer = Type.Object({
  id: Id,
  version: Type.Integer(),
  customer_id: nullable(Id, 'Null: we don’t know who wrote'),
  done_at: Moment,
  done_by: nullable(Id, 'Null: a program'),
});

/** A text that waits for somebody. */
export const OpenTextAnswer = Type.Object({
  id: Id,
  at: Moment,
  number: Type.String({ description: 'Who wrote' }),
  body: Type.String(),
  customer_id: nullable(Id, 'Null: we don’t know who wrote'),
  name: Type.String({ description: 'Empty if we don’t know who wrote' }),
});

export const OpenTextAnswers = Type.Object({
  rows: Type.Array(OpenTextAnswer, { description: 'The latest first' }),
  more: Type.Integer({ description: 'How many older ones there also are' }),
});

export type TextAnswer = Static<typeof TextAnswer>;
export type OpenTextAnswer = Static<typeof OpenTextAnswer>;
export type OpenTextAnswers = Static<typeof OpenTextAnswers>;
