import { setTimeout as sleep } from 'node:timers/promises';
import type { CallService } from '@muster/domain/calls/call-services/schema';
import { callerNumber } from '@muster/domain/calls/calls/numbers';
import { withAccount } from '../../../platform/db/account.ts';
import { isDatabaseAway, isOutOfRoom, logFault } from '../../../platform/db/connection-errors.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Platform } from '../../../platform/deps.ts';
import type { CallHeard } from '../../../platform/sip/calls.ts';
import { openSipLine, type SipHears, type SipLine } from '../../../platform/sip/line.ts';
import { findExchange, readSipAddress } from '../../../platform/sip/where.ts';
import { NoLine } from '../../../platform/socket.ts';
import { keepLeases, type Lease } from '../../../platform/tasks/leases.ts';
import { ForbiddenAddress } from '../../../platform/tasks/post.ts';
import { noteWorking, readWait, waitAfter } from '../../basics/deliveries/service.ts';
import { CALL_LINE, callServiceOn, sipPassword } from '../call-services/service.ts';
import { noteCallEvent } from '../calls/service.ts';
import { TABLE } from './service.ts';
import { writeRegistered } from './store.ts';

/** Whatever happens, the holder of a line looks after so long whether it is still the one that is wanted. */
const IDLE_MS = 15_000;
/** What could not be written down is tried again after so long. */
const AGAIN_MS = 2_000;
/** What the database has refused so often is given up: it would keep all that comes after it from being written down. */
const MOST_REFUSED = 5;
const NO_SECRET = 'Its password can’t be read on this server anymore. Enter it again to reconnect.';

/** What of a call is noted. One that has rung for too long says nothing of itself, so nothing is said of it. */
const noted = {
  ringing: 'ringing',
  'answered elsewhere': 'answered',
  missed: 'missed',
  unknown: null,
} as const;

/**
 * Is registered with the exchange of each SIP account that is on, one process at a time, and notes which calls ring there. Where none is
 * connected, nothing is looked up and no socket is opened.
 */
export function startCallLines(platform: Platform): { close(): Promise<void> } {
  const { database, log, now, settings } = platform;
  const { db, keys } = database;
  return keepLeases(platform, { table: TABLE, event: CALL_LINE, what: 'the lines to exchanges', hold });

  function inAccount<T>({ account }: Lease, work: (db: Tx) => Promise<T>): Promise<T> {
    return withAccount(db, account, work);
  }

  async function hold(lease: Lease): Promise<void> {
    const { account, connection, giveUp, bell } = lease;
    while (!giveUp.signal.aborted) {
      const { service, password, wait } = await inAccount(lease, async (db) => ({
        service: await callServiceOn(db, connection),
        password: await sipPassword(db, keys, { account, connection }),
        wait: await readWait(db, connection),
      }));
      if (!service) return;
      const waitMs = (wait?.getTime() ?? 0) - now();
      if (waitMs > 0) await bell.sleep(Math.min(waitMs, IDLE_MS), giveUp.signal);
      else await listen(lease, service, password);
    }
  }

  /** Until the line ends, or another one is wanted. */
  async function listen(lease: Lease, service: CallService, password: string | undefined): Promise<void> {
    const { connection, giveUp, bell } = lease;
    const { write, written } = createWriting(lease);
    let line: SipLine;
    try {
      if (password === undefined) throw new NoLine(NO_SECRET);
      line = await open(service, password, {
        registered: (until) =>
          write(async (db) => {
            await noteWorking(db, connection, { worked: new Date(now()), until: null });
            await writeRegistered(db, connection, until);
          }),
        call: (heard) => write((db) => note(db, lease, heard)),
      });
    } catch (error) {
      if (!(error instanceof NoLine || error instanceof ForbiddenAddress)) throw error;
      const askedSeconds = error instanceof NoLine ? error.askedSeconds : 0;
      return failing(lease, error.message, askedSeconds);
    }
    const over = new AbortController();
    const ended = line.ended.finally(() => over.abort());
    try {
      while (!over.signal.aborted && !giveUp.signal.aborted) {
        await bell.sleep(IDLE_MS, giveUp.signal, [ended]);
        if (!(await isStillWanted(lease, service))) break;
      }
    } finally {
      await line.close();
      await written();
    }
    const why = await ended;
    if (why !== null) await failing(lease, why, 0);
  }

  /** At another of its servers where the first is away. */
  async function open(service: CallService, password: string, hears: SipHears): Promise<SipLine> {
    const { user, domain, transport, proxy } = readSipAddress(service.address);
    const name = `m${service.id.replaceAll('-', '')}`;
    const login = { domain, user, login: service.login || user, password, name, proxy };
    const targets = await findExchange(
      { user, domain, transport, proxy },
      { networks: settings.WEBHOOK_NETWORKS },
    );
    for (const [at, target] of targets.entries())
      try {
        return await openSipLine(target, login, hears, { transport, now });
      } catch (error) {
        if (!(error instanceof NoLine) || !error.isAway || at === targets.length - 1) throw error;
      }
    throw new NoLine('We couldn’t find this address. Check it for typos.');
  }

  /** A database that is away is no reason to hear no more: what is heard meanwhile is written afterwards. */
  async function isStillWanted(lease: Lease, { version }: CallService): Promise<boolean> {
    try {
      const service = await inAccount(lease, (db) => callServiceOn(db, lease.connection));
      return service?.version === version;
    } catch (error) {
      logFault(log, error, 'Whether a line to an exchange is still wanted could not be read.');
      return true;
    }
  }

  async function failing(lease: Lease, error: string, askedSeconds: number): Promise<void> {
    await inAccount(lease, async (db) => {
      await writeRegistered(db, lease.connection, null);
      await waitAfter(db, lease.connection, { error, askedSeconds, now: now() });
    });
  }

  async function note(db: Tx, { account, connection }: Lease, { event, call, at }: CallHeard): Promise<void> {
    const name = noted[event];
    if (name === null) return;
    const { id, from, called } = call;
    const to = called.find((number) => callerNumber(number) !== null) ?? called[0] ?? null;
    await noteCallEvent(
      db,
      account,
      connection,
      { id: `${id} ${name}`, call: id, event: name, direction: 'in', at, from, to, by: null },
      new Date(now()),
    );
  }

  /** Writes one after the other what is said once and never again, as long as there is a database. */
  function createWriting(lease: Lease) {
    let last: Promise<void> = Promise.resolve();
    return {
      write: (work: (db: Tx) => Promise<void>) => void (last = last.then(() => keepTrying(lease, work))),
      written: () => last,
    };
  }

  async function keepTrying(lease: Lease, work: (db: Tx) => Promise<void>): Promise<void> {
    for (let refused = 0; refused < MOST_REFUSED;)
      try {
        return await inAccount(lease, work);
      } catch (error) {
        logFault(log, error, 'What an exchange has told could not be written down.');
        if (lease.giveUp.signal.aborted) return;
        if (!isDatabaseAway(error) && !isOutOfRoom(error)) refused += 1;
        await sleep(AGAIN_MS, undefined, { signal: lease.giveUp.signal }).catch(() => {});
      }
  }
}
