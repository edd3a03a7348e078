import { randomUUID } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import type { NewPlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import type { Piscina } from 'piscina';
import { latestChange } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { logFault } from '../../../platform/db/connection-errors.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Platform } from '../../../platform/deps.ts';
import { channelOf, PROCESSES, tellOf } from '../../../platform/live/event-log.ts';
import { planThreadsPerAccount } from '../../../platform/limit-table.ts';
import { openThreads } from '../../../platform/threads.ts';
import { type BoardText, readBoardText } from '../../dispatch/board/service.ts';
import { keepProposal } from '../proposals/service.ts';
import { readWider } from '../reasons/service.ts';
import { ASKED, claimNext, lostPlaces, type Place, RUN, STOP } from './service.ts';
import { beginRun, endLost, endRun, noteBest, RENEW_MS, renewLeases } from './store.ts';
import type { FromPlan, MadePlan, PlanTask, ToPlan } from './thread.ts';

const FAILED =
  'Planning failed because of a fault at our end. Nothing was changed. We’ve logged it; try again.';

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
export function startPlanner({
  database,
  live,
  log,
  now,
  settings,
}: Pick<Platform, 'database' | 'live' | 'log' | 'now' | 'settings'>): Planner {
  const { db } = database;
  const process = randomUUID();
  const running = new Map<string, Own>();
  const performed = new Set<Promise<void>>();
  let threads: Piscina | undefined;
  let looking: Promise<void> | undefined;
  let isClosing = false;
  const stopHearing = live.hear(PROCESSES, ({ event, id }) => {
    if (event === ASKED) look();
    if (event === STOP) running.get(id)?.stop();
  });
  const timer = setInterval(() => void renew(), RENEW_MS).unref();

  return {
    getReady() {
      if (settings.PLAN_THREADS > 0) open();
    },
    async close() {
      isClosing = true;
      stopHearing();
      clearInterval(timer);
      await looking;
      for (const own of running.values()) own.stop();
      await Promise.all(performed);
      await threads?.destroy();
    },
  };

  function open(): Piscina {
    return (threads ??= openThreads('plan', { least: 1, most: settings.PLAN_THREADS }));
  }

  function look(): void {
    looking ??= claimAll()
      .catch((error: unknown) => logFault(log, error, 'Couldn’t look for plan runs.'))
      .finally(() => (looking = undefined));
  }

  async function claimAll(): Promise<void> {
    for (;;) {
      if (isClosing || running.size >= settings.PLAN_THREADS) return;
      const claimed = await claimNext(db, process, planThreadsPerAccount(settings.PLAN_THREADS));
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
      logFault(log, error, 'Couldn’t renew the leases of plan runs.');
    }
  }

  async function sweep(place: Place): Promise<void> {
    await inPlace(db, place, async (db) => {
      for (const id of await endLost(db, new Date(now()))) tellRun(db, place, id);
    });
  }

  async function perform(place: Place, id: string): Promise<void> {
    const { port1: port, port2 } = new MessageChannel();
    const tell = (message: ToPlan) => port.postMessage(message);
    const own: Own = { isLost: false, stop: () => tell({ kind: 'stop' }) };
    running.set(id, own);
    if (isClosing) own.stop();
    const at = new Date(now());
    try {
      const start = await begin(db, place, id, at);
      const teller = keepBest({ db, place, id, process }, log);
      port.on('message', (message: FromPlan) => {
        if (message.kind === 'best') teller.note(message.best);
        else
          void answerFound(db, place, start.run, message.unplaced, log).then((text) =>
            tell({ kind: 'wider', text }),
          );
      });
      const task: PlanTask = { text: start.text, run: start.run, now: minuteAt(at), port: port2 };
      const end = await open()
        // The types of piscina take what else `postMessage` takes for a list.
        .run(task, { transferList: [port2] as never })
        .then(
          (made) => made as MadePlan,
          (error: unknown) => ({ error }),
        );
      await teller.end();
      if ('error' in end) throw end.error;
      if (own.isLost) return;
      if (end.problem !== null) await giveUp(place, id, end.problem);
      else await keep({ db, place, id, process }, start, end, new Date(now()));
    } catch (error) {
      log.error({ err: error, run: id }, 'A plan run failed.');
      await giveUp(place, id, FAILED);
    } finally {
      running.delete(id);
      port.close();
    }
  }

  async function giveUp(place: Place, id: string, problem: string): Promise<void> {
    await inPlace(db, place, async (db) => {
      await endRun(db, id, process, { state: 'failed', problem, at: new Date(now()) });
      tellRun(db, place, id);
    }).catch((error: unknown) => logFault(log, error, 'Couldn’t save that a plan run failed.'));
  }
}

function inPlace<T>(db: Db, { account, scenario }: Place, work: (db: Tx) => Promise<T>): Promise<T> {
  return withAccount(db, account, work, scenario);
}

function tellRun(db: Tx, { account }: Place, id: string): void {
  tellOf(db, channelOf(account), { event: RUN, id });
}

/** A run as its process begins it. */
interface Start {
  readonly run: NewPlanRun;
  readonly text: BoardText;
  /** The change that the board is true at. */
  readonly base: number;
}

interface OwnRun {
  readonly db: Db;
  readonly place: Place;
  readonly id: string;
  readonly process: string;
}

function begin(db: Db, place: Place, id: string, at: Date): Promise<Start> {
  return inPlace(db, place, async (db) => {
    const run = await beginRun(db, id, at);
    const base = await latestChange(db, place.account);
    tellRun(db, place, id);
    return { run, base, text: await readBoardText(db, run.from as LocalDate, run.to as LocalDate) };
  });
}

/** What the search is explained with beside the board. A scenario has no other days. */
async function answerFound(
  db: Db,
  place: Place,
  { from, to }: NewPlanRun,
  unplaced: number,
  log: Platform['log'],
): Promise<BoardText | undefined> {
  if (unplaced === 0 || place.scenario !== null) return undefined;
  const days = { from: from as LocalDate, to: to as LocalDate };
  return inPlace(db, place, (db) => readWider(db, days)).catch((error: unknown) => {
    // What found no place is told without what would let it in.
    log.warn({ err: error }, 'Couldn’t read the days after those of a plan run.');
    return undefined;
  });
}

type Best = Extract<FromPlan, { kind: 'best' }>['best'];

/** Writes down how far the run is and tells the account, one after the other. */
function keepBest({ db, place, id, process }: OwnRun, log: Platform['log']) {
  let latest: Best | undefined;
  let telling: Promise<void> | undefined;
  const over = new AbortController();

  async function tell(): Promise<void> {
    while (latest !== undefined && !over.signal.aborted) {
      const best = latest;
      latest = undefined;
      await inPlace(db, place, async (db) => {
        await noteBest(db, id, process, best);
        tellRun(db, place, id);
      });
    }
  }

  return {
    note(best: Best) {
      latest = best;
      telling ??= tell()
        .catch((error: unknown) => logFault(log, error, 'Couldn’t save the progress of a plan run.'))
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
  { db, place, id, process }: OwnRun,
  { run, base }: Start,
  { isCancelled, before, after, days, items }: Extract<MadePlan, { problem: null }>,
  made_at: Date,
): Promise<void> {
  await inPlace(db, place, async (db) => {
    const state = isCancelled ? 'stopped' : 'finished';
    if (!(await endRun(db, id, process, { state, problem: null, at: made_at, after }))) return;
    await keepProposal(db, place.account, { run, run_id: id, made_at, base, before, after, days, items });
    tellRun(db, place, id);
  });
}
