import type { GstBasis } from '@muster/domain/money/bookkeeping/gst';
import type { GstSummary as Summary } from '@muster/domain/money/bookkeeping/schema';
import { centsInWords } from '@muster/domain/values/cents';
import './gst-summary.css';

const meaning: Readonly<Record<GstBasis, string>> = {
  cash: 'A sale counts when it’s paid, and for as much as was paid.',
  accrual: 'A sale counts when it’s invoiced, or when money for it came in earlier.',
};

/** The figures of an activity statement that come from sales, by the labels that it has for them. */
export function GstSummary({ summary, basis }: { summary: Summary; basis: GstBasis }) {
  const { sales, gst, gst_free, input_taxed, invoices } = summary;
  return (
    <section className="gst" aria-label="GST on sales">
      <dl className="gst__figures">
        <Figure label="1A" name="GST on sales" cents={gst} isMain />
        <Figure label="G1" name="Total sales" cents={sales} isMain />
        <Figure label="G3" name="GST-free sales" cents={gst_free} />
        <Figure label="G4" name="Input taxed sales" cents={input_taxed} />
      </dl>
      <p className="gst__about">
        {invoices === 0
          ? 'Nothing counts in this period.'
          : `From ${invoices === 1 ? 'one invoice or credit note' : `${thousands.format(invoices)} invoices and credit notes`}.`}{' '}
        {meaning[basis]} All sales include GST. On the statement, leave out the cents. What you bought (G10,
        G11, 1B) isn’t in Muster.
      </p>
    </section>
  );
}

const thousands = new Intl.NumberFormat('en-AU');

interface FigureProps {
  /** As on the activity statement. */
  label: string;
  name: string;
  cents: number;
  isMain?: boolean;
}

function Figure({ label, name, cents, isMain = false }: FigureProps) {
  return (
    <div data-main={isMain || undefined}>
      <dt>
        <b>{label}</b> {name}
      </dt>
      <dd>{centsInWords(cents)}</dd>
    </div>
  );
}
