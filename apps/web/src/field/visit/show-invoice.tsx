import type { ShownInvoice, ShownInvoices } from '@muster/domain/money/shown-invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { isOver } from '@muster/domain/work/visits/states';
import { Button } from '@muster/ui/button';
import { useEffect, useState } from 'react';
import { ApiError, answer, api } from '../../lib/api/api.ts';
import { dayWords } from '../../lib/format/calendar-day.ts';
import { READING_MS } from '../day/phone-copy.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { useField } from '../state.ts';
import './show-invoice.css';

/** What the customer is to pay for a visit that is over, for whoever may show it to them. */
export function InvoicesToShow({ visit }: { visit: ShownVisit }) {
  const { isConnected } = useField();
  const known = useShownInvoices(visit.id, isOver(visit.state));
  const [open, setOpen] = useState<string>();
  if (!known?.may_show) return null;
  const shown = known.rows.find(({ id }) => id === open);
  return (
    <>
      {known.rows.map((invoice) => (
        <section key={invoice.id} className="field-card" aria-label={invoice.name}>
          <div className="invoice-line">
            <h2>{invoice.name}</h2>
            <ToPay invoice={invoice} />
          </div>
          {invoice.outstanding > 0 && (
            <Button variant="secondary" className="is-main" onClick={() => setOpen(invoice.id)}>
              Show it to the customer
            </Button>
          )}
        </section>
      ))}
      {shown && (
        <Sheet title={shown.name} onClose={() => setOpen(undefined)}>
          <ToScan invoice={shown} isConnected={isConnected} />
        </Sheet>
      )}
    </>
  );
}

function ToPay({ invoice: { outstanding, total } }: { invoice: ShownInvoice }) {
  if (outstanding === 0)
    return (
      <p className="small-words" data-tone="ok">
        <Glyph name="sent" />
        Paid
      </p>
    );
  return (
    <p>
      <strong>{centsInWords(outstanding)}</strong> {outstanding < total ? 'still to pay' : 'to pay'}
    </p>
  );
}

/** What a customer sees who is handed the phone. It says that it was paid as soon as the office knows. */
function ToScan({ invoice, isConnected }: { invoice: ShownInvoice; isConnected: boolean }) {
  const { outstanding, total, has_gst, due_on, takes_card, address, code } = invoice;
  return (
    <div className="to-scan">
      <output className="to-scan__paid">
        {outstanding === 0 && (
          <>
            <Glyph name="sent" />
            Paid. Thank you.
          </>
        )}
      </output>
      <p className="to-scan__amount">{centsInWords(outstanding === 0 ? total : outstanding)}</p>
      {outstanding > 0 && (
        <>
          <p className="field-words">
            {[has_gst && 'Including GST', due_on !== null && `due ${dayWords(due_on)}`]
              .filter((part) => part !== false)
              .join(', ')}
          </p>
          <svg
            className="to-scan__code"
            viewBox={`0 0 ${code.size} ${code.size}`}
            aria-hidden
            shapeRendering="crispEdges"
          >
            <path d={code.path} />
          </svg>
          <p>
            {takes_card
              ? 'Scan this with your phone’s camera to pay by card.'
              : 'Scan this with your phone’s camera to see the invoice and how to pay.'}
          </p>
          <a href={address} target="_blank" rel="noreferrer">
            {address.replace(/^https?:\/\//, '')}
          </a>
          {!isConnected && (
            <output className="small-words" data-tone="attention">
              <Glyph name="offline" />
              No connection: this phone can’t tell yet whether it’s been paid.
            </output>
          )}
        </>
      )}
    </div>
  );
}

/** Read again whenever the day is: the stream says when an invoice was issued or paid. */
function useShownInvoices(id: string, isWanted: boolean): ShownInvoices | undefined {
  const { isConnected, readAt } = useField();
  const [known, setKnown] = useState<ShownInvoices & { readAt: number | undefined }>();
  useEffect(() => {
    if (!isConnected || !isWanted) return undefined;
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(READING_MS)]);
    const asked = api.GET('/services/scheduling/api/v1/my/visits/{id}/invoices', {
      params: { path: { id } },
      signal,
    });
    answer(asked).then(
      (shown) => setKnown({ ...shown, readAt }),
      (error: unknown) => {
        // What was known stays; the day says that it could not be read, and it is asked for with the next reading.
        if (!(error instanceof ApiError)) throw error;
      },
    );
    return () => over.abort();
  }, [id, isWanted, isConnected, readAt]);
  return known;
}
