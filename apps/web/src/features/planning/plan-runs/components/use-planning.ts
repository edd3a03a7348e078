import type { NewPlanRun, NothingToPlan, PlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { Proposal } from '@muster/domain/planning/proposals/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../../../../lib/api/api.ts';
import { commandId } from '../../../../lib/api/command.ts';
import {
  askForRun,
  isUnderWay,
  proposalQuery,
  proposalsQuery,
  runQuery,
  runsQuery,
  stopRun,
} from '../api.ts';
import { differenceOf, decisionInWords } from '../model/proposal.ts';
import { forgetInTab, keepInTab, keptInTab } from '../../../../lib/storage/tab-storage.ts';
import { ownDecisions } from './use-proposal.ts';

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
  useDecisionsOfOthers(open, `${from} ${to}`);
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

const keyOf = (proposal: string) => `muster-proposal-left:${proposal}`;
const noItems: ReadonlySet<string> = new Set();

/** The items of a proposal that somebody does not want, which a reload does not forget. Another proposal begins with all of it. */
function useChoice(proposal: string | undefined) {
  const [choice, setChoice] = useState<{ of: string; left: ReadonlySet<string> }>();
  if (proposal !== undefined && choice?.of !== proposal)
    setChoice({ of: proposal, left: readLeft(keptInTab(keyOf(proposal))) });
  return {
    left: choice !== undefined && choice.of === proposal ? choice.left : noItems,
    leave: (left: ReadonlySet<string>) => {
      if (proposal === undefined) return;
      setChoice({ of: proposal, left });
      if (left.size === 0) forgetInTab(keyOf(proposal));
      else keepInTab(keyOf(proposal), JSON.stringify([...left]));
    },
  };
}

function readLeft(kept: string | undefined): ReadonlySet<string> {
  return kept === undefined ? noItems : new Set(JSON.parse(kept) as string[]);
}

interface Known {
  days: string;
  open: readonly Proposal[];
}

/** Tells of proposals that a colleague has accepted or rejected, whole or in part. */
function useDecisionsOfOthers(open: readonly Proposal[] | undefined, days: string): void {
  const queryClient = useQueryClient();
  const known = useRef<Known>(undefined);
  const hear = useEffectEvent(async (id: string) => {
    if (ownDecisions.has(id)) return;
    const proposal = await queryClient
      .fetchQuery({ ...proposalQuery(id), staleTime: 0 })
      .catch(() => undefined);
    const words = proposal && decisionInWords(proposal);
    if (words !== undefined) notify({ level: 'info', text: words });
  });
  useEffect(() => {
    if (open === undefined) return;
    const before = known.current?.days === days ? known.current.open : [];
    known.current = { days, open };
    for (const { id, counts } of before) {
      const now = open.find((one) => one.id === id);
      if (now?.counts.accepted !== counts.accepted) void hear(id);
    }
  }, [open, days]);
}
