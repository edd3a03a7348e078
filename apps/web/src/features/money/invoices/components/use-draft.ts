import type { InvoiceEdit, InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Versioned } from '../../../../lib/changes/own-versions.ts';
import { keepDone } from '../../../../lib/changes/undo.ts';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { editInvoice, invoiceQuery } from '../api.ts';
import { asSaid } from '../model/draft-lines.ts';

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

const pauseMs = 700;
/** While the server cannot be reached. */
const againMs = 4_000;

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
  const { isDirty, isSaving, clashes, refusal, values } = form;
  const isBlocked = clashes.length > 0 || (refusal !== undefined && refusal.status !== 0);
  const wait = refusal === undefined ? pauseMs : againMs;
  const save = useEffectEvent(() => void form.submit());
  const typed = isDirty ? JSON.stringify(values) : '';
  useEffect(() => {
    if (typed === '' || isSaving || isBlocked) return undefined;
    const timer = setTimeout(() => save(), wait);
    return () => clearTimeout(timer);
  }, [typed, isSaving, isBlocked, wait]);
  return form;
}
