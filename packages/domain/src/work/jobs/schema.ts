import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, editOf, Id, Moment, nullable, schemasOf } from '../../values/schema.ts';
import { Contact } from '../contacts/schema.ts';
import { toldBys } from '../contacts/ways.ts';
import { NewCustomer } from '../customers/schema.ts';
import { NewSite } from '../sites/schema.ts';
import { NewVisit, VisitRecord } from '../visits/schema.ts';
import { jobFields } from './fields.ts';
import { jobStates, priorities } from './rules.ts';

const fields = {
  customer_id: Id,
  site_id: Id,
  job_type_id: nullable(Id),
  ...schemasOf(jobFields),
};

export const Job = Type.Object({
  id: Id,
  version: Type.Integer(),
  number: Type.Integer({ description: '1042 is shown as J-1042' }),
  ...fields,
  is_sample: Type.Boolean(),
  created_at: Moment,
  archived_at: nullable(Moment),
});

const state = Type.Enum(jobStates, { description: 'Set by its visits' });

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
        description: 'If left out, one visit as the job type says',
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

/** A new job of a customer or at a site that may be as new as itself. */
export const JobIntake = Type.Object(
  {
    ...NewJob.properties,
    customer_id: Type.Optional(customer_id),
    customer: Type.Optional(
      Type.Object(Type.Omit(NewCustomer, ['sites']).properties, {
        additionalProperties: false,
        description: 'A new customer, in place of `customer_id`',
      }),
    ),
    site_id: Type.Optional(site_id),
    site: Type.Optional(being(NewSite, 'A new site of the customer, in place of `site_id`')),
  },
  { additionalProperties: false },
);

export const JobEdit = editOf(fields, { examples: [{ version: 2, priority: 'P1' }] });

/** A row of the list: what has to be seen of a job at a glance. */
export const JobSummary = Type.Object({
  ...Job.properties,
  state,
  customer_name: Type.String(),
  suburb: Type.String(),
  job_type: nullable(Type.String()),
  visits: Type.Integer({ description: 'How many aren’t cancelled' }),
  next_start: nullable(Moment, 'Start of the next planned visit'),
  next_crew: nullable(Type.String(), 'Who is on it, lead first'),
  zone: Type.String({ description: 'The site’s time zone' }),
});

export const JobRecord = Type.Object({
  ...Job.properties,
  state,
  job_type: nullable(Type.String()),
  customer: Type.Object({
    id: Id,
    name: Type.String(),
    phone: Type.String(),
    email: Type.String(),
    tell_by_mail: Type.Boolean(),
    told_by: Type.Enum(toldBys),
  }),
  contacts: Type.Array(Contact, { description: 'Those of the site, and those of all the customer’s sites' }),
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
    archived: Type.Optional(Type.Boolean({ description: 'True: only archived ones. Default: all others' })),
    sort: Type.Optional(Type.Enum(jobSorts, { default: '-number' })),
  },
  { additionalProperties: false },
);

export type Job = Static<typeof Job>;
export type NewJob = Static<typeof NewJob>;
export type JobIntake = Static<typeof JobIntake>;
export type JobEdit = Static<typeof JobEdit>;
export type JobQuery = Static<typeof JobQuery>;
export type JobRecord = Static<typeof JobRecord>;
export type JobSummary = Static<typeof JobSummary>;
