import { type Static, Type } from 'typebox';
import { saved } from '../../basics/changes/schema.ts';
import { being, Id, Moment, nullable } from '../../values/schema.ts';

const technician_id = nullable(Id, 'The technician whose visits it shows; null: the whole business');

/** What is kept of a feed; its address is not. It ends with the user who made it. */
export const CalendarFeed = Type.Object({
  id: Id,
  version: Type.Integer(),
  technician_id,
  created_by: Id,
  created_at: Moment,
  revoked_at: nullable(Moment),
});

export const CalendarFeedSummary = Type.Object({
  ...CalendarFeed.properties,
  created_by_name: Type.String(),
  last_read_at: nullable(Moment, 'To the minute; null: never'),
});

export const CalendarFeedQuery = Type.Object(
  {
    technician: Type.Optional(being(Id, 'A technician’s feeds; without it, the feeds of the business')),
  },
  { additionalProperties: false },
);

export const NewCalendarFeed = Type.Object(
  { technician_id },
  { additionalProperties: false, examples: [{ technician_id: null }] },
);

export const MadeCalendarFeed = Type.Object({
  row: CalendarFeed,
  ...saved,
  address: nullable(
    Type.String({
      examples: ['https://app.example/calendar/4CtmTLS6yDqLMXv_NqZhQOTSBMlzZf7tFhFQAe7VQzs.ics'],
    }),
    'The address to subscribe to. Shown once, in this answer. Repeat the request with the same Idempotency-Key within ten minutes to get it again; after that it’s null',
  ),
});

export type CalendarFeed = Static<typeof CalendarFeed>;
export type CalendarFeedSummary = Static<typeof CalendarFeedSummary>;
export type CalendarFeedQuery = Static<typeof CalendarFeedQuery>;
export type NewCalendarFeed = Static<typeof NewCalendarFeed>;
export type MadeCalendarFeed = Static<typeof MadeCalendarFeed>;
