import type { AccountId } from '@muster/domain/values/ids';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { CSV_MARK, csvRow } from '../../platform/http/csv.ts';
import type { Columns } from './templates.ts';

/** Enough that reading is not all waiting, few enough to be held in memory for every export that runs. */
const PORTION = 500;

export type ReadPage<Row> = (
  db: Tx,
  page: { cursor?: string; limit: number },
) => Promise<{ rows: Row[]; next: string | null }>;

/** The lines of a list from its beginning to its end, page by page, each in a transaction of its own. */
export async function* exportList<Row>(
  db: Db,
  account: AccountId,
  columns: Columns<Row>,
  readPage: ReadPage<Row>,
): AsyncGenerator<string> {
  yield `${CSV_MARK}${csvRow(columns.map(([title]) => title))}`;
  for (let cursor: string | undefined; ;) {
    const page = { limit: PORTION, ...(cursor !== undefined && { cursor }) };
    const { rows, next } = await withAccount(db, account, (db) => readPage(db, page));
    if (rows.length > 0) yield rows.map((row) => csvRow(columns.map(([, cell]) => cell(row)))).join('');
    if (next === null) return;
    cursor = next;
  }
}
