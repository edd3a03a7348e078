import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable } from '../changes/schema.ts';

const wish = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 4,
    description: `${description}: 0 hardly, 2 as usual, 4 above all`,
  });

/** What matters when the optimiser plans, as the owner says it. `weights.ts` has the prices behind it. */
export const Planning = Type.Object(
  {
    driving: wish('Little time on the road'),
    promises: wish('Work is done by the day on which it is due'),
    overtime: wish('Everybody is home in time'),
    fairness: wish('Nobody has much more to do than the others'),
    favourites: wish('Customers see the technicians whom they prefer'),
    stability: wish('What is planned stays as it is'),
    longestDay: nullable(
      Type.Integer({ minimum: 60, maximum: 1_440 }),
      'From leaving the base to being back, in minutes; null: as long as the shift and its overtime allow',
    ),
  },
  { additionalProperties: false },
);

/** Who asked for something: somebody of the team, or a program with a key. */
export const AskedBy = Type.Object({
  user_id: nullable(Id),
  api_key_id: nullable(Id),
  name: Type.String(),
});

/** How good a schedule is: minutes and counts that a dispatcher asks for, and the optimiser's own prices. */
export const Figures = Type.Object({
  driving: Type.Integer({ description: 'In minutes, with parking and the reserve of each drive' }),
  overtime: Type.Integer({ description: 'In minutes, of all technicians' }),
  kept: Type.Integer({ description: 'Visits that somebody comes to by the day on which they are due' }),
  late: Type.Integer({
    description:
      'The others that have such a day: they start later, wait, or stand with somebody who is away',
  }),
  placed: Type.Integer({ description: 'Visits that somebody comes to' }),
  unplaced: Type.Integer({
    description:
      'Visits that nobody comes to: they wait, or stand with somebody who is away or may not do them',
  }),
  costs: Type.Record(Type.String(), Type.Number(), {
    description: 'What each soft rule adds to the price of the schedule',
  }),
});

export const Placement = Type.Object({
  technicians: Type.Array(Id, { description: 'The first is the lead' }),
  starts_at: Moment,
  ends_at: Moment,
});

export const itemKinds = ['moved', 'added', 'freed', 'unplaced'] as const;

/** What would become of a visit. */
export const Difference = Type.Object({
  visit_id: Id,
  kind: Type.Enum(itemKinds, {
    description: 'freed: it goes back to the tray; unplaced: it waits there and found no place',
  }),
  before: nullable(Placement),
  after: nullable(Placement),
});

export const planWays = ['plan', 'fill gaps', 'repair'] as const;
export const MOST_PLAN_DAYS = 14;

export const NewPlanRun = Type.Object(
  {
    from: Day,
    to: Day,
    technicians: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: 1_000, description: 'Who may be given work; everybody' }),
    ),
    visits: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 5_000,
        description: 'What may be placed or moved; everything that may',
      }),
    ),
    way: Type.Enum(planWays, {
      description:
        'fill gaps: nothing that is planned moves; repair: only what has lost its place does, others where that takes it, and what waits stays in the tray unless it is named',
    }),
    seconds: Type.Integer({ minimum: 1, maximum: 120, description: 'How long it searches at most' }),
    delay_of: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'A visit that somebody has said to be late for: the rest of their day moves by that, what was dispatched too, and what fits no longer is repaired. With `repair` alone',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ from: '2026-11-16', to: '2026-11-16', way: 'plan', seconds: 10 }],
  },
);

export const runStates = ['waiting', 'running', 'finished', 'stopped', 'failed'] as const;

export const PlanRun = Type.Object({
  id: Id,
  asked_by: AskedBy,
  asked_at: Moment,
  from: Day,
  to: Day,
  technicians: nullable(Type.Array(Id), 'Null: everybody'),
  visits: nullable(Type.Array(Id), 'Null: everything that may be moved or placed'),
  way: Type.Enum(planWays),
  delay_of: nullable(Id, 'The visit that somebody runs late for'),
  seconds: Type.Integer(),
  state: Type.Enum(runStates, {
    description: 'stopped: somebody ended it early, and the best until then is the proposal',
  }),
  place: nullable(Type.Integer(), 'Its place among those that wait, 1 the next; null: it waits no more'),
  began_at: nullable(Moment),
  ended_at: nullable(Moment),
  share: Type.Number({ description: 'How much of its time is over, 0 to 1' }),
  problem: nullable(Type.String(), 'Why it failed, in words'),
  before: nullable(Figures, 'Of the board as the run found it'),
  after: nullable(Figures, 'Of the best schedule so far'),
  proposal_id: nullable(Id, 'What came of it, once it has ended'),
});

/** A run with the best schedule so far. */
export const ShownPlanRun = Type.Object({
  ...PlanRun.properties,
  best: Type.Array(Difference, { description: 'Against the board as the run found it' }),
});

export const nothings = ['day over', 'no shifts', 'no visits'] as const;

/** With a 422: there is nothing to be planned on these days. */
export const NothingToPlan = Type.Object({
  nothing: Type.Enum(nothings),
  next: nullable(Day, 'The next day on which somebody works'),
});

/** With a 409: somebody else is planning these days. */
export const RunConflict = Type.Object({ run: PlanRun });

export const DaysQuery = Type.Object({ from: Day, to: Day }, { additionalProperties: false });

export type Figures = Static<typeof Figures>;
export type Difference = Static<typeof Difference>;
export type NewPlanRun = Static<typeof NewPlanRun>;
export type PlanRun = Static<typeof PlanRun>;
export type ShownPlanRun = Static<typeof ShownPlanRun>;
export type NothingToPlan = Static<typeof NothingToPlan>;
