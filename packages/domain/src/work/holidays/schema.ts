import { type Static, Type } from 'typebox';
import { Day } from '../../values/schema.ts';

export const Holiday = Type.Object({ date: Day, name: Type.String() });

export const HolidayQuery = Type.Object(
  { from: Day, to: Day },
  { additionalProperties: false, examples: [{ from: '2026-12-01', to: '2027-01-31' }] },
);

export type Holiday = Static<typeof Holiday>;
export type HolidayQuery = Static<typeof HolidayQuery>;
