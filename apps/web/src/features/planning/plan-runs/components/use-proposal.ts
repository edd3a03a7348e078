import type { ShownProposal } from '@muster/domain/planning/proposals/schema';
import type { Conflict, Unfit } from '@muster/domain/basics/changes/schema';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { acceptProposal, chooseRemedy, figuresQuery, rejectProposal } from '../api.ts';
import { acceptedInWords, isOpen } from '../model/proposal.ts';
import { daysInWords } from '../model/ways.ts';

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
      // Of those that were asked for, some may have been left out.
      done: ({ accepted }) => acceptedInWords(proposal.items.filter((item) => accepted.includes(item.id))),
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
      done: `Proposal for ${daysInWords(proposal)} rejected. The board hasn’t changed.`,
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
      done: 'Added to the proposal.',
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

/** Whoever ticks one after the other is asked about once. */
const pauseMs = 200;

/** What the board comes to with what is chosen alone, the figures before the proposal beside it; until that is known, what was known last. */
export function useChosenFigures(
  proposal: ShownProposal,
  { fitting, chosen }: Pick<ReturnType<typeof useProposal>, 'fitting' | 'chosen'>,
) {
  const ids = chosen.map(({ id }) => id);
  const isPart = proposal.state === 'open' && ids.length < fitting.length;
  const [asked] = useDebouncedValue(ids.join(' '), pauseMs);
  const { data, isPlaceholderData } = useQuery({
    ...figuresQuery(proposal, asked === '' ? [] : asked.split(' ')),
    enabled: isPart,
    placeholderData: keepPreviousData,
  });
  const isKnown = data !== undefined && !isPlaceholderData && asked === ids.join(' ');
  return { after: isPart ? (data ?? proposal.after) : proposal.after, isAsking: isPart && !isKnown };
}

/** The proposals that were accepted or rejected here: nobody is told of what they did themselves. */
export const ownDecisions = new Set<string>();
