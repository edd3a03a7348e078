import type { MoneySettingsEdit } from '@muster/domain/money/money-settings/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { keyed } from '../../../lib/api/command.ts';

const path = '/services/scheduling/api/v1/money-settings';

/** With the last numbers that were given: until the first, prefix and first number can be set. */
export type KnownMoneySettings = Awaited<ReturnType<typeof load>>;

export const moneySettingsQuery = {
  queryKey: ['money-settings'],
  queryFn: load,
  meta: { tables: ['money_settings', 'invoices'] },
};

function load() {
  return answer(api.GET(path));
}

export function editMoneySettings(body: MoneySettingsEdit, key: string) {
  return answer(api.PATCH(path, { params: keyed(key), body }));
}
