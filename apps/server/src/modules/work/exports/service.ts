import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { Columns } from '@muster/domain/values/field-tables';
import type { AccountId } from '@muster/domain/values/ids';
import type { Permit } from '@muster/domain/values/role';
import { dateAt } from '@muster/domain/values/local-time';
import type { ImportKind } from '@muster/domain/records';
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { readersOfWork } from '../../../platform/changes/from-request.ts';
import { eachInPortions } from '../../../platform/changes/portions.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { App, Platform } from '../../../platform/deps.ts';
import { CSV_MARK, csvAnswer, csvRow, sendCsv } from '../../../platform/http/answers/csv.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { readSettings } from '../settings/service.ts';

/** Enough that reading is not all waiting, few enough to be held in memory for every export that runs. */
const PORTION = 500;

/** What is given out as a table: its name, its columns and how a page of it is read. */
interface List<Row> {
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly readPage: (
    db: Tx,
    page: { cursor?: string; limit: number },
  ) => Promise<{ rows: Row[]; next: string | null }>;
}

/** A list as a table, named by the day on which it is made, as the business counts it. */
export async function exportList<Row>(
  db: Db,
  account: AccountId,
  at: Date,
  { name, columns, readPage }: List<Row>,
): Promise<{ name: string; parts: AsyncGenerator<string> }> {
  const { zone } = await withAccount(db, account, (db) => readSettings(db, account));
  const date = dateAt(minuteOf(at.toISOString()), zone);
  return { name: `${name}-${date}`, parts: linesOf(db, account, columns, readPage) };
}

/** The call that gives a list out: filtered and sorted like the list, and all of it. */
export function exportRoute<Query extends TProperties, Row>(
  app: App,
  { database: { db }, now }: Platform,
  {
    name,
    tag,
    access = readersOfWork,
    query,
    columns,
    readPage,
  }: {
    readonly name: ImportKind | 'quotes';
    readonly tag: string;
    readonly access?: readonly Permit[];
    readonly query: TObject<Query>;
    /** By the clocks of the business. */
    readonly columns: (zone: string, db: Tx) => Columns<Row> | Promise<Columns<Row>>;
    readonly readPage: (
      db: Tx,
      query: Static<TObject<Query>> & { limit: number },
      at: Date,
    ) => Promise<{ rows: Row[]; next: string | null }>;
  },
): void {
  app.get(
    `/services/scheduling/api/v1/${name}.csv`,
    {
      config: { access },
      exposeHeadRoute: false,
      schema: {
        tags: [tag],
        summary: `${tag} as CSV, filtered and sorted like the list`,
        querystring: Type.Omit(query, ['cursor', 'limit']),
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const [account, at] = [accountOf(request), new Date(now())];
      const list = {
        name,
        columns: await withAccount(db, account, async (db) =>
          columns((await readSettings(db, account)).zone, db),
        ),
        readPage: (db: Tx, page: { cursor?: string; limit: number }) =>
          readPage(db, { ...(request.query as Static<TObject<Query>>), ...page }, at),
      };
      const table = await exportList(db, account, at, list);
      return sendCsv(reply, table.name, table.parts);
    },
  );
}

/** The lines of a list from its beginning to its end, page by page, each in a transaction of its own. */
async function* linesOf<Row>(
  db: Db,
  account: AccountId,
  columns: Columns<Row>,
  readPage: List<Row>['readPage'],
): AsyncGenerator<string> {
  yield `${CSV_MARK}${csvRow(columns.map(([title]) => title))}`;
  for (let cursor: string | undefined; ;) {
    const page = { limit: PORTION, ...(cursor !== undefined && { cursor }) };
    const { rows, next } = await withAccount(db, account, (db) => readPage(db, page));
    const lines: string[] = [];
    await eachInPortions(rows, (row) => lines.push(csvRow(columns.map(([, cell]) => cell(row)))));
    if (rows.length > 0) yield lines.join('');
    if (next === null) return;
    cursor = next;
  }
}
