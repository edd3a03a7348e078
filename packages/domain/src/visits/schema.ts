import { type Static, Type } from 'typebox';
import { NamedAssignment } from '../assignments/schema.ts';
import { CustomerMessage } from '../customer-messages/schema.ts';
import { Day, Id, Moment, nullable, TimeOfDay, Version } from '../changes/schema.ts';
import { checkKinds, LONGEST_VISIT, MOST_CREW } from './rules.ts';
import { outcomes, visitStates } from './states.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const skills = Type.Array(Id, { maxItems: 100, uniqueItems: true });

const fields = {
  duration: Type.Integer({
    minimum: 5,
    maximum: LONGEST_VISIT,
    multipleOf: 5,
    description: 'In minutes; that of the job type where none is given',
  }),
  on_date: nullable(Day, 'The agreed day, where the site is'),
  window_from: nullable(TimeOfDay, 'Arrival was promised from then on, where the site is'),
  window_to: nullable(TimeOfDay),
  not_before: nullable(Day),
  due_by: nullable(Day),
  crew_size: Type.Integer({ minimum: 1, maximum: MOST_CREW }),
  skills,
  crew_skills: Type.Array(skills, {
    maxItems: MOST_CREW,
    description: 'What single members of the crew have to hold beside that: a list for each of them',
  }),
  check_list: Type.Array(
    Type.Object(
      {
        text: Type.String({ minLength: 1, maxLength: 200 }),
        done: Type.Boolean(),
        kind: Type.Optional(
          Type.Enum(checkKinds, { description: 'How it is answered; ticked, where it is not said' }),
        ),
        required: Type.Optional(
          Type.Boolean({ description: 'Whether the visit can be completed only when it is answered' }),
        ),
      },
      { additionalProperties: false },
    ),
    { maxItems: 50 },
  ),
  note: text(5_000),
};

export const Visit = Type.Object({
  id: Id,
  version: Type.Integer(),
  job_id: Id,
  number: Type.Integer({ description: 'Within its job: visit 2 of J-1001 is J-1001/2' }),
  ...fields,
  dispatched_at: nullable(Moment),
  outcome: nullable(Type.Enum(outcomes)),
  outcome_reason: Type.String({
    description: 'Why it could not be completed, what is missing, or why it was cancelled',
  }),
  cancelled_at: nullable(Moment),
  return_of: nullable(Id, 'The visit that needed this return'),
  created_at: Moment,
});

const state = Type.Enum(visitStates, { description: 'Follows from the visit and the progress of its crew' });

export const VisitRecord = Type.Object({
  ...Visit.properties,
  state,
  assignments: Type.Array(NamedAssignment, { description: 'The lead first' }),
  told: nullable(CustomerMessage, 'What the customer was told of it last, or should have been'),
});

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
        description: 'What is missing, or why it could not be completed: needed for both',
      }),
    ),
    at: Type.Optional(Moment),
  },
  {
    additionalProperties: false,
    examples: [{ outcome: 'needs return', reason: 'A valve has to be ordered' }],
  },
);

export type Visit = Static<typeof Visit>;
export type VisitRecord = Static<typeof VisitRecord>;
export type NewVisit = Static<typeof NewVisit>;
export type VisitEdit = Static<typeof VisitEdit>;
export type OutcomeReport = Static<typeof OutcomeReport>;
