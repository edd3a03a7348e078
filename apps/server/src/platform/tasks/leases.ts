import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { logFault } from '../db/connection-errors.ts';
import type { Tx } from '../db/executor.ts';
import type { Platform } from '../deps.ts';
import { PROCESSES } from '../live/event-log.ts';
import { accountNamedBy } from '../sign-in/person.ts';

/** How often a process looks for leases that nobody holds, and renews those that it holds. */
const LOOK_MS = 5_000;
/** Another process takes over what was not renewed for so long. */
const LEASE_MS = 30_000;

interface Key {
  readonly account_id: string;
  readonly connection_id: string;
}

/** A connection that this process alone works for. */
export interface Lease {
  readonly account: AccountId;
  readonly connection: string;
  /** Which process it is. */
  readonly process: string;
  /** Aborted when it is to be given up: at a stop, or when another process has it. */
  readonly giveUp: AbortController;
  /** Rings when somebody says that there is something to do. */
  readonly bell: Bell;
}

/** Wakes whoever sleeps, or else whoever is about to. */
interface Bell {
  ring(): void;
  /** Until it rings, the time is over or something else has happened. */
  sleep(ms: number, signal: AbortSignal, others?: readonly Promise<unknown>[]): Promise<void>;
}

function createBell(): Bell {
  let hasRung = false;
  let wake = () => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async sleep(ms, signal, others = []) {
      const over = new AbortController();
      const rung = Promise.withResolvers<void>();
      wake = rung.resolve;
      if (!hasRung)
        await Promise.race([
          rung.promise,
          sleep(ms, undefined, { signal: AbortSignal.any([over.signal, signal]) }).catch(() => {}),
          ...others,
        ]);
      over.abort();
      hasRung = false;
    },
  };
}

/** The tables of leases: a row for each connection that is on, with which process has it and until when. */
type LeaseTable = 'text_lines' | 'call_lines';

interface Work {
  readonly table: LeaseTable;
  /** What the processes are told, with the account's id, when there is something to do. */
  readonly event: string;
  /** In words, for the log. */
  readonly what: string;
  /** Until it is given up or there is nothing more to do. */
  readonly hold: (lease: Lease) => Promise<void>;
}

/** Shares connections out between the processes, one at a time for each, and takes over those of a process that has died. */
export function keepLeases(
  { database: { db }, live, log, now }: Pick<Platform, 'database' | 'live' | 'log' | 'now'>,
  { table, event, what, hold }: Work,
): { close(): Promise<void> } {
  const process = randomUUID();
  const held = new Map<string, { lease: Lease; done: Promise<void> }>();
  const closing = new AbortController();
  const bell = createBell();
  const stopHearing = live.hear(PROCESSES, (told) => {
    if (told.event !== event) return;
    for (const { lease } of held.values()) if (lease.account === told.id) lease.bell.ring();
    bell.ring();
  });
  const looking = keepLooking();

  return {
    async close() {
      stopHearing();
      closing.abort();
      await looking;
      for (const { lease } of held.values()) lease.giveUp.abort();
      await Promise.all([...held.values()].map(({ done }) => done));
    },
  };

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        for (const { lease } of held.values()) if (!(await keep(keyOf(lease)))) lease.giveUp.abort();
        for (const key of await listFree()) await take(key);
      } catch (error) {
        logFault(log, error, `Couldn’t look for ${what}.`);
      }
      await bell.sleep(LOOK_MS, closing.signal);
    }
  }

  async function take(key: Key): Promise<void> {
    const { connection_id: connection } = key;
    if (closing.signal.aborted || held.has(connection) || !(await keep(key))) return;
    const account = accountNamedBy(key);
    const lease = { account, connection, process, giveUp: new AbortController(), bell: createBell() };
    const done = work(lease).finally(() => {
      held.delete(connection);
      bell.ring();
    });
    held.set(connection, { lease, done });
  }

  async function work(lease: Lease): Promise<void> {
    try {
      await hold(lease);
    } catch (error) {
      logFault(log, error, `One of ${what} broke off.`);
      await sleep(LOOK_MS, undefined, { signal: lease.giveUp.signal }).catch(() => {});
    }
    await leave(keyOf(lease)).catch((error: unknown) =>
      logFault(log, error, `One of ${what} could not be given back.`),
    );
  }

  /** Those that no process holds, or whose process has died; and those of this one, which may have given one up and kept it by mistake. */
  async function listFree(): Promise<Key[]> {
    const { rows } = await sql<Key>`
      select account_id, connection_id from ${sql.table(table)}
       where held_by = ${process} or held_until is null or held_until < ${new Date(now())}`.execute(db);
    return rows;
  }

  /** Takes one, or keeps it. False where another process has it, or it is off. */
  async function keep({ account_id, connection_id }: Key): Promise<boolean> {
    const { rows } = await sql`
      update ${sql.table(table)} set held_by = ${process}, held_until = ${new Date(now() + LEASE_MS)}
       where account_id = ${account_id} and connection_id = ${connection_id}
         and (held_by = ${process} or held_until is null or held_until < ${new Date(now())})
      returning held_by`.execute(db);
    return rows.length > 0;
  }

  async function leave({ account_id, connection_id }: Key): Promise<void> {
    await sql`
      update ${sql.table(table)} set held_by = null, held_until = null
       where account_id = ${account_id} and connection_id = ${connection_id} and held_by = ${process}`.execute(
      db,
    );
  }
}

function keyOf({ account, connection }: Lease): Key {
  return { account_id: account, connection_id: connection };
}

/** Whether the process still has it; nobody else takes it until the transaction ends. */
export async function hasLease(db: Tx, table: LeaseTable, { connection, process }: Lease): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)}
     where account_id = current_account() and connection_id = ${connection} and held_by = ${process} for share`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether processes share it out at all. */
export async function offerLease(
  db: Tx,
  table: LeaseTable,
  connection: string,
  isOn: boolean,
): Promise<void> {
  if (isOn)
    await sql`
      insert into ${sql.table(table)} (account_id, connection_id) values (current_account(), ${connection})
      on conflict do nothing`.execute(db);
  else
    await sql`
      delete from ${sql.table(table)}
       where account_id = current_account() and connection_id = ${connection}`.execute(db);
}
