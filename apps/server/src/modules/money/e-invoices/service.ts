import { eInvoiceProblem } from '@muster/domain/money/e-invoices/rules';
import type { Tx } from '../../../platform/db/executor.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { customers } from '../../work/customers/service.ts';
import { invoicesOf, readInvoice } from '../invoices/service.ts';
import { eInvoiceXml } from './templates.ts';

/**
 * An issued invoice or credit note as PINT A-NZ. An ABN that its customer had none of when it was issued is taken from them as they are
 * now: it is where the e-invoice goes, and changes nothing of what it says.
 */
export async function eInvoiceOf(db: Tx, id: string): Promise<{ number: string; xml: string }> {
  const invoice = await readInvoice(db, id);
  const { number, issued_on, supplier, credits_id } = invoice;
  const buyer = invoice.buyer && {
    ...invoice.buyer,
    abn: invoice.buyer.abn ?? (await abnOf(db, invoice.bill_to_id)),
  };
  const problem = eInvoiceProblem({ ...invoice, buyer });
  if (problem !== undefined) throw new Failure('conflict', problem);
  const [credits = null] = credits_id === null ? [] : await invoicesOf(db, [credits_id]);
  const xml = eInvoiceXml({
    ...invoice,
    number: number!,
    issued_on: issued_on!,
    supplier: { ...supplier!, abn: supplier!.abn! },
    buyer: { ...buyer!, abn: buyer!.abn! },
    credits: credits && { number: credits.number!, issued_on: credits.issued_on! },
  });
  return { number: number!, xml };
}

async function abnOf(db: Tx, customer: string): Promise<string | null> {
  const [found] = await readRows(db, customers, [customer]);
  return found?.abn ?? null;
}
