import { type Static, Type } from 'typebox';
import { kept, paging } from '../../basics/changes/schema.ts';
import { Day, editOf, Id, Moment, nullable, schemasOf, TimeOfDay } from '../../values/schema.ts';
import { technicianFields } from './fields.ts';
import { absenceKinds } from './rules.ts';

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
    description: 'Blocks of hours; one that ends at or before its start ends the next day',
  },
);

const fields = {
  ...schemasOf(technicianFields),
  working_week: nullable(WorkingWeek, 'Null: the business hours'),
};

export const Technician = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  user_id: nullable(Id, 'The user who signs in as this technician; the owner links them in Team'),
  is_sample: Type.Boolean(),
  created_at: Moment,
  archived_at: nullable(Moment),
});

export const TechnicianEdit = editOf(fields, { examples: [{ version: 3, phone: '0412 345 678' }] });

export const NewTechnician = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    name: fields.name,
    is_me: Type.Optional(
      Type.Boolean({ description: 'Whether the owner is adding themselves: then they have /my-day' }),
    ),
  },
  { additionalProperties: false, examples: [{ name: 'Priya Nair', is_active: true }] },
);

const ticketFields = {
  skill_id: Id,
  kind: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  issuer: text(100),
  number: text(100),
  expires_on: nullable(Day, 'The last day it’s valid; null: never expires'),
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

export const TicketEdit = editOf(ticketFields);

const absenceFields = {
  kind: Type.Enum(absenceKinds),
  starts_at: Moment,
  ends_at: Moment,
  whole_days: Type.Boolean({ description: 'Whether it was entered, and is shown, in whole days' }),
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

export const AbsenceEdit = editOf(absenceFields);

export const TechnicianRecord = Type.Object({
  ...Technician.properties,
  base_suburb: nullable(Type.String(), 'Such as Ryde NSW 2112'),
  tickets: Type.Array(Ticket),
  absences: Type.Array(Absence, { description: 'Current and upcoming ones, and those of the last month' }),
});

/** A row of the list: what has to be seen of somebody at a glance. */
export const TechnicianSummary = Type.Object({
  ...Technician.properties,
  base_suburb: nullable(Type.String()),
  next_expiry: nullable(Day, 'When the next ticket expires, or the latest one expired'),
  away: nullable(Type.Enum(absenceKinds), 'Why they’re away right now'),
});

export const TechnicianQuery = Type.Object(
  {
    ...paging,
    skill: Type.Optional(Id),
    state: Type.Optional(
      Type.Enum(['active', 'inactive', 'archived', 'all'] as const, {
        description: 'Default: all except archived ones',
      }),
    ),
    expiring: Type.Optional(
      Type.Boolean({ description: 'True: those with a ticket that has expired or expires within 30 days' }),
    ),
    sort: kept.sort,
  },
  { additionalProperties: false },
);

export type Technician = Static<typeof Technician>;
export type Ticket = Static<typeof Ticket>;
export type Absence = Static<typeof Absence>;
export type TechnicianQuery = Static<typeof TechnicianQuery>;
export type TechnicianEdit = Static<typeof TechnicianEdit>;
export type NewTechnician = Static<typeof NewTechnician>;
export type NewTicket = Static<typeof NewTicket>;
export type TicketEdit = Static<typeof TicketEdit>;
export type NewAbsence = Static<typeof NewAbsence>;
export type AbsenceEdit = Static<typeof AbsenceEdit>;
export type TechnicianRecord = Static<typeof TechnicianRecord>;
export type TechnicianSummary = Static<typeof TechnicianSummary>;
