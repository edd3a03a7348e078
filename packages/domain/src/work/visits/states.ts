/** The way of a visit, in order. */
export const visitStates = [
  'unscheduled',
  'planned',
  'dispatched',
  'en route',
  'on site',
  'completed',
  'needs return',
  'could not complete',
  'cancelled',
] as const;
export type VisitState = (typeof visitStates)[number];

export const outcomes = ['completed', 'needs return', 'could not complete'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Forward only, and steps may be left out: paperwork comes late. Backward is an undo; but taking a visit off the board again, calling
 * it back from whoever it was dispatched to, or bringing a cancelled one back, is a decision of its own. What has begun is not cancelled: somebody was there, and says how it went.
 */
const moves: Record<VisitState, readonly VisitState[]> = {
  unscheduled: ['planned', 'cancelled'],
  planned: ['unscheduled', 'dispatched', 'en route', 'on site', ...outcomes, 'cancelled'],
  dispatched: ['unscheduled', 'planned', 'en route', 'on site', ...outcomes, 'cancelled'],
  'en route': ['on site', ...outcomes],
  'on site': outcomes,
  completed: [],
  'needs return': [],
  'could not complete': [],
  cancelled: ['unscheduled'],
};

export function mayMove(from: VisitState, to: VisitState): boolean {
  return moves[from].includes(to);
}

/** Whether somebody is on the way to the visit, there, or has been. */
export function hasBegun(state: VisitState): boolean {
  return state === 'en route' || state === 'on site' || isOver(state);
}

/** Whether somebody has said how it went. */
export function isOver(state: VisitState): boolean {
  return (outcomes as readonly VisitState[]).includes(state);
}

/** What a person is told who wants a visit to become what it cannot. */
export function moveProblem(from: VisitState, to: VisitState): string | undefined {
  if (mayMove(from, to)) return undefined;
  if (from === to) return `This visit is already ${from}.`;
  if (from === 'cancelled') return 'This visit is cancelled. Restore it first.';
  if (from === 'unscheduled') return 'This visit isn’t planned yet. Schedule it first.';
  if (isOver(from)) return `This visit is finished (${from}). Undo that first.`;
  return `This visit has started (${from}). Record the outcome instead.`;
}
