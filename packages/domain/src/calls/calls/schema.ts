import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, editOf, Id, Moment, nullable } from '../../values/schema.ts';
import { callDirections, callEventNames, callStates } from './rules.ts';

const strict = { additionalProperties: false };

/** A call, as far as the exchange has said. What was spoken is nowhere. */
export const Call = Type.Object({
  id: Id,
  direction: Type.Enum(callDirections),
  state: Type.Enum(callStates, {
    description:
      'ringing; answered: they are talking; ended: they have talked; missed: nobody took it, or nobody answered a call of ours',
  }),
  number: nullable(Type.String(), 'The other side, like +61412345678; null: withheld, or erased'),
  called: nullable(Type.String(), 'The number of the business; null: not said'),
  answered_by: being(Type.String(), 'Who answered, in the words of the exchange; empty: not said'),
  began_at: Moment,
  answered_at: nullable(Moment),
  ended_at: nullable(Moment),
  customer_id: nullable(Id, 'Null: a stranger, or several may be meant'),
  name: being(Type.String(), 'Of the customer, or of their contact; empty: not known'),
  matches: being(Type.Integer(), 'How many customers have this number'),
  taken_by: nullable(
    Type.Object({ id: Id, name: Type.String() }),
    'Who of the office has said that they have it',
  ),
  is_erased: being(Type.Boolean(), 'The number was erased with its customer'),
  settled: nullable(
    Type.Enum(['rang back', 'done', 'called since'] as const),
    'How a missed call was dealt with; null: it waits, or was not missed',
  ),
  campaign: being(Type.String(), 'The campaign whose number was called; empty: none'),
});

/** Somebody who may be ringing. */
export const CallPerson = Type.Object({
  customer_id: Id,
  name: Type.String(),
  contact: being(Type.String(), 'Whose number it is at the customer; empty: the customer’s own'),
  contact_id: nullable(Id),
  suburb: being(Type.String(), 'Of their only site, or empty'),
  open_jobs: being(Type.Integer(), 'How many jobs of theirs are not over'),
  jobs: Type.Array(Type.Object({ number: Type.Integer(), title: Type.String(), state: Type.String() }), {
    description: 'The latest three of them',
  }),
  next_visit: nullable(
    Type.Object({
      job: Type.Integer(),
      at: nullable(Moment, 'Null: a day, and no time yet'),
      on: nullable(Day),
      zone: Type.String(),
      technicians: Type.Array(Type.String()),
    }),
  ),
  owed: nullable(Type.Integer(), 'In cents; null if you don’t see money'),
  last_words: nullable(
    Type.Object({
      at: Moment,
      kind: Type.Enum(['answer', 'message', 'note'] as const),
      text: Type.String(),
    }),
    'The latest message to or from them, or note on a visit',
  ),
});

/** A call while it rings, and while they talk. */
export const RingingCall = Type.Object({
  ...Call.properties,
  people: Type.Array(CallPerson, { description: 'Who may be meant, five at most' }),
});

const which = {
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'A number, the end of one, or the beginning of a name' }),
  ),
  missed: Type.Optional(Type.Boolean({ description: 'True: only calls that nobody took' })),
  direction: Type.Optional(Type.Enum(callDirections)),
  customer: Type.Optional(Id),
  campaign: Type.Optional(Id),
  day: Type.Optional(Day),
};

export const CallFilter = Type.Object(which, strict);
export const CallQuery = Type.Object({ ...which, cursor: paging.cursor, limit: paging.limit }, strict);

/** A missed call that waits for somebody; of several by one number the latest, with how many there were. */
export const MissedCall = Type.Object({ ...Call.properties, times: Type.Integer() });

export const MissedCalls = Type.Object({
  rows: Type.Array(MissedCall, { description: 'The latest first' }),
  more: Type.Integer({ description: 'How many older ones there also are' }),
});

/** That somebody has dealt with a missed call. */
export const SettledCall = Type.Object({
  id: Id,
  version: Type.Integer(),
  customer_id: nullable(Id, 'Null: we don’t know who rang'),
  how: Type.Enum(['rang back', 'done'] as const),
  done_at: Moment,
  done_by: nullable(Id),
});

export const SettleCall = Type.Object(
  { how: SettledCall.properties.how },
  { ...strict, examples: [{ how: 'rang back' }] },
);

export const CallCustomer = Type.Object(
  { customer_id: Id },
  { ...strict, examples: [{ customer_id: '0193e5a0-0000-7000-8000-00000000ffff' }] },
);

export const NewRing = Type.Object(
  { number: Type.String({ minLength: 6, maxLength: 30, description: 'Like 0412 345 678' }) },
  { ...strict, examples: [{ number: '0412 345 678' }] },
);

/** A call that has been begun here. */
export const Ring = Type.Object({
  office_phone: being(Type.String(), 'The phone that rings first'),
});

const settings = {
  keep_days: Type.Integer({
    minimum: 30,
    maximum: 3_650,
    description: 'Calls are deleted after so many days',
  }),
  ring_with: Type.Enum(['tel', 'sip'] as const, {
    description: 'What a number on a page opens: the phone of the computer, or its SIP program',
  }),
};

export const CallSettings = Type.Object({ id: Id, version: Type.Integer(), ...settings });
export const CallSettingsRecord = Type.Object({
  ...CallSettings.properties,
  office_phone: being(
    Type.String(),
    'The phone that rings first when a number is rung from here; empty: nothing is connected that rings',
  ),
});
export const CallSettingsEdit = Type.Object(
  {
    ...editOf(settings).properties,
    version: Type.Integer({ minimum: 0, description: 'The version you read' }),
  },
  { ...strict, examples: [{ version: 0, keep_days: 365 }] },
);

/** What an exchange sends to the address of its connection. */
export const CallWord = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200 }),
    call: Type.String({ minLength: 1, maxLength: 200 }),
    event: Type.Enum(callEventNames),
    direction: Type.Optional(Type.Enum(callDirections)),
    at: Type.Optional(Moment),
    from: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
    to: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
    by: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  },
  { description: 'What happened to a call' },
);

export type Call = Static<typeof Call>;
export type CallPerson = Static<typeof CallPerson>;
export type RingingCall = Static<typeof RingingCall>;
export type CallQuery = Static<typeof CallQuery>;
export type CallFilter = Static<typeof CallFilter>;
export type MissedCall = Static<typeof MissedCall>;
export type MissedCalls = Static<typeof MissedCalls>;
export type SettledCall = Static<typeof SettledCall>;
export type SettleCall = Static<typeof SettleCall>;
export type CallSettings = Static<typeof CallSettings>;
export type Ring = Static<typeof Ring>;
export type CallSettingsRecord = Static<typeof CallSettingsRecord>;
export type CallSettingsEdit = Static<typeof CallSettingsEdit>;
export type CallWord = Static<typeof CallWord>;
