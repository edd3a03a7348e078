import { periodProblem } from '@muster/domain/money/statements/rules';
import type {
  OwedQuery,
  OwedTotals,
  Statement,
  StatementEntry,
  StatementQuery,
} from '@muster/domain/money/statements/schema';
import type { PrintedStatement } from '@muster/domain/money/statements/words';
import type { AccountId } from '@muster/domain/values/ids';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { reckonAside } from '../../../platform/threads.ts';
import { logoOnPaper } from '../invoice-papers/service.ts';
import { partiesOf } from '../invoices/service.ts';
import { today } from '../money-settings/service.ts';
import { listEntries, listOwing, readStatement, sumOwing } from './store.ts';

/** Who owes what, by how long it has been due. */
export async function pageOwing(db: Tx, query: OwedQuery, at: Date) {
  return listOwing(db, query.on ?? (await today(db, at)), query);
}

export async function totalsOwing(db: Tx, on: string | undefined, at: Date): Promise<OwedTotals> {
  return sumOwing(db, on ?? (await today(db, at)));
}

export async function statementOf(db: Tx, customer: string, query: StatementQuery): Promise<Statement> {
  refuseNoPeriod(query);
  const found = await readStatement(db, customer, query);
  if (!found) throw new Failure('notFound');
  return found;
}

function refuseNoPeriod({ from, to }: StatementQuery): void {
  const problem = periodProblem(from, to);
  if (problem !== undefined) throw new Failure('malformed', problem);
}

/** What is read at once, and what one paper has room for: somebody with more takes a shorter period, or the table. */
const PORTION = 500;
const MOST_ON_PAPER = 2_000;

export async function printedStatement(
  db: Tx,
  customer: string,
  query: StatementQuery,
): Promise<PrintedStatement> {
  const statement = await statementOf(db, customer, query);
  if (statement.entries > MOST_ON_PAPER)
    throw new Failure(
      'unprocessable',
      `This statement has ${statement.entries.toLocaleString('en-AU')} entries. Choose a shorter period, or export it as CSV.`,
    );
  const entries: StatementEntry[] = [];
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await listEntries(db, customer, query, { cursor, limit: PORTION });
    entries.push(...rows);
    if (next === null) break;
    cursor = next;
  }
  return { statement, entries, ...(await partiesOf(db, customer)) };
}

export async function drawStatement(
  deps: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
  printed: PrintedStatement,
): Promise<Uint8Array> {
  const logo = await logoOnPaper(deps, account, printed.supplier.logo_id);
  return reckonAside(account, 'statementPaper', { printed, logo });
}
