import type { ReadyVisit, WorkToInvoice } from '@muster/domain/money/billable-work/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { keyed } from '../../../lib/api/command.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';

const base = '/services/scheduling/api/v1';
const path = `${base}/ready-to-invoice`;
const pageRows = 100;
/** What changes what is ready; those that are left out first, because they have the ids of the visits. */
const tables = ['left_out_visits', 'visits', 'invoices', 'money_settings'] as const;

/** Every list of what is ready begins with it. */
export const readyKey = ['ready to invoice'];

export interface ReadyFilters {
  search?: string | undefined;
  customer?: string | undefined;
  /** Those that nobody is charged for, and no others. */
  left_out?: true | undefined;
}

export function readyQuery({ search, customer, left_out }: ReadyFilters): RecordsQuery<ReadyVisit> {
  return {
    queryKey: [...readyKey, 'list', search, customer, left_out],
    load(cursor) {
      const query = {
        limit: pageRows,
        ...(search !== undefined && { search }),
        ...(customer !== undefined && { customer }),
        ...(left_out !== undefined && { left_out }),
        ...(cursor !== undefined && { cursor }),
      };
      return answer(api.GET(path, { params: { query } }));
    },
    tables: [...tables],
  };
}

/** How many there are, of one customer or of all. */
export function readyCountQuery(customer?: string) {
  const query = customer === undefined ? {} : { customer };
  return {
    queryKey: [...readyKey, 'count', query],
    queryFn: () => answer(api.GET(`${path}/count`, { params: { query } })),
    meta: { tables },
  };
}

/** How many of them are of earlier days. */
export function olderCountQuery(before: string) {
  return {
    queryKey: [...readyKey, 'count', { before }],
    queryFn: () => answer(api.GET(`${path}/count`, { params: { query: { before } } })),
    meta: { tables },
  };
}

/** More finished visits of one job than anybody looks at beside it. */
const mostOfJob = 200;

/** The finished visits of a job that no invoice charges: those that are ready, and those that were left out. */
export function jobWorkQuery(job: string) {
  return {
    queryKey: [...readyKey, 'job', job],
    queryFn: () => loadJob(job),
    meta: { tables },
  };
}

async function loadJob(job: string): Promise<ReadyVisit[]> {
  const pages = await Promise.all(
    [false, true].map((left_out) =>
      answer(api.GET(path, { params: { query: { job, left_out, limit: mostOfJob } } })),
    ),
  );
  return pages.flatMap(({ rows }) => rows);
}

export function invoiceWork(body: WorkToInvoice, key: string) {
  return answer(api.POST(`${base}/invoices/from-work`, { params: keyed(key), body }));
}

export function leaveOut(visits: string[], reason: string, key: string) {
  return answer(api.POST(`${path}/leave-out`, { params: keyed(key), body: { visits, reason } }));
}

export function bringBack(visits: string[], key: string) {
  return answer(api.POST(`${path}/bring-back`, { params: keyed(key), body: { visits } }));
}
