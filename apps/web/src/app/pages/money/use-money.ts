import type { WorkToInvoice } from '@muster/domain/money/billable-work/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { isPermitted, type Permit } from '@muster/domain/values/role';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { invoiceWork, readyKey } from '../../../features/money/billable-work/api.ts';
import { addInvoice, invoiceQuery } from '../../../features/money/invoices/api.ts';
import { useCommand } from '../../../lib/kit/form/use-command.ts';

function useIsPermitted(permit: Permit): boolean {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  return isPermitted([permit], user);
}

/** Whether whoever looks may do everything about money; the others prepare drafts. */
export function useKeepsMoney(): boolean {
  return useIsPermitted('all of money');
}

/** Whether whoever looks may see prices and invoices at all. */
export function useSeesMoney(): boolean {
  return useIsPermitted('drafts of money');
}

/** A draft for a customer, and on to its page. */
export function useNewInvoice() {
  const navigate = useNavigate();
  const { run, isRunning } = useCommand();
  return {
    isRunning,
    start: async (customer: { id: string; name: string }) => {
      const row = await run({
        what: ['new invoice', customer.id],
        send: (key) => addInvoice({ customer_id: customer.id }, key),
        done: `Draft for ${customer.name} added.`,
      });
      if (row) await navigate({ to: '/invoices/$id', params: { id: row.id } });
    },
  };
}

/** A draft of finished work with its hours and parts, and on to its page. */
export function useInvoiceWork() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { run, isRunning } = useCommand();
  return {
    isRunning,
    start: async (work: WorkToInvoice, customer: string) => {
      const row = await run({
        what: ['invoice work', work],
        send: (key) => invoiceWork(work, key),
        done: `Draft for ${customer} added.`,
      });
      void queryClient.invalidateQueries({ queryKey: readyKey });
      if (!row) return;
      queryClient.setQueryData<InvoiceRecord>(invoiceQuery(row.id).queryKey, row);
      await navigate({ to: '/invoices/$id', params: { id: row.id } });
    },
  };
}
