import type { Call, RingingCall, SettledCall } from '@muster/domain/calls/calls/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import type { CallSearch } from './model/call-search.ts';

const base = '/services/calls/api/v1';
const pageRows = 100;
/** As many as tell when somebody rang last. */
const FEW = 5;
/** While it rings, it is asked whether it still does: an exchange may forget to say that it is over. */
const lookAgainMs = 5_000;

/** Calls themselves are in no log: a notice tells of them. */
const tables = ['calls', 'settled_calls', 'customers', 'contacts'] as const;

/** What rings now. A notice of the stream has it read again. */
export const ringingQuery = {
  queryKey: ['call', 'ringing'],
  queryFn: loadRinging,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }: { state: { data?: RingingCall[] | undefined } }) =>
    state.data?.length ? lookAgainMs : (false as const),
};

async function loadRinging(): Promise<RingingCall[]> {
  return (await answer(api.GET(`${base}/ringing`))).rows;
}

export function callsQuery(search: CallSearch): RecordsQuery<Call> {
  return {
    queryKey: ['call', 'list', search],
    load: (cursor) => loadPage(search, cursor),
    tables,
  };
}

/** The calls of a customer, the latest first. */
export function callsOfQuery(customer: string): RecordsQuery<Call> {
  return {
    queryKey: ['call', 'of', customer],
    load: (cursor) => loadPage({ customer, limit: FEW }, cursor),
    tables,
  };
}

async function loadPage(
  search: CallSearch & { customer?: string; limit?: number },
  cursor: string | undefined,
): Promise<{ rows: Call[]; next: string | null }> {
  const query = { limit: pageRows, ...search, ...(cursor !== undefined && { cursor }) };
  return answer(api.GET(`${base}/calls`, { params: { query } }));
}

export function callQuery(id: string) {
  return {
    queryKey: ['call', 'one', id],
    queryFn: () => loadOne(id),
    meta: { tables: ['settled_calls', 'customers'] },
  };
}

async function loadOne(id: string): Promise<RingingCall> {
  return (await answer(api.GET(`${base}/calls/{id}`, { params: { path: { id } } }))).row;
}

export function exportAddress(search: CallSearch): string {
  const given = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return `${base}/calls.csv?${new URLSearchParams(given)}`;
}

export function takeCall(id: string, key: string) {
  return answer(api.POST(`${base}/calls/{id}/take`, { params: at(id, key) }));
}

export function settleCall(id: string, how: SettledCall['how'], key: string) {
  return answer(api.POST(`${base}/calls/{id}/settle`, { params: at(id, key), body: { how } }));
}

export function chooseCustomer(id: string, customer_id: string, key: string) {
  return answer(api.POST(`${base}/calls/{id}/customer`, { params: at(id, key), body: { customer_id } }));
}
