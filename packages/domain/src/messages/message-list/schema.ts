import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { messageProblems, sentStates } from '../../work/visits/rules.ts';
import { being, Day, Id, Moment, nullable } from '../../values/schema.ts';

/** An email or a text, to somebody or from them, with what became of it. */
export const Message = Type.Object({
  id: Id,
  at: Moment,
  way: Type.Enum(['email', 'text']),
  direction: Type.Enum(['out', 'in']),
  kind: Type.String({
    description: 'What it was about, such as `confirmed` or `report`; `answer` if someone wrote back',
  }),
  name: Type.String({ description: 'Who it was to or from; empty if we don’t know' }),
  address: Type.String({ description: 'A phone number, or an email address shortened to j…@example.com' }),
  body: Type.String({
    description: 'What a text said; `{link}` in it was the address of a page. Empty for emails',
  }),
  problem: nullable(Type.Enum(messageProblems), 'Why nothing was sent; null if it was'),
  state: nullable(
    Type.Object({
      name: Type.Enum([...sentStates, 'received'] as const),
      at: Moment,
      why: Type.String({ description: 'Why it has come to that; empty if there’s nothing to say' }),
    }),
    'What became of it, and when; of one that waits, when it leaves. Null if that isn’t known anymore',
  ),
  parts: nullable(Type.Integer(), 'How many parts a text had; null for emails'),
  price: nullable(Type.Integer(), 'What a text cost, in hundredths of a cent; null for emails'),
  customer_id: nullable(Id),
  contact_id: nullable(Id),
  visit_id: nullable(Id),
  job_id: nullable(Id),
  visit: Type.String({ description: 'Such as J-1001/2; empty if it isn’t about a visit' }),
});

/** Whose messages, of which days; all of them by default, the latest first. */
const which = {
  customer: Type.Optional(Id),
  job: Type.Optional(Id),
  visit: Type.Optional(Id),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
};

export const MessageFilter = Type.Object(which, { additionalProperties: false });

export const MessageQuery = Type.Object(
  { ...which, cursor: paging.cursor, limit: paging.limit },
  { additionalProperties: false },
);

export const MonthQuery = Type.Object(
  { month: being(Day, 'Any day of the month') },
  { additionalProperties: false },
);

export const MessageCount = Type.Object({
  way: Type.Enum(['email', 'text']),
  direction: Type.Enum(['out', 'in']),
  kind: Type.String(),
  messages: Type.Integer({ description: 'Those that left, or wait to leave' }),
  unsent: Type.Integer({ description: 'Those that didn’t leave, for whatever reason' }),
  parts: Type.Integer(),
  price: Type.Integer({ description: 'In hundredths of a cent' }),
});

export type Message = Static<typeof Message>;
export type MessageQuery = Static<typeof MessageQuery>;
export type MessageFilter = Static<typeof MessageFilter>;
export type MessageCount = Static<typeof MessageCount>;
