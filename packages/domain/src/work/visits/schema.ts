import { type Static, Type } from 'typebox';
import { NamedAssignment } from '../assignments/schema.ts';
import { being, Day, Id, Moment, nullable, TimeOfDay, Version, OffBy } from '../../values/schema.ts';
import { ways } from '../contacts/ways.ts';
import { checkKinds, LONGEST_VISIT, messageKinds, messageProblems, MOST_CREW, sentStates } from './rules.ts';
import { outcomes, visitStates } from './states.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const skills = Type.Array(Id, { maxItems: 100, uniqueItems: true });

const fields = {
  duration: Type.Integer({
    minimum: 5,
    maximum: LONGEST_VISIT,
    multipleOf: 5,
    description: 'In minutes; the job type’s if left out',
  }),
  on_date: nullable(Day, 'The agreed day, in the site’s time zone'),
  window_from: nullable(TimeOfDay, 'Start of the promised arrival, in the site’s time zone'),
  window_to: nullable(TimeOfDay),
  not_before: nullable(Day),
  due_by: nullable(Day),
  crew_size: Type.Integer({ minimum: 1, maximum: MOST_CREW }),
  skills,
  crew_skills: Type.Array(skills, {
    maxItems: MOST_CREW,
    description: 'Extra skills for each crew member: one list each',
  }),
  check_list: Type.Array(
    Type.Object(
      {
        text: Type.String({ minLength: 1, maxLength: 200 }),
        done: Type.Boolean(),
        kind: Type.Optional(Type.Enum(checkKinds, { description: 'How it’s answered; a tick if left out' })),
        required: Type.Optional(
          Type.Boolean({ description: 'Whether it must be answered before the visit can be completed' }),
        ),
      },
      { additionalProperties: false },
    ),
    { maxItems: 50 },
  ),
  note: text(5_000),
};

const AgreedTime = Type.Object({
  on_date: nullable(Day),
  window_from: nullable(TimeOfDay),
  window_to: nullable(TimeOfDay),
});

export const Visit = Type.Object({
  id: Id,
  version: Type.Integer(),
  job_id: Id,
  number: Type.Integer({ description: 'Within its job: visit 2 of J-1001 is J-1001/2' }),
  ...fields,
  dispatched_at: nullable(Moment),
  outcome: nullable(Type.Enum(outcomes)),
  outcome_reason: Type.String({
    description: 'Why it couldn’t be completed, what’s missing, or why it was cancelled',
  }),
  cancelled_at: nullable(Moment),
  return_of: nullable(Id, 'The visit this one returns for'),
  entered_at: nullable(Moment, 'When the office entered it after it was over; null if it was planned ahead'),
  entered_by: nullable(Id),
  confirmed_at: nullable(
    Moment,
    'When the customer confirmed the time on their page; null if they haven’t, or it has changed since',
  ),
  confirmed_for: nullable(AgreedTime, 'What they confirmed'),
  created_at: Moment,
});

const state = Type.Enum(visitStates, { description: 'Set by the visit and its crew’s progress' });

/** What a customer was told of a visit, and when. */
export const CustomerMessage = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  kind: Type.Enum(messageKinds),
  from_at: Type.String({
    format: 'date-time',
    description: 'Start of the arrival time the customer was given',
  }),
  to_at: Moment,
  zone: Type.String({ description: 'The site’s time zone' }),
  to_address: Type.String({
    description: 'Shortened: j…@example.com or 04…678. The first, if it went to several',
  }),
  problem: nullable(Type.Enum(messageProblems), 'Why nothing was sent; null if it was sent to anyone'),
  recipients: Type.Array(
    Type.Object({
      contact_id: nullable(Id, 'Null: the customer'),
      to_address: Type.String({ description: 'Shortened, also a mobile number: 04…678' }),
      problem: nullable(Type.Enum(messageProblems)),
      way: Type.Optional(Type.Enum(ways, { description: 'Email, if it’s left out' })),
      held_until: Type.Optional(nullable(Moment, 'Of a text that had to wait when this was noted')),
      message_id: Type.Optional(nullable(Id, 'Of the email or text; null if nothing was sent')),
    }),
    { description: 'Everyone it was for, once for each way' },
  ),
  expected_at: nullable(Moment, 'When someone running late was said to arrive'),
  technician_id: nullable(Id, 'Who was announced'),
  agreed: nullable(
    AgreedTime,
    'The agreed day and arrival window when this was sent. Until they change, the time the customer was given is promised',
  ),
  at: Moment,
  dismissed_at: Type.Optional(
    nullable(Moment, 'When the office decided that nothing more needs doing about what didn’t arrive'),
  ),
});

/** The same as the office reads it. */
const NamedMessage = Type.Object({
  ...CustomerMessage.properties,
  recipients: Type.Array(
    Type.Object({
      ...CustomerMessage.properties.recipients.items.properties,
      name: Type.String({ description: 'Empty if the contact is gone' }),
      state: nullable(
        Type.Object({
          name: Type.Enum(sentStates),
          at: Moment,
          why: Type.String({ description: 'Why it has come to that; empty if there’s nothing to say' }),
        }),
        'What became of it, and when; of one that waits, when it leaves. Null if that isn’t known any more',
      ),
    }),
  ),
});

export const VisitRecord = Type.Object({
  ...Visit.properties,
  state,
  assignments: Type.Array(NamedAssignment, { description: 'Lead first' }),
  entered_by_name: Type.String({ description: 'Who entered it afterwards; empty if no one did' }),
  told: nullable(CustomerMessage, 'What the customer was last told about it, or should have been'),
  messages: Type.Array(NamedMessage, {
    description: 'The last 10 of what was told about it, or should have been; latest first',
  }),
});

/** A booked visit in a line: when, for whom, where and by whom. */
export const BookedVisit = Type.Object({
  id: Id,
  number: Type.Integer(),
  job_number: Type.Integer(),
  state,
  starts_at: Moment,
  ends_at: Moment,
  zone: Type.String({ description: 'The site’s time zone' }),
  description: Type.String({ description: 'Of the job' }),
  job_type: nullable(Type.String()),
  customer_id: Id,
  customer_name: Type.String(),
  site_name: Type.String(),
  address: Type.String(),
  suburb: Type.String(),
  crew: Type.Array(Type.Object({ id: Id, name: Type.String() }), { description: 'Lead first' }),
});

export const BookedQuery = Type.Object(
  {
    customer: Type.Optional(Id),
    technician: Type.Optional(Id),
    from: Type.Optional(being(Moment, 'Starting then or later')),
    to: Type.Optional(being(Moment, 'Starting earlier than that')),
    latest: Type.Optional(
      Type.Boolean({ description: 'True: the latest first. Default: the soonest first' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  },
  { additionalProperties: false },
);

export const NewVisit = Type.Object(Type.Partial(Type.Object(fields)).properties, {
  additionalProperties: false,
  examples: [{ duration: 60, on_date: '2026-11-16', window_from: '09:00', window_to: '11:00' }],
});

export const VisitEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(fields)).properties },
  { additionalProperties: false, examples: [{ version: 3, duration: 90 }] },
);

export const Cancellation = Type.Object(
  { reason: Type.Optional(text(500)) },
  { additionalProperties: false, examples: [{ reason: 'The customer sold the house' }] },
);

export const OutcomeReport = Type.Object(
  {
    outcome: Type.Enum(outcomes),
    reason: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'What’s missing, or why it couldn’t be completed: needed for both',
      }),
    ),
    at: Type.Optional(Moment),
    off_by: Type.Optional(OffBy),
  },
  {
    additionalProperties: false,
    examples: [{ outcome: 'needs return', reason: 'A valve needs to be ordered' }],
  },
);

export type Visit = Static<typeof Visit>;
export type BookedVisit = Static<typeof BookedVisit>;
export type BookedQuery = Static<typeof BookedQuery>;
export type VisitRecord = Static<typeof VisitRecord>;
export type CustomerMessage = Static<typeof CustomerMessage>;
export type NewVisit = Static<typeof NewVisit>;
export type VisitEdit = Static<typeof VisitEdit>;
export type OutcomeReport = Static<typeof OutcomeReport>;
export type Cancellation = Static<typeof Cancellation>;
