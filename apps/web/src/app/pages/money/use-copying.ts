import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { useNavigate } from '@tanstack/react-router';
import { copyInvoice } from '../../../features/money/invoices/api.ts';
import type { InvoicePart } from '../../../features/money/invoices/components/issued-view.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';

/** Copying an invoice into a draft. */
export function useCopying({ id, kind, number }: InvoiceRecord): InvoicePart {
  const navigate = useNavigate();
  const { run, isRunning } = useCommand();
  async function copy() {
    const row = await run({
      what: ['copy', id],
      send: (key) => copyInvoice(id, key),
      done: `Draft like ${number} added.`,
    });
    if (row) await navigate({ to: '/invoices/$id', params: { id: row.id } });
  }
  if (kind === 'credit note') return { name: 'copying' };
  return {
    name: 'copying',
    actions: [{ label: 'Copy to a new draft', place: 'menu', onPress: () => void copy(), isBusy: isRunning }],
  };
}
