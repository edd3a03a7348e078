import { type Static, Type } from 'typebox';
import { Day, nullable, TimeOfDay } from '../changes/schema.ts';
import { absenceKinds } from '../technicians/rules.ts';

/** A day of a technician's own, by the clocks of the business. */
export const OwnHours = Type.Object({
  date: Day,
  shifts: Type.Array(Type.Object({ from: TimeOfDay, to: TimeOfDay }), {
    description: 'When they are to work; one that ends no later than it begins ends on the next day',
  }),
  holiday: nullable(Type.String(), 'The public holiday on that day'),
  absences: Type.Array(
    Type.Object({
      kind: Type.Enum(absenceKinds),
      from: nullable(TimeOfDay, 'Null: from the beginning of the day'),
      to: nullable(TimeOfDay, 'Null: to the end of the day'),
      reason: Type.String(),
    }),
  ),
  worked: Type.Integer({ description: 'Minutes between arriving at a visit and being done there' }),
});

export type OwnHours = Static<typeof OwnHours>;
