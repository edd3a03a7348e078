import type { WantedSite } from '@muster/domain/slots/rules';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

/** Where somebody wants something done. */
export async function readSite(db: Tx, id: string): Promise<WantedSite | undefined> {
  const { rows } = await sql<WantedSite>`
    select id, version, name, suburb, latitude, longitude, zone, preferred, banned from sites where id = ${id}`.execute(
    db,
  );
  return rows[0];
}
