import { saidOfQuote } from '@muster/domain/money/quotes/rules';
import type { NewQuoteLine, QuoteOption, QuoteRecord } from '@muster/domain/money/quotes/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Versioned } from '../../../../lib/changes/own-versions.ts';
import { keepDone } from '../../../../lib/changes/undo.ts';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useSavesItself } from '../../../../lib/kit/form/use-saves-itself.ts';
import { editQuote, quoteQuery } from '../api.ts';

/** What is said of the draft of a quote. */
export interface QuoteValues extends Versioned {
  title: string;
  note: string;
  terms: string;
  valid_days: number;
  deposit_percent: number | null;
  deposit_cents: number | null;
  site_id: string | null;
  options: QuoteOption[];
  lines: NewQuoteLine[];
}

function valuesOf(quote: QuoteRecord): QuoteValues {
  const { id, version, title, note, terms, valid_days, deposit_percent, deposit_cents, site_id, options } =
    quote;
  const lines = quote.lines.map(saidOfQuote);
  return {
    id,
    version,
    title,
    note,
    terms,
    valid_days,
    deposit_percent,
    deposit_cents,
    site_id,
    options,
    lines,
  };
}

/** A draft that is saved a moment after somebody typed, or when it is left; Ctrl-Z takes it back as anywhere else. */
export function useQuoteDraft(quote: QuoteRecord): RecordForm<QuoteValues> {
  const queryClient = useQueryClient();
  const { id } = quote;
  // The cache tells of what was saved a moment later: until then a line that is new would be gone, and the cursor with it.
  const [saved, setSaved] = useState(quote);
  const latest = saved.version > quote.version ? saved : quote;
  function known(row: QuoteRecord) {
    setSaved(row);
    queryClient.setQueryData<QuoteRecord>(quoteQuery(id).queryKey, row);
  }
  const form = useRecordForm<QuoteValues, Awaited<ReturnType<typeof editQuote>>>({
    place: `quote ${id}`,
    row: valuesOf(latest),
    savesItself: true,
    send: (said, { version }, key) => editQuote(id, { ...said, version }, key),
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
