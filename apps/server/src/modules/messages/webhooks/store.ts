import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import type { Webhook, WebhookFailure, WebhookSummary } from '@muster/domain/messages/webhooks/schema';
import { sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    webhook_progress: TableOf<'webhook_progress'>;
    webhook_failures: TableOf<'webhook_failures'>;
  }
}

export async function listWebhooks(
  db: Tx,
  table: TrackedTable<Webhook>,
): Promise<Omit<WebhookSummary, 'needs_reconnect'>[]> {
  const { rows } = await sql<{ row: Omit<WebhookSummary, 'needs_reconnect'> }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, p.sent, p.failing_since,
             (select count(*)::int from webhook_failures f where f.webhook_id = webhooks.id and f.delivered_at is null) as failures
        from webhooks join webhook_progress p on p.webhook_id = webhooks.id
       order by webhooks.created_at, webhooks.id) r`.execute(db);
  return rows.map(({ row }) => row);
}

export async function countWebhooks(db: Tx): Promise<{ all: number; enabled: number }> {
  const { rows } = await sql<{ all: number; enabled: number }>`
    select count(*)::int as "all", (count(*) filter (where is_enabled))::int as enabled from webhooks`.execute(
    db,
  );
  return rows[0]!;
}

/** The latest first. */
export async function listFailures(
  db: Tx,
  webhook: string,
  { cursor, limit }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: WebhookFailure[]; next: string | null }> {
  return listPage(db, {
    columns: sql<WebhookFailure>`f.webhook_id as id, f.number, f.tries, f.first_at, f.last_at, f.reason, f.delivered_at`,
    from: sql`webhook_failures f`,
    id: sql`f.webhook_id`,
    where: [sql<boolean>`f.webhook_id = ${webhook}`],
    order: { by: sql`f.number`, type: 'bigint', descending: true },
    cursor,
    limit,
  });
}

export async function insertProgress(db: Tx, webhook: string, sent: number): Promise<void> {
  await sql`
    insert into webhook_progress (account_id, webhook_id, sent, wanted)
    values (current_account(), ${webhook}, ${sent}, ${sent})`.execute(db);
}

/** Where to send. */
export async function readUrl(db: Tx, webhook: string): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`select url from webhooks where id = ${webhook}`.execute(db);
  return rows[0]?.url;
}

/** Nobody waits or holds it any more. */
export async function endPause(db: Tx, webhook: string): Promise<void> {
  await sql`
    update webhook_progress set failing_since = null, retry_task = null, retry_by = null, held_until = null, held_by = null
     where webhook_id = ${webhook}`.execute(db);
}

/** What is told of a change: that it was made, and where to read it. */
export interface ChangeNotice {
  readonly number: number;
  readonly kind: ChangeKind;
  readonly at: string;
  readonly undoes: number | null;
  readonly count: number;
  readonly entries: readonly { table: string; id: string; version: number }[] | null;
}

const MOST_ENTRIES = 200;

/** The first change of the live board after that number, or the one with it. */
export async function readNotice(
  db: Tx,
  at: { after: number } | { number: number },
): Promise<ChangeNotice | undefined> {
  const place = 'after' in at ? sql`c.number > ${at.after}` : sql`c.number = ${at.number}`;
  const { rows } = await sql<{ row: Omit<ChangeNotice, 'entries'>; month: string }>`
    select to_jsonb(r) as row, r.month::text from (
      select c.number, c.kind, c.at, c.undoes, c.entries as count, c.month
        from changes c
       where ${place} and c.scenario_id = current_account()
       order by c.number limit 1) r`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { number, kind, at: made, undoes, count } = found.row;
  const entries = count > MOST_ENTRIES ? null : await listTold(db, number, found.month);
  return { number, kind, at: made, undoes, count, entries };
}

async function listTold(db: Tx, number: number, month: string): Promise<ChangeNotice['entries']> {
  const { rows } = await sql<{ table: string; id: string; version: number }>`
    select table_name as table, row_id as id, version from change_entries
     where number = ${number} and month = ${month}::date order by position`.execute(db);
  return rows;
}

export async function listEnabled(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from webhooks where is_enabled order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface Held {
  readonly url: string;
  readonly sent: number;
  readonly wanted: number;
  readonly failingSince: Date | null;
}

/**
 * Takes a webhook for a task, or leaves it to the one that has it, or that waits to try again: that one goes on until what this one
 * wanted is told, too.
 */
export async function holdWebhook(
  db: Tx,
  webhook: string,
  { task, wanted, now, until }: { task: string; wanted: number; now: Date; until: Date },
): Promise<Held | undefined> {
  const { rows } = await sql<{ is_free: boolean }>`
    select (p.held_until is null or p.held_until <= ${now} or p.held_by = ${task})
           and (p.retry_task is null or p.retry_task = ${task} or p.retry_by <= ${now}) as is_free
      from webhook_progress p join webhooks w on w.id = p.webhook_id
     where p.webhook_id = ${webhook} and w.is_enabled for update of p`.execute(db);
  if (!rows[0]) return undefined;
  await sql`update webhook_progress set wanted = greatest(wanted, ${wanted}) where webhook_id = ${webhook}`.execute(
    db,
  );
  if (!rows[0].is_free) return undefined;
  const held = await sql<{
    url: string;
    sent: string;
    wanted: string;
    failing_since: Date | null;
  }>`
    update webhook_progress p set held_until = ${until}, held_by = ${task}
      from webhooks w
     where w.id = p.webhook_id and p.webhook_id = ${webhook}
    returning w.url, p.sent, p.wanted, p.failing_since`.execute(db);
  const { url, sent, wanted: all, failing_since } = held.rows[0]!;
  return { url, sent: Number(sent), wanted: Number(all), failingSince: failing_since };
}

/** Gives it back, unless more is wanted meanwhile: then says up to which number. */
export async function releaseWebhook(db: Tx, webhook: string, told: number): Promise<number | undefined> {
  const { rows } = await sql<{ wanted: string }>`
    select wanted from webhook_progress where webhook_id = ${webhook} for update`.execute(db);
  const wanted = Number(rows[0]?.wanted ?? told);
  if (wanted > told) return wanted;
  await sql`
    update webhook_progress set sent = greatest(sent, ${told}), held_until = null, held_by = null
     where webhook_id = ${webhook}`.execute(db);
  return undefined;
}

/** Up to this number all is told, or set aside. */
export async function advanceWebhook(
  db: Tx,
  webhook: string,
  number: number,
  until: Date | null,
): Promise<void> {
  await sql`
    update webhook_progress
       set sent = greatest(sent, ${number}), held_until = ${until}, failing_since = null, retry_task = null, retry_by = null
     where webhook_id = ${webhook}`.execute(db);
}

/** This task tries again later; until then all others leave the webhook alone. */
export async function pauseWebhook(
  db: Tx,
  webhook: string,
  { task, now, by }: { task: string; now: Date; by: Date },
): Promise<void> {
  await sql`
    update webhook_progress
       set held_until = null, held_by = null, failing_since = coalesce(failing_since, ${now}), retry_task = ${task}, retry_by = ${by}
     where webhook_id = ${webhook}`.execute(db);
}

/** Says how often it has been tried. */
export async function noteFailure(
  db: Tx,
  webhook: string,
  { number, reason, now }: { number: number; reason: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    insert into webhook_failures as f (account_id, webhook_id, number, tries, first_at, last_at, reason)
    values (current_account(), ${webhook}, ${number}, 1, ${now}, ${now}, ${reason})
    on conflict (account_id, webhook_id, number) do update
      set tries = f.tries + 1, last_at = ${now}, reason = ${reason}
    returning tries`.execute(db);
  return rows[0]!.tries;
}

export async function noteArrival(db: Tx, webhook: string, number: number, now: Date): Promise<void> {
  await sql`
    update webhook_failures set delivered_at = ${now} where webhook_id = ${webhook} and number = ${number}`.execute(
    db,
  );
}
