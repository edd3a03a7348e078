import { differencesBetween } from '@muster/domain/scheduling/differences';
import type { Problem, Schedule } from '@muster/domain/scheduling/problem';

import type { Circumstances } from './explain-plan.ts';
import type { Change } from './why/change.ts';
import { explainChange } from './why/change.ts';
import { detoursIn } from './why/detour.ts';
import { startInquiry } from './why-not/inquiry.ts';
import type { WhyNot } from './why-not/why-not.ts';
import { whyNot } from './why-not/why-not.ts';

/** Why one visit is where it is, as if it had just been placed there, or why it is nowhere; neither for one that nobody knows. */
export type VisitReasons = { readonly placed?: Change; readonly unplaced?: WhyNot };

export function explainVisit(
  problem: Problem,
  schedule: Schedule,
  id: string,
  circumstances: Omit<Circumstances, 'isOver'> = {},
): VisitReasons {
  const inquiry = startInquiry(problem, schedule, circumstances);
  const visit = inquiry.held.visits.get(id);
  if (visit === undefined) return {};
  if (schedule.unplaced.includes(id)) return { unplaced: whyNot(inquiry, visit) };
  const nothing = { routes: [], unplaced: [] };
  const place = differencesBetween(nothing, schedule).find((difference) => difference.visit === id);
  const detours = { before: new Map<string, never>(), after: detoursIn(problem, schedule) };
  const placed = place && explainChange(inquiry, place, undefined, detours);
  return { ...(placed && { placed }) };
}
