import { type Static, Type } from 'typebox';
import { Booking } from '../../work/assignments/schema.ts';
import { JobIntake } from '../../work/jobs/schema.ts';

/** What one call by telephone comes to: who, where, what, and the slot that was agreed. */
export const Intake = Type.Object(
  {
    ...JobIntake.properties,
    booking: Type.Optional(
      Type.Object(Type.Pick(Booking, ['technicians', 'starts_at', 'agreed', 'overrides']).properties, {
        additionalProperties: false,
        description: 'Where the first visit goes; if left out, it waits to be planned',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        customer: { name: 'Ryde Bakery', phone: '0412 345 678' },
        site: { address: '12 Church Street', suburb_id: 4220 },
        description: 'Kitchen tap drips',
        visits: [{ duration: 60 }],
        booking: {
          technicians: ['0193e5a0-0000-7000-8000-000000000101'],
          starts_at: '2026-11-16T22:00:00Z',
          agreed: true,
        },
      },
    ],
  },
);

export type Intake = Static<typeof Intake>;
