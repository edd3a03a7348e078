import type { Accepted, ProposalItem, RemedyChoice } from '@muster/domain/planning/proposals/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { reckon } from '../../../platform/threads.ts';
import { changeProposal, openProposal, readItems, readScene, wordsFor } from '../proposals/service.ts';

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
  const scene = await readScene(db, proposal, concernOf(items), at);
  const { after } = proposal;
  const outcome = await reckon(account, 'remedyOn', { ...scene, items, item_id, place, after }, true);
  if (outcome === undefined)
    throw new Failure('conflict', 'That option is no longer available. Check the proposal again.');
  if ('left_out' in outcome)
    throw new Failure('conflict', wordsFor(outcome.left_out), { data: { unfit: outcome.left_out } });
  await changeProposal(write, account, id, outcome);
  return { id, version: version + 1, state: 'open', accepted: [], left_out: [] };
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
