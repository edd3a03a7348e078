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
  }
}

/** A delivery of a change is named by its number. */
const ofChange = sql<boolean>`d.dedupe_key ~ '^[0-9]+$'`;

export async function listWebhooks(
  db: Tx,
  table: TrackedTable<Webhook>,
): Promise<Omit<WebhookSummary, 'needs_reconnect'>[]> {
  const { rows } = await sql<{ row: Omit<WebhookSummary, 'needs_reconnect'> }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, p.sent, c.failing_since,
             (select count(*)::int from deliveries d
               where d.connection_id = webhooks.id and d.state in ('waiting', 'failed') and ${ofChange}) as failures
        from webhooks join webhook_progress p on p.webhook_id = webhooks.id join connections c on c.id = webhooks.id
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
    columns: sql<WebhookFailure>`
      d.connection_id as id, d.dedupe_key::bigint as number, d.tries, d.made_at as first_at, d.last_at, d.last_error as reason,
      case when d.state = 'accepted' then d.last_at end as delivered_at`,
    // Tests are no changes, and their names no numbers.
    from: sql`(select * from deliveries d where d.connection_id = ${webhook} and ${ofChange} offset 0) d`,
    id: sql`d.connection_id`,
    where: [sql<boolean>`d.last_error <> ''`],
    order: { by: sql`d.dedupe_key::bigint`, type: 'bigint', descending: true },
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

/** The first change of the live board after that number, or the one with it, and the month in which the log has it. */
export async function readNotice(
  db: Tx,
  at: { after: number } | { number: number },
): Promise<{ notice: ChangeNotice; month: string } | undefined> {
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
  return { notice: { number, kind, at: made, undoes, count, entries }, month: found.month };
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

/** A task has asked for it up to this number: whoever holds it goes on until there. Undefined if it is off. */
export async function noteWanted(
  db: Tx,
  webhook: string,
  wanted: number,
): Promise<{ url: string; sent: number; wanted: number } | undefined> {
  const { rows } = await sql<{ url: string; sent: string; wanted: string }>`
    update webhook_progress p set wanted = greatest(p.wanted, ${wanted})
      from webhooks w
     where p.webhook_id = ${webhook} and w.id = p.webhook_id and w.is_enabled
    returning w.url, p.sent, p.wanted`.execute(db);
  return rows[0] && { url: rows[0].url, sent: Number(rows[0].sent), wanted: Number(rows[0].wanted) };
}

/** Nobody else asks for more until the transaction ends. */
export async function readWanted(db: Tx, webhook: string): Promise<number | undefined> {
  const { rows } = await sql<{ wanted: string }>`
    select wanted from webhook_progress where webhook_id = ${webhook} for update`.execute(db);
  return rows[0] && Number(rows[0].wanted);
}

/** Up to this number all is told, or set aside. */
export async function advanceWebhook(db: Tx, webhook: string, number: number): Promise<void> {
  await sql`update webhook_progress set sent = greatest(sent, ${number}) where webhook_id = ${webhook}`.execute(
    db,
  );
}

export async function readSent(db: Tx, webhook: string): Promise<number> {
  const { rows } = await sql<{ sent: string }>`
    select sent from webhook_progress where webhook_id = ${webhook}`.execute(db);
  return Number(rows[0]?.sent ?? 0);
}
