import type { MessagePort } from 'node:worker_threads';
import { boardRows } from '@muster/domain/dispatch/board/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import type { Difference } from '@muster/domain/dispatch/scheduling/differences';
import { differencesBetween, differencesInTurn } from '@muster/domain/dispatch/scheduling/differences';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { differencesToTell, unplacedToTell } from '@muster/domain/planning/plan-runs/differences';
import type { PushedDay } from '@muster/domain/planning/plan-runs/push-day';
import { delayInWords, pushDay } from '@muster/domain/planning/plan-runs/push-day';
import type { Figures, NewPlanRun, NothingToPlan } from '@muster/domain/planning/plan-runs/schema';
import { nothingIn, problemAfter, problemOf, workingDays } from '@muster/domain/planning/plan-runs/stretch';
import type { DayStory, ReasonPart, Remedy } from '@muster/domain/planning/proposals/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import type { Figures as Summary } from '@muster/optimiser/explain/summary';
import { figures as summary } from '@muster/optimiser/explain/summary';
import type { Optimiser } from '@muster/optimiser/worker/connect';
import { startOptimiserHere } from '@muster/optimiser/worker/same-thread';
import type { Progress } from '@muster/optimiser/worker/protocol';
import { boardIn, type BoardText, tablesIn } from '../../dispatch/board/thread.ts';
import { tellPlan, widerIn } from '../reasons/thread.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    nothingOn: typeof nothingOn;
    nextOn: typeof nextOn;
  }
}

const NOT_LATE = 'No one is running late for this visit now.';
/** Beyond, the drives between all of them take more memory and time to reckon than a plan of them is worth. */
const MOST_VISITS = 5_000;
const TOO_MANY = `That’s more than ${MOST_VISITS} visits at once. Choose fewer days or technicians.`;

interface Refused {
  readonly answer: 'malformed' | 'unprocessable';
  readonly problem: string;
}

/** Why there is nothing to be planned on a board, or why it cannot be planned so. */
export function nothingOn({
  text,
  now,
  run,
}: {
  text: BoardText;
  now: EpochMinutes;
  run: NewPlanRun;
}): Refused | { readonly nothing: NothingToPlan['nothing'] } | undefined {
  const board = boardIn(text, now);
  const refused = (problem: string): Refused => ({ answer: 'unprocessable', problem });
  if (run.technicians?.some((id) => !board.technicians.has(id)))
    return refused('One of these technicians no longer exists.');
  if (run.delay_of !== undefined) {
    if (run.way !== 'repair')
      return { answer: 'malformed', problem: 'To plan around a delay, use the way “repair”.' };
    const pushed = pushDay(board, run.delay_of);
    if (pushed === undefined) return refused(NOT_LATE);
    // A delay that moves nothing needs no plan.
    return pushed.later.size === 0 && pushed.lost.length === 0
      ? refused('The rest of the day still fits. Nothing needs to move.')
      : undefined;
  }
  const nothing = nothingIn(board, run);
  if (nothing !== undefined) return { nothing };
  return board.visits.size > MOST_VISITS && problemOf(board, run).visits.length > MOST_VISITS
    ? refused(TOO_MANY)
    : undefined;
}

/** The first day of a board on which one of them works. */
export function nextOn({
  text,
  now,
  technicians,
}: {
  text: BoardText;
  now: EpochMinutes;
  technicians: readonly string[] | undefined;
}): LocalDate | null {
  return workingDays(boardIn(text, now), technicians, now)[0] ?? null;
}

/** What a run has to solve, and the board that it is told against: after a delay they differ from the beginning. */
interface Stated {
  readonly problem: Problem;
  readonly current: Schedule;
  readonly before: Figures;
  readonly pushed: PushedDay | undefined;
  /** What is mended stays on its day. */
  readonly days: { start: number; end: number }[];
}

function statedIn(tables: BoardTables, run: NewPlanRun, now: EpochMinutes): Stated | undefined {
  const board = prepareBoard(boardRows(tables, now));
  const plain = problemOf(board, run);
  const pushed = run.delay_of === undefined ? undefined : pushDay(board, run.delay_of);
  if (run.delay_of !== undefined && pushed === undefined) return undefined;
  return {
    problem: pushed ? problemAfter(pushed, run) : plain,
    current: plain.current!,
    before: figuresNow(plain, plain.current!),
    pushed,
    days: board.days.map(({ start, end }) => ({ start, end: end - 1 })),
  };
}

/**
 * What a search has found, against the board as it stands: a delay has changed something before anything is planned. That somebody
 * comes late for what has begun is a fact, not a plan.
 */
function tellFound(
  { problem, current, pushed }: Stated,
  { delay_of }: NewPlanRun,
  tables: BoardTables,
  found: readonly Difference[],
): ReturnType<typeof differencesToTell> {
  const first = differencesBetween(current, problem.current!).filter(
    ({ visit }) => !(pushed?.isFact === true && visit === delay_of),
  );
  return differencesToTell(tables, differencesInTurn(first, found));
}

/** Why a visit moves: the delay first, and then what the optimiser says. */
function reasonsOf(
  { pushed }: Stated,
  { delay_of }: NewPlanRun,
  visit: string,
  told: ReasonPart[][],
): ReasonPart[][] {
  const text = pushed && delayInWords(pushed, delay_of!, visit);
  return text === undefined ? told : [[{ text }], ...told];
}

/** A schedule in figures, as the optimiser sums them up. */
function figuresOf(problem: Problem, found: Summary, costs: Figures['costs']): Figures {
  const { travel, overtime, onTime, promised, unplaced } = found;
  const placed = problem.visits.length - unplaced;
  return { driving: travel, overtime, kept: onTime, late: promised - onTime, placed, unplaced, costs };
}

export function figuresNow(problem: Problem, schedule: Schedule): Figures {
  return figuresOf(problem, summary(problem, schedule), evaluate(problem, schedule).costs);
}

/** Four times a second is as often as anybody sees a difference. */
const TELL_MS = 250;

/** A run, and the way to whoever has it done. */
export interface PlanTask {
  readonly text: BoardText;
  readonly run: NewPlanRun;
  readonly now: EpochMinutes;
  readonly port: MessagePort;
}

/** What is told while a run goes on: the best so far, and that the search has ended, whose answer is the wider board. */
export type FromPlan =
  | {
      readonly kind: 'best';
      readonly best: {
        readonly share: number;
        readonly before: Figures;
        readonly after: Figures;
        readonly best: ReturnType<typeof differencesToTell>;
      };
    }
  | { readonly kind: 'found'; readonly unplaced: number };

/** What a run is told: to end with the best that it has, and the board for what would let in what found no place. */
export type ToPlan =
  | { readonly kind: 'stop' }
  | { readonly kind: 'wider'; readonly text: BoardText | undefined };

/** What comes of a run: a proposal, or why there is none. */
export type MadePlan =
  | { readonly problem: string }
  | {
      readonly problem: null;
      readonly isCancelled: boolean;
      readonly before: Figures;
      readonly after: Figures;
      readonly days: DayStory[];
      readonly items: (ReturnType<typeof differencesToTell>[number] & {
        reasons: ReasonPart[][];
        remedies: Remedy[];
      })[];
    };

let optimiser: Optimiser | undefined;

/** A thread that has warmed up when somebody asks saves them the second that it takes. */
export function getReadyToPlan(): void {
  optimiser ??= startOptimiserHere();
}

/** Plans the days of a board, and says why it is planned so. */
export async function plan({ text, run, now, port }: PlanTask): Promise<MadePlan> {
  getReadyToPlan();
  const heard = listen(port);
  try {
    const tables = tablesIn(text);
    const start = statedIn(tables, run, now);
    if (start === undefined) return { problem: NOT_LATE };
    const { problem, current, before, days } = start;
    if (problem.visits.length > MOST_VISITS) return { problem: TOO_MANY };
    const begun = optimiser!.run(
      {
        way: run.way,
        // When customers expect somebody is said by the board, and not by what a delay has made of it.
        problem: { ...problem, current },
        // Where it begins from the board as it stands, it never proposes anything worse.
        schedule: problem.current!,
        scope: { now, days },
        seed: 1,
        milliseconds: run.seconds * 1_000,
      },
      tellBest(port, start, run, tables),
    );
    void heard.stop.then(begun.cancel);
    const { result, cancelled: isCancelled } = await begun.done;
    const { schedule, costs } = result;
    tell(port, { kind: 'found', unplaced: schedule.unplaced.length });
    const widerText = await heard.wider;
    const wider = widerText === undefined ? undefined : widerIn(widerText, problem, now);
    const told = tellPlan({
      problem,
      after: schedule,
      tables: wider?.tables ?? tables,
      wider: wider?.problem,
      now,
    });
    const differences = [
      ...tellFound(start, run, tables, differencesBetween(problem.current!, schedule)),
      ...unplacedToTell(current, schedule),
    ];
    const items = differences.map((item) => {
      const { reasons, remedies } = told.visits.get(item.visit_id) ?? { reasons: [], remedies: [] };
      return Object.assign(item, { reasons: reasonsOf(start, run, item.visit_id, reasons), remedies });
    });
    const after = figuresOf(problem, summary(problem, schedule), costs);
    return { problem: null, isCancelled, before, after, days: told.days, items };
  } finally {
    port.close();
  }
}

/** What is told of from outside, once each. */
function listen(port: MessagePort): { stop: Promise<void>; wider: Promise<BoardText | undefined> } {
  const stop = Promise.withResolvers<void>();
  const wider = Promise.withResolvers<BoardText | undefined>();
  port.on('message', (message: ToPlan) => {
    if (message.kind === 'stop') stop.resolve();
    else wider.resolve(message.text);
  });
  return { stop: stop.promise, wider: wider.promise };
}

function tell(port: MessagePort, message: FromPlan): void {
  port.postMessage(message);
}

/** The best so far in words of the wire, not too often. */
function tellBest(port: MessagePort, start: Stated, run: NewPlanRun, tables: BoardTables) {
  let toldAt = -Infinity;
  return ({ share, figures, costs, differences }: Progress): void => {
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    const after = figuresOf(start.problem, figures, costs);
    const best = tellFound(start, run, tables, differences);
    tell(port, { kind: 'best', best: { share, before: start.before, after, best } });
  };
}
