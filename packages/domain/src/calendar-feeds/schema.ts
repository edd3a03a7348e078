import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, saved } from '../changes/schema.ts';

const technician_id = nullable(Id, 'Whose visits are in it; null: those of the whole business');

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
    technician: Type.Optional(
      Type.String({ format: 'uuid', description: 'Those of one technician; without it, of the business' }),
    ),
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
    'For a calendar program to subscribe to. Shown in this answer alone; whoever lost the answer gets it again with the same Idempotency-Key for ten minutes, and null after that',
  ),
});

export type CalendarFeed = Static<typeof CalendarFeed>;
export type CalendarFeedSummary = Static<typeof CalendarFeedSummary>;
