import type { BankDetailsEdit } from '@muster/domain/money/bank-details/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { keyed } from '../../../lib/api/command.ts';

export type BankDetailsRow = Awaited<ReturnType<typeof loadBankDetails>>['row'];

const url = '/services/scheduling/api/v1/bank-details';

export const bankDetailsQuery = {
  queryKey: ['bank details'],
  queryFn: loadBankDetails,
  meta: { tables: ['bank_details'] },
};

function loadBankDetails() {
  return answer(api.GET(url));
}

export function saveBankDetails(body: BankDetailsEdit, key: string) {
  return answer(api.PUT(url, { params: keyed(key), body }));
}
