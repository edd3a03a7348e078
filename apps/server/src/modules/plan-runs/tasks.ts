import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BoardTables } from '@muster/domain/board/schema';
import { unplacedToTell } from '@muster/domain/planning/tell';
import type { NewPlanRun } from '@muster/domain/planning/schema';
import { differencesBetween } from '@muster/domain/scheduling/differences';
import { figures } from '@muster/optimiser/explain/summary';
import type { Running } from '@muster/optimiser/worker/connect';
import { startNodeWorker } from '@muster/optimiser/worker/node-host';
import type { Progress } from '@muster/optimiser/worker/protocol';
import { latestChange } from '../../platform/changes/command.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { Platform } from '../../platform/deps.ts';
import { Failure } from '../../platform/http/errors.ts';
import { channelOf, PROCESSES, tellOf } from '../../platform/live/event-log.ts';
import { keepProposal } from '../proposals/service.ts';
import { tellPlan } from '../reasons/service.ts';
import {
  ASKED,
  claimNext,
  figuresOf,
  lostPlaces,
  type Place,
  readDays,
  readWider,
  reasonsOf,
  RUN,
  type Stated,
  statedIn,
  STOP,
  tellFound,
} from './service.ts';
import { beginRun, endLost, endRun, noteBest, RENEW_MS, renewLeases } from './store.ts';

/** Four times a second is as often as anybody sees a difference. */
const TELL_MS = 250;
const MINUTE_MS = 60_000;
const FAILED = 'It failed by a fault of ours, which has been logged. Nothing was changed.';

type Worker = ReturnType<typeof startNodeWorker>;
const startThread = () => startNodeWorker({ yields: true });

/** A run that this process does. */
interface Own {
  /** Ends the search; the best so far is kept. */
  stop(): void;
  /** Somebody else has ended it: nothing is written any more. */
  isLost: boolean;
}

export interface Planner {
  /** Somebody looks at what is planned: a thread that is ready when they ask saves them the second that it takes to start. */
  getReady(): void;
  /** Ends what is under way and keeps the best of it. */
  close(): Promise<void>;
}

/** Does the runs of all accounts whose turn it is, as many at a time as this process has threads for. */
export function startPlanner({ database, live, log, now, settings }: Platform): Planner {
  const { db } = database;
  const process = randomUUID();
  const running = new Map<string, Own>();
  const performed = new Set<Promise<void>>();
  const idle: Worker[] = [];
  let looking: Promise<void> | undefined;
  let isClosing = false;
  const stopHearing = live.hear(PROCESSES, ({ event, id }) => {
    if (event === ASKED) look();
    if (event === STOP) running.get(id)?.stop();
  });
  const timer = setInterval(() => void renew(), RENEW_MS).unref();

  return {
    getReady() {
      if (idle.length === 0 && running.size === 0 && settings.PLAN_THREADS > 0) idle.push(startThread());
    },
    async close() {
      isClosing = true;
      stopHearing();
      clearInterval(timer);
      await looking;
      for (const own of running.values()) own.stop();
      await Promise.all(performed);
      await Promise.all(idle.map((worker) => worker.close()));
    },
  };

  function look(): void {
    looking ??= claimAll()
      .catch((error: unknown) => log.debug({ err: error }, 'Runs could not be looked for.'))
      .finally(() => (looking = undefined));
  }

  async function claimAll(): Promise<void> {
    for (;;) {
      if (isClosing || running.size >= settings.PLAN_THREADS) return;
      const claimed = await claimNext(db, process);
      if (!claimed) return;
      const end = perform(claimed, claimed.id).finally(() => {
        performed.delete(end);
        look();
      });
      performed.add(end);
    }
  }

  /** Says that this process lives, ends what others have left, and finds what it was not told of. */
  async function renew(): Promise<void> {
    try {
      if (running.size > 0) {
        const held = new Map((await renewLeases(db, process)).map((row) => [row.run_id, row.is_stopped]));
        for (const [id, own] of running) {
          own.isLost ||= !held.has(id);
          if (own.isLost || held.get(id)) own.stop();
        }
      }
      for (const place of await lostPlaces(db)) await sweep(place);
      look();
    } catch (error) {
      log.debug({ err: error }, 'The leases of runs could not be renewed.');
    }
  }

  async function sweep(place: Place): Promise<void> {
    await inPlace(db, place, async (db) => {
      for (const id of await endLost(db, new Date(now()))) tellRun(db, place, id);
    });
  }

  async function perform(place: Place, id: string): Promise<void> {
    let begun: Running | undefined;
    let isStopped = isClosing;
    const own: Own = {
      isLost: false,
      stop: () => {
        isStopped = true;
        begun?.cancel();
      },
    };
    running.set(id, own);
    const worker = idle.pop() ?? startThread();
    let isSound = false;
    try {
      const start = await prepare(db, place, id, new Date(now()));
      const teller = tellBest({ db, place, id, process, start }, log);
      begun = search(worker, start, (progress) => teller.note(progress));
      if (isStopped) begun.cancel();
      const end = await begun.done.catch((error: unknown) => ({ error }));
      await teller.end();
      if ('error' in end) throw end.error;
      const { result, cancelled } = end;
      if (own.isLost) return;
      await keep({ db, place, id, process, start }, worker, result, cancelled, () => new Date(now()));
      isSound = true;
    } catch (error) {
      if (!(error instanceof Failure)) log.error({ err: error, run: id }, 'A run of the optimiser failed.');
      await giveUp(place, id, error instanceof Failure ? error.message : FAILED);
    } finally {
      running.delete(id);
      if (isSound) idle.push(worker);
      // A thread that has ended, or that nobody waits for, is of no use to the next.
      else void worker.close();
    }
  }

  async function giveUp(place: Place, id: string, problem: string): Promise<void> {
    await inPlace(db, place, async (db) => {
      await endRun(db, id, process, { state: 'failed', problem, at: new Date(now()) });
      tellRun(db, place, id);
    }).catch((error: unknown) => log.debug({ err: error }, 'That a run failed could not be written down.'));
  }
}

function inPlace<T>(db: Db, { account, scenario }: Place, work: (db: Tx) => Promise<T>): Promise<T> {
  return withAccount(db, account, work, scenario);
}

function tellRun(db: Tx, { account }: Place, id: string): void {
  tellOf(db, channelOf(account), { event: RUN, id });
}

/** A run as its process begins it. */
interface Start extends Stated {
  readonly run: NewPlanRun;
  readonly tables: BoardTables;
  /** The change that the tables are true at. */
  readonly base: number;
  readonly at: Date;
}

interface OwnRun {
  readonly db: Db;
  readonly place: Place;
  readonly id: string;
  readonly process: string;
  readonly start: Start;
}

async function prepare(db: Db, place: Place, id: string, at: Date): Promise<Start> {
  const read = await inPlace(db, place, async (db) => {
    const run = await beginRun(db, id, at);
    const base = await latestChange(db, place.account);
    tellRun(db, place, id);
    return { run, base, tables: await readDays(db, run) };
  });
  return { ...read, at, ...statedIn(read.tables, read.run, at) };
}

function search(
  worker: Worker,
  { run, problem, at }: Start,
  onProgress: (progress: Progress) => void,
): Running {
  const task = {
    way: run.way,
    problem,
    // Where it begins from the board as it stands, it never proposes anything worse.
    schedule: problem.current!,
    scope: { now: Math.floor(at.getTime() / MINUTE_MS) },
    seed: 1,
    milliseconds: run.seconds * 1_000,
  };
  return worker.run(task, onProgress);
}

/** Writes down how far the run is and tells the account, not too often. */
function tellBest({ db, place, id, process, start }: OwnRun, log: Platform['log']) {
  const { run, problem, tables, before } = start;
  const over = new AbortController();
  let latest: Progress | undefined;
  let telling: Promise<void> | undefined;

  async function tell(): Promise<void> {
    while (latest !== undefined && !over.signal.aborted) {
      const { share, figures: found, costs, differences } = latest;
      latest = undefined;
      const after = figuresOf(problem, found, costs);
      const best = tellFound(start, run, tables, differences);
      await inPlace(db, place, async (db) => {
        await noteBest(db, id, process, { share, before, after, best });
        tellRun(db, place, id);
      });
      await sleep(TELL_MS, undefined, { signal: over.signal }).catch(() => {});
    }
  }

  return {
    note(progress: Progress) {
      latest = progress;
      telling ??= tell()
        .catch((error: unknown) => log.debug({ err: error }, 'How far a run is could not be written down.'))
        .finally(() => (telling = undefined));
    },
    async end() {
      over.abort();
      await telling;
    },
  };
}

/** The proposal, or nothing: all of it in one transaction, and only while the run is still this process's own. */
async function keep(
  { db, place, id, process, start }: OwnRun,
  worker: Worker,
  { schedule, costs }: Awaited<Running['done']>['result'],
  cancelled: boolean,
  now: () => Date,
): Promise<void> {
  const { problem, current, tables, base, run, before, at } = start;
  // A scenario has no other days.
  const wider =
    schedule.unplaced.length === 0 || place.scenario !== null
      ? undefined
      : await inPlace(db, place, (db) => readWider(db, run, problem, at));
  const { visits, days } = await tellPlan(worker, {
    problem,
    after: schedule,
    tables: wider?.tables ?? tables,
    wider: wider?.problem,
    now: Math.floor(at.getTime() / MINUTE_MS),
  });
  const differences = [
    ...tellFound(start, run, tables, differencesBetween(problem.current!, schedule)),
    ...unplacedToTell(current, schedule),
  ];
  const untold = { reasons: [], remedies: [] };
  const items = differences.map((item) => {
    const { reasons, remedies } = visits.get(item.visit_id) ?? untold;
    return Object.assign(item, { reasons: reasonsOf(start, run, item.visit_id, reasons), remedies });
  });
  const after = figuresOf(problem, figures(problem, schedule), costs);
  await inPlace(db, place, async (db) => {
    const made_at = now();
    const state = cancelled ? 'stopped' : 'finished';
    if (!(await endRun(db, id, process, { state, problem: null, at: made_at, after }))) return;
    await keepProposal(db, place.account, { run, run_id: id, made_at, base, before, after, days, items });
    tellRun(db, place, id);
  });
}
