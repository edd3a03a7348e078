import type { keptSorts } from '@muster/domain/basics/changes/schema';
import { type RawBuilder, sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Tx } from '../db/executor.ts';
import { Failure } from '../http/answers/errors.ts';
import { columnsOf } from './rows.ts';
import { eachWord, matchesWords } from './search-words.ts';
import type { AnyTable } from './tracked.ts';

/** By what a list is sorted: an expression that is never null and has an index with the account before and the id behind it. */
export interface Order {
  readonly by: RawBuilder<unknown>;
  /** The type that the cursor's text is read as. */
  readonly type: 'text' | 'int' | 'bigint' | 'date' | 'timestamptz';
  readonly descending?: boolean;
}

export interface ListQuery<Row> {
  readonly columns: RawBuilder<Row>;
  /** The table, or tables, that the conditions are about. */
  readonly from: RawBuilder<unknown>;
  /** What is joined to the rows of the page alone: joined to all of them, and a database that guesses badly, it takes minutes. */
  readonly details?: RawBuilder<unknown>;
  /** The column that tells rows apart which are otherwise sorted alike. */
  readonly id: RawBuilder<unknown>;
  readonly where: readonly (RawBuilder<boolean> | undefined)[];
  readonly order: Order;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** What a list of records is asked for. */
interface KeptQuery {
  readonly search?: string;
  readonly archived?: boolean;
  readonly sort?: (typeof keptSorts)[number];
  readonly cursor?: string;
  readonly limit?: number;
}

/** What a list of records has beyond the rows of its table. */
interface Kept<Row> {
  /** What is shown of a row beside its columns. */
  readonly beside?: RawBuilder<Row>;
  readonly where?: ListQuery<Row>['where'];
  /** How one word of the search finds a row, where it is not by the words of the row itself. */
  readonly found?: (word: string) => RawBuilder<boolean>;
}

/** A page of the records that are kept, or of those that were put aside: by name or by age, and by the words that are looked for. */
export async function listKept<Row>(
  db: Tx,
  table: Pick<AnyTable, 'name' | 'columns'>,
  { search = '', archived = false, sort = 'name', cursor, limit }: KeptQuery,
  { beside, where = [], found }: Kept<Row> = {},
): Promise<{ rows: Row[]; next: string | null }> {
  const archivedAt = sql.ref(`${table.name}.archived_at`);
  return listPage<Row>(db, {
    columns: beside ? sql`${columnsOf(table)}, ${beside}` : sql`${columnsOf(table)}`,
    from: sql.table(table.name),
    id: sql.ref(`${table.name}.id`),
    where: [
      archived ? sql<boolean>`${archivedAt} is not null` : sql<boolean>`${archivedAt} is null`,
      ...(found ? eachWord(search, found) : [matchesWords(table.name, search)]),
      ...where,
    ],
    order: keptOrder(table, sort),
    cursor,
    limit,
  });
}

/** By name or by when it was added: each has an index. */
export function keptOrder(
  { name }: Pick<AnyTable, 'name'>,
  sort: NonNullable<KeptQuery['sort']> = 'name',
): Order {
  const descending = sort.startsWith('-');
  return sort.endsWith('name')
    ? { by: sql.ref(`${name}.sort_name`), type: 'text', descending }
    : { by: sql.ref(`${name}.created_at`), type: 'timestamptz', descending };
}

const PAGE = 50;

/** One page of a list, and where the next one begins: by the last row, so that what is added meanwhile moves nothing. */
export async function listPage<Row>(
  db: Tx,
  { columns, from, details, id, where, order, cursor, limit = PAGE }: ListQuery<Row>,
): Promise<{ rows: Row[]; next: string | null }> {
  const { by, type, descending } = order;
  const direction = descending ? sql`desc` : sql`asc`;
  const conditions = [...where, cursor === undefined ? undefined : after(cursor, id, order)].filter(
    (condition) => condition !== undefined,
  );
  const wanted = sql`${from} where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`;
  const sorted = sql`order by ${by} ${direction}, ${id} ${direction} limit ${limit + 1}`;
  const source =
    details === undefined ? wanted : sql`(select * from ${wanted} ${sorted}) as ${from} ${details}`;
  const { rows } = await refusingCursor(cursor, () =>
    sql<{ row: Row; place: string; id: string }>`
    select to_jsonb(r) - 'place' as row, r.place, r.id
      from (select ${columns}, (${by})::text as place from ${source} ${sorted}) r`.execute(db),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? encode([type, last.place, last.id]) : null;
  return { rows: page.map(({ row }) => row), next };
}

function after(
  cursor: string,
  id: RawBuilder<unknown>,
  { by, type, descending }: Order,
): RawBuilder<boolean> {
  const [kind, place, last] = decode(cursor);
  if (kind !== type) throw new Failure('malformed', 'This cursor belongs to another list.');
  const value = sql`${place}::${sql.raw(type)}`;
  return descending
    ? sql<boolean>`(${by}, ${id}) < (${value}, ${last}::uuid)`
    : sql<boolean>`(${by}, ${id}) > (${value}, ${last}::uuid)`;
}

function encode(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** At what place of its order a page begins, for whoever looks for its rows in several tables. */
export function placeOf(cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : decode(cursor)[1];
}

function decode(cursor: string): [string, string, string] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === 3 && parts.every((part) => typeof part === 'string'))
      return parts as [string, string, string];
  } catch {
    // Told below.
  }
  throw new Failure('malformed', 'Unknown cursor.');
}

/** A cursor that somebody made up may hold anything; the database is who finds that out. */
async function refusingCursor<T>(cursor: string | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isData = error instanceof DatabaseError && error.code?.startsWith('22');
    if (cursor !== undefined && isData) throw new Failure('malformed', 'Unknown cursor.');
    throw error;
  }
}
