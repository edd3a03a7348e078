import type { AccountingMapping } from '@muster/domain/money/accounting-services/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';

const base = '/services/accounting/api/v1';
const connections = '/services/scheduling/api/v1/connections/{id}';

export type AccountingStateRow = Awaited<ReturnType<typeof load>>;
export type ConnectedBooks = AccountingStateRow & { row: NonNullable<AccountingStateRow['row']> };

export const accountingQuery = {
  queryKey: ['accounting-service'],
  queryFn: load,
  meta: { tables: ['accounting_services', 'money_settings', 'accounts'] },
};

/** What would go over from a day on. */
export const scopeQuery = (from: string) => ({
  queryKey: [...accountingQuery.queryKey, 'scope', from],
  queryFn: async () => (await answer(api.GET(`${base}/books/scope`, { params: { query: { from } } }))).row,
  meta: { tables: ['invoices', 'payments', 'allocations'] },
});

function load() {
  return answer(api.GET(`${base}/connection`));
}

/** Says where to go to let Muster in. */
export function goToXero() {
  return answer(api.POST(`${base}/authorisations`, {}));
}

export function comeBack(body: { state: string; code: string }) {
  return answer(api.POST(`${base}/authorisations/end`, { body }));
}

export function chooseNone() {
  return answer(api.DELETE(`${base}/authorisations`, {}));
}

export function chooseOrganisation(organisation_id: string, key: string) {
  return answer(api.POST(`${base}/connection`, { params: keyed(key), body: { organisation_id } }));
}

export function editMapping(body: AccountingMapping, key: string) {
  return answer(api.PATCH(`${base}/connection`, { params: keyed(key), body }));
}

export function refreshChart() {
  return answer(api.POST(`${base}/connection/refresh`, {}));
}

export function turnBooks(id: string, verb: 'pause' | 'resume', key: string) {
  return answer(api.POST(`${connections}/${verb}`, { params: at(id, key) }));
}

export function disconnectBooks(id: string, key: string) {
  return answer(api.DELETE(connections, { params: at(id, key) }));
}
