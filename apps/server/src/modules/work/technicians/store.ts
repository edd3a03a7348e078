import type { Static } from 'typebox';
import type {
  Absence,
  Technician,
  TechnicianQuery,
  TechnicianRecord,
  TechnicianSummary,
  Ticket,
} from '@muster/domain/work/technicians/schema';
import { EXPIRY_NOTICE_DAYS } from '@muster/domain/work/technicians/rules';
import { type RawBuilder, sql } from 'kysely';
import { keptOrder, listPage } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import { matchesWords } from '../../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

const states: Record<NonNullable<TechnicianQuery['state']>, RawBuilder<boolean> | undefined> = {
  active: sql`technicians.is_active`,
  inactive: sql`(not technicians.is_active and technicians.archived_at is null)`,
  archived: sql`technicians.archived_at is not null`,
  all: undefined,
};
const present = sql<boolean>`technicians.archived_at is null`;

const baseSuburb = sql`
  (select s.name || ' ' || s.region || ' ' || s.postcode from suburbs s where s.id = technicians.base_suburb_id) as base_suburb`;

export async function listTechnicians(
  db: Tx,
  table: TrackedTable<Technician>,
  { search = '', skill, state, expiring, sort, cursor, limit }: TechnicianQuery,
  now: Date,
): Promise<{ rows: Static<typeof TechnicianSummary>[]; next: string | null }> {
  return listPage(db, {
    columns: sql<Static<typeof TechnicianSummary>>`${columnsOf(table)}, ${baseSuburb},
      (select min(t.expires_on) from tickets t where t.technician_id = technicians.id) as next_expiry,
      (select a.kind from absences a where a.technician_id = technicians.id and a.starts_at <= ${now} and a.ends_at > ${now}
        limit 1) as away`,
    from: sql`technicians`,
    id: sql`technicians.id`,
    where: [
      state === undefined ? present : states[state],
      matchesWords('technicians', search),
      skill === undefined ? undefined : sql<boolean>`${skill}::uuid = any(technicians.skills)`,
      expiring
        ? sql<boolean>`exists (select from tickets t where t.technician_id = technicians.id
                                and t.expires_on <= (${now}::timestamptz at time zone (select zone from accounts))::date + ${EXPIRY_NOTICE_DAYS}::int)`
        : undefined,
    ],
    order: keptOrder(table, sort),
    cursor,
    limit,
  });
}

export async function readTechnician(
  db: Tx,
  tables: {
    technicians: TrackedTable<Technician>;
    tickets: TrackedTable<Ticket>;
    absences: TrackedTable<Absence>;
  },
  id: string,
  now: Date,
): Promise<Static<typeof TechnicianRecord> | undefined> {
  const { rows } = await sql<{ row: Static<typeof TechnicianRecord> }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(tables.technicians)}, ${baseSuburb},
        (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from
          (select ${columnsOf(tables.tickets)} from tickets where technician_id = technicians.id order by expires_on, id) t) as tickets,
        (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from
          (select ${columnsOf(tables.absences)} from absences
            where technician_id = technicians.id and ends_at > ${now}::timestamptz - interval '31 days'
            order by starts_at, id) a) as absences
        from technicians where id = ${id}) r`.execute(db);
  return rows[0]?.row;
}

/** The middle of a suburb; nowhere, if there is none. */
export async function findPosition(
  db: Tx,
  suburb: number | null,
): Promise<{ base_latitude: number | null; base_longitude: number | null }> {
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select latitude, longitude from suburbs where id = ${suburb}`.execute(db);
  return { base_latitude: rows[0]?.latitude ?? null, base_longitude: rows[0]?.longitude ?? null };
}

export async function findByUser(db: Tx, user: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from technicians where user_id = ${user}`.execute(db);
  return rows[0]?.id;
}

/** How many licences are free; nobody else takes one until the transaction ends. */
export async function holdFreeLicences(db: Tx): Promise<number> {
  const { rows } = await sql<{ licences: number }>`
    select licences from accounts where id = current_account() for no key update`.execute(db);
  const used = await sql<{ count: number }>`
    select count(*)::int as count from technicians where is_active`.execute(db);
  return (rows[0]?.licences ?? 0) - used.rows[0]!.count;
}

/** How many visits lie ahead of a technician and have not begun, and the day of the first, as the business counts days. */
export async function findAhead(
  db: Tx,
  technician: string,
  now: Date,
): Promise<{ count: number; first: string | null }> {
  const { rows } = await sql<{ count: number; first: string | null }>`
    select count(*)::int as count,
           (min(a.starts_at) at time zone (select zone from accounts where id = current_account()))::date::text as first
      from assignments a join visits v on v.id = a.visit_id
     where a.technician_id = ${technician} and a.ends_at > ${now} and v.state in ('planned', 'dispatched')`.execute(
    db,
  );
  return rows[0]!;
}

/** Those who belong to the scenario that is seen, with their tickets. */
export async function listExtra(
  db: Tx,
  tables: { technicians: TrackedTable<Technician>; tickets: TrackedTable<Ticket> },
): Promise<(Technician & { tickets: Ticket[] })[]> {
  const { rows } = await sql<{ row: Technician & { tickets: Ticket[] } }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(tables.technicians)},
        (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from
          (select ${columnsOf(tables.tickets)} from tickets where technician_id = technicians.id order by id) t) as tickets
        from technicians where scenario_id = current_scenario() order by sort_name, id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** The colour of everybody who is there, as often as it is had. */
export async function usedColours(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ colour: string }>`
    select colour from technicians where archived_at is null`.execute(db);
  return rows.map(({ colour }) => colour);
}
