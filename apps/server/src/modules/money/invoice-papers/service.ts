import { isOwed, type PrintedInvoice } from '@muster/domain/money/invoice-papers/words';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { reckonAside } from '../../../platform/threads.ts';
import { logoOf } from '../../field/files/service.ts';
import { sellsByCard } from '../card-services/service.ts';
import { invoicesOf, partiesOf, readInvoice } from '../invoices/service.ts';

/** An invoice as it is printed now: a draft as if it were issued, anything else as it was, with what is paid of it since. */
export async function printedInvoice(db: Tx, id: string): Promise<PrintedInvoice> {
  const invoice = await readInvoice(db, id);
  const { kind, state, number, is_imported, order_number, title, note, work, lines } = invoice;
  const { issued_on, due_on, net, gst, total, settled, credited, outstanding, pay_to } = invoice;
  const parties = await partiesAsPrinted(db, invoice);
  const [corrected] = invoice.credits_id === null ? [] : await invoicesOf(db, [invoice.credits_id]);
  return {
    kind,
    state,
    number,
    is_imported,
    order_number,
    title,
    note,
    work,
    lines,
    issued_on,
    due_on,
    net,
    gst,
    total,
    settled,
    credited,
    outstanding,
    pay_to,
    ...parties,
    credits: corrected?.number ? { number: corrected.number, issued_on: corrected.issued_on! } : null,
    takes_card: kind === 'invoice' && state === 'issued' && outstanding > 0 && (await sellsByCard(db)),
  };
}

async function partiesAsPrinted(db: Tx, { supplier, buyer, bill_to_id }: InvoiceRecord) {
  return supplier && buyer ? { supplier, buyer } : partiesOf(db, bill_to_id);
}

/** Drawn in a thread, with the logo that the business had then, where that is still there, and a code that leads to its page. */
export async function drawInvoice(
  deps: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
  invoice: PrintedInvoice,
  page: string | null,
): Promise<Uint8Array> {
  const logo = await logoOnPaper(deps, account, invoice.supplier.logo_id);
  return reckonAside(account, 'invoicePaper', { invoice, logo, page: isOwed(invoice) ? page : null });
}

/** The logo of a business as it is drawn on paper, where it is still there. */
export async function logoOnPaper(
  deps: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
  id: string | null,
): Promise<{ content: Uint8Array; width: number; height: number } | undefined> {
  const found = id === null ? undefined : await logoOf(deps, account, id);
  return found && { content: found.content, width: found.width, height: found.height };
}
