import { type Static, Type } from 'typebox';
import { being, Day, Id, Moment, nullable, TimeOfDay } from '../../values/schema.ts';
import { priorities } from '../../work/jobs/rules.ts';
import { Visit } from '../../work/visits/schema.ts';

const beyond_agreed = Type.Optional(
  Type.Boolean({
    description: 'Looks beyond the agreed day and arrival window, for when the customer may agree to another',
  }),
);

export const SlotQuery = Type.Object(
  { from: Type.Optional(Day), beyond_agreed },
  { additionalProperties: false },
);

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
    suburb_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'If there is no site yet' }),
    ),
    position: Type.Optional(
      Type.Object(
        { latitude: position(90), longitude: position(180) },
        { additionalProperties: false, description: 'In degrees, if there is neither a site nor a suburb' },
      ),
    ),
    priority: Type.Optional(Type.Enum(priorities)),
    from: Type.Optional(Day),
    beyond_agreed,
  },
  {
    additionalProperties: false,
    examples: [{ duration: 60, position: { latitude: -33.81, longitude: 151 } }],
  },
);

/** A place that a visit could have on the board, and why it is a good one. */
export const Slot = Type.Object({
  technicians: Type.Array(Id),
  starts_at: Moment,
  driving: Type.Integer({
    description: 'Minutes of driving it adds to the day; below 0 it saves driving',
  }),
  window_from: being(TimeOfDay, 'Start of the arrival that’s promised if this time is agreed'),
  window_to: TimeOfDay,
  reasons: Type.Array(Type.String(), { description: 'In words, such as “12 min of extra driving”' }),
});

export const FoundSlots = Type.Object({
  from: Day,
  to: Day,
  slots: Type.Array(Slot),
  later: nullable(Day, 'Where to look for later slots; null if later days have none either'),
  problem: nullable(
    Type.String(),
    'Why there are no slots, in words: “No one has the Gas fitting skill.” Null if there are some',
  ),
  is_agreed: Type.Boolean({
    description: 'Whether it only looked at the agreed day and arrival window. There may be more beyond them',
  }),
});

export type WantedVisit = Static<typeof WantedVisit>;
export type SlotQuery = Static<typeof SlotQuery>;
export type FoundSlots = Static<typeof FoundSlots>;
