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
import { registrationWords } from '@muster/domain/values/letterhead';
import { useId } from 'react';
import { Letterhead, letterheadStyle } from '../../../../lib/kit/letterhead.tsx';
import { PaperLines } from './paper-lines.tsx';
import './invoice-sheet.css';
import './totals.css';

interface InvoiceSheetProps {
  invoice: InvoiceRecord;
  /** Of a credit note: what it corrects. */
  credits: PrintedInvoice['credits'];
}

/** An issued invoice as its customer has it: in the words of the paper. */
export function InvoiceSheet({ invoice, credits }: InvoiceSheetProps) {
  const { supplier, buyer, work, note, lines } = invoice;
  const heading = useId();
  if (supplier === null || buyer === null) return null;
  const paper: PrintedInvoice = { ...invoice, supplier, buyer, credits };
  const [payer, ...reach] = buyerLines(paper);
  const facts = paperFacts(paper);
  const payment = paymentFacts(paper);
  const totals = paperTotals(paper);
  const grand = supplier.is_gst_registered ? 2 : 0;
  const correction = creditWords(paper);
  const sentence = gstSentence(paper);
  return (
    <article className="sheet" aria-labelledby={heading} style={letterheadStyle(supplier.colour)}>
      <header className="sheet__head">
        <p className="sheet__business">
          <Letterhead
            name={supplier.name}
            logo={supplier.logo_id}
            frame={{ width: '240px', height: '72px' }}
          />
        </p>
        <p className="sheet__reach">
          {supplier.logo_id !== null && <b>{supplier.name}</b>}
          {[supplier.address, supplier.phone, supplier.email, ...registrationWords(supplier)]
            .filter((line) => line !== '')
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </p>
      </header>
      <div className="sheet__top">
        <div>
          <h2 id={heading}>{paperTitle(paper)}</h2>
          {correction !== '' && <p className="sheet__muted">{correction}</p>}
          <p className="sheet__buyer">
            <b>{payer}</b>
            {reach.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        </div>
        <FactList facts={facts} />
      </div>
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
              <FactList facts={payment} />
            </section>
          )}
          {note !== '' && <p className="sheet__note">{note}</p>}
        </div>
        <div>
          <dl className="totals">
            {totals.map(([name, amount], at) => (
              <div key={name} className={at === grand ? 'totals__total' : undefined}>
                <dt>{name}</dt>
                <dd>{amount}</dd>
              </div>
            ))}
          </dl>
          {sentence !== '' && <p className="sheet__muted sheet__sentence">{sentence}</p>}
        </div>
      </div>
    </article>
  );
}

function FactList({ facts }: { facts: ReturnType<typeof paperFacts> }) {
  return (
    <dl className="sheet__facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
