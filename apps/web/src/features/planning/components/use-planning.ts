import type { NewPlanRun, NothingToPlan, PlanRun } from '@muster/domain/planning/schema';
import type { Proposal } from '@muster/domain/proposals/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { commandId } from '../../../lib/command-id.ts';
import {
  askForRun,
  isUnderWay,
  proposalQuery,
  proposalsQuery,
  runQuery,
  runsQuery,
  stopRun,
} from '../api.ts';
import { differenceOf } from '../model/difference.ts';
import { useChoice } from './use-choice.ts';
import { useHeard } from './use-heard.ts';

/** What somebody wants planned; everybody and everything, where it is not said. */
export type Wanted = Omit<NewPlanRun, 'from' | 'to'>;

type Days = Pick<NewPlanRun, 'from' | 'to'>;

/** Why nothing is planned, and on which day there is something to plan. */
export interface Refused {
  readonly text: string;
  readonly wanted: Wanted;
  readonly next: LocalDate | null;
}

interface Options {
  from: LocalDate;
  to: LocalDate;
  /** The run or proposal that is looked at; a proposal has the id of its run. */
  plan: string | undefined;
  onPlan: (plan: string | undefined, date?: LocalDate) => void;
}

export type Planning = ReturnType<typeof usePlanning>;

/** The runs and proposals of the days that are shown, and the one of them that somebody looks at. */
export function usePlanning({ from, to, plan, onPlan }: Options) {
  const queryClient = useQueryClient();
  const runs = useQuery(runsQuery(from, to)).data ?? none;
  const open = useQuery(proposalsQuery(from, to)).data;
  useHeard(open, `${from} ${to}`);
  const run = useQuery({ ...runQuery(plan ?? ''), enabled: plan !== undefined });
  const made = run.data?.proposal_id ?? undefined;
  const proposal = useQuery({ ...proposalQuery(made ?? ''), enabled: made !== undefined });
  const [refused, setRefused] = useState<Refused & { from: string }>();
  const { left, leave } = useChoice(plan);
  const [isAsking, setAsking] = useState(false);

  async function start(wanted: Wanted, day?: LocalDate, stretch: Days = { from, to }): Promise<void> {
    if (isAsking) return;
    const days = day === undefined ? { from: stretch.from, to: stretch.to } : { from: day, to: day };
    const id = commandId();
    setRefused(undefined);
    setAsking(true);
    try {
      queryClient.setQueryData(runQuery(id).queryKey, await askForRun({ ...days, ...wanted }, id));
      onPlan(id, day);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { next = null } = (error.data ?? {}) as Partial<NothingToPlan>;
      if (day !== undefined) onPlan(undefined, day);
      setRefused({ text: error.message, wanted, next: next as LocalDate | null, from: days.from });
    } finally {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: ['plan-run', days.from] });
    }
  }

  /** Ends it, whoever asked for it: the best so far is the proposal. */
  async function stop(id: string): Promise<void> {
    try {
      queryClient.setQueryData(runQuery(id).queryKey, await stopRun(id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ level: 'error', text: error.message });
    }
  }

  const shown = plan === undefined ? undefined : run.data;
  const proposed = plan === undefined || made === undefined ? undefined : proposal.data;
  const difference = useMemo(() => differenceOf(shown, proposed, left), [shown, proposed, left]);

  return {
    /** The one that is looked at. */
    run: shown,
    proposal: proposed,
    difference,
    /** The items that somebody does not want. */
    left,
    leave,
    // While it is still known, a server that is away for a moment is told of elsewhere.
    error: plan === undefined || run.data ? null : run.error,
    underWay: runs.filter(isUnderWay),
    open: open ?? nothing,
    refused: refused?.from === from ? refused : undefined,
    isAsking,
    start: (wanted: Wanted, day?: LocalDate, stretch?: Days) => void start(wanted, day, stretch),
    stop: (id: string) => void stop(id),
    show: (id: string | undefined) => onPlan(id),
    forgive: () => setRefused(undefined),
  };
}

const none: readonly PlanRun[] = [];
const nothing: readonly Proposal[] = [];
