import type { ShownProposal } from '@muster/domain/proposals/schema';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { currentScenario } from '../../../lib/scenario.ts';
import { callBack } from '../api.ts';
import { awayInWords, calledBackInWords } from '../model/away.ts';

interface DispatchedAwayProps {
  board: Board;
  proposal: Pick<ShownProposal, 'dispatched_away'>;
  /** Lets the optimiser place what has been called back. */
  onRepair: () => void;
}

/** What stays with somebody who is away, because they have been told of it: one press takes that back and repairs the day. */
export function DispatchedAway({ board, proposal: { dispatched_away }, onRepair }: DispatchedAwayProps) {
  const { run } = useCommand();
  const [isBusy, setBusy] = useState(false);
  if (dispatched_away.length === 0) return null;
  const nameOf = (id: string) => board.technicians.get(id)?.row.name ?? 'somebody';
  const visits = dispatched_away.flatMap((away) => away.visits);

  async function callAndRepair() {
    setBusy(true);
    const done = calledBackInWords(visits.length);
    const row = await run({ what: visits, send: (key) => callBack(visits, key), done });
    setBusy(false);
    if (row !== undefined) onRepair();
  }

  return (
    <section className="plan-away" aria-label="Dispatched to somebody who is away">
      {dispatched_away.map((away) => (
        <p key={away.technician_id}>{awayInWords(nameOf(away.technician_id), away.visits.length)}</p>
      ))}
      {/* Whoever was told of a visit was told on the live board. */}
      {currentScenario() === null && (
        <ActionButton size="compact-sm" variant="filled" busy={isBusy} onClick={() => void callAndRepair()}>
          Call back and repair
        </ActionButton>
      )}
    </section>
  );
}
