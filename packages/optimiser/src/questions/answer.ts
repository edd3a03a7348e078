import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import type { PlanReasons, VisitReasons } from '../explain/explain.ts';
import { explainPlan, explainVisit } from '../explain/explain.ts';
import type { Slot } from '../find-slot.ts';
import { slotsFor } from '../find-slot.ts';
import type { HeldSchedule } from './held-schedule.ts';
import { scheduleOf } from './held-schedule.ts';

/** What can be asked of a schedule that is held. */
export type Question =
  /** Where could the visit go? `technicians`: only they are offered. */
  | { readonly kind: 'slots'; readonly visit: string; readonly technicians?: readonly string[] }
  /** Why is the visit where it is? Or why nowhere, and what would help? `wider`: more people and more days, for what would let it in. */
  | { readonly kind: 'why'; readonly visit: string; readonly wider?: Problem }
  /** Why is this schedule better than the one that is held? `milliseconds`: what is left then is told shortly. */
  | {
      readonly kind: 'plan';
      readonly after: Schedule;
      readonly wider?: Problem;
      readonly milliseconds?: number;
    };

export type Answer =
  | { readonly kind: 'slots'; readonly slots: readonly Slot[] }
  | { readonly kind: 'why'; readonly reasons: VisitReasons }
  | { readonly kind: 'plan'; readonly reasons: PlanReasons };

export function answer(held: HeldSchedule, question: Question, clock: () => number): Answer {
  if (question.kind === 'slots')
    return { kind: 'slots', slots: slotsFor(held, question.visit, question.technicians) };
  const { wider } = question;
  const circumstances = { now: held.now, ...(wider && { wider }) };
  const schedule = scheduleOf(held);
  if (question.kind === 'why')
    return { kind: 'why', reasons: explainVisit(held.problem, schedule, question.visit, circumstances) };
  const { after, milliseconds = Infinity } = question;
  const end = clock() + milliseconds;
  const isOver = () => clock() > end;
  return {
    kind: 'plan',
    reasons: explainPlan(held.problem, schedule, after, { ...circumstances, isOver }),
  };
}
