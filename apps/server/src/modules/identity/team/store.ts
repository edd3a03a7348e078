import type { TeamInvitation, TeamMember, User } from '@muster/domain/identity/team/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** Everybody who signs in, those who cannot last. */
export async function listMembers(db: Tx, table: TrackedTable<User>): Promise<TeamMember[]> {
  const { rows } = await sql<{ row: TeamMember }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)},
        (select jsonb_build_object('id', t.id, 'name', t.name) from technicians t where t.user_id = users.id) as technician,
        greatest((select max(s.seen_at) from sessions s where s.user_id = users.id),
                 (select max(d.seen_at) from devices d where d.user_id = users.id)) as seen_at
        from users order by disabled_at is not null, lower(first_name), lower(last_name), id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Those that nobody has accepted or taken back, be it that they have expired. */
export async function listOpenInvitations(
  db: Tx,
  table: TrackedTable<TeamInvitation>,
): Promise<TeamInvitation[]> {
  const { rows } = await sql<{ row: TeamInvitation }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from team_invitations where accepted_at is null and revoked_at is null order by email) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export async function isInTeam(db: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select from users where email = ${email}`.execute(db);
  return rows.length > 0;
}

/** The user who is this technician; undefined where there is no such technician. */
export async function findUserOf(db: Tx, technician: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ user_id: string | null }>`
    select user_id from technicians where id = ${technician}`.execute(db);
  return rows[0]?.user_id;
}

/** As a mail names whoever sends an invitation. */
export async function readInviter(db: Tx, user: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from users where id = ${user}`.execute(db);
  return rows[0]!.name;
}
