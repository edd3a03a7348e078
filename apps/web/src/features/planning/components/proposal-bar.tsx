import { ActionButton } from '../../../lib/kit/action-button.tsx';
import type { useProposal } from './use-proposal.ts';

/** What can be done with a proposal. What does not fit any more is named before it is left out. */
export function ProposalBar({ decision }: { decision: ReturnType<typeof useProposal> }) {
  const { open, fitting, chosen, refused, isRunning, accept, reject } = decision;
  const stale = open.length - fitting.length;
  const isAll = chosen.length === fitting.length;
  // Somebody chose some that need others to make room.
  const unfit = new Set(refused?.unfit.map(({ item_id }) => item_id));
  const others = chosen.filter(({ id }) => !unfit.has(id));
  return (
    <div className="plan-bar">
      {refused && (
        <p role="alert">
          {unfit.size === 1 ? 'One of them does' : `${unfit.size} of them do`} not fit
          {isAll ? ' any more.' : ' without those that you leave out.'}
        </p>
      )}
      <div>
        {refused && others.length > 0 && (
          <ActionButton variant="filled" busy={isRunning} onClick={() => accept(chosen, true)}>
            Accept the other {others.length}
          </ActionButton>
        )}
        {!refused && isAll && fitting.length > 0 && (
          <ActionButton variant="filled" busy={isRunning} onClick={() => accept(fitting)}>
            {stale === 0
              ? `Accept all ${fitting.length}`
              : `${stale} no longer ${stale === 1 ? 'fits' : 'fit'}: accept the other ${fitting.length}`}
          </ActionButton>
        )}
        {!refused && !isAll && chosen.length > 0 && (
          <ActionButton variant="filled" busy={isRunning} onClick={() => accept(chosen)}>
            Accept {chosen.length} selected
          </ActionButton>
        )}
        {!isAll && (
          <ActionButton busy={isRunning} onClick={() => accept(fitting)}>
            Accept all {fitting.length}
          </ActionButton>
        )}
        <ActionButton variant="subtle" busy={isRunning} onClick={reject}>
          {fitting.length === 0 ? 'Put away' : 'Reject'}
        </ActionButton>
      </div>
    </div>
  );
}
