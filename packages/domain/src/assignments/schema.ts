import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable, Version } from '../changes/schema.ts';
import { MOST_CREW } from '../visits/rules.ts';
import { overridable, progressSteps } from './rules.ts';

const Overrides = Type.Array(
  Type.Object(
    { rule: Type.Enum(overridable), reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) },
    { additionalProperties: false },
  ),
  { maxItems: overridable.length, description: 'Rules that are broken on purpose, and why' },
);

export const Assignment = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  technician_id: Id,
  starts_at: Moment,
  ends_at: Moment,
  is_lead: Type.Boolean({ description: 'Who completes the visit' }),
  is_pinned: Type.Boolean({ description: 'The optimiser leaves it alone' }),
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
    pinned: Type.Optional(Type.Boolean({ description: 'As it is, where it is not said' })),
    overrides: Type.Optional(Overrides),
    seen: Type.Optional(
      Type.Array(Type.Object({ id: Id, version: Version }, { additionalProperties: false }), {
        maxItems: MOST_CREW,
        description:
          'The assignments of the visit that the caller saw, none for one that was unscheduled: when somebody else has booked it meanwhile, this is refused with code 409. Whoever leaves it out replaces what there is.',
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

/** As many as somebody selects on a board. */
const MOST_TOGETHER = 200;

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
  visits: Type.Array(Id, { description: 'Those that it was done for' }),
});

export const ProgressReport = Type.Object(
  {
    progress: Type.Enum(['en route', 'on site', 'done'] as const),
    at: Type.Optional(
      Type.String({ format: 'date-time', description: 'When it was so; now, if it is not said' }),
    ),
  },
  { additionalProperties: false, examples: [{ progress: 'on site', at: '2026-11-16T22:04:00Z' }] },
);

export const DayDispatch = Type.Object(
  { date: Day, technician: Type.Optional(Id) },
  { additionalProperties: false, examples: [{ date: '2026-11-16' }] },
);

export const Dispatched = Type.Object({
  visits: Type.Array(Id, { description: 'Those that were planned and are dispatched now' }),
});

export type Assignment = Static<typeof Assignment>;
export type Booking = Static<typeof Booking>;
export type Bookings = Static<typeof Bookings>;
export type ProgressReport = Static<typeof ProgressReport>;
