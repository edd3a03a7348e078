import type {
  CustomerPriceEdit,
  CustomerPriceRow,
  CustomerTermsEdit,
  CustomerTermsRecord,
  NewCustomerPrice,
} from '@muster/domain/money/customer-terms/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';
import { newer } from '../../../lib/api/queries.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';

const base = '/services/scheduling/api/v1';
const pageRows = 50;

/** What was agreed with a customer about money; where nothing was, as everybody has it. */
export function customerTermsQuery(customer: string) {
  return {
    queryKey: ['customer terms', customer],
    queryFn: () => loadTerms(customer),
    meta: { tables: ['customer_terms', 'customers'] },
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as CustomerTermsRecord | undefined, read as CustomerTermsRecord),
  };
}

async function loadTerms(id: string): Promise<CustomerTermsRecord> {
  return (await answer(api.GET(`${base}/customers/{id}/terms`, { params: { path: { id } } }))).row;
}

export function editTerms(customer: string, body: CustomerTermsEdit, key: string) {
  return answer(api.PATCH(`${base}/customers/{id}/terms`, { params: at(customer, key), body }));
}

/** The prices that were agreed with a customer, by the names of the items. */
export function agreedPricesQuery(customer: string): RecordsQuery<CustomerPriceRow> {
  return {
    queryKey: ['customer prices', customer],
    load(cursor) {
      const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
      return answer(api.GET(`${base}/customers/{id}/prices`, { params: { path: { id: customer }, query } }));
    },
    tables: ['customer_prices', 'items'],
  };
}

export function addPrice(customer: string, body: NewCustomerPrice, key: string) {
  return answer(api.POST(`${base}/customers/{id}/prices`, { params: at(customer, key), body }));
}

export function editPrice(id: string, body: CustomerPriceEdit, key: string) {
  return answer(api.PATCH(`${base}/customer-prices/{id}`, { params: at(id, key), body }));
}

export function removePrice(id: string, key: string) {
  return answer(api.DELETE(`${base}/customer-prices/{id}`, { params: at(id, key) }));
}
