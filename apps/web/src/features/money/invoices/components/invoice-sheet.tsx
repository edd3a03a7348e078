import {
  buyerLines,
  creditWords,
  gstSentence,
  paperFacts,
  paperTitle,
  paperTotals,
  paymentFacts,
  type PrintedInvoice,
  workWords,
} from '@muster/domain/money/invoice-papers/words';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { PaperLines } from '../../../../lib/kit/document/paper-lines.tsx';
import { PaperSheet, SheetFacts, SheetTotals } from '../../../../lib/kit/document/paper-sheet.tsx';

interface InvoiceSheetProps {
  invoice: InvoiceRecord;
  /** Of a credit note: what it corrects. */
  credits: PrintedInvoice['credits'];
}

/** An issued invoice as its customer has it: in the words of the paper. */
export function InvoiceSheet({ invoice, credits }: InvoiceSheetProps) {
  const { supplier, buyer, work, note, lines } = invoice;
  if (supplier === null || buyer === null) return null;
  const paper: PrintedInvoice = { ...invoice, supplier, buyer, credits };
  const payment = paymentFacts(paper);
  const sentence = gstSentence(paper);
  return (
    <PaperSheet
      supplier={supplier}
      title={paperTitle(paper)}
      about={creditWords(paper)}
      buyer={buyerLines(paper)}
      facts={paperFacts(paper)}
    >
      {work.length > 0 && (
        <div className="sheet__work">
          {work.map((one) => (
            <p key={one.job_id} className="sheet__muted">
              {workWords(one)}
            </p>
          ))}
        </div>
      )}
      <PaperLines lines={lines} isRegistered={supplier.is_gst_registered} />
      <div className="sheet__foot">
        <div className="sheet__pay">
          {payment.length > 0 && (
            <section aria-label="How to pay">
              <h3>How to pay</h3>
              <SheetFacts facts={payment} />
            </section>
          )}
          {note !== '' && <p className="sheet__note">{note}</p>}
        </div>
        <div>
          <SheetTotals totals={paperTotals(paper)} grand={supplier.is_gst_registered ? 2 : 0} />
          {sentence !== '' && <p className="sheet__muted sheet__sentence">{sentence}</p>}
        </div>
      </div>
    </PaperSheet>
  );
}
