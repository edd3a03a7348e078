import type { HardRule, Violation } from './hard-rules.ts';
import * as hard from './hard-rules.ts';
import type { SoftRule } from './soft-rules.ts';
import * as soft from './soft-rules.ts';
import type { ScheduleView } from './walk.ts';

/** What happens when a person breaks the rule on the board. Nothing is said of rules that a board cannot break. */
export type ByHand = 'refused' | 'refused without a reason' | 'warned';

type Described<Name extends string> = {
  readonly name: Name;
  /** Where a person breaks the rule; a schedule that the optimiser makes keeps every hard one. */
  readonly byHand?: ByHand;
  readonly says: string;
};

export type HardConstraint = Described<HardRule> & {
  readonly kind: 'hard';
  readonly violations: (view: ScheduleView) => readonly Violation[];
};

export type SoftConstraint = Described<SoftRule> & {
  readonly kind: 'soft';
  readonly cost: (view: ScheduleView) => number;
};

/** Rules of the board alone: the problem that is made from a board leaves no way to break them. */
export type BoardRule = 'inactive' | 'state' | 'past' | 'holiday';

export type BoardConstraint = Described<BoardRule> & { readonly kind: 'hard' | 'soft' };

export type RuleName = HardRule | SoftRule | BoardRule;

/** Every rule of a schedule, once: for the board's warnings, the server's refusals, the optimiser and the documentation. */
export const hardConstraints: readonly HardConstraint[] = [
  rule('known', undefined, 'every name on the schedule exists', hard.known),
  rule('once', undefined, 'a visit is planned or unplaced, never both', hard.once),
  rule(
    'skill',
    'refused',
    'every technician on a visit holds all its skills, and a crew those of its members',
    hard.skill,
  ),
  rule('ticket', 'refused', 'a ticket that proves a skill is in force on the day of the visit', hard.ticket),
  rule('banned', 'refused', 'no banned technician is sent', hard.allowed('banned')),
  rule('fixed', undefined, 'a visit promised to a technician goes to that technician', hard.allowed('fixed')),
  rule('pinned', 'warned', 'a pinned or dispatched visit keeps its technicians and its time', hard.pinned),
  rule('window', 'refused without a reason', 'a visit starts inside one of its windows', hard.window),
  rule('crew', 'warned', 'a crew is complete, of different people, and starts together', hard.crew),
  rule('overlap', 'refused without a reason', 'nobody is on two visits at once', hard.overlap),
  rule('travel', 'refused without a reason', 'there is time for every drive', hard.travel),
  rule('shift', 'refused without a reason', 'work keeps to the shift and its overtime', hard.shift),
  rule('absence', 'refused without a reason', 'nobody works while away', hard.absence),
  rule('break', 'warned', 'a break that is due is taken in its time', hard.breaks),
  rule('duration', undefined, 'a working day is no longer than its limit', hard.duration),
  rule('capacity', undefined, 'a vehicle carries no more than it can', hard.capacity),
];

/** The dearest first: the order in which they matter with the default weights. */
export const softConstraints: readonly SoftConstraint[] = [
  wish('unplaced', undefined, 'visits are planned, the important ones first', soft.unplaced),
  wish('lateness', 'warned', 'visits start by the promised time', soft.lateness),
  wish('travel cost', undefined, 'little time is spent driving', soft.travelCost),
  wish('overtime', 'warned', 'shifts end on time', soft.overtime),
  wish('fairness', undefined, 'nobody has much more visit time than the fair share', soft.fairness),
  wish('disturbance', undefined, 'the schedule in force stays as it is', soft.disturbance),
  wish('preference', 'warned', 'preferred technicians are sent', soft.preference),
  wish('shift cost', undefined, 'shifts that cost extra stay unused', soft.shiftCost),
];

export const boardConstraints: readonly BoardConstraint[] = [
  { name: 'inactive', kind: 'hard', byHand: 'refused', says: 'only active technicians are sent' },
  { name: 'state', kind: 'hard', byHand: 'refused', says: 'a visit that has begun or is over stays' },
  { name: 'past', kind: 'hard', byHand: 'refused', says: 'what has not begun is planned from now on' },
  { name: 'holiday', kind: 'soft', byHand: 'warned', says: 'nobody works on a public holiday' },
];

/** What happens to whoever breaks a rule by hand. */
export const byHand: ReadonlyMap<RuleName, ByHand> = new Map(
  [...hardConstraints, ...softConstraints, ...boardConstraints].flatMap((constraint) =>
    constraint.byHand === undefined ? [] : [[constraint.name, constraint.byHand] as const],
  ),
);

function rule(
  name: HardRule,
  byHand: ByHand | undefined,
  says: string,
  violations: HardConstraint['violations'],
): HardConstraint {
  return { name, kind: 'hard', says, violations, ...(byHand !== undefined && { byHand }) };
}

function wish(
  name: SoftRule,
  byHand: ByHand | undefined,
  says: string,
  cost: SoftConstraint['cost'],
): SoftConstraint {
  return { name, kind: 'soft', says, cost, ...(byHand !== undefined && { byHand }) };
}
