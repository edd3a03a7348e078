import type { OwedRow, StatementEntry } from '@muster/domain/money/statements/schema';
import { answer, api } from '../../../lib/api/api.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import type { OwedSearch } from './model/statement-search.ts';

const base = '/services/scheduling/api/v1';
const pageRows = 100;
/** What is owed follows from all three. */
const tables = ['allocations', 'invoices', 'payments'] as const;

interface Period {
  from: string;
  to: string;
}

export function owedQuery(search: OwedSearch): RecordsQuery<OwedRow> {
  return {
    queryKey: ['statements', 'owed', search],
    load: (cursor) => loadOwed(search, cursor),
    tables: [...tables],
  };
}

function loadOwed(search: OwedSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor !== undefined && { cursor }) };
  return answer(api.GET(`${base}/invoices/owed`, { params: { query } }));
}

export function owedTotalsQuery(on: string | undefined) {
  return {
    queryKey: ['statements', 'owed totals', on],
    queryFn: () => loadTotals(on),
    meta: { tables },
  };
}

async function loadTotals(on: string | undefined) {
  const query = on === undefined ? {} : { on };
  return (await answer(api.GET(`${base}/invoices/owed/totals`, { params: { query } }))).row;
}

export function statementQuery(id: string, period: Period) {
  return {
    queryKey: ['statements', 'of', id, period],
    queryFn: () => loadStatement(id, period),
    meta: { tables },
  };
}

async function loadStatement(id: string, query: Period) {
  return (await answer(api.GET(`${base}/customers/{id}/statement`, { params: { path: { id }, query } }))).row;
}

export function entriesQuery(customer: string, period: Period): RecordsQuery<StatementEntry> {
  return {
    queryKey: ['statements', 'entries', customer, period],
    load: (cursor) => loadEntries(customer, period, cursor),
    tables: [...tables],
  };
}

function loadEntries(id: string, period: Period, cursor: string | undefined) {
  const query = { ...period, limit: pageRows, ...(cursor !== undefined && { cursor }) };
  return answer(api.GET(`${base}/customers/{id}/statement/entries`, { params: { path: { id }, query } }));
}

/** Where it is on paper, or as a table. */
export function statementFile(customer: string, { from, to }: Period, ending: 'pdf' | 'csv'): string {
  return `${base}/customers/${customer}/statement.${ending}?from=${from}&to=${to}`;
}
