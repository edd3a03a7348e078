import { Type } from 'typebox';
import { Day, Id } from '../changes/schema.ts';

export const SlotQuery = Type.Object({ from: Type.Optional(Day) }, { additionalProperties: false });

/** A place that a visit could have on the board, and why it is a good one. */
export const Slot = Type.Object({
  technicians: Type.Array(Id),
  starts_at: Type.String({ format: 'date-time' }),
  reasons: Type.Array(Type.String(), { description: 'In words, as in “12 min of extra driving”' }),
});

export const FoundSlots = Type.Object({ from: Day, to: Day, slots: Type.Array(Slot) });
