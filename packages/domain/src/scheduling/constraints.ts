import * as crews from './crew-rules.ts';
import type { HardRule, Violation } from './hard-rules.ts';
import * as hard from './hard-rules.ts';
import type { SoftRule } from './soft-rules.ts';
import * as soft from './soft-rules.ts';
import type { ScheduleView } from './walk.ts';

export type HardConstraint = {
  readonly name: HardRule;
  readonly kind: 'hard';
  readonly says: string;
  readonly violations: (view: ScheduleView) => readonly Violation[];
};

export type SoftConstraint = {
  readonly name: SoftRule;
  readonly kind: 'soft';
  readonly says: string;
  readonly cost: (view: ScheduleView) => number;
};

/** Every rule of a schedule, once: for the board's warnings, the server's refusals, the optimiser and the documentation. */
export const hardConstraints: readonly HardConstraint[] = [
  rule('known', 'every name on the schedule exists', hard.known),
  rule('once', 'a visit is planned or unplaced, never both', hard.once),
  rule(
    'skill',
    'every technician on a visit holds all its skills, and a crew those of its members',
    crews.skill,
  ),
  rule('banned', 'no banned technician is sent', hard.allowed('banned')),
  rule('fixed', 'a visit promised to a technician goes to that technician', hard.allowed('fixed')),
  rule('pinned', 'a pinned visit keeps its technicians and its time', hard.pinned),
  rule('window', 'a visit starts inside one of its windows', hard.window),
  rule('crew', 'a crew is complete, of different people, and starts together', crews.crew),
  rule('travel', 'there is time for every drive, and nobody is in two places', hard.travel),
  rule('shift', 'work ends by the latest end of the shift', hard.shift),
  rule('break', 'a break that is due is taken in its time', hard.breaks),
  rule('duration', 'a working day is no longer than its limit', hard.duration),
  rule('capacity', 'a vehicle carries no more than it can', hard.capacity),
];

/** The dearest first: the order in which they matter with the default weights. */
export const softConstraints: readonly SoftConstraint[] = [
  wish('unplaced', 'visits are planned, the important ones first', soft.unplaced),
  wish('lateness', 'visits start by the promised time', soft.lateness),
  wish('travel cost', 'little time is spent driving', soft.travelCost),
  wish('overtime', 'shifts end on time', soft.overtime),
  wish('fairness', 'nobody has much more visit time than the fair share', soft.fairness),
  wish('disturbance', 'the schedule in force stays as it is', soft.disturbance),
  wish('preference', 'preferred technicians are sent', soft.preference),
  wish('shift cost', 'shifts that cost extra stay unused', soft.shiftCost),
];

function rule(name: HardRule, says: string, violations: HardConstraint['violations']): HardConstraint {
  return { name, kind: 'hard', says, violations };
}

function wish(name: SoftRule, says: string, cost: SoftConstraint['cost']): SoftConstraint {
  return { name, kind: 'soft', says, cost };
}
