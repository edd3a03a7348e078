import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { idsMeant, plainId } from '@muster/domain/basics/texts/receipts';
import type { TextService } from '@muster/domain/basics/text-services/schema';
import { DAY_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import { withAccount } from '../../../platform/db/account.ts';
import { logFault } from '../../../platform/db/connection-errors.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Platform } from '../../../platform/deps.ts';
import { openSecret } from '../../../platform/secrets/secrets.ts';
import type { HandedOver, Hear, Heard, Line, Outgoing, Told } from '../../../platform/sms/line.ts';
import { openSmpp } from '../../../platform/sms/smpp.ts';
import { openTwilio } from '../../../platform/sms/twilio.ts';
import { NoLine } from '../../../platform/socket.ts';
import { hasLease, keepLeases, type Lease } from '../../../platform/tasks/leases.ts';
import { ForbiddenAddress } from '../../../platform/tasks/post.ts';
import {
  claimDue,
  deleteEvents,
  type Due,
  endEvents,
  endTry,
  endTurn,
  expireDeliveries,
  insertEvent,
  listByReference,
  listClaimed,
  listOver,
  listUnknown,
  noteWorking,
  readNextDue,
  readWait,
  settleTaken,
  type Taken,
  waitAfter,
} from '../deliveries/service.ts';
import { hearAnswer, likenessOf, lockText, outgoingOf, partsMoved } from '../texts/service.ts';
import { LINE, TABLE, targetOf, textServiceOn } from './service.ts';
import { listOpenReceipts, listParts } from './store.ts';

/** What could not be done is tried again after so long. */
const AGAIN_MS = 5_000;
/** So long at least nobody looks again. */
const LEAST_MS = 50;
/** Whatever happens, the holder of a line looks after so long what there is to do. */
const IDLE_MS = 15_000;
/** A service that says the same again so soon after says it twice. */
const REPEATED_MS = 10 * MINUTE_MS;
/** A stop waits for answers that are on their way, this long. */
const ANSWERS_MS = 5_000;
/** A receipt comes within three days, and the parts of an answer within one. */
const RECEIPT_MS = 3 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;

const LOST = 'We stopped before the service answered, so it may have left.';
const NO_SECRET = 'Its password can’t be read on this server anymore. Enter it again to reconnect.';
const CHANGED = 'The address of this server has changed since it was written, and its length with it.';
const TOO_LATE = 'It couldn’t leave in time.';

export interface TextLines {
  close(): Promise<void>;
}

/**
 * Holds a line to each text service that is on, one process at a time, and hands over what is due. Where no service is connected, nothing
 * is looked up and no socket is opened.
 */
export function startTextLines(platform: Platform): TextLines {
  const { database, log, now, settings } = platform;
  const { db, keys } = database;
  return keepLeases(platform, { table: TABLE, event: LINE, what: 'the lines to text services', hold });

  function inAccount<T>({ account }: Lease, work: (db: Tx) => Promise<T>): Promise<T> {
    return withAccount(db, account, work);
  }

  /** Until it is given up or the service is off. */
  async function hold(line: Lease): Promise<void> {
    const { account, connection, giveUp } = line;
    while (!giveUp.signal.aborted) {
      const { service, password, wait } = await inAccount(line, async (db) => ({
        service: await textServiceOn(db),
        password: await openSecret(db, keys, { account, connection }),
        wait: await readWait(db, connection),
      }));
      if (service?.id !== connection) break;
      const waitMs = (wait?.getTime() ?? 0) - now();
      if (waitMs > 0) await line.bell.sleep(Math.min(waitMs, IDLE_MS), giveUp.signal);
      else await work(line, service, password);
    }
  }

  async function work(line: Lease, service: TextService, password: string | undefined): Promise<void> {
    await endLost(line);
    let open: Line;
    try {
      if (password === undefined) throw new NoLine(NO_SECRET);
      open = await openLine(service, password, (heard) => hear(line, heard));
    } catch (error) {
      if (!(error instanceof NoLine || error instanceof ForbiddenAddress)) throw error;
      return inAccount(line, (db) => failing(db, line, error.message));
    }
    await inAccount(line, (db) => noteWorking(db, line.connection, { worked: null, until: null }));
    const why = await handOver(line, open, service);
    if (why !== null) await inAccount(line, (db) => failing(db, line, why));
  }

  async function openLine(service: TextService, password: string, hear: Hear): Promise<Line> {
    const { WEBHOOK_NETWORKS: networks } = settings;
    const { kind, address, login, system_type } = service;
    if (kind === 'twilio')
      return openTwilio({ url: address, account: login, token: password }, hear, { networks, now });
    const target = await targetOf(service, networks);
    return openSmpp(target, { systemId: login, password, systemType: system_type }, hear);
  }

  /** Nothing is tried for a while. */
  async function failing(db: Tx, { connection }: Lease, error: string, askedSeconds = 0): Promise<void> {
    await waitAfter(db, connection, { error, askedSeconds, now: now() });
  }

  /** What whoever held the line before has begun: nobody knows whether it has left, and it is not sent again. */
  async function endLost(line: Lease): Promise<void> {
    const { connection } = line;
    await inAccount(line, async (db) => {
      for (const { key, subject } of await listClaimed(db, connection))
        await became(db, { connection, key, subject }, { state: 'unknown', error: LOST });
    });
  }

  /** Hands over what is due until the line ends, and says why it did; null where we have ended it. */
  async function handOver(line: Lease, open: Line, service: TextService): Promise<string | null> {
    const { giveUp, bell: own } = line;
    const underWay = new Set<Promise<void>>();
    const over = new AbortController();
    const ended = open.ended.finally(() => over.abort());
    try {
      while (!over.signal.aborted && !giveUp.signal.aborted) {
        const most = open.atOnce - underWay.size;
        const claimed = most > 0 ? await claim(line, service, most) : { due: [], nextAt: Infinity };
        if (claimed === 'off') break;
        for (const due of claimed.due) {
          // One after the other, so that the parts of a text leave in their order.
          const message = await read(line, due);
          const handed: Promise<void> = submit(line, open, { due, message }).finally(() =>
            underWay.delete(handed),
          );
          underWay.add(handed);
        }
        if (claimed.due.length > 0) continue;
        const ms = Math.min(IDLE_MS, Math.max(LEAST_MS, claimed.nextAt - now()));
        await own.sleep(ms, giveUp.signal, [ended, ...underWay]);
      }
      return over.signal.aborted ? await ended : null;
    } finally {
      const answers = Promise.all(underWay);
      await Promise.race([answers, ended, sleep(ANSWERS_MS, undefined, { ref: false })]);
      await open.close();
      await answers;
    }
  }

  /** What may be handed over now, and when to look again; "off" where it is not ours to do any more, or not like this. */
  async function claim(
    line: Lease,
    { version }: TextService,
    most: number,
  ): Promise<{ due: Claimed[]; nextAt: number } | 'off'> {
    const { connection } = line;
    return inAccount(line, async (db) => {
      if (!(await hasLease(db, TABLE, line))) line.giveUp.abort();
      if (line.giveUp.signal.aborted || (await textServiceOn(db))?.version !== version) return 'off';
      const at = new Date(now());
      for (const subject of await listOver(db, connection, at)) {
        await lockText(db, subject);
        await expireDeliveries(db, subject, at);
        await partsMoved(db, subject, { error: TOO_LATE, at });
      }
      const due = await claimDue(db, connection, { now: now(), most });
      const [next, wait] = [await readNextDue(db, connection), await readWait(db, connection)];
      return { due, nextAt: Math.max(next?.getTime() ?? Infinity, wait?.getTime() ?? 0) };
    });
  }

  async function read(line: Lease, { subject, part }: Due): Promise<Outgoing | HandedOver> {
    try {
      const message = await inAccount(line, (db) =>
        outgoingOf(db, platform, line.account, { subject, part, now: now() }),
      );
      return message ?? { became: 'refused', error: CHANGED };
    } catch (error) {
      logFault(log, error, 'A text could not be read.');
      return { became: 'not sent', error: '' };
    }
  }

  async function submit(
    line: Lease,
    open: Line,
    { due, message }: { due: Claimed; message: Outgoing | HandedOver },
  ): Promise<void> {
    const handed = 'became' in message ? message : await open.submit(message);
    // It has been said: nothing may keep us from writing it down, as long as there is a database.
    for (;;) {
      try {
        return await inAccount(line, (db) => writeDown(db, line, due, handed));
      } catch (error) {
        logFault(log, error, 'What became of a text could not be written down yet.');
        if (line.giveUp.signal.aborted) return;
        await sleep(AGAIN_MS, undefined, { signal: line.giveUp.signal }).catch(() => {});
      }
    }
  }

  async function writeDown(db: Tx, line: Lease, due: Claimed, handed: HandedOver): Promise<void> {
    const { connection } = line;
    const at = new Date(now());
    const error = 'error' in handed ? handed.error : '';
    await lockText(db, due.subject);
    await endTry(
      db,
      { connection, key: due.key },
      {
        try: due.number,
        state: states[handed.became],
        error,
        now: at,
        ...('reference' in handed && { reference: plainId(handed.reference) }),
      },
    );
    await partsMoved(db, due.subject, { error, at });
    if (handed.became === 'throttled') await failing(db, line, error, handed.askedSeconds);
    if (handed.became === 'accepted') {
      await noteWorking(db, connection, { worked: at, until: null });
      // Its receipt may have been faster.
      const since = new Date(at.getTime() - RECEIPT_MS);
      for (const { key, content } of await listOpenReceipts(db, connection, since))
        if (await settle(db, line, content)) await endEvents(db, connection, [key], at);
    }
    await endTurn(db, connection, now());
    await deleteEvents(db, connection, new Date(at.getTime() - KEPT_MS));
  }

  /** Once it resolves, the service is told that we have it. */
  async function hear(line: Lease, { name, told }: Heard): Promise<void> {
    const { account, connection } = line;
    const digest = createHash('sha256').update(JSON.stringify(told)).digest('hex');
    await inAccount(line, async (db) => {
      const at = new Date(now());
      const key = name ?? `${digest} ${at.getTime()}`;
      const since = new Date(at.getTime() - REPEATED_MS);
      const event = { key, digest: name ?? digest, content: told, now: at, since };
      if (!(await insertEvent(db, connection, event))) return;
      if (told.kind === 'receipt') {
        if (await settle(db, line, told)) await endEvents(db, connection, [key], at);
        return;
      }
      const { number, part } = told;
      const parts = part
        ? await listParts(db, connection, { number, part, since: new Date(at.getTime() - DAY_MS) })
        : [{ key, content: told }];
      if (part && parts.length < part.total) return;
      const body = parts.map(({ content }) => (content.kind === 'answer' ? content.body : '')).join('');
      await hearAnswer(db, platform, account, { number, body, at });
      const used = parts.map((one) => one.key);
      await endEvents(db, connection, used, at);
    });
  }

  /** Whether it was found what a receipt is about. */
  async function settle(db: Tx, line: Lease, told: Told): Promise<boolean> {
    if (told.kind !== 'receipt') return false;
    const { receipt } = told;
    const found = await aboutWhich(db, line, told);
    if (!found) return false;
    const isFine = receipt.state === null || receipt.state === 'confirmed';
    await became(
      db,
      { connection: line.connection, ...found },
      {
        state: receipt.state ?? 'accepted',
        error: isFine ? '' : `The service says ${receipt.word}.`,
        reference: plainId(receipt.id),
      },
    );
    return true;
  }

  async function became(
    db: Tx,
    { connection, key, subject }: { connection: string; key: string; subject: string },
    what: Pick<Parameters<typeof settleTaken>[2], 'state' | 'error' | 'reference'>,
  ): Promise<void> {
    const at = new Date(now());
    await lockText(db, subject);
    await settleTaken(db, { connection, key }, { ...what, now: at });
    await partsMoved(db, subject, { error: what.error, at });
  }

  /** By its id, in the spelling that is likeliest; or the one of which nobody knows whether it was taken. */
  async function aboutWhich(
    db: Tx,
    { account, connection }: Lease,
    { number, receipt }: Extract<Told, { kind: 'receipt' }>,
  ): Promise<Taken | undefined> {
    const [same, ...others] = idsMeant(receipt.id);
    const taken = await listByReference(db, connection, [same!, ...others]);
    const likeness = ({ subject }: Taken) =>
      likenessOf(db, platform, account, { id: subject, number, text: receipt.text });
    const exact = taken.find(({ reference }) => reference === same);
    if (exact) return exact;
    for (const one of taken) if ((await likeness(one)) > 0) return one;
    let [best, likely]: [number, Taken[]] = [1, []];
    for (const one of await listUnknown(db, connection, new Date(now() - RECEIPT_MS))) {
      const found = await likeness(one);
      if (found > best) [best, likely] = [found, [one]];
      else if (found === best) likely.push(one);
    }
    // Of two texts that are alike nobody can say which it is; of two parts of one, it is either.
    return new Set(likely.map(({ subject }) => subject)).size === 1 ? likely[0] : undefined;
  }
}

type Claimed = Due & { readonly number: number };

const states = {
  accepted: 'accepted',
  throttled: 'waiting',
  'not sent': 'waiting',
  refused: 'failed',
  unknown: 'unknown',
} as const;
