import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import type { RefusedFor } from '@muster/domain/dispatch/scheduling/board/reasons';
import type { Figures } from '@muster/domain/planning/plan-runs/schema';
import { dispatchedAway, problemOf } from '@muster/domain/planning/plan-runs/stretch';
import {
  boardWith,
  type Circumstances,
  isDone,
  isIdle,
  type Item,
  unfitIn,
} from '@muster/domain/planning/proposals/rules';
import type { ProposalItem, ShownProposal } from '@muster/domain/planning/proposals/schema';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { boardIn, type BoardText } from '../../dispatch/board/thread.ts';
import { figuresNow } from '../plan-runs/thread.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    awayOn: typeof awayOn;
    figuresOn: typeof figuresOn;
    judgementOn: typeof judgementOn;
  }
}

/** What items are judged against. */
export interface Scene extends Required<Circumstances> {
  readonly text: BoardText;
  readonly now: EpochMinutes;
}

/** The same with its board read. */
export type JudgedScene = Required<Circumstances> & { readonly board: Board };

/** Whether there is something to decide about it. */
export function isOpen(item: ProposalItem): boolean {
  return item.accepted_at === null && !isIdle(item);
}

/** Items as the board stands: those that do not fit, by their ids, and of the others what has to be known to book them. */
export interface Judgement {
  readonly unfit: ReadonlyMap<string, readonly RefusedFor[]>;
  readonly done: ReadonlySet<string>;
  /** How long each visit takes then, in minutes. */
  readonly durations: ReadonlyMap<string, number>;
  readonly dispatched: ReadonlySet<string>;
}

export function judgementOn({
  text,
  now,
  items,
  ...circumstances
}: Scene & { readonly items: readonly Item[] }): Judgement {
  const board = boardIn(text, now);
  const unfit = unfitIn(board, items, circumstances);
  const fitting = items.filter(({ id }) => !unfit.has(id));
  const then = boardWith(board, fitting);
  const isDispatched = ({ visit_id }: Item) => board.visits.get(visit_id)!.row.state === 'dispatched';
  return {
    unfit,
    done: new Set(fitting.filter((item) => isDone(board, item)).map(({ id }) => id)),
    durations: new Map(fitting.map(({ visit_id }) => [visit_id, then.visits.get(visit_id)!.row.duration])),
    dispatched: new Set(fitting.filter(isDispatched).map(({ id }) => id)),
  };
}

/** What is dispatched to people who are away between two moments. */
export function awayOn({
  text,
  now,
  ...between
}: {
  text: BoardText;
  now: EpochMinutes;
  from: number;
  until: number;
}): ShownProposal['dispatched_away'] {
  return dispatchedAway(boardIn(text, now), between).map(({ technician, visits }) => ({
    technician_id: technician,
    visits: [...visits],
  }));
}

/** What a proposal comes to with some of its items alone. */
export function figuresOn({
  text,
  now,
  items,
  chosen,
  after,
  ...scene
}: Scene & {
  readonly items: readonly ProposalItem[];
  readonly chosen: ReadonlySet<string>;
  readonly after: Figures;
}): Figures {
  const some = items.filter(({ id }) => chosen.has(id));
  return figuresThen({ ...scene, board: boardIn(text, now) }, after, items, some);
}

/** What the proposal came to with these items, and what it comes to with those: what is more or less on the board then. */
export function figuresThen(
  { board, ...circumstances }: JudgedScene,
  after: Figures,
  items: readonly ProposalItem[],
  then: readonly ProposalItem[],
): Figures {
  const counted = (some: readonly ProposalItem[]): Figures => {
    const open = some.filter(isOpen);
    const unfit = unfitIn(board, open, circumstances);
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
