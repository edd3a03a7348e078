import { type Static, Type } from 'typebox';
import { Day, Id } from '../changes/schema.ts';

/** What stands on paper for whoever goes there, beside what the board tells of the visit. */
export const DaySheetVisit = Type.Object({
  id: Id,
  job_type: Type.String({ description: 'Blank where the job has none' }),
  phones: Type.Array(Type.Object({ name: Type.String(), role: Type.String(), phone: Type.String() }), {
    description: 'Whom to ring: the contacts, and the customer',
  }),
  site: Type.Object({
    name: Type.String(),
    address: Type.String(),
    suburb: Type.String(),
    region: Type.String(),
    postcode: Type.String(),
    access_notes: Type.String(),
    hazards: Type.String(),
  }),
});

export const DaySheetQuery = Type.Object({ date: Day }, { additionalProperties: false });

export type DaySheetVisit = Static<typeof DaySheetVisit>;
