import type { Difference, ShownPlanRun } from '@muster/domain/planning/schema';
import type { ShownProposal } from '@muster/domain/proposals/schema';
import { isOpen } from './items.ts';

type Drawn = Pick<Difference, 'visit_id' | 'before' | 'after'> & { readonly isLeft?: boolean };

const nothing: readonly Drawn[] = [];

/** What is drawn on the board: the best so far, and then what can be accepted of the proposal. */
export function differenceOf(
  run: ShownPlanRun | undefined,
  proposal: ShownProposal | undefined,
  left: ReadonlySet<string>,
): readonly Drawn[] {
  if (proposal === undefined) return run?.best ?? nothing;
  if (proposal.state !== 'open') return nothing;
  return proposal.items.filter(isOpen).map(({ id, visit_id, before, after, unfit }) => ({
    visit_id,
    before,
    after,
    isLeft: unfit !== null || left.has(id),
  }));
}
