import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable, paging, TimeOfDay, Version } from '../changes/schema.ts';
import { absenceKinds, technicianColours } from './rules.ts';

const text = (maxLength: number) => Type.String({ maxLength });

export const WorkingWeek = Type.Array(
  Type.Object(
    {
      weekday: Type.Integer({ minimum: 1, maximum: 7, description: 'Monday is 1' }),
      from: TimeOfDay,
      to: TimeOfDay,
      breaks: Type.Array(
        Type.Object(
          { from: TimeOfDay, to: TimeOfDay, length: Type.Integer({ minimum: 5, maximum: 240 }) },
          { additionalProperties: false },
        ),
        { maxItems: 5 },
      ),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: 21,
    description: 'Stretches of work; one that ends no later than it begins ends on the next day',
  },
);

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  phone: text(40),
  email: text(254),
  colour: Type.Enum(technicianColours),
  skills: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  base_suburb_id: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  base_latitude: nullable(Type.Number({ minimum: -90, maximum: 90 })),
  base_longitude: nullable(Type.Number({ minimum: -180, maximum: 180 })),
  working_week: nullable(WorkingWeek, 'Null: that of the business'),
  is_active: Type.Boolean({ description: 'Can be scheduled, and uses a licence' }),
  note: text(5_000),
};

export const Technician = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  user_id: nullable(Id, 'Who signs in as this technician: the owner says so, with the team'),
  is_sample: Type.Boolean(),
  created_at: Moment,
  archived_at: nullable(Moment),
});

export const TechnicianEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(fields)).properties },
  { additionalProperties: false, examples: [{ version: 3, phone: '0412 345 678' }] },
);

export const NewTechnician = Type.Object(
  { ...Type.Partial(Type.Object(fields)).properties, name: fields.name },
  { additionalProperties: false, examples: [{ name: 'Priya Nair', is_active: true }] },
);

const ticketFields = {
  skill_id: Id,
  kind: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  issuer: text(100),
  number: text(100),
  expires_on: nullable(Day, 'The first day on which it proves nothing any more; null: never'),
};

export const Ticket = Type.Object({
  id: Id,
  version: Type.Integer(),
  technician_id: Id,
  ...ticketFields,
});

export const NewTicket = Type.Object(
  {
    ...Type.Partial(Type.Object(ticketFields)).properties,
    skill_id: ticketFields.skill_id,
    kind: ticketFields.kind,
  },
  { additionalProperties: false },
);

export const TicketEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(ticketFields)).properties },
  { additionalProperties: false },
);

const absenceFields = {
  kind: Type.Enum(absenceKinds),
  starts_at: Moment,
  ends_at: Moment,
  whole_days: Type.Boolean({ description: 'Whether it was entered in days, and is shown so' }),
  reason: text(500),
};

export const Absence = Type.Object({
  id: Id,
  version: Type.Integer(),
  technician_id: Id,
  ...absenceFields,
});

export const NewAbsence = Type.Object(
  { ...absenceFields, reason: Type.Optional(absenceFields.reason) },
  { additionalProperties: false },
);

export const AbsenceEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(absenceFields)).properties },
  { additionalProperties: false },
);

export const TechnicianRecord = Type.Object({
  ...Technician.properties,
  base_suburb: nullable(Type.String(), 'As in Ryde NSW 2112'),
  tickets: Type.Array(Ticket),
  absences: Type.Array(Absence, { description: 'Those that are not over, and those of the last month' }),
});

/** A row of the list: what has to be seen of somebody at a glance. */
export const TechnicianSummary = Type.Object({
  ...Technician.properties,
  base_suburb: nullable(Type.String()),
  next_expiry: nullable(Day, 'The next day on which a ticket expires, or the last on which one did'),
  away: nullable(Type.Enum(absenceKinds), 'Why they are away just now'),
});

export const technicianSorts = ['name', '-name', 'created', '-created'] as const;

export const TechnicianQuery = Type.Object(
  {
    ...paging,
    skill: Type.Optional(Id),
    state: Type.Optional(
      Type.Enum(['active', 'inactive', 'archived', 'all'] as const, {
        description: 'Default: all but the archived',
      }),
    ),
    expiring: Type.Optional(
      Type.Boolean({ description: 'True: those with a ticket that expires within 30 days or has' }),
    ),
    sort: Type.Optional(Type.Enum(technicianSorts, { default: 'name' })),
  },
  { additionalProperties: false },
);

export type Technician = Static<typeof Technician>;
export type Ticket = Static<typeof Ticket>;
export type Absence = Static<typeof Absence>;
export type TechnicianQuery = Static<typeof TechnicianQuery>;
