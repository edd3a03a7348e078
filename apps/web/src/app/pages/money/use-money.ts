import { isPermitted, type Permit } from '@muster/domain/values/role';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { addInvoice } from '../../../features/money/invoices/api.ts';
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
