import { type Static, Type } from 'typebox';
import { Day, Id } from '../changes/schema.ts';
import { priorities } from '../jobs/rules.ts';
import { Visit } from '../visits/schema.ts';

export const SlotQuery = Type.Object({ from: Type.Optional(Day) }, { additionalProperties: false });

const position = (range: number) => Type.Number({ minimum: -range, maximum: range });

const asked = Type.Pick(Visit, [
  'on_date',
  'window_from',
  'window_to',
  'not_before',
  'due_by',
  'crew_size',
  'skills',
  'crew_skills',
]);

/** A visit that does not exist yet: for whoever asks before the customer has decided. */
export const WantedVisit = Type.Object(
  {
    duration: Visit.properties.duration,
    ...Type.Partial(asked).properties,
    site_id: Type.Optional(Id),
    position: Type.Optional(
      Type.Object(
        { latitude: position(90), longitude: position(180) },
        { additionalProperties: false, description: 'In degrees, where there is no site yet' },
      ),
    ),
    priority: Type.Optional(Type.Enum(priorities)),
    from: Type.Optional(Day),
  },
  {
    additionalProperties: false,
    examples: [{ duration: 60, position: { latitude: -33.81, longitude: 151 } }],
  },
);

/** A place that a visit could have on the board, and why it is a good one. */
export const Slot = Type.Object({
  technicians: Type.Array(Id),
  starts_at: Type.String({ format: 'date-time' }),
  driving: Type.Integer({
    description: 'How many minutes of driving it adds to the day; less than 0: saves',
  }),
  reasons: Type.Array(Type.String(), { description: 'In words, as in “12 min of extra driving”' }),
});

export const FoundSlots = Type.Object({ from: Day, to: Day, slots: Type.Array(Slot) });

export type WantedVisit = Static<typeof WantedVisit>;
