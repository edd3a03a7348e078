import { boardRows } from '@muster/domain/board/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import { delayInWords } from '@muster/domain/planning/delay-words';
import type { Figures, NewPlanRun, NothingToPlan, ShownPlanRun } from '@muster/domain/planning/schema';
import { type PushedDay, pushDay } from '@muster/domain/planning/push-day';
import { type Asked, nothingIn, problemAfter, problemOf, workingDays } from '@muster/domain/planning/stretch';
import type { ReasonPart } from '@muster/domain/proposals/schema';
import { differencesToTell } from '@muster/domain/planning/tell';
import { prepareBoard } from '@muster/domain/scheduling/board/prepare';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import {
  type Difference,
  differencesBetween,
  differencesInTurn,
} from '@muster/domain/scheduling/differences';
import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Problem, Schedule } from '@muster/domain/scheduling/problem';
import type { AccountId } from '@muster/domain/values/ids';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { figures as summary, type Figures as Summary } from '@muster/optimiser/explain/summary';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { channelOf, PROCESSES, tellOf } from '../../platform/live/event-log.ts';
import type { Caller } from '../../platform/sign-in/access.ts';
import { accountNamedBy } from '../../platform/sign-in/person.ts';
import { readBoard } from '../board/service.ts';
import {
  claimRun,
  endLost,
  findOpenRun,
  forgetRuns,
  insertRun,
  listLost,
  lockRuns,
  readRun,
  stopRun,
} from './store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Proposals go with their runs. */
const KEPT_DAYS = 30;
/** How far ahead a day is looked for on which somebody works. */
const LOOK_AHEAD_DAYS = 14;

/** The names of what streams and processes are told. */
export const RUN = 'plan-run';
export const ASKED = 'plan asked';
export const STOP = 'plan stopped';

/** Asks for a run, once for each id; refused with the name of whoever plans these days already, and where there is nothing to plan. */
export async function askForRun(
  db: Tx,
  caller: Caller,
  id: string,
  run: NewPlanRun,
  at: Date,
): Promise<ShownPlanRun> {
  await lockRuns(db);
  const known = await readRun(db, id);
  if (known) return known;
  await endLost(db, at);
  const open = await findOpenRun(db, run.from, run.to);
  if (open)
    throw new Failure('conflict', `${open.asked_by.name} is planning these days already.`, {
      data: { run: open },
    });
  await refuseNothing(db, run, at);
  await forgetRuns(db, new Date(at.getTime() - KEPT_DAYS * DAY_MS));
  await insertRun(db, { id, user: caller.user, apiKey: caller.apiKey, at }, run);
  tellOf(db, PROCESSES, { event: ASKED, id });
  tellOf(db, channelOf(caller.account), { event: RUN, id });
  return (await readRun(db, id))!;
}

/** Stopped, it keeps the best that it has found. */
export async function askToStop(db: Tx, caller: Caller, id: string, at: Date): Promise<ShownPlanRun> {
  if (await stopRun(db, id, at)) tellOf(db, PROCESSES, { event: STOP, id });
  tellOf(db, channelOf(caller.account), { event: RUN, id });
  return runOf(db, id);
}

export async function runOf(db: Tx, id: string): Promise<ShownPlanRun> {
  const run = await readRun(db, id);
  if (!run) throw new Failure('notFound');
  return run;
}

/** The run whose turn it is, for a process to do. Its row is outside every account, and was written inside its own. */
export async function claimNext(db: Db, process: string) {
  const claimed = await claimRun(db, process);
  return claimed && { ...placeOf(claimed), id: claimed.run_id };
}

/** Where a run is done: on the live board of an account, or in one of its scenarios. */
export interface Place {
  readonly account: AccountId;
  readonly scenario: string | null;
}

function placeOf(row: { account_id: string; scenario_id: string }): Place {
  const account = accountNamedBy(row);
  return { account, scenario: row.scenario_id === account ? null : row.scenario_id };
}

/** Where runs were left by processes that are gone. */
export async function lostPlaces(db: Db): Promise<Place[]> {
  return (await listLost(db)).map(placeOf);
}

/** Why there is nothing to plan, in words. */
const nothingWords: Readonly<Record<NothingToPlan['nothing'], string>> = {
  'day over': 'The working day is over.',
  'no shifts': 'Nobody works then.',
  'no visits': 'There is nothing that could be planned then: every visit has begun, is fixed, or is planned.',
};

const NOT_LATE = 'Nobody runs late for this visit any more.';

/** A delay that moves nothing needs no plan. */
function refuseNoDelay(board: Board, { way, delay_of }: NewPlanRun): void {
  if (way !== 'repair') throw new Failure('malformed', 'A delay is repaired: ask for way repair.');
  const pushed = pushDay(board, delay_of!);
  if (pushed === undefined) throw new Failure('unprocessable', NOT_LATE);
  if (pushed.later.size === 0 && pushed.lost.length === 0)
    throw new Failure('unprocessable', 'The rest of the day still fits: nothing has to move.');
}

async function refuseNothing(db: Tx, run: NewPlanRun, at: Date): Promise<void> {
  const now = epochMinutes(Math.floor(at.getTime() / MINUTE_MS));
  const board = prepareBoard(boardRows(await readDays(db, run), now));
  if (run.technicians?.some((id) => !board.technicians.has(id)))
    throw new Failure('unprocessable', 'One of these technicians does not exist any more.');
  if (run.delay_of !== undefined) return refuseNoDelay(board, run);
  const nothing = nothingIn(board, run);
  if (nothing === undefined) return;
  const first = addDays(run.to as LocalDate, 1);
  const ahead = await readBoard(db, first, addDays(first, LOOK_AHEAD_DAYS - 1));
  const [next = null] = workingDays(prepareBoard(boardRows(ahead, now)), run.technicians, now);
  throw new Failure('unprocessable', nothingWords[nothing], { data: { nothing, next } });
}

export function readDays(db: Tx, { from, to }: Pick<NewPlanRun, 'from' | 'to'>): Promise<BoardTables> {
  return readBoard(db, from as LocalDate, to as LocalDate);
}

/** What a run has to solve, and the board that it is told against: after a delay they differ from the beginning. */
export interface Stated {
  readonly problem: Problem;
  readonly current: Schedule;
  readonly before: Figures;
  readonly pushed: PushedDay | undefined;
}

export function statedIn(tables: BoardTables, run: NewPlanRun, at: Date): Stated {
  const board = prepareBoard(boardRows(tables, epochMinutes(Math.floor(at.getTime() / MINUTE_MS))));
  const plain = problemOf(board, run);
  const pushed = run.delay_of === undefined ? undefined : pushDay(board, run.delay_of);
  if (run.delay_of !== undefined && pushed === undefined) throw new Failure('unprocessable', NOT_LATE);
  return {
    problem: pushed ? problemAfter(pushed, run) : plain,
    current: plain.current!,
    before: figuresNow(plain, plain.current!),
    pushed,
  };
}

/**
 * What a search has found, against the board as it stands: a delay has changed something before anything is planned. That somebody
 * comes late for what has begun is a fact, not a plan.
 */
export function tellFound(
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
export function reasonsOf(
  { pushed }: Stated,
  { delay_of }: NewPlanRun,
  visit: string,
  told: ReasonPart[][],
): ReasonPart[][] {
  const text = pushed && delayInWords(pushed, delay_of!, visit);
  return text === undefined ? told : [[{ text }], ...told];
}

export function problemIn(tables: BoardTables, run: Asked, at: Date): Problem {
  const now = epochMinutes(Math.floor(at.getTime() / MINUTE_MS));
  return problemOf(prepareBoard(boardRows(tables, now)), run);
}

/** How many days after those that are planned a visit is offered on: a week, so that each weekday is among them. */
const WIDER_DAYS = 7;
/** With more visits than this the drives between all of them take longer to reckon than the offer is worth. */
const MOST_WIDER = 600;

/** The board with everybody and the next days, where that is affordable: for what would let in what found no place. */
export async function readWider(
  db: Tx,
  { from, to }: Pick<NewPlanRun, 'from' | 'to'>,
  { visits }: Problem,
  at: Date,
): Promise<{ problem: Problem; tables: BoardTables } | undefined> {
  if (visits.length > MOST_WIDER) return undefined;
  const tables = await readBoard(db, from as LocalDate, addDays(to as LocalDate, WIDER_DAYS));
  const booked = new Set(tables.assignments.map(({ visit_id }) => visit_id));
  if (booked.size > MOST_WIDER) return undefined;
  return { tables, problem: problemIn(tables, { way: 'plan', visits: visits.map(({ id }) => id) }, at) };
}

/** A schedule in figures, as the optimiser sums them up. */
export function figuresOf(problem: Problem, found: Summary, costs: Figures['costs']): Figures {
  const { travel, overtime, onTime, promised, unplaced } = found;
  const placed = problem.visits.length - unplaced;
  return { driving: travel, overtime, kept: onTime, late: promised - onTime, placed, unplaced, costs };
}

export function figuresNow(problem: Problem, schedule: Schedule): Figures {
  return figuresOf(problem, summary(problem, schedule), evaluate(problem, schedule).costs);
}
