import { type Static, Type } from 'typebox';
import { Day, Id } from '../../values/schema.ts';

/** What stands on paper for whoever goes there, beside what the board tells of the visit. */
export const DaySheetVisit = Type.Object({
  id: Id,
  job_type: Type.String({ description: 'Empty if the job has none' }),
  phones: Type.Array(Type.Object({ name: Type.String(), role: Type.String(), phone: Type.String() }), {
    description:
      'Who to call: the contact of the site first, then a tenant, the customer and the customer’s other contacts',
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
export type DaySheetQuery = Static<typeof DaySheetQuery>;
