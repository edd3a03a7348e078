import type { DeliveryState } from '@muster/domain/basics/deliveries/rules';
import { sql } from 'kysely';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    connections: TableOf<'connections'>;
    deliveries: TableOf<'deliveries'>;
    delivery_attempts: TableOf<'delivery_attempts'>;
    connection_calls: TableOf<'connection_calls'>;
    inbound_events: TableOf<'inbound_events'>;
  }
}

type ConnectionKind =
  | 'webhook'
  | 'phone alerts'
  | 'smpp'
  | 'twilio'
  | 'stripe'
  | 'xero'
  | 'calls'
  | 'twilio calls'
  | 'sip';

/** One that is there stays as it is. */
export async function insertConnection(db: Tx, id: string, kind: ConnectionKind): Promise<void> {
  await sql`
    insert into connections (account_id, id, kind) values (current_account(), ${id}, ${kind})
    on conflict do nothing`.execute(db);
}

/** What is on its way through it and its secret go with it. */
export async function deleteConnection(db: Tx, id: string): Promise<void> {
  await sql`delete from connections where id = ${id}`.execute(db);
}

/** How a connection is doing. */
export interface ConnectionState {
  readonly id: string;
  readonly worked_at: string | null;
  readonly failing_since: string | null;
  readonly failures: number;
  readonly last_error: string;
  readonly waits_until: string | null;
}

export async function listStates(db: Tx): Promise<ConnectionState[]> {
  const { rows } = await sql<{ row: ConnectionState }>`
    select to_jsonb(r) as row from (
      select id, worked_at, failing_since, failures, last_error, waits_until from connections) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Until when nothing is tried with a connection. */
export async function readWait(db: Tx, id: string): Promise<Date | null> {
  const { rows } = await sql<{ waits_until: Date | null }>`
    select waits_until from connections where id = ${id}`.execute(db);
  return rows[0]?.waits_until ?? null;
}

/** A task takes a connection unless another has it, or nothing is to be tried now and it is not the one that comes for it then. */
export async function holdConnection(
  db: Tx,
  id: string,
  { task, pause, now, until, lateBy }: Turn & { lateBy: Date },
): Promise<Pick<Held, 'failingSince' | 'failures'> | undefined> {
  const { rows } = await sql<{ failing_since: Date | null; failures: number }>`
    update connections set held_until = ${until}, held_by = ${task}
     where id = ${id}
       and (held_until is null or held_until <= ${now} or held_by = ${task})
       and (waits_until is null or waited_for = ${pause ?? null} or waits_until <= ${lateBy})
    returning failing_since, failures`.execute(db);
  return rows[0] && { failingSince: rows[0].failing_since, failures: rows[0].failures };
}

interface Turn {
  readonly task: string;
  /** Of the task that comes at the end of a pause: which one. */
  readonly pause?: string | undefined;
  readonly now: Date;
  readonly until: Date;
}

export interface Held {
  readonly failingSince: Date | null;
  readonly failures: number;
}

export async function releaseConnection(db: Tx, id: string): Promise<void> {
  await sql`update connections set held_until = null, held_by = null where id = ${id}`.execute(db);
}

/** Something arrived, or the other side has said that it does not want it: it is there. */
export async function noteWorking(
  db: Tx,
  id: string,
  { worked, until }: { worked: Date | null; until: Date | null },
): Promise<void> {
  await sql`
    update connections
       set worked_at = coalesce(${worked}, worked_at), failing_since = null, failures = 0, last_error = '', waits_until = null, waited_for = null,
           held_until = ${until}
     where id = ${id}`.execute(db);
}

/** Says how often one after the other. */
export async function noteFailing(
  db: Tx,
  id: string,
  { now, error }: { now: Date; error: string },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update connections
       set failing_since = coalesce(failing_since, ${now}), failures = failures + 1, last_error = ${error}
     where id = ${id} returning failures`.execute(db);
  return rows[0]?.failures ?? 0;
}

export async function pauseConnection(
  db: Tx,
  id: string,
  { pause, until }: { pause: string; until: Date },
): Promise<void> {
  await sql`
    update connections set waits_until = ${until}, waited_for = ${pause}, held_until = null, held_by = null
     where id = ${id}`.execute(db);
}

/** Nobody waits any more, and what failed before does not count. Who holds it gives it back, or has died. */
export async function clearConnection(db: Tx, id: string): Promise<void> {
  await sql`
    update connections
       set failing_since = null, failures = 0, last_error = '', waits_until = null, waited_for = null
     where id = ${id}`.execute(db);
}

/** What is delivered, and through what. */
export interface DeliveryKey {
  readonly connection: string;
  readonly key: string;
}

export interface LatestDelivery {
  readonly connection_id: string;
  readonly state: DeliveryState;
  readonly last_at: string;
  readonly last_error: string;
}

/** The latest of each connection among those whose key begins so. */
export async function listLatest(db: Tx, beginning: string): Promise<LatestDelivery[]> {
  const { rows } = await sql<{ row: LatestDelivery }>`
    select to_jsonb(r) as row from (
      select distinct on (connection_id) connection_id, state, last_at, last_error from deliveries
       where starts_with(dedupe_key, ${beginning})
       order by connection_id, made_at desc, dedupe_key desc) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** What a delivery is about, where that is a row, and when it may leave. */
export interface Timed {
  readonly subject: string;
  readonly part: number;
  readonly holdUntil: Date;
  readonly notAfter: Date | null;
}

export async function insertQueued(
  db: Tx,
  { connection, key }: DeliveryKey,
  now: Date,
  timed?: Timed,
): Promise<void> {
  await sql`
    insert into deliveries (account_id, connection_id, dedupe_key, state, made_at, last_at, subject, part, hold_until, not_after)
    values (current_account(), ${connection}, ${key}, 'queued', ${now}, ${now}, ${timed?.subject ?? null}, ${timed?.part ?? null},
            ${timed?.holdUntil ?? null}, ${timed?.notAfter ?? null})
    on conflict do nothing`.execute(db);
}

/** Many that may leave at once, however late. */
export async function insertAllQueued(
  db: Tx,
  connection: string,
  due: readonly Due[],
  now: Date,
): Promise<void> {
  await sql`
    insert into deliveries (account_id, connection_id, dedupe_key, state, made_at, last_at, subject, part, hold_until)
    select current_account(), ${connection}, key, 'queued', ${now}, ${now}, subject, part, ${now}
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due (key text, subject uuid, part int)
    on conflict do nothing`.execute(db);
}

/** One that may leave now. */
export interface Due {
  readonly key: string;
  readonly subject: string;
  readonly part: number;
}

/** Those that may leave now, the longest waiting first; nobody else takes them until the transaction ends. */
export async function holdDue(
  db: Tx,
  connection: string,
  { now, most }: { now: Date; most: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select dedupe_key as key, subject, part from deliveries d
     where connection_id = ${connection} and state in ('queued', 'waiting') and hold_until <= ${now}
       and not exists (select from accounts where id = current_account() and read_only_since is not null)
     order by hold_until, dedupe_key limit ${most} for update of d skip locked`.execute(db);
  return rows;
}

/** Those that may leave now and are of the first kind of which there are any, each with how often it was tried. */
export async function holdAlike(
  db: Tx,
  connection: string,
  { now, most }: { now: Date; most: number },
): Promise<(Due & { readonly tries: number })[]> {
  const { rows } = await sql<Due & { tries: number }>`
    with due as (
      select dedupe_key, subject, part, tries, hold_until from deliveries
       where connection_id = ${connection} and state in ('queued', 'waiting') and hold_until <= ${now}
         and not exists (select from accounts where id = current_account() and read_only_since is not null)
       for update of deliveries skip locked)
    select dedupe_key as key, subject, part, tries from due where part = (select min(part) from due)
     order by hold_until, dedupe_key limit ${most}`.execute(db);
  return rows;
}

/** What is of no use any more. */
export async function listOver(db: Tx, connection: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from deliveries
     where connection_id = ${connection} and state in ('queued', 'waiting') and hold_until <= ${now} and not_after <= ${now}`.execute(
    db,
  );
  return rows.map(({ subject }) => subject);
}

export async function expireOfSubject(db: Tx, subject: string, now: Date): Promise<void> {
  await sql`
    update deliveries set state = 'expired', last_at = ${now}
     where subject = ${subject} and state in ('queued', 'waiting') and not_after <= ${now}`.execute(db);
}

/** When the next one may leave. */
export async function readNextDue(db: Tx, connection: string): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(hold_until) as next from deliveries
     where connection_id = ${connection} and state in ('queued', 'waiting')`.execute(db);
  return rows[0]?.next ?? null;
}

/** What whoever held the connection before has handed over and never told the end of. */
export async function listClaimed(db: Tx, connection: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select dedupe_key as key, subject, part from deliveries
     where connection_id = ${connection} and state = 'claimed' and subject is not null`.execute(db);
  return rows;
}

/** Those about something, in their order. */
export async function listOfSubject(
  db: Tx,
  subject: string,
): Promise<{ state: DeliveryState; tries: number }[]> {
  const { rows } = await sql<{ state: DeliveryState; tries: number }>`
    select state, tries from deliveries where subject = ${subject} order by part for update`.execute(db);
  return rows;
}

export async function cancelOfSubject(db: Tx, subject: string, now: Date): Promise<void> {
  await sql`
    update deliveries set state = 'cancelled', last_at = ${now}
     where subject = ${subject} and state in ('queued', 'waiting')`.execute(db);
}

/** One that has begun and cannot go on yet waits until then, and says what for. */
export async function holdBack(
  db: Tx,
  { connection, key }: DeliveryKey,
  { until, error, now }: { until: Date; error: string; now: Date },
): Promise<void> {
  await sql`
    update deliveries set state = 'waiting', hold_until = ${until}, last_error = ${error}, last_at = ${now}
     where connection_id = ${connection} and dedupe_key = ${key}`.execute(db);
}

/** What waits about one of these may leave now. */
export async function wakeOfSubjects(
  db: Tx,
  connection: string,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update deliveries set hold_until = ${now}
     where connection_id = ${connection} and subject = any(${subjects}::uuid[]) and state in ('queued', 'waiting')
       and hold_until > ${now}`.execute(db);
}

/** What failed about something counts no more, because it is tried anew. Says what that was. */
export async function cancelFailed(
  db: Tx,
  connection: string,
  { subjects, most, now }: { subjects?: readonly string[]; most: number; now: Date },
): Promise<{ subject: string; part: number }[]> {
  const { rows } = await sql<{ subject: string; part: number }>`
    update deliveries d set state = 'cancelled', last_at = ${now}
     where connection_id = ${connection} and dedupe_key in (
       select dedupe_key from deliveries
        where connection_id = ${connection} and state = 'failed' and subject is not null
          and (${subjects ?? null}::uuid[] is null or subject = any(${subjects ?? null}::uuid[]))
        order by part, made_at limit ${most})
    returning subject, part`.execute(db);
  return rows;
}

/** One that a service has taken, or may have. */
export interface Taken {
  readonly key: string;
  readonly subject: string;
  readonly reference: string | null;
}

export async function listByReference(
  db: Tx,
  connection: string,
  references: readonly string[],
): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select dedupe_key as key, subject, reference from deliveries
     where connection_id = ${connection} and reference = any(${references}::text[]) and subject is not null`.execute(
    db,
  );
  return rows;
}

/** Those of which nobody has said whether they were taken, since then; the oldest first. */
export async function listUnknown(db: Tx, connection: string, since: Date): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select dedupe_key as key, subject, reference from deliveries
     where connection_id = ${connection} and state = 'unknown' and reference is null and subject is not null and last_at > ${since}
     order by last_at, dedupe_key`.execute(db);
  return rows;
}

/** What the service says later of one that it has taken. What is over stays as it is. */
export async function settleTaken(
  db: Tx,
  { connection, key }: DeliveryKey,
  {
    state,
    error,
    now,
    reference = null,
  }: { state: DeliveryState; error: string; now: Date; reference?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update deliveries
       set state = ${state}, last_at = ${now}, last_error = case when ${error} = '' then last_error else ${error} end,
           reference = coalesce(reference, ${reference})
     where connection_id = ${connection} and dedupe_key = ${key} and state in ('claimed', 'accepted', 'unknown')
    returning dedupe_key`.execute(db);
  return rows.length > 0;
}

/** Before anything is sent: should the process die then, it is known that something may have been. Says which try it is. */
export async function insertAttempt(db: Tx, { connection, key }: DeliveryKey, now: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    with claimed as (
      insert into deliveries as d (account_id, connection_id, dedupe_key, state, tries, made_at, last_at)
      values (current_account(), ${connection}, ${key}, 'claimed', 1, ${now}, ${now})
      on conflict (account_id, connection_id, dedupe_key) do update
        set state = 'claimed', tries = d.tries + 1, last_at = ${now}
      returning tries
    )
    select tries from claimed`.execute(db);
  const { tries } = rows[0]!;
  await sql`
    insert into delivery_attempts (account_id, connection_id, dedupe_key, number, began_at)
    values (current_account(), ${connection}, ${key}, ${tries}, ${now})
    on conflict do nothing`.execute(db);
  return tries;
}

export interface Ended {
  readonly try: number;
  readonly state: 'accepted' | 'waiting' | 'failed' | 'unknown';
  /** Why it did not arrive; empty if it did. */
  readonly error: string;
  /** By what the other side knows it from then on. */
  readonly reference?: string | undefined;
  readonly now: Date;
}

export async function endAttempt(db: Tx, { connection, key }: DeliveryKey, ended: Ended): Promise<void> {
  const { now, error, state } = ended;
  await sql`
    update delivery_attempts set ended_at = ${now}, error = ${error}
     where connection_id = ${connection} and dedupe_key = ${key} and number = ${ended.try}`.execute(db);
  // What went wrong before it arrived stays for whoever looks at it.
  await sql`
    update deliveries
       set state = ${state}, last_at = ${now}, last_error = case when ${error} = '' then last_error else ${error} end,
           reference = coalesce(${ended.reference ?? null}, reference)
     where connection_id = ${connection} and dedupe_key = ${key}`.execute(db);
}

/** A try that a process began and never told the end of. */
export async function endLostAttempts(
  db: Tx,
  { connection, key }: DeliveryKey,
  { now, error }: { now: Date; error: string },
): Promise<void> {
  await sql`
    with lost as (
      update delivery_attempts set ended_at = ${now}, error = ${error}
       where connection_id = ${connection} and dedupe_key = ${key} and ended_at is null
      returning dedupe_key
    )
    update deliveries set last_error = ${error}
     where connection_id = ${connection} and dedupe_key in (select dedupe_key from lost)`.execute(db);
}

const KEPT_PORTION = 200;

/** What is over for so long that nobody asks for it, a few at a time. */
export async function deleteOver(
  db: Tx,
  connection: string,
  before: { accepted: Date; failed: Date },
): Promise<void> {
  await sql`
    delete from deliveries
     where connection_id = ${connection} and dedupe_key in (
       select dedupe_key from deliveries
        where connection_id = ${connection}
          and (state in ('accepted', 'confirmed') and last_at < ${before.accepted}
               or state in ('failed', 'unknown', 'expired', 'cancelled') and last_at < ${before.failed})
        order by last_at limit ${KEPT_PORTION})`.execute(db);
}

/** How a connection stands with its calls; nobody else begins one until the transaction ends. Undefined: it is gone. */
export async function holdCalls(
  db: Tx,
  id: string,
  { since }: { since: Date },
): Promise<{ waitsUntil: Date | null; begun: Date[]; underWay: number } | undefined> {
  const { rows } = await sql<{ calls_wait_until: Date | null }>`
    select calls_wait_until from connections where id = ${id} for update`.execute(db);
  if (!rows[0]) return undefined;
  await sql`delete from connection_calls where connection_id = ${id} and began_at <= ${since}`.execute(db);
  const calls = await sql<{ began_at: Date; ended_at: Date | null }>`
    select began_at, ended_at from connection_calls where connection_id = ${id} order by began_at`.execute(
    db,
  );
  return {
    waitsUntil: rows[0].calls_wait_until,
    begun: calls.rows.map(({ began_at }) => began_at),
    underWay: calls.rows.filter(({ ended_at }) => ended_at === null).length,
  };
}

export async function insertCall(db: Tx, connection: string, now: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into connection_calls (account_id, connection_id, began_at) values (current_account(), ${connection}, ${now})
    returning id`.execute(db);
  return rows[0]!.id;
}

/** With what the other side said of the calls that are left today, and until when it takes none. */
export async function endCall(
  db: Tx,
  { connection, call }: { connection: string; call: string },
  { now, leftToday, waitsUntil }: { now: Date; leftToday: number | null; waitsUntil: Date | null },
): Promise<void> {
  await sql`
    update connection_calls set ended_at = ${now} where connection_id = ${connection} and id = ${call}`.execute(
    db,
  );
  await sql`
    update connections
       set calls_left_today = coalesce(${leftToday}, calls_left_today),
           calls_wait_until = greatest(calls_wait_until, ${waitsUntil})
     where id = ${connection} and (${leftToday}::int is not null or ${waitsUntil}::timestamptz is not null)`.execute(
    db,
  );
}

/** False if it is known already: under its name, or, where it has none, by its content since then. */
export async function insertEvent(
  db: Tx,
  connection: string,
  {
    key,
    digest,
    content,
    now,
    since,
  }: { key: string; digest: string; content: object; now: Date; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into inbound_events (account_id, connection_id, event_key, received_at, content)
    select current_account(), ${connection}, ${key}, ${now}, ${JSON.stringify(content)}::jsonb
     where not exists (
       select from inbound_events
        where connection_id = ${connection} and starts_with(event_key, ${digest}) and received_at > ${since})
    on conflict do nothing
    returning event_key`.execute(db);
  return rows.length > 0;
}

export async function endEvents(
  db: Tx,
  connection: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update inbound_events set done_at = ${now}
     where connection_id = ${connection} and event_key = any(${keys}::text[])`.execute(db);
}

/** It could not be done with: what nobody has tried yet comes before it from then on. */
export async function noteTried(
  db: Tx,
  connection: string,
  key: string,
  { now, problem }: { now: Date; problem: string },
): Promise<void> {
  await sql`
    update inbound_events set tried_at = ${now}, problem = ${problem}
     where connection_id = ${connection} and event_key = ${key}`.execute(db);
}

/** What came and is not done with yet: what was never tried first, and then what was tried the longest ago. */
export async function listOpenEvents(
  db: Tx,
  connection: string,
  most: number,
): Promise<{ key: string; content: object }[]> {
  const { rows } = await sql<{ key: string; content: object }>`
    select event_key as key, content from inbound_events
     where connection_id = ${connection} and done_at is null order by tried_at nulls first, received_at, event_key limit ${most}`.execute(
    db,
  );
  return rows;
}

const OVER_PORTION = 500;

/** What came so long ago that nobody asks for it, or what of that is done with, a few at a time. */
export async function deleteEvents(
  db: Tx,
  connection: string,
  before: Date,
  { isDone = false }: { isDone?: boolean } = {},
): Promise<void> {
  await sql`
    delete from inbound_events
     where connection_id = ${connection} and event_key in (
       select event_key from inbound_events
        where connection_id = ${connection} and received_at < ${before} and (not ${isDone} or done_at is not null)
        order by received_at limit ${OVER_PORTION})`.execute(db);
}

export async function deleteEventsOf(db: Tx, numbers: readonly string[]): Promise<void> {
  await sql`delete from inbound_events where content->>'number' = any(${numbers}::text[])`.execute(db);
}
