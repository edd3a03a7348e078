import type { Difference, Placement } from '@muster/domain/dispatch/scheduling/differences';

import type { Inquiry } from '../why-not/inquiry.ts';
import type { Cause } from './causes.ts';
import type { Choice, Detour } from './choice.ts';
import { explainChoice } from './choice.ts';

/** One difference between two schedules and its reasons: why the visit left, and why it went there. */
export type Change = {
  readonly visit: string;
  readonly kind: 'placed' | 'moved' | 'retimed' | 'freed';
  readonly before?: Placement;
  readonly after?: Placement;
  readonly cause?: Cause;
  readonly choice?: Choice;
  /** Driving that the visit's own detour costs less than before; negative: more. */
  readonly saved: number;
};

/** By visit, of both schedules. */
export type Detours = {
  readonly before: ReadonlyMap<string, Detour>;
  readonly after: ReadonlyMap<string, Detour>;
};

export function explainChange(
  inquiry: Inquiry,
  difference: Difference,
  cause: Cause | undefined,
  detours: Detours,
): Change | undefined {
  const change = tellChange(inquiry, difference, detours);
  if (change === undefined) return undefined;
  const { kind, before, after, choice: detour } = change;
  const choice =
    after === undefined || detour === undefined || kind === 'retimed' || after.technicians.length > 1
      ? detour
      : explainChoice(
          inquiry,
          inquiry.held.visits.get(change.visit)!,
          after,
          detour,
          before?.technicians ?? [],
        );
  return { ...change, ...(cause && { cause }), ...(choice && { choice }) };
}

/** What changed and what it costs, without experiments. */
export function tellChange(
  { held }: Inquiry,
  { visit, before, after }: Difference,
  detours: Detours,
): Change | undefined {
  if (!held.visits.has(visit)) return undefined;
  const detour = detours.after.get(visit);
  return {
    visit,
    kind: kindOf(before, after),
    saved: (detours.before.get(visit)?.added ?? 0) - (detour?.added ?? 0),
    ...(before && { before }),
    ...(after && { after }),
    ...(detour && { choice: detour }),
  };
}

function kindOf(before: Placement | undefined, after: Placement | undefined): Change['kind'] {
  if (after === undefined) return 'freed';
  if (before === undefined) return 'placed';
  const same =
    before.technicians.length === after.technicians.length &&
    before.technicians.every((id) => after.technicians.includes(id));
  return same ? 'retimed' : 'moved';
}
