import { randomUUID } from 'node:crypto';
import { pauseSeconds } from '@muster/domain/basics/deliveries/rules';
import type { Tx } from '../../../platform/db/executor.ts';
import {
  deleteOver,
  type DeliveryKey,
  type Due,
  type Ended,
  endAttempt,
  endLostAttempts,
  type Held,
  holdAlike,
  holdCalls,
  holdConnection,
  holdDue,
  insertAttempt,
  insertCall,
  noteFailing,
  pauseConnection,
  readWait,
  releaseConnection,
} from './store.ts';

export {
  cancelFailed,
  cancelOfSubject as cancelDeliveries,
  clearConnection,
  deleteConnection as closeConnection,
  deleteEvents,
  deleteEventsOf,
  endEvents,
  insertEvent,
  listOpenEvents,
  type DeliveryKey,
  type Due,
  endCall,
  expireOfSubject as expireDeliveries,
  type Held,
  holdBack,
  listByReference,
  listClaimed,
  listOver,
  listOfSubject as deliveriesOf,
  listUnknown,
  readNextDue,
  readWait,
  settleTaken,
  type Taken,
  insertConnection as openConnection,
  insertAllQueued as queueDeliveries,
  insertQueued as queueDelivery,
  listLatest as latestOf,
  listStates as statesOf,
  noteTried,
  noteWorking,
  wakeOfSubjects,
} from './store.ts';

/** Longer than one try may take: then another task may take over. */
const HOLD_MS = 30_000;
/** Whoever comes at the end of a pause is not late by more than this, unless they have died for good. */
const LATE_MS = 600_000;
const DAY_MS = 86_400_000;
const KEPT_MS = { accepted: 7 * DAY_MS, failed: 90 * DAY_MS };
const MINUTE_MS = 60_000;
const LOST = 'We stopped before it answered, so it may have arrived.';

/** One task at a time goes on with a connection; undefined if another does, or nothing is to be tried now. */
export function takeTurn(
  db: Tx,
  connection: string,
  { task, pause, now }: { task: string; pause?: string | undefined; now: number },
): Promise<Held | undefined> {
  const lateBy = new Date(now - LATE_MS);
  return holdConnection(db, connection, { task, pause, now: new Date(now), until: heldUntil(now), lateBy });
}

/** Takes those that may leave now, unless nothing is to be tried; to be committed before anything is sent. */
export async function claimDue(
  db: Tx,
  connection: string,
  { now, most }: { now: number; most: number },
): Promise<(Due & { number: number })[]> {
  if (await isPaused(db, connection, now)) return [];
  return claim(db, connection, await holdDue(db, connection, { now: new Date(now), most }), now);
}

/**
 * Takes those of one kind that may leave together, each subject once. What has failed before leaves alone, so that it stops nothing else.
 */
export async function claimTogether(
  db: Tx,
  connection: string,
  { now, most }: { now: number; most: number },
): Promise<(Due & { number: number })[]> {
  if (await isPaused(db, connection, now)) return [];
  const due = await holdAlike(db, connection, { now: new Date(now), most });
  const isTroubled = ({ tries }: (typeof due)[number]) => tries >= TROUBLED_AFTER;
  if (due[0] && isTroubled(due[0])) return claim(db, connection, [due[0]], now);
  const isFirst = ({ subject }: Due, at: number) => due.findIndex((one) => one.subject === subject) === at;
  return claim(
    db,
    connection,
    due.filter((one, at) => isFirst(one, at) && !isTroubled(one)),
    now,
  );
}

/** So many tries that came to nothing are not the other side’s fault alone. */
const TROUBLED_AFTER = 2;

async function isPaused(db: Tx, connection: string, now: number): Promise<boolean> {
  const wait = await readWait(db, connection);
  return wait !== null && wait.getTime() > now;
}

async function claim(
  db: Tx,
  connection: string,
  due: readonly Due[],
  now: number,
): Promise<(Due & { number: number })[]> {
  const claimed = [];
  for (const one of due)
    claimed.push({ ...one, number: await insertAttempt(db, { connection, key: one.key }, new Date(now)) });
  return claimed;
}

export async function endTurn(db: Tx, connection: string, now: number): Promise<void> {
  await releaseConnection(db, connection);
  await deleteOver(db, connection, {
    accepted: new Date(now - KEPT_MS.accepted),
    failed: new Date(now - KEPT_MS.failed),
  });
}

export function heldUntil(now: number): Date {
  return new Date(now + HOLD_MS);
}

/** To be committed before anything is sent. Says which try it is. */
export async function beginTry(db: Tx, delivery: DeliveryKey, now: number): Promise<number> {
  const at = new Date(now);
  await endLostAttempts(db, delivery, { now: at, error: LOST });
  return insertAttempt(db, delivery, at);
}

export function endTry(db: Tx, delivery: DeliveryKey, ended: Ended): Promise<void> {
  return endAttempt(db, delivery, ended);
}

/**
 * Nothing is tried for a while, longer after each failure: the breaker. Says how long, and what the task is to say that comes then, so
 * that it alone is let through.
 */
export async function waitAfter(
  db: Tx,
  connection: string,
  { error, askedSeconds, now }: { error: string; askedSeconds: number; now: number },
): Promise<{ pause: string; seconds: number }> {
  const failures = await noteFailing(db, connection, { now: new Date(now), error });
  const seconds = pauseSeconds(failures, askedSeconds);
  const pause = randomUUID();
  await pauseConnection(db, connection, { pause, until: new Date(now + seconds * 1000) });
  return { pause, seconds };
}

/**
 * One of the calls that the other side counts: so many in any minute, so many at once, over all processes. Says which it is, or for how
 * many seconds there is none. A process that dies in one gives it back after a minute; to be committed before anything is sent.
 */
export async function takeCall(
  db: Tx,
  connection: string,
  { perMinute, atOnce, now }: { perMinute: number; atOnce: number; now: number },
): Promise<{ call: string } | { waitSeconds: number }> {
  const held = await holdCalls(db, connection, { since: new Date(now - MINUTE_MS) });
  if (!held) return { waitSeconds: MINUTE_MS / 1000 };
  const { waitsUntil, begun, underWay } = held;
  const waitMs = (waitsUntil?.getTime() ?? 0) - now;
  if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1000) };
  const first = begun.at(-perMinute);
  if (first) return { waitSeconds: Math.ceil((first.getTime() + MINUTE_MS - now) / 1000) };
  if (underWay >= atOnce) return { waitSeconds: 1 };
  return { call: await insertCall(db, connection, new Date(now)) };
}
