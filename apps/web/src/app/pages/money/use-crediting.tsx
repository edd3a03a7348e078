import type { InvoiceRecord, NewCredit } from '@muster/domain/money/invoices/schema';
import { notify } from '@muster/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { creditInvoice, creditNotesQuery } from '../../../features/money/invoices/api.ts';
import { CreditDialog } from '../../../features/money/invoices/components/credit-dialog.tsx';
import type { InvoicePart } from '../../../features/money/invoices/components/issued-view.tsx';
import type { TimelineEntry } from '../../../lib/kit/document/timeline.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { useKeepsMoney } from './use-money.ts';

/** Taking an invoice back, and the credit notes that did. */
export function useCrediting(invoice: InvoiceRecord): InvoicePart {
  const { id, kind, number } = invoice;
  const isInvoice = kind === 'invoice';
  const mayCredit = useKeepsMoney() && isInvoice;
  const navigate = useNavigate();
  const notes = useQuery({ ...creditNotesQuery(id), enabled: isInvoice }).data ?? [];
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { decide, isRunning } = useCommand();

  async function credit(body: NewCredit) {
    setRefusal(undefined);
    const saved = await decide({
      what: ['credit', id, body],
      send: (key) => creditInvoice(id, body, key),
      onRefused(error) {
        setRefusal(error.message);
        return true;
      },
    });
    if (!saved) return;
    setOpen(false);
    const { row } = saved;
    if (row.state === 'draft') await navigate({ to: '/invoices/$id', params: { id: row.id } });
    else notify({ level: 'success', text: `${row.number} issued for ${number}.`, position: 'bc' });
  }

  function close() {
    setRefusal(undefined);
    setOpen(false);
  }

  return {
    name: 'crediting',
    actions: mayCredit ? [{ label: 'Credit', place: 'bar', onPress: () => setOpen(true), letter: 'c' }] : [],
    entries: notes.map(entryOf),
    open: isOpen && (
      <CreditDialog
        invoice={invoice}
        isRunning={isRunning}
        refusal={refusal}
        onCredit={(body) => void credit(body)}
        onClose={close}
      />
    ),
  };
}

type CreditNote = Pick<InvoiceRecord, 'id' | 'number' | 'title' | 'total' | 'created_at' | 'issued_at'>;

function entryOf({ id, number, total, created_at, issued_at }: CreditNote): TimelineEntry {
  return {
    key: id,
    kind: 'credited',
    at: issued_at ?? created_at,
    text: (
      <Link to="/invoices/$id" params={{ id }}>
        {number === null ? 'Draft credit note' : `Credited by ${number}`}
      </Link>
    ),
    amount: total,
    isAhead: number === null,
  };
}
