import { type Static, Type } from 'typebox';
import { being, Day, Id, Moment, nullable, OffBy, Version } from '../../values/schema.ts';
import { MOST_CREW } from '../visits/rules.ts';
import { MOST_TOGETHER, overridable, progressSteps } from './rules.ts';

const Overrides = Type.Array(
  Type.Object(
    { rule: Type.Enum(overridable), reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) },
    { additionalProperties: false },
  ),
  { maxItems: overridable.length, description: 'Rules overridden on purpose, and why' },
);

export const Assignment = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  technician_id: Id,
  starts_at: Moment,
  ends_at: Moment,
  is_lead: Type.Boolean({ description: 'Who completes the visit' }),
  is_pinned: Type.Boolean({ description: 'Planning won’t move it' }),
  progress: Type.Enum(progressSteps),
  en_route_at: nullable(Moment),
  on_site_at: nullable(Moment),
  done_at: nullable(Moment),
  overrides: Overrides,
});

export const NamedAssignment = Type.Object({
  ...Assignment.properties,
  technician_name: Type.String(),
});

export const Booking = Type.Object(
  {
    version: Version,
    technicians: Type.Array(Id, {
      minItems: 1,
      maxItems: MOST_CREW,
      uniqueItems: true,
      description: 'The first is the lead',
    }),
    starts_at: Moment,
    pinned: Type.Optional(Type.Boolean({ description: 'Unchanged if left out' })),
    agreed: Type.Optional(
      Type.Boolean({
        description:
          'Whether the customer has agreed to this time. The visit gets this day and the arrival window around the start, and planning keeps them; if the business pins agreed times, it’s pinned too',
      }),
    ),
    overrides: Type.Optional(Overrides),
    seen: Type.Optional(
      Type.Array(Type.Object({ id: Id, version: Version }, { additionalProperties: false }), {
        maxItems: MOST_CREW,
        description:
          'The visit’s assignments as you last read them, empty if it was unscheduled. If someone else has booked it since, this is refused with code 409. Leave it out to replace whatever is there.',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        version: 3,
        technicians: ['0193e5a0-0000-7000-8000-000000000101'],
        starts_at: '2026-11-16T22:00:00Z',
        seen: [],
      },
    ],
  },
);

export const Bookings = Type.Object(
  {
    bookings: Type.Array(
      Type.Object({ visit_id: Id, ...Booking.properties }, { additionalProperties: false }),
      { minItems: 1, maxItems: MOST_TOGETHER, description: 'One for each visit' },
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        bookings: [
          {
            visit_id: '0193e5a0-0000-7000-8000-000000000201',
            version: 3,
            technicians: ['0193e5a0-0000-7000-8000-000000000101'],
            starts_at: '2026-11-16T22:00:00Z',
          },
        ],
      },
    ],
  },
);

export const SeveralVisits = Type.Object(
  { visits: Type.Array(Id, { minItems: 1, maxItems: MOST_TOGETHER, uniqueItems: true }) },
  { additionalProperties: false, examples: [{ visits: ['0193e5a0-0000-7000-8000-000000000201'] }] },
);

export const VisitIds = Type.Object({
  visits: Type.Array(Id, { description: 'The visits it was done for' }),
});

export const OfferedReasons = Type.Object({ reasons: Type.Array(Type.String()) });

export const ProgressReport = Type.Object(
  {
    progress: Type.Enum(['en route', 'on site', 'done'] as const),
    at: Type.Optional(being(Moment, 'When it happened; now if left out')),
    off_by: Type.Optional(OffBy),
  },
  { additionalProperties: false, examples: [{ progress: 'on site', at: '2026-11-16T22:04:00Z' }] },
);

export const DayDispatch = Type.Object(
  { date: Day, technician: Type.Optional(Id) },
  { additionalProperties: false, examples: [{ date: '2026-11-16' }] },
);

export const Dispatched = Type.Object({
  visits: Type.Array(Id, { description: 'Planned visits that are now dispatched' }),
});

export type Assignment = Static<typeof Assignment>;
export type Booking = Static<typeof Booking>;
export type Bookings = Static<typeof Bookings>;
export type ProgressReport = Static<typeof ProgressReport>;
export type SeveralVisits = Static<typeof SeveralVisits>;
export type OfferedReasons = Static<typeof OfferedReasons>;
export type VisitIds = Static<typeof VisitIds>;
export type DayDispatch = Static<typeof DayDispatch>;
export type Dispatched = Static<typeof Dispatched>;
