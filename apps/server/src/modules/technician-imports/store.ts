import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

/** The skills of the account that are offered, by their names in small letters. */
export async function readSkills(db: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, lower(name) as name from skills where archived_at is null`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export interface Suburb {
  readonly id: number;
  readonly name: string;
  readonly postcode: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The suburbs of these names, in small letters; several have the same. */
export async function readSuburbs(db: Tx, names: readonly string[]): Promise<Map<string, Suburb[]>> {
  const { rows } = await sql<Suburb>`
    select id, lower(name) as name, postcode, latitude, longitude from suburbs
     where lower(name) = any(${names}::text[]) order by id`.execute(db);
  return Map.groupBy(rows, ({ name }) => name);
}
