import { type Static, Type } from 'typebox';
import { Day, Id } from '../../values/schema.ts';

export const HoursQuery = Type.Object(
  {
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    technician: Type.Optional(Id),
  },
  { additionalProperties: false },
);

export type HoursQuery = Static<typeof HoursQuery>;
