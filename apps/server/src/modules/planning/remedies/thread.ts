import { randomUUID } from 'node:crypto';
import type { Unfit } from '@muster/domain/basics/changes/schema';
import type { Figures } from '@muster/domain/planning/plan-runs/schema';
import { remedied, withRemedied } from '@muster/domain/planning/proposals/remedies';
import { unfitIn } from '@muster/domain/planning/proposals/rules';
import type { ProposalItem, Remedy } from '@muster/domain/planning/proposals/schema';
import { boardIn } from '../../dispatch/board/thread.ts';
import { figuresThen, isOpen, type JudgedScene as Scene, type Scene as Read } from '../proposals/thread.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    remedyOn: typeof remedyOn;
  }
}

/** What a remedy makes of a proposal; which items would not fit then; nothing where it is not offered any more. */
export function remedyOn({
  items,
  item_id,
  place,
  after,
  ...read
}: Read & {
  readonly items: readonly ProposalItem[];
  readonly item_id: string;
  readonly place: number;
  readonly after: Figures;
}): { left_out: Unfit[] } | { changed: ProposalItem[]; gone: readonly string[]; after: Figures } | undefined {
  const scene: Scene = { ...read, board: boardIn(read.text, read.now) };
  const item = items.find((one) => one.id === item_id);
  const remedy = item?.remedies[place];
  if (!item || !remedy || !isKnown(scene, remedy)) return undefined;
  const outcome = tryRemedy(scene, items, item, remedy);
  if ('left_out' in outcome) return outcome;
  const { changed, gone } = outcome;
  const then = withRemedied(items, outcome);
  return {
    changed: [...changed, ...thinOut(scene, then, changed)],
    gone,
    after: figuresThen(scene, after, items, then),
  };
}

function isKnown({ board }: Scene, { moves }: Remedy): boolean {
  return moves.every(({ visit_id }) => board.visits.has(visit_id));
}

/** What the remedy makes of the items, or which of them would not fit then that fit now. */
function tryRemedy(
  { board, ...circumstances }: Scene,
  items: readonly ProposalItem[],
  item: ProposalItem,
  remedy: Remedy,
) {
  const outcome = remedied(board, items, item, remedy, randomUUID);
  const before = unfitIn(board, items.filter(isOpen), circumstances);
  const then = withRemedied(items, outcome).filter(isOpen);
  const touched = new Set(outcome.changed.map(({ id }) => id));
  const left_out = [...unfitIn(board, then, circumstances)]
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
