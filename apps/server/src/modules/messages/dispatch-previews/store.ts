import type { DispatchPreviewQuery, Reach } from '@muster/domain/messages/dispatch-previews/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

export interface CrewMember {
  readonly id: string;
  readonly name: string;
  readonly visits: number;
  /** Of these, those that they are away for, unless somebody decided that they come all the same. */
  readonly away: number;
  readonly reach: Reach;
}

/** Those of these visits that are planned. Without any, those that begin on a day of the business: all of them, or those of a technician. */
export async function listToDispatch(
  db: Tx,
  { date, technician, visits }: DispatchPreviewQuery,
): Promise<string[]> {
  if (visits !== undefined) {
    const { rows } = await sql<{ id: string }>`
      select id from visits where id = any(${visits.split(',')}::uuid[]) and state = 'planned' order by id`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  }
  const { rows } = await sql<{ id: string }>`
    select distinct v.id
      from accounts b
      join assignments a on a.starts_at >= (${date}::date)::timestamp at time zone b.zone
                        and a.starts_at < (${date}::date + 1)::timestamp at time zone b.zone
      join visits v on v.id = a.visit_id
     where b.id = current_account() and v.state = 'planned'
       ${technician === undefined ? sql`` : sql`and a.technician_id = ${technician}`}
     order by v.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Everyone on these visits, with the way in which they learn of them. */
export async function listCrews(db: Tx, visits: readonly string[], now: Date): Promise<CrewMember[]> {
  const { rows } = await sql<CrewMember>`
    select t.id, t.name, count(*)::int as visits,
           count(*) filter (where not a.overrides @> '[{"rule": "absence"}]' and exists (
             select from absences o
              where o.technician_id = t.id and o.starts_at < a.ends_at and o.ends_at > a.starts_at))::int as away,
           case when u.id is not null then 'sign-in'
                when exists (select from team_invitations i
                              where i.technician_id = t.id and i.accepted_at is null and i.revoked_at is null
                                and i.expires_at > ${now}) then 'invited'
                else 'none' end as reach
      from assignments a
      join technicians t on t.id = a.technician_id
      left join users u on u.id = t.user_id and u.disabled_at is null
     where a.visit_id = any(${visits}::uuid[])
     group by t.id, t.name, u.id
     order by t.name, t.id`.execute(db);
  return rows;
}
