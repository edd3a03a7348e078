import type { HoursFacts } from '@muster/domain/field/my-hours/rules';
import type { OwnHours } from '@muster/domain/field/my-hours/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

interface Business {
  readonly zone: string;
  readonly region: string | null;
}

export async function readBusiness(db: Tx): Promise<Business> {
  const { rows } = await sql<Business>`
    select zone, region from accounts where id = current_account()`.execute(db);
  return rows[0]!;
}

export interface KnownHours {
  readonly week: HoursFacts['week'];
  readonly absences: readonly (Pick<OwnHours['absences'][number], 'kind' | 'reason'> & Stretch)[];
}

interface Stretch {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** What a technician works by and is away for, between two moments. */
export async function readHours(
  db: Tx,
  technician: string,
  { from, to }: { from: Date; to: Date },
): Promise<KnownHours> {
  const { rows } = await sql<{ hours: KnownHours }>`
    select jsonb_build_object(
             'week', coalesce(t.working_week, a.working_week),
             'absences', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'kind', b.kind, 'reason', b.reason, 'starts_at', b.starts_at, 'ends_at', b.ends_at)
                        order by b.starts_at, b.id), '[]')
                 from absences b where b.technician_id = t.id and b.starts_at < ${to} and b.ends_at > ${from})) as hours
      from technicians t, accounts a
     where t.id = ${technician} and a.id = current_account()`.execute(db);
  return rows[0]!.hours;
}
