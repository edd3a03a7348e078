import type { InvoiceEdit, InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Versioned } from '../../../../lib/changes/own-versions.ts';
import { keepDone } from '../../../../lib/changes/undo.ts';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useSavesItself } from '../../../../lib/kit/form/use-saves-itself.ts';
import { editInvoice, invoiceQuery } from '../api.ts';
import { asSaid } from '../../../../lib/kit/document/draft-lines.ts';

/** What is said of a draft. */
export interface DraftValues extends Versioned {
  bill_to_id: string;
  order_number: string;
  title: string;
  note: string;
  terms_days: number;
  due_on: string | null;
  lines: NewLine[];
  work: NonNullable<InvoiceEdit['work']>;
}

function valuesOf(invoice: InvoiceRecord): DraftValues {
  const { id, version, bill_to_id, order_number, title, note, terms_days, due_on, lines, work } = invoice;
  return {
    id,
    version,
    bill_to_id,
    order_number,
    title,
    note,
    terms_days,
    due_on,
    lines: lines.map(asSaid),
    work: work.map(({ job_id, title }) => ({ job_id, title })),
  };
}

/** A draft that is saved a moment after somebody typed, or when it is left; Ctrl-Z takes it back as anywhere else. */
export function useDraft(invoice: InvoiceRecord): RecordForm<DraftValues> {
  const queryClient = useQueryClient();
  const { id } = invoice;
  // The cache tells of what was saved a moment later: until then a line that is new would be gone, and the cursor with it.
  const [saved, setSaved] = useState(invoice);
  const latest = saved.version > invoice.version ? saved : invoice;
  function known(row: InvoiceRecord) {
    setSaved(row);
    queryClient.setQueryData<InvoiceRecord>(invoiceQuery(id).queryKey, row);
  }
  const form = useRecordForm<DraftValues, Awaited<ReturnType<typeof editInvoice>>>({
    place: `invoice ${id}`,
    row: valuesOf(latest),
    savesItself: true,
    send: (said, { version }, key) => editInvoice(id, { ...said, version }, key),
    onSaved({ row, ...outcome }) {
      keepDone([outcome]);
      known(row);
    },
    onNewer: known,
    asFields: valuesOf,
  });
  useSavesItself(form);
  return form;
}
