import type { SuburbSearch } from '@muster/domain/work/suburbs/rules';
import type { Suburb } from '@muster/domain/work/suburbs/schema';
import { type RawBuilder, sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    suburbs: TableOf<'suburbs', Pick<Suburb, 'region'>>;
    suburb_editions: TableOf<'suburb_editions'>;
  }
}

const PATIENCE = '60s';

/** Whether the table holds that edition; two processes that start at once wait for each other here, for as long as filling it takes. */
export async function claimEdition(db: Tx, edition: string): Promise<boolean> {
  await sql`select set_config('lock_timeout', ${PATIENCE}, true), set_config('statement_timeout', ${PATIENCE}, true)`.execute(
    db,
  );
  const { rows } = await sql`
    insert into suburb_editions (edition) values (${edition}) on conflict do nothing returning edition`.execute(
    db,
  );
  return rows.length === 1;
}

export async function hasEdition(db: Db, edition: string): Promise<boolean> {
  const { rows } = await sql`select from suburb_editions where edition = ${edition}`.execute(db);
  return rows.length === 1;
}

/** With the area, which only boards read. */
export type FilledSuburb = Suburb & { area: string };

/** Suburbs that are gone since stay: a site may be in one. */
export async function upsertSuburbs(db: Tx, suburbs: readonly FilledSuburb[]): Promise<void> {
  await sql`
    insert into suburbs (id, name, region, postcode, latitude, longitude, zone, area)
    select id, name, region, postcode, latitude, longitude, zone, area
      from jsonb_to_recordset(${JSON.stringify(suburbs)}::jsonb)
        as s (id int, name text, region text, postcode text, latitude float8, longitude float8, zone text, area text)
    on conflict (id) do update set name = excluded.name, region = excluded.region, postcode = excluded.postcode,
      latitude = excluded.latitude, longitude = excluded.longitude, zone = excluded.zone,
      area = excluded.area`.execute(db);
}

type Asked = SuburbSearch & { limit: number };

/** Those that begin so, then those of which another word does; shorter names first, because they are typed in fewer letters. */
export async function findBeginning(db: Db, { name, postcode, region, limit }: Asked): Promise<Suburb[]> {
  const beginning = `${name.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return select(
    db,
    [
      name === '' ? undefined : sql`(lower(name) like ${beginning} or lower(name) like ${'% ' + beginning})`,
      ...filters({ postcode, region }),
    ],
    sql`lower(name) like ${beginning} desc, length(name), name, postcode, id`,
    limit,
  );
}

/** Those that look alike: letters left out, doubled or swapped. */
export async function findAlike(db: Db, { name, postcode, region, limit }: Asked): Promise<Suburb[]> {
  return select(
    db,
    [sql`lower(name) % ${name}`, ...filters({ postcode, region })],
    sql`similarity(lower(name), ${name}) desc, name, postcode, id`,
    limit,
  );
}

function filters({ postcode, region }: Pick<SuburbSearch, 'postcode' | 'region'>) {
  return [
    postcode === undefined ? undefined : sql`postcode >= ${postcode} and postcode < ${postcode + ':'}`,
    region === undefined ? undefined : sql`region = ${region}`,
  ];
}

async function select(
  db: Db,
  where: readonly (RawBuilder<unknown> | undefined)[],
  order: RawBuilder<unknown>,
  limit: number,
): Promise<Suburb[]> {
  const conditions = where.filter((condition) => condition !== undefined);
  const { rows } = await sql<Suburb>`
    select id, name, region, postcode, latitude, longitude, zone from suburbs
     where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
     order by ${order} limit ${limit}`.execute(db);
  return rows;
}

export async function readSuburbs(db: Db, ids: readonly number[]): Promise<Suburb[]> {
  const { rows } = await sql<Suburb>`
    select id, name, region, postcode, latitude, longitude, zone from suburbs where id = any(${ids}::int[])`.execute(
    db,
  );
  return rows;
}

/** All within so many degrees of a place, in the order of their ids. */
export async function findWithin(
  db: Db,
  { latitude, longitude, degrees }: { latitude: number; longitude: number; degrees: number },
): Promise<Suburb[]> {
  return db
    .selectFrom('suburbs')
    .selectAll()
    .where('latitude', '>', latitude - degrees)
    .where('latitude', '<', latitude + degrees)
    .where('longitude', '>', longitude - degrees)
    .where('longitude', '<', longitude + degrees)
    .orderBy('id')
    .execute();
}

/** The state or territory that the business is in, if it says so. */
export async function readHome(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ region: string | null }>`
    select region from accounts where id = current_account()`.execute(db);
  return rows[0]!.region;
}

/** Those that somebody may have meant: named alike, or in the postcode that they gave; where they said, and at home, before elsewhere. */
export async function findMeant(
  db: Db,
  { name, region, postcode, home }: { name: string; region: string; postcode: string; home: string | null },
  limit: number,
): Promise<Suburb[]> {
  return select(
    db,
    [sql`(lower(name) % ${name} or postcode = ${postcode} and similarity(lower(name), ${name}) > 0)`],
    sql`similarity(lower(name), ${name}) + case when postcode = ${postcode} then 0.4 else 0 end
        + case when region = ${region} then 0.2 else 0 end + case when region = ${home} then 0.1 else 0 end desc, name, postcode, id`,
    limit,
  );
}

export async function readNamed(db: Db, names: readonly string[]): Promise<Suburb[]> {
  const { rows } = await sql<Suburb>`
    select id, name, region, postcode, latitude, longitude, zone from suburbs
     where lower(name) = any(${names}::text[]) order by id`.execute(db);
  return rows;
}
