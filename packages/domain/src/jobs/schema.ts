import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable, paging, Version } from '../changes/schema.ts';
import { NewVisit, VisitRecord } from '../visits/schema.ts';
import { jobStates, priorities } from './rules.ts';

const fields = {
  customer_id: Id,
  site_id: Id,
  job_type_id: nullable(Id),
  description: Type.String({ maxLength: 5_000 }),
  priority: Type.Enum(priorities, {
    description: 'P1 emergency, P2 soon, P3 ordinary, P4 whenever',
  }),
  due_on: nullable(Day),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' }), { maxItems: 20 }),
};

export const Job = Type.Object({
  id: Id,
  version: Type.Integer(),
  number: Type.Integer({ description: '1042 is told as J-1042' }),
  ...fields,
  is_sample: Type.Boolean(),
  created_at: Moment,
  archived_at: nullable(Moment),
});

const state = Type.Enum(jobStates, { description: 'Follows from its visits' });

const { customer_id, site_id, ...more } = fields;

export const NewJob = Type.Object(
  {
    customer_id,
    site_id,
    ...Type.Partial(Type.Object(more)).properties,
    visits: Type.Optional(
      Type.Array(NewVisit, {
        minItems: 1,
        maxItems: 20,
        description: 'One as the job type has it, where none is given',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        customer_id: '0193e5a0-0000-7000-8000-000000000201',
        site_id: '0193e5a0-0000-7000-8000-000000000202',
        description: 'Kitchen tap drips',
        visits: [{ duration: 60 }],
      },
    ],
  },
);

export const JobEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(fields)).properties },
  { additionalProperties: false, examples: [{ version: 2, priority: 'P1' }] },
);

/** A row of the list: what has to be seen of a job at a glance. */
export const JobSummary = Type.Object({
  ...Job.properties,
  state,
  customer_name: Type.String(),
  suburb: Type.String(),
  job_type: nullable(Type.String()),
  visits: Type.Integer({ description: 'How many there are that are not cancelled' }),
  next_start: nullable(Moment, 'Of the next visit that is planned'),
  next_crew: nullable(Type.String(), 'Who comes then, the lead first'),
  zone: Type.String({ description: 'Of the site' }),
});

export const JobRecord = Type.Object({
  ...Job.properties,
  state,
  job_type: nullable(Type.String()),
  customer: Type.Object({ id: Id, name: Type.String(), phone: Type.String(), email: Type.String() }),
  site: Type.Object({
    id: Id,
    name: Type.String(),
    address: Type.String(),
    suburb: Type.String(),
    region: Type.String(),
    postcode: Type.String(),
    zone: Type.String(),
    access_notes: Type.String(),
    hazards: Type.String(),
  }),
  visits: Type.Array(VisitRecord),
});

export const jobSorts = ['number', '-number', 'due', '-due', 'priority', '-priority'] as const;

export const JobQuery = Type.Object(
  {
    ...paging,
    state: Type.Optional(Type.Enum(jobStates)),
    priority: Type.Optional(Type.Enum(priorities)),
    type: Type.Optional(Id),
    customer: Type.Optional(Id),
    site: Type.Optional(Id),
    technician: Type.Optional(Id),
    due_from: Type.Optional(Day),
    due_to: Type.Optional(Day),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    archived: Type.Optional(Type.Boolean({ description: 'True: the archived alone. Default: all others' })),
    sort: Type.Optional(Type.Enum(jobSorts, { default: '-number' })),
  },
  { additionalProperties: false },
);

export type Job = Static<typeof Job>;
export type NewJob = Static<typeof NewJob>;
export type JobEdit = Static<typeof JobEdit>;
export type JobQuery = Static<typeof JobQuery>;
export type JobRecord = Static<typeof JobRecord>;
export type JobSummary = Static<typeof JobSummary>;
