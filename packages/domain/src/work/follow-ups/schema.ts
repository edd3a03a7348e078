import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';

export const followUpKinds = ['could not complete', 'stray work'] as const;
export const followUpDecisions = ['return visit', 'dismissed'] as const;

/** What somebody in the field left for the office to decide. */
export const FollowUp = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  technician_id: nullable(Id, 'Whose work it was, if the visit wasn’t theirs any more'),
  kind: Type.Enum(followUpKinds, {
    description: 'Stray work: at a visit that was cancelled or given to someone else',
  }),
  created_at: Moment,
  decision: nullable(Type.Enum(followUpDecisions), 'Null until someone has decided'),
  decided_at: nullable(Moment),
  decided_by: nullable(Id),
  note: Type.String({ description: 'Why it was dismissed' }),
});

/** One that is open, with what there is to know for deciding. */
export const OpenFollowUp = Type.Object({
  ...Type.Pick(FollowUp, ['id', 'version', 'visit_id', 'kind', 'created_at']).properties,
  job_id: Id,
  number: Type.String({ description: 'Such as J-1001/2' }),
  customer: Type.String(),
  suburb: Type.String(),
  technician: Type.String({ description: 'Who was there, or was to be; several with commas' }),
  reason: Type.String({ description: 'Why the visit couldn’t be completed' }),
  is_cancelled: Type.Boolean({ description: 'The visit is cancelled' }),
  from: nullable(Moment, 'When they were there, or were to be'),
  to: nullable(Moment, 'When they were done, if they said so'),
});

export const OpenFollowUps = Type.Object({
  rows: Type.Array(OpenFollowUp, { description: 'The latest first' }),
  more: Type.Integer({ description: 'How many older ones are also open' }),
});

export const Dismissal = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ maxLength: 500, description: 'Needed if the visit couldn’t be completed' }),
    ),
  },
  { additionalProperties: false, examples: [{ reason: 'The customer has found someone else' }] },
);

export type FollowUp = Static<typeof FollowUp>;
export type OpenFollowUp = Static<typeof OpenFollowUp>;
export type OpenFollowUps = Static<typeof OpenFollowUps>;
export type Dismissal = Static<typeof Dismissal>;
