import type { Violation } from '@muster/domain/scheduling/hard-rules';

import type { UnplacedReason } from '../explain/unplaced.ts';
import { explainVisit } from '../explain/unplaced.ts';
import type { Slot } from '../find-slot.ts';
import { slotsFor } from '../find-slot.ts';
import type { Placing } from './check-held.ts';
import { checkHeld } from './check-held.ts';
import type { HeldSchedule } from './held-schedule.ts';
import { looseDays } from './loose-days.ts';

/** What can be asked of a schedule that is held. */
export type Question =
  /** Where could the visit go? `technicians`: only they are offered. */
  | { readonly kind: 'slots'; readonly visit: string; readonly technicians?: readonly string[] }
  /** Why is the visit not placed, and what would help? */
  | { readonly kind: 'explain'; readonly visit: string }
  /** Which rules are broken, or with `placing`: which would be broken by it alone? */
  | { readonly kind: 'check'; readonly placing?: Placing };

export type Answer =
  | { readonly kind: 'slots'; readonly slots: readonly Slot[] }
  | { readonly kind: 'explain'; readonly reason: UnplacedReason | undefined }
  | { readonly kind: 'check'; readonly violations: readonly Violation[] };

export function answer(held: HeldSchedule, question: Question): Answer {
  if (question.kind === 'slots')
    return { kind: 'slots', slots: slotsFor(held, question.visit, question.technicians) };
  if (question.kind === 'check') return { kind: 'check', violations: checkHeld(held, question.placing) };
  const visit = held.visits.get(question.visit);
  const reason = visit && explainVisit(held.source, looseDays(held, visit.id), visit);
  return { kind: 'explain', reason };
}
