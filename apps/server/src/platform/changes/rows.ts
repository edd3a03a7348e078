import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/executor.ts';
import { inPortions } from './portions.ts';
import type { AnyTable, TrackedRow, TrackedTable } from './tracked.ts';

/**
 * The rows of any tracked table, in and out as JSON: the database itself knows what type a field has, and many rows are written by
 * one statement.
 */
export async function readRows<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  return inPortions(ids, async (ids) => {
    const found = await sql<{ row: Row }>`
      select to_jsonb(r) as row
        from (select ${columnsOf(table)} from ${sql.table(table.name)} where id = any(${ids}::uuid[]) order by id) r`.execute(
      db,
    );
    return found.rows.map(({ row }) => row);
  });
}

/** The same, and nobody else changes them until the transaction ends. Taken in the order of ids, so that two never wait for each other. */
export async function holdRows<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  return inPortions(ids.toSorted(), async (ids) => {
    const found = await sql<{ row: Row }>`
      select to_jsonb(r) as row
        from (select ${columnsOf(table)} from ${sql.table(table.name)} where id = any(${ids}::uuid[]) order by id for update) r`.execute(
      db,
    );
    return found.rows.map(({ row }) => row);
  });
}

/** All rows have the same fields; what they do not have gets its default. */
export async function insertRows<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  rows: readonly object[],
): Promise<Row[]> {
  return inPortions(rows, (portion) => insertPortion(db, table, portion));
}

async function insertPortion<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  rows: readonly object[],
): Promise<Row[]> {
  const given = ['id', 'version', ...table.columns, ...(table.derived ?? [])].filter(
    (column) => column in rows[0]!,
  );
  const names = sql.join(given.map((column) => sql.ref(column)));
  const scenario = table.byScenario === 'all' ? [sql`scenario_id`, sql`current_scenario()`] : undefined;
  const written = await sql<{ row: Row }>`
    with written as (
      insert into ${sql.table(table.name)} (account_id, ${scenario ? sql`${scenario[0]}, ` : sql``}${names})
      select current_account(), ${scenario ? sql`${scenario[1]}, ` : sql``}${names}
        from jsonb_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(rows)}::jsonb)
      returning ${columnsOf(table)})
    select to_jsonb(written) as row from written`.execute(db);
  return written.rows.map(({ row }) => row);
}

/**
 * Writes these fields of every row that is given; each becomes a version later. A row that has them already is left alone and not
 * among the answer: only the database knows that a moment in other words is the same moment.
 */
export async function updateRows<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  rows: readonly object[],
  fields: readonly string[],
): Promise<Row[]> {
  const values = fields.map((field) => sql`${sql.ref(field)} = n.${sql.ref(field)}`);
  const differs = fields.map(
    (field) => sql`${sql.ref(`${table.name}.${field}`)} is distinct from n.${sql.ref(field)}`,
  );
  return inPortions(rows, async (rows) => {
    const written = await sql<{ row: Row }>`
      with written as (
        update ${sql.table(table.name)} set ${sql.join(values)}, version = ${sql.ref(`${table.name}.version`)} + 1
          from jsonb_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(rows)}::jsonb) n
         where ${sql.ref(`${table.name}.id`)} = n.id and (${sql.join(differs, sql` or `)})
        returning ${columnsOf(table)})
      select to_jsonb(written) as row from written`.execute(db);
    return written.rows.map(({ row }) => row);
  });
}

/** For rows that were changed and changed back before anybody else saw them. */
export async function resetVersions(db: Tx, table: TrackedTable<never>, rows: readonly TrackedRow[]) {
  await inPortions(rows, async (rows) => {
    const versions = JSON.stringify(rows.map(({ id, version }) => ({ id, version })));
    const done = await sql`
      update ${sql.table(table.name)} set version = n.version
        from jsonb_to_recordset(${versions}::jsonb) as n (id uuid, version int)
       where ${sql.ref(`${table.name}.id`)} = n.id`.execute(db);
    return done.rows;
  });
}

export async function deleteRows(db: Tx, table: TrackedTable<never>, ids: readonly string[]): Promise<void> {
  await inPortions(ids, async (ids) => {
    const done = await sql`delete from ${sql.table(table.name)} where id = any(${ids}::uuid[])`.execute(db);
    return done.rows;
  });
}

/** Whether all these rows belong to the scenario that is seen, and not to everybody. */
export async function areOwn(db: Tx, { name }: Pick<AnyTable, 'name'>, ids: readonly string[]) {
  const others = await inPortions(ids, async (ids) => {
    const { rows } = await sql`
      select from ${sql.table(name)} where id = any(${ids}::uuid[]) and scenario_id is distinct from current_scenario() limit 1`.execute(
      db,
    );
    return rows;
  });
  return others.length === 0;
}

/** For a store that reads rows of a tracked table in a query of its own: `select to_jsonb(r) from (select … ) r`. */
export function columnsOf(table: Pick<TrackedTable<never>, 'name' | 'columns'>): RawBuilder<unknown> {
  return sql.join(['id', 'version', ...table.columns].map((column) => sql.ref(`${table.name}.${column}`)));
}
