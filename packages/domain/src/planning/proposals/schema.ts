import { type Static, Type } from 'typebox';
import { Unfit } from '../../basics/changes/schema.ts';
import { being, Day, Id, Minutes, Moment, nullable, Version } from '../../values/schema.ts';
import { Visit } from '../../work/visits/schema.ts';
import { AskedBy, Difference, Figures, planWays } from '../plan-runs/schema.ts';

/** Some words of a reason, which may lead to what they are about. */
export const ReasonPart = Type.Object({
  text: Type.String(),
  visit: Type.Optional(Id),
  technician: Type.Optional(Id),
  rule: Type.Optional(Type.String()),
  at: Type.Optional(Moment),
  as: Type.Optional(Type.Enum(['time', 'day'], { description: 'How the moment is written' })),
});

export const remedyKinds = [
  'place',
  'overtime',
  'window',
  'shorter',
  'somebody else',
  'another day',
  'another time',
  'move out',
] as const;

/** What would let a visit in that found no place: tried, and found to work. */
export const Remedy = Type.Object({
  kind: Type.Enum(remedyKinds),
  words: Type.Array(ReasonPart, { description: 'A sentence, in parts' }),
  moves: Type.Array(Type.Object({ visit_id: Id, technicians: Type.Array(Id), starts_at: nullable(Moment) }), {
    description:
      'Everything that has to be placed or moved, the visit itself first; starts_at null: it goes to the tray',
  }),
  duration: Type.Optional(being(Minutes, 'How long the visit would take; unchanged if not set')),
});

const Edit = Type.Partial(
  Type.Pick(Visit, ['duration', 'on_date', 'window_from', 'window_to', 'not_before']),
);

/** What somebody agrees to with an item, by a remedy: it is done when the item is accepted, and undone with it. */
export const Agreed = Type.Object({
  overtime: Type.Boolean({ description: 'The day can end later than the shift and its overtime allow' }),
  edit: Edit,
  before: Type.Object(Edit.properties, { description: 'What the edit replaces' }),
});

export const ProposalItem = Type.Object({
  id: Id,
  ...Difference.properties,
  reasons: Type.Array(Type.Array(ReasonPart), { description: 'Each a sentence, in parts' }),
  remedies: Type.Array(Remedy, { description: 'For visits without a place; the smallest changes first' }),
  agreed: nullable(Agreed, 'What else changes when it is accepted'),
  accepted_at: nullable(Moment),
});

export const proposalStates = ['open', 'accepted', 'rejected', 'superseded'] as const;

export const Proposal = Type.Object({
  id: Id,
  version: Type.Integer(),
  run_id: Id,
  way: Type.Enum(planWays),
  delay_of: nullable(Id, 'The visit someone is running late for; dispatched visits can move because of it'),
  from: Day,
  to: Day,
  state: Type.Enum(proposalStates, {
    description: 'Open until all of it is accepted; superseded: the same days were planned again',
  }),
  made_by: AskedBy,
  made_at: Moment,
  decided_by: nullable(AskedBy, 'Who last accepted or rejected any of it'),
  base: Type.Integer({ description: 'The number of the latest change it includes' }),
  before: Figures,
  after: Figures,
  counts: Type.Object(
    {
      moved: Type.Integer(),
      added: Type.Integer(),
      freed: Type.Integer(),
      unplaced: Type.Integer(),
      accepted: Type.Integer(),
    },
    { description: 'Of its items' },
  ),
});

/** An item, and whether it could be accepted now. */
const CheckedItem = Type.Object({
  ...ProposalItem.properties,
  unfit: nullable(
    Unfit.properties.reasons,
    'Why it can’t be accepted now; null if it can, or doesn’t need to be',
  ),
});

/** What has happened since to its visits or technicians, themselves or their absences. */
const Since = Type.Object({
  number: Type.Integer(),
  kind: Type.String(),
  at: Moment,
  by: AskedBy,
  visits: Type.Array(Id, { description: 'Of the proposal' }),
  technicians: Type.Array(Id, { description: 'Of the proposal' }),
});

/** Somebody who is away, and what is dispatched to them then. */
const DispatchedAway = Type.Object({
  technician_id: Id,
  visits: Type.Array(Id, { description: 'In the order of their starts' }),
});

/** What a technician's day is like. */
const DayStory = Type.Object({ technician_id: Id, date: Day, words: Type.Array(ReasonPart) });

export const ShownProposal = Type.Object({
  ...Proposal.properties,
  items: Type.Array(CheckedItem),
  days: Type.Array(DayStory),
  dispatched_away: Type.Array(DispatchedAway, {
    description:
      'Visits that stay with someone who is away because they are dispatched and haven’t started; they can be called back',
  }),
  since: Type.Array(Since, { description: 'The latest first' }),
});

export const Acceptance = Type.Object(
  {
    version: Version,
    items: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 5_000,
        uniqueItems: true,
        description: 'All if not set',
      }),
    ),
    leave_out: Type.Optional(
      Type.Boolean({
        description: 'Leave out items that no longer fit; otherwise nothing is accepted if one doesn’t fit',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ version: 1 }] },
);

export const Chosen = Type.Object(
  { items: Type.Array(Id, { maxItems: 5_000, uniqueItems: true }) },
  { additionalProperties: false },
);

export const Accepted = Type.Object({
  id: Id,
  version: Type.Integer(),
  state: Type.Enum(proposalStates),
  accepted: Type.Array(Id, { description: 'Items' }),
  left_out: Type.Array(Unfit),
});

export const Rejection = Type.Object(
  { version: Version },
  { additionalProperties: false, examples: [{ version: 1 }] },
);

/** Why a visit is where it is, or nowhere. */
export const VisitReasons = Type.Object({
  reasons: Type.Array(Type.Array(ReasonPart), { description: 'Each a sentence, in parts' }),
  remedies: Type.Array(Remedy, { description: 'For an unscheduled visit; the smallest changes first' }),
});

/** Puts a remedy into the proposal: its moves become items, to be accepted with the others. */
export const RemedyChoice = Type.Object(
  {
    version: Version,
    item_id: Id,
    remedy: Type.Integer({ minimum: 0, description: 'Its place in the list' }),
  },
  { additionalProperties: false },
);

export type ReasonPart = Static<typeof ReasonPart>;
export type Proposal = Static<typeof Proposal>;
export type ProposalItem = Static<typeof ProposalItem>;
export type ShownProposal = Static<typeof ShownProposal>;
export type Acceptance = Static<typeof Acceptance>;
export type Chosen = Static<typeof Chosen>;
export type Accepted = Static<typeof Accepted>;
export type Agreed = Static<typeof Agreed>;
export type DayStory = Static<typeof DayStory>;
export type Remedy = Static<typeof Remedy>;
export type RemedyChoice = Static<typeof RemedyChoice>;
export type Rejection = Static<typeof Rejection>;
export type VisitReasons = Static<typeof VisitReasons>;
