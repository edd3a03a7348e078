import { Text } from '@mantine/core';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { DraftFact, DraftNote, DraftText } from './draft-fields.tsx';
import { PaperLines } from '../../../../lib/kit/document/paper-lines.tsx';
import { Totals } from '../../../../lib/kit/document/totals.tsx';
import type { DraftValues } from './use-draft.ts';

interface CreditDraftProps {
  invoice: InvoiceRecord;
  form: RecordForm<DraftValues>;
  /** The name of the customer, and the number of the invoice, as links. */
  customerLink: ReactNode;
  creditsLink: ReactNode;
  isRegistered: boolean;
}

/** A credit note that waits to be issued: what it takes back was chosen at its invoice, and the words are still open. */
export function CreditDraft({ invoice, form, customerLink, creditsLink, isRegistered }: CreditDraftProps) {
  return (
    <div className="draft">
      <div className="draft__facts">
        <DraftFact label="Customer">{customerLink}</DraftFact>
        <DraftFact label="Credits">{creditsLink}</DraftFact>
        <DraftText form={form} name="title" label="For" most={200} />
        <DraftText form={form} name="order_number" label="Their order number" most={60} />
      </div>
      <div>
        <PaperLines lines={invoice.lines} isRegistered={isRegistered} />
        <Text c="dimmed" mt="xs">
          To credit something else, delete this draft and credit the invoice again.
        </Text>
      </div>
      <div className="draft__foot">
        <DraftNote form={form} label="Reason, on the credit note" placeholder="The tap was faulty." />
        <Totals amounts={invoice} isRegistered={isRegistered} label="To be credited" />
      </div>
    </div>
  );
}
