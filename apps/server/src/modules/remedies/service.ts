import { randomUUID } from 'node:crypto';
import type { Unfit } from '@muster/domain/changes/schema';
import type { Figures } from '@muster/domain/planning/schema';
import { problemOf } from '@muster/domain/planning/stretch';
import { remedied, withRemedied } from '@muster/domain/proposals/remedies';
import { boardWith, unfitIn } from '@muster/domain/proposals/rules';
import type { Accepted, ProposalItem, Remedy, RemedyChoice } from '@muster/domain/proposals/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Writer } from '../../platform/changes/tracked.ts';
import { Failure } from '../../platform/http/errors.ts';
import { figuresNow } from '../plan-runs/service.ts';
import {
  changeProposal,
  isOpen,
  openProposal,
  readItems,
  readScene,
  type Scene,
  wordsFor,
} from '../proposals/service.ts';

/**
 * Puts a remedy into an open proposal: its moves become items, to be accepted with the others. Nothing on the board changes yet.
 * What others are offered by remedies that do not fit beside it any more is offered no longer.
 */
export async function chooseRemedy(
  write: Writer,
  account: AccountId,
  id: string,
  { version, item_id, remedy: place }: RemedyChoice,
): Promise<Accepted> {
  const { db, at } = write;
  const proposal = await openProposal(db, id, version);
  const items = await readItems(db, id);
  const item = items.find((one) => one.id === item_id);
  const remedy = item?.remedies[place];
  const scene = await readScene(db, proposal, concernOf(items), at);
  if (!item || !remedy || !isKnown(scene, remedy))
    throw new Failure('conflict', 'That is not offered any more. Look again.');
  const outcome = tryRemedy(scene, items, item, remedy);
  if ('left_out' in outcome)
    throw new Failure('conflict', wordsFor(outcome.left_out), { data: { unfit: outcome.left_out } });
  const { changed, gone } = outcome;
  const then = withRemedied(items, outcome);
  const thinned = thinOut(scene, then, changed);
  await changeProposal(write, account, id, {
    changed: [...changed, ...thinned],
    gone,
    after: figuresThen(scene, proposal.after, items, then),
  });
  return { id, version: version + 1, state: 'open', accepted: [], left_out: [] };
}

function isKnown({ board }: Scene, { moves }: Remedy): boolean {
  return moves.every(({ visit_id }) => board.visits.has(visit_id));
}

/** What the remedy makes of the items, or which of them would not fit then that fit now. */
function tryRemedy(
  { board, aside, movesDispatched }: Scene,
  items: readonly ProposalItem[],
  item: ProposalItem,
  remedy: Remedy,
) {
  const outcome = remedied(board, items, item, remedy, randomUUID);
  const before = unfitIn(board, items.filter(isOpen), aside, movesDispatched);
  const then = withRemedied(items, outcome).filter(isOpen);
  const touched = new Set(outcome.changed.map(({ id }) => id));
  const left_out = [...unfitIn(board, then, aside, movesDispatched)]
    .filter(([id]) => touched.has(id) || !before.has(id))
    .map(([item_id, reasons]): Unfit => {
      const { visit_id } = then.find(({ id }) => id === item_id)!;
      return { item_id, visit_id, reasons: [...reasons] };
    });
  return left_out.length > 0 ? { left_out } : outcome;
}

/** Items whose remedies concern the same people or visits, without those that do not fit any more. */
function thinOut(
  scene: Scene,
  items: readonly ProposalItem[],
  changed: readonly ProposalItem[],
): ProposalItem[] {
  const named = new Set(changed.flatMap((item) => [item.visit_id, ...(item.after?.technicians ?? [])]));
  const isNear = ({ moves }: Remedy) =>
    moves.some(({ visit_id, technicians }) => [visit_id, ...technicians].some((id) => named.has(id)));
  const isKept = (item: ProposalItem, remedy: Remedy) =>
    !isNear(remedy) || (isKnown(scene, remedy) && !('left_out' in tryRemedy(scene, items, item, remedy)));
  return items.flatMap((item) => {
    const remedies = item.remedies.filter((remedy) => isKept(item, remedy));
    return remedies.length < item.remedies.length ? [{ ...item, remedies }] : [];
  });
}

/** What the items are about, and what their remedies would make of them. */
function concernOf(items: readonly ProposalItem[]) {
  const offered = items.flatMap(({ remedies }) =>
    remedies.flatMap(({ moves }) =>
      moves.map(({ visit_id, technicians, starts_at }) => ({
        visit_id,
        before: null,
        after: starts_at === null ? null : { technicians, starts_at, ends_at: starts_at },
      })),
    ),
  );
  return [...items, ...offered];
}

/** What the proposal came to, and what the remedy adds to that. */
function figuresThen(
  { board, aside, movesDispatched }: Scene,
  after: Figures,
  items: readonly ProposalItem[],
  then: readonly ProposalItem[],
): Figures {
  const counted = (some: readonly ProposalItem[]): Figures => {
    const open = some.filter(isOpen);
    const unfit = unfitIn(board, open, aside, movesDispatched);
    const planned = boardWith(
      board,
      open.filter(({ id }) => !unfit.has(id)),
    );
    const problem = problemOf(planned, { way: 'plan' });
    return figuresNow(problem, problem.current!);
  };
  const [old, now] = [counted(items), counted(then)];
  const sum = (key: 'driving' | 'overtime' | 'kept' | 'late' | 'placed' | 'unplaced') =>
    after[key] + now[key] - old[key];
  const costs = Object.fromEntries(
    [...new Set([...Object.keys(after.costs), ...Object.keys(now.costs)])].map((rule) => [
      rule,
      (after.costs[rule] ?? 0) + (now.costs[rule] ?? 0) - (old.costs[rule] ?? 0),
    ]),
  );
  return {
    driving: sum('driving'),
    overtime: sum('overtime'),
    kept: sum('kept'),
    late: sum('late'),
    placed: sum('placed'),
    unplaced: sum('unplaced'),
    costs,
  };
}
