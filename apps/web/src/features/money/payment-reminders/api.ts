import type { ReminderChoice } from '@muster/domain/messages/payment-reminders/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';

const base = '/services/scheduling/api/v1/invoices/{id}/reminders';

/** When whoever pays an invoice is reminded next, and whether somebody has stopped that. */
export function remindersQuery(id: string) {
  return {
    queryKey: ['payment reminders', id],
    queryFn: async () => (await answer(api.GET(base, { params: { path: { id } } }))).row,
    meta: { tables: ['reminder_stops', 'invoice_letters', 'allocations', 'money_settings'] },
  };
}

export function chooseReminders(id: string, body: ReminderChoice, key: string) {
  return answer(api.PUT(base, { params: at(id, key), body }));
}
