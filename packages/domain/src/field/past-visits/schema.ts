import { type Static, Type } from 'typebox';
import { Id, Moment } from '../../values/schema.ts';
import { Booking } from '../../work/assignments/schema.ts';
import { JobIntake } from '../../work/jobs/schema.ts';

/** A visit that is over and that nobody had planned, as the office enters it afterwards. */
export const PastVisit = Type.Object(
  {
    job_id: Type.Optional(Id),
    job: Type.Optional(
      Type.Object(Type.Omit(JobIntake, ['visits']).properties, {
        additionalProperties: false,
        description: 'A new job, in place of `job_id`',
      }),
    ),
    technicians: Booking.properties.technicians,
    starts_at: Moment,
    ends_at: Moment,
    note: Type.Optional(Type.String({ maxLength: 5_000 })),
    overrides: Booking.properties.overrides,
  },
  {
    additionalProperties: false,
    examples: [
      {
        job_id: '0193e5a0-0000-7000-8000-000000000301',
        technicians: ['0193e5a0-0000-7000-8000-000000000101'],
        starts_at: '2026-11-16T11:10:00Z',
        ends_at: '2026-11-16T12:40:00Z',
      },
    ],
  },
);

export type PastVisit = Static<typeof PastVisit>;
