import { type Static, Type } from 'typebox';
import { Unfit } from '../../basics/changes/schema.ts';
import { Day, Id, Minutes, Moment, nullable, Version } from '../../values/schema.ts';
import { AskedBy, Difference, Figures, Placement } from '../plan-runs/schema.ts';
import { Absence } from '../../work/technicians/schema.ts';
import { MOST_SCENARIO_DAYS } from './rules.ts';

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const scenarioStates = ['open', 'taken over', 'discarded'] as const;

export const Scenario = Type.Object({
  id: Id,
  version: Type.Integer(),
  name: Name,
  from_date: Day,
  to_date: Day,
  base: Type.Integer({ description: 'The number of the latest live board change it includes' }),
  state: Type.Enum(scenarioStates, { description: 'Open until all of it is on the live board' }),
  user_id: nullable(Id),
  api_key_id: nullable(Id),
  created_at: Moment,
});

export const ScenarioSummary = Type.Object({ ...Scenario.properties, made_by: AskedBy });

export const NewScenario = Type.Object(
  {
    name: Name,
    from: Day,
    to: Type.String({ ...Day, description: `Up to ${MOST_SCENARIO_DAYS} days, both included` }),
  },
  {
    additionalProperties: false,
    examples: [{ name: 'One more plumber', from: '2026-11-16', to: '2026-11-20' }],
  },
);

export const ScenarioEdit = Type.Object(
  { version: Version, name: Name },
  { additionalProperties: false, examples: [{ version: 1, name: 'Two more plumbers' }] },
);

const unfit = nullable(Unfit.properties.reasons, 'Why it can’t be taken over now; null: it can');

/** A visit that the scenario has elsewhere than the live board had it when it was copied. */
const VisitDifference = Type.Object({
  ...Difference.properties,
  number: Type.String({ description: 'Such as J-1042/1' }),
  customer: Type.String(),
  live: Difference.properties.before,
  unfit,
  is_done: Type.Boolean({ description: 'Whether the live board already has it this way' }),
});

const AbsenceDifference = Type.Object({
  id: Id,
  kind: Type.Enum(['added', 'moved', 'removed'] as const),
  before: nullable(Absence, 'As it is on the live board'),
  after: nullable(Absence, 'As it is in the scenario'),
  unfit,
  is_done: Type.Boolean({ description: 'Whether the live board already has it this way' }),
});

export const Differences = Type.Object({
  visits: Type.Array(VisitDifference),
  absences: Type.Array(AbsenceDifference),
  technicians: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
    description: 'Technicians only in the scenario. Taking over their work needs a licence for each',
  }),
  names: Type.Record(Type.String(), Type.String(), {
    description: 'Names of the technicians listed, by id',
  }),
  free_licences: Type.Integer(),
});

export const TakeOver = Type.Object(
  {
    version: Version,
    items: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 10_000,
        uniqueItems: true,
        description: 'Ids of visits and absences; all differences if not set',
      }),
    ),
    leave_out: Type.Optional(
      Type.Boolean({
        description: 'Leave out what doesn’t fit; otherwise nothing is taken over if something doesn’t',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ version: 1 }] },
);

export const TakenOver = Type.Object({
  scenario: Scenario,
  taken: Type.Array(Id, { description: 'Visits and absences' }),
  left_out: Type.Array(Unfit),
});

const BoardFigures = Type.Object({
  name: Type.String(),
  figures: Type.Omit(Figures, ['costs']),
  technicians: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      visits: Type.Integer(),
      driving: Minutes,
      overtime: Minutes,
    }),
  ),
});

/** A visit that two boards have in different places. */
const VisitContrast = Type.Object({
  visit_id: Id,
  number: Type.String({ description: 'Such as J-1042/1' }),
  customer: Type.String(),
  places: Type.Array(nullable(Placement, 'Null: not on these days'), {
    minItems: 2,
    maxItems: 2,
    description: 'In the order of the boards',
  }),
});

/** An absence that only one of two boards has. */
const AbsenceContrast = Type.Object({
  board: Type.Integer({ minimum: 0, maximum: 1, description: 'Which of the boards has it' }),
  absence: Absence,
});

/** A scenario beside the live board, or beside another scenario. */
export const Comparison = Type.Object({
  from: Day,
  to: Day,
  boards: Type.Array(BoardFigures, { description: 'The live board or the other scenario, then this one' }),
  visits: Type.Array(VisitContrast, { description: 'In the order of their times' }),
  absences: Type.Array(AbsenceContrast),
});

export const ComparisonQuery = Type.Object(
  {
    with: Type.Optional(Type.String({ ...Id, description: 'Another scenario; the live board if not set' })),
    date: Type.Optional(Type.String({ ...Day, description: 'One day only; all days both have if not set' })),
  },
  { additionalProperties: false },
);

export type Scenario = Static<typeof Scenario>;
export type ScenarioSummary = Static<typeof ScenarioSummary>;
export type NewScenario = Static<typeof NewScenario>;
export type Differences = Static<typeof Differences>;
export type VisitDifference = Static<typeof VisitDifference>;
export type AbsenceDifference = Static<typeof AbsenceDifference>;
export type TakeOver = Static<typeof TakeOver>;
export type TakenOver = Static<typeof TakenOver>;
export type BoardFigures = Static<typeof BoardFigures>;
export type Comparison = Static<typeof Comparison>;
export type ComparisonQuery = Static<typeof ComparisonQuery>;
export type ScenarioEdit = Static<typeof ScenarioEdit>;
