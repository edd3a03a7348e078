import type { ShownProposal } from '@muster/domain/proposals/schema';
import type { Conflict, Unfit } from '@muster/domain/changes/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../lib/api.ts';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { acceptProposal, chooseRemedy, rejectProposal } from '../api.ts';
import { isOpen } from '../model/items.ts';
import { daysInWords } from '../model/ways.ts';
import { ownDecisions } from './own-decisions.ts';

/** What the server would not accept, of what was asked for. */
interface Refused {
  readonly asked: readonly string[];
  readonly unfit: readonly Unfit[];
}

/** The items that somebody does not want; the board shows the others. */
export interface Choice {
  left: ReadonlySet<string>;
  leave: (items: ReadonlySet<string>) => void;
}

/** What somebody chooses of a proposal, and what becomes of it. */
export function useProposal(proposal: ShownProposal, { left, leave }: Choice, onDone: () => void) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const [refused, setRefused] = useState<Refused>();
  const { id, version } = proposal;
  const open = proposal.items.filter(isOpen);
  const fitting = open.filter(({ unfit }) => unfit === null);
  const chosen = fitting.filter((item) => !left.has(item.id));

  function choose(items: readonly string[], isChosen: boolean) {
    const next = new Set(left);
    for (const item of items)
      if (isChosen) next.delete(item);
      else next.add(item);
    leave(next);
    setRefused(undefined);
  }

  function refuse(error: ApiError, asked: readonly string[]): boolean {
    const unfit = (error.data as Conflict | undefined)?.unfit;
    if (!unfit) return false;
    setRefused({ asked, unfit });
    return true;
  }

  /** What does not fit is left out only where the person has agreed to that. */
  async function accept(items: readonly string[], leaveOut = false): Promise<void> {
    const body = { version, items: [...items], ...(leaveOut && { leave_out: true }) };
    ownDecisions.add(id);
    const row = await run({
      what: body,
      send: (key) => acceptProposal(id, body, key),
      done: `${items.length === 1 ? 'One visit is' : `${items.length} visits are`} planned as proposed.`,
      onRefused: (error) => refuse(error, items),
    });
    await queryClient.invalidateQueries({ queryKey: ['proposal'] });
    if (row === undefined) return;
    setRefused(undefined);
    if (row.state !== 'open') onDone();
  }

  async function reject(): Promise<void> {
    ownDecisions.add(id);
    const row = await run({
      what: ['reject', version],
      send: (key) => rejectProposal(id, version, key),
      done: `The proposal for ${daysInWords(proposal)} is put away. The board is as it was.`,
    });
    await queryClient.invalidateQueries({ queryKey: ['proposal'] });
    if (row !== undefined) onDone();
  }

  async function remedy(item: string, at: number): Promise<void> {
    const body = { version, item_id: item, remedy: at };
    await run({
      what: body,
      send: async (key) => {
        await chooseRemedy(id, body, key);
        return { change: 0, made: false };
      },
      done: 'It is in the proposal now.',
    });
    await queryClient.invalidateQueries({ queryKey: ['proposal'] });
  }

  return {
    open,
    fitting,
    chosen,
    refused,
    isRunning,
    isChosen: (item: string) => !left.has(item),
    choose,
    accept: (items: readonly { id: string }[], leaveOut = false) =>
      void accept(
        items.map((item) => item.id),
        leaveOut,
      ),
    reject: () => void reject(),
    remedy: (item: string, at: number) => void remedy(item, at),
  };
}
