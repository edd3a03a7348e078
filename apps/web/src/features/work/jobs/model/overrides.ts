import { overridable } from '@muster/domain/work/assignments/rules';
import type { Booking } from '@muster/domain/work/assignments/schema';
import type { Conflict } from '@muster/domain/basics/changes/schema';

export type Reason = NonNullable<NonNullable<Conflict>['reasons']>[number];

type Overrides = NonNullable<Booking['overrides']>;

/** Whether somebody may book all the same who says why. */
export function canOverride(reasons: readonly Reason[]): boolean {
  return reasons.length > 0 && reasons.every(({ can_override }) => can_override);
}

/** Each rule once, with the same reason for all. */
export function overridesFor(reasons: readonly Reason[], reason: string): Overrides {
  const broken = new Set(reasons.map(({ rule }) => rule));
  return overridable.filter((rule) => broken.has(rule)).map((rule) => ({ rule, reason }));
}
