import type { NewPlanRun, NothingToPlan, ShownPlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { addDays } from '@muster/domain/values/local-time';
import { minuteAt, DAY_MS } from '@muster/domain/values/minutes';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { planRunsPerAccount } from '../../../platform/limit-table.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { channelOf, PROCESSES, tellOf } from '../../../platform/live/event-log.ts';
import type { Caller } from '../../../platform/sign-in/access.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { reckon } from '../../../platform/threads.ts';
import { readBoardText } from '../../dispatch/board/service.ts';
import {
  claimRun,
  countOpenRuns,
  endLost,
  findOpenRun,
  forgetRuns,
  insertRun,
  isAskedFor,
  listLost,
  lockRuns,
  readRun,
  stopRun,
} from './store.ts';

/** Proposals go with their runs. */
const KEPT_DAYS = 30;
/** How far ahead a day is looked for on which somebody works. */
const LOOK_AHEAD_DAYS = 14;

/** A run seldom takes longer. */
const RETRY_SECONDS = 30;

/** The names of what streams and processes are told. */
export const RUN = 'plan-run';
export const ASKED = 'plan asked';
export const STOP = 'plan stopped';

/** Asks for a run, once for each id; refused with the name of whoever plans these days already, and where there is nothing to plan. */
export async function askForRun(
  db: Db,
  caller: Caller,
  scenario: string | null,
  id: string,
  run: NewPlanRun,
  at: Date,
): Promise<ShownPlanRun> {
  const place = { account: caller.account, scenario };
  const inPlace = <T>(work: (db: Tx) => Promise<T>) => withAccount(db, caller.account, work, scenario);
  const known = await inPlace((db) => holdDays(db, id, run, at));
  if (known) return known;
  // Outside, since that reads whole boards: nobody who asks for other days waits for it.
  await refuseNothing(db, place, run, at);
  return inPlace(async (db) => {
    const known = await holdDays(db, id, run, at);
    if (known) return known;
    await forgetRuns(db, new Date(at.getTime() - KEPT_DAYS * DAY_MS));
    await insertRun(db, { id, user: caller.user, apiKey: caller.apiKey, at }, run);
    tellOf(db, PROCESSES, { event: ASKED, id });
    tellOf(db, channelOf(caller.account), { event: RUN, id });
    return (await readRun(db, id))!;
  });
}

/** Nobody else asks for a run until the transaction ends. The run itself, where it is asked for again; refused where others plan these days, or where too many wait. */
async function holdDays(db: Tx, id: string, run: NewPlanRun, at: Date): Promise<ShownPlanRun | undefined> {
  await lockRuns(db);
  const known = await readRun(db, id);
  if (known) {
    if (!(await isAskedFor(db, id, run))) throw new Failure('keyReused');
    return known;
  }
  await endLost(db, at);
  const open = await findOpenRun(db, run.from, run.to);
  if (open)
    throw new Failure('conflict', `${open.asked_by.name} is already planning these days.`, {
      data: { run: open },
    });
  if ((await countOpenRuns(db)) >= planRunsPerAccount)
    throw new Failure(
      'tooMany',
      `Your business already has ${planRunsPerAccount} plan runs in progress or waiting. Wait until one ends, or stop one.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  return undefined;
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
export async function claimNext(db: Db, process: string, ofAccount: number) {
  const claimed = await claimRun(db, process, ofAccount);
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
  'day over': 'The working day has ended.',
  'no shifts': 'No one is working then.',
  'no visits': 'There’s nothing to plan: every visit has started, is fixed or is already planned.',
};

/** Refused where there is nothing to plan, with the next day on which there may be. */
async function refuseNothing(db: Db, { account, scenario }: Place, run: NewPlanRun, at: Date): Promise<void> {
  const [from, to] = [run.from as LocalDate, run.to as LocalDate];
  const first = addDays(to, 1);
  const read = (from: LocalDate, to: LocalDate) =>
    withAccount(db, account, (db) => readBoardText(db, from, to), scenario);
  const now = minuteAt(at);
  const found = await reckon(account, 'nothingOn', { text: await read(from, to), now, run });
  if (found === undefined) return;
  if ('problem' in found) throw new Failure(found.answer, found.problem);
  const { nothing } = found;
  const ahead = await read(first, addDays(first, LOOK_AHEAD_DAYS - 1));
  const next = await reckon(account, 'nextOn', { text: ahead, now, technicians: run.technicians });
  throw new Failure('unprocessable', nothingWords[nothing], { data: { nothing, next } });
}
