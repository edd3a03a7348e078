import type { EnquiryState } from '@muster/domain/sales/enquiries/pipeline';
import { notify } from '@muster/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { commandId } from '../../../../lib/api/command.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { move, pipelineKey } from '../api.ts';
import type { EnquiryRow } from '../api.ts';
import type { PendingMoves } from '../model/pending-moves.ts';
import { moveDone } from '../model/state-words.ts';

/** A move that takes more than saying so: a reason, or the name of a business. */
export interface AskedMove {
  id: string;
  state: 'lost' | 'provisioned';
}

/**
 * Moves cards from column to column. A card is in its new column at once, and goes back where the server says no. Two moves of one
 * card go one after the other, so that the second does not get in the way of the first. `follow` keeps the focus with a card.
 */
export function usePipelineMove(follow: (id: string) => void) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const [asked, setAsked] = useState<AskedMove>();
  const [pending, setPending] = useState<PendingMoves>(new Map());
  /** The latest move of each card that is still under way, and whether it worked. */
  const under = useRef(new Map<string, Promise<boolean>>());

  function readAgain() {
    return queryClient.invalidateQueries({ queryKey: [pipelineKey[0]] });
  }

  async function ask(enquiry: EnquiryRow, state: EnquiryState): Promise<boolean> {
    try {
      tell(moveDone(enquiry.name, state), [await move(enquiry, state, undefined, commandId())]);
      return true;
    } catch (error) {
      notify({ level: 'error', text: (error as Error).message });
      return false;
    }
  }

  async function run(enquiry: EnquiryRow, state: EnquiryState) {
    const { id } = enquiry;
    const before = under.current.get(id) ?? Promise.resolve(true);
    // What was built on a move that the server refused is not asked for.
    const turn = before.then((worked) => worked && ask(enquiry, state));
    under.current.set(id, turn);
    setPending((moves) => new Map(moves).set(id, state));
    await turn;
    if (under.current.get(id) !== turn) return;
    await readAgain();
    if (under.current.get(id) !== turn) return;
    under.current.delete(id);
    setPending((moves) => new Map([...moves].filter(([moved]) => moved !== id)));
  }

  function begin(enquiry: EnquiryRow, state: EnquiryState) {
    follow(enquiry.id);
    if (state === 'provisioned' || state === 'lost') setAsked({ id: enquiry.id, state });
    else void run(enquiry, state);
  }

  function close() {
    if (asked) follow(asked.id);
    setAsked(undefined);
    void readAgain();
  }

  return { begin, asked, close, pending };
}
