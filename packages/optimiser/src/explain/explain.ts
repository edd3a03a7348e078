import { differencesBetween } from '@muster/domain/dispatch/scheduling/differences';
import type { Problem, Schedule, Visit } from '@muster/domain/dispatch/scheduling/problem';
import type { Inquiry } from './why-not/inquiry.ts';
import { startInquiry } from './why-not/inquiry.ts';
import { makingRoom } from './why-not/move-out.ts';
import type { WhyNot } from './why-not/why-not.ts';
import { whyNot } from './why-not/why-not.ts';
import type { Cause } from './why/causes.ts';
import { findCauses } from './why/causes.ts';
import type { Change } from './why/change.ts';
import { explainChange, tellChange } from './why/change.ts';
import type { DayStory } from './why/day-story.ts';
import { tellDays } from './why/day-story.ts';
import { detoursIn } from './why/choice.ts';

/** Everything that a plan has to say for itself: codes, ids and times. words/in-words.ts says it in English. */
export type PlanReasons = {
  /** Every visit that is somewhere else than before, in the order of the schedules. */
  readonly changes: readonly Change[];
  /** Every visit that has no place. */
  readonly unplaced: readonly (WhyNot & { readonly cause?: Cause })[];
  /** Every shift that has or had work. */
  readonly days: readonly DayStory[];
};

export type Circumstances = {
  /** Nothing is offered before it. */
  readonly now?: number;
  /** The same board with more people or more days: where somebody else and another day are looked for. */
  readonly wider?: Problem;
  /** Whether there is no time left: what has not been explained by then is told shortly. */
  readonly isOver?: () => boolean;
};

/**
 * Why a plan is as it is. Times are minutes. `before` may break rules of the problem: what it breaks is why visits moved (an
 * absence, an overrun), and what took the place of others follows from that.
 */
export function explainPlan(
  problem: Problem,
  before: Schedule,
  after: Schedule,
  circumstances: Circumstances = {},
): PlanReasons {
  const inquiry = startInquiry(problem, after, circumstances);
  const differences = differencesBetween(before, after);
  const causeOf = findCauses(problem, before, inquiry, differences);
  const detours = { before: detoursIn(problem, before), after: detoursIn(problem, after) };
  const changed = new Set(differences.map(({ visit }) => visit));
  const { isOver = () => false } = circumstances;
  const whyUnplaced = (visit: Visit): PlanReasons['unplaced'][number] => {
    if (isOver()) return { visit: visit.id, blockers: [], remedies: [] };
    const reasons = whyNot(inquiry, visit);
    const cause = causeOf(visit.id) ?? outranked(inquiry, visit, reasons, changed);
    return Object.assign(reasons, cause && { cause });
  };
  const left = new Set(after.unplaced);
  const waiting = problem.visits.filter(({ id }) => left.has(id));
  // What found no place is asked about most, and of that what matters most.
  const byRank = waiting.toSorted(({ priority: a = 1 }, { priority: b = 1 }) => b - a);
  const found = new Map(byRank.map((visit) => [visit, whyUnplaced(visit)]));
  const changes = differences.flatMap((difference) => {
    const change = isOver()
      ? tellChange(inquiry, difference, detours)
      : explainChange(inquiry, difference, causeOf(difference.visit), detours);
    return change ?? [];
  });
  return {
    changes,
    unplaced: waiting.map((visit) => found.get(visit)!),
    days: tellDays(problem, before, after),
  };
}

/** A more important visit that this plan brought, and without which there would be room. */
function outranked(
  inquiry: Inquiry,
  visit: Visit,
  { remedies }: WhyNot,
  changed: ReadonlySet<string>,
): Cause | undefined {
  if (remedies.some(({ code }) => code === 'place')) return undefined;
  const mine = visit.priority ?? 1;
  const [first] = makingRoom(inquiry, visit, inquiry.source.problem.technicians, ({ id, priority = 1 }) =>
    priority > mine && changed.has(id) ? priority : undefined,
  );
  return first && { code: 'gave way', to: [first.other.id] };
}

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
