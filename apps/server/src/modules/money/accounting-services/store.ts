import type {
  AccountingChart,
  AccountingService,
  OrganisationOffer,
} from '@muster/domain/money/accounting-services/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    accounting_services: TableOf<'accounting_services'>;
    accounting_charts: TableOf<'accounting_charts'>;
    accounting_authorisations: TableOf<'accounting_authorisations'>;
  }
}

/** All that were ever connected: the one that is first, then the latest. */
export async function listServices(
  db: Tx,
  table: TrackedTable<AccountingService>,
): Promise<AccountingService[]> {
  const { rows } = await sql<{ row: AccountingService }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)} from accounting_services order by is_connected desc, created_at desc) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export interface KnownChart {
  readonly content: AccountingChart;
  readonly read_at: string;
}

export async function findChart(db: Tx, service: string): Promise<KnownChart | undefined> {
  const { rows } = await sql<{ row: KnownChart }>`
    select to_jsonb(r) as row
      from (select content, read_at from accounting_charts where service_id = ${service}) r`.execute(db);
  return rows[0]?.row;
}

export async function saveChart(
  db: Tx,
  service: string,
  { chart, now }: { chart: AccountingChart; now: Date },
): Promise<void> {
  await sql`
    insert into accounting_charts (account_id, service_id, read_at, content)
    values (current_account(), ${service}, ${now}, ${JSON.stringify(chart)}::jsonb)
    on conflict (account_id, service_id) do update set read_at = excluded.read_at, content = excluded.content`.execute(
    db,
  );
}

/** Somebody who has gone to Xero to let Muster in. */
export interface Authorisation {
  /** Of the connection that keeps its secret. */
  readonly id: string;
  readonly state_hash: Buffer;
  readonly offers: readonly OfferedOrganisation[] | null;
}

/** What of an offer is not for screens: how Xero names the connection that it can be taken back by. */
export type OfferedOrganisation = Omit<OrganisationOffer, 'known'>;

export async function insertAuthorisation(
  db: Tx,
  { id, session, stateHash, now }: { id: string; session: string; stateHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into accounting_authorisations (account_id, id, session_id, state_hash, began_at)
    values (current_account(), ${id}, ${session}, ${stateHash}, ${now})`.execute(db);
}

/** What a session has begun since then; nobody else goes on with it until the transaction ends. */
export async function holdAuthorisation(
  db: Tx,
  { session, since }: { session: string; since: Date },
): Promise<Authorisation | undefined> {
  const { rows } = await sql<Authorisation>`
    select id, state_hash, offers from accounting_authorisations
     where session_id = ${session} and began_at > ${since} for update`.execute(db);
  return rows[0];
}

export async function findAuthorisation(db: Tx): Promise<Authorisation | undefined> {
  const { rows } =
    await sql<Authorisation>`select id, state_hash, offers from accounting_authorisations`.execute(db);
  return rows[0];
}

/** The way back is open once: from then on its state opens nothing. */
export async function closeWayBack(db: Tx, id: string, hash: Buffer): Promise<void> {
  await sql`update accounting_authorisations set state_hash = ${hash} where id = ${id}`.execute(db);
}

export async function keepOffers(db: Tx, id: string, offers: readonly OfferedOrganisation[]): Promise<void> {
  await sql`
    update accounting_authorisations set offers = ${JSON.stringify(offers)}::jsonb where id = ${id}`.execute(
    db,
  );
}

/** "xero" as a number: any, but always the same. */
const TOKENS_LOCK = 0x7865726f;

/** Whether this transaction alone refreshes the tokens of a connection, until it ends or its process dies. */
export async function holdTokens(db: Tx, connection: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${connection}, ${TOKENS_LOCK})) as held`.execute(db);
  return rows[0]!.held;
}

/** What the business is, to be held against what Xero says. */
export async function readAbn(db: Tx): Promise<string> {
  const { rows } = await sql<{
    abn: string | null;
  }>`select abn from accounts where id = current_account()`.execute(db);
  return rows[0]?.abn ?? '';
}
