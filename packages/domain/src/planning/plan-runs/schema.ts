import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable } from '../../values/schema.ts';

/** Who asked for something: somebody of the team, or a program with a key. */
export const AskedBy = Type.Object({
  user_id: nullable(Id),
  api_key_id: nullable(Id),
  name: Type.String(),
});

/** How good a schedule is: minutes and counts that a dispatcher asks for, and the optimiser's own prices. */
export const Figures = Type.Object({
  driving: Type.Integer({ description: 'In minutes, including parking and the reserve for each drive' }),
  overtime: Type.Integer({ description: 'In minutes, for all technicians' }),
  kept: Type.Integer({
    description:
      'Visits that start as promised: on the day and in the arrival window that were agreed or emailed, and by their due day',
  }),
  late: Type.Integer({
    description:
      'Other visits that were promised any of these: they start at another time, are unscheduled, or are booked with someone who is away',
  }),
  placed: Type.Integer({ description: 'Visits that will be done' }),
  unplaced: Type.Integer({
    description:
      'Visits that won’t be done: they are unscheduled, or booked with someone who is away or isn’t allowed to do them',
  }),
  costs: Type.Record(Type.String(), Type.Number(), {
    description: 'What each soft rule adds to the cost of the schedule',
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
    description: 'freed: it goes back to the tray; unplaced: it is in the tray and no place was found',
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
      Type.Array(Id, {
        minItems: 1,
        maxItems: 1_000,
        description: 'Who can be given work; everyone if not set',
      }),
    ),
    visits: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 5_000,
        description: 'What can be placed or moved; everything that can be if not set',
      }),
    ),
    way: Type.Enum(planWays, {
      description:
        'fill gaps: nothing planned moves; repair: only visits that can’t stay where they are move, and others only to make room; unscheduled visits stay in the tray unless named',
    }),
    seconds: Type.Integer({ minimum: 1, maximum: 120, description: 'The longest it searches' }),
    delay_of: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'A visit someone is running late for: the rest of their day moves by the delay, including dispatched visits, and what no longer fits is repaired. Only with `repair`',
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
  technicians: nullable(Type.Array(Id), 'Null: everyone'),
  visits: nullable(Type.Array(Id), 'Null: everything that can be moved or placed'),
  way: Type.Enum(planWays),
  delay_of: nullable(Id, 'The visit someone is running late for'),
  seconds: Type.Integer(),
  state: Type.Enum(runStates, {
    description: 'stopped: someone ended it early, and the best result so far is the proposal',
  }),
  place: nullable(Type.Integer(), 'Its place in the queue, 1 is next; null: it isn’t waiting'),
  began_at: nullable(Moment),
  ended_at: nullable(Moment),
  share: Type.Number({ description: 'How much of its time has passed, 0 to 1' }),
  problem: nullable(Type.String(), 'Why it failed, in words'),
  before: nullable(Figures, 'Of the board when the run started'),
  after: nullable(Figures, 'Of the best schedule so far'),
  proposal_id: nullable(Id, 'The result, once it has ended'),
});

/** A run with the best schedule so far. */
export const ShownPlanRun = Type.Object({
  ...PlanRun.properties,
  best: Type.Array(Difference, { description: 'Compared with the board when the run started' }),
});

export const nothings = ['day over', 'no shifts', 'no visits'] as const;

/** With a 422: there is nothing to be planned on these days. */
export const NothingToPlan = Type.Object({
  nothing: Type.Enum(nothings),
  next: nullable(Day, 'The next day when someone works'),
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
export type DaysQuery = Static<typeof DaysQuery>;
