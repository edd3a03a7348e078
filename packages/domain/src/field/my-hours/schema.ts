import { type Static, Type } from 'typebox';
import { being, Day, Minutes, nullable, TimeOfDay } from '../../values/schema.ts';
import { absenceKinds } from '../../work/technicians/rules.ts';

/** A day of a technician's own, by the clocks of the business. */
export const OwnHours = Type.Object({
  date: Day,
  shifts: Type.Array(Type.Object({ from: TimeOfDay, to: TimeOfDay }), {
    description: 'Working hours; if the end isn’t after the start, it is on the next day',
  }),
  holiday: nullable(Type.String(), 'The public holiday on that day'),
  absences: Type.Array(
    Type.Object({
      kind: Type.Enum(absenceKinds),
      from: nullable(TimeOfDay, 'Null: from the start of the day'),
      to: nullable(TimeOfDay, 'Null: to the end of the day'),
      reason: Type.String(),
    }),
  ),
  worked: being(Minutes, 'Minutes from arriving at a visit to finishing it'),
});

export type OwnHours = Static<typeof OwnHours>;
