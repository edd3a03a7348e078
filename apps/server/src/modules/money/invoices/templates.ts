import { statusOf } from '@muster/domain/money/invoices/rules';
import type { InvoiceSummary } from '@muster/domain/money/invoices/schema';
import { plainCents } from '@muster/domain/values/cents';
import type { Columns } from '@muster/domain/values/field-tables';
import type { LocalDate } from '@muster/domain/values/local-time';

/** Headings that an import of open invoices knows again. A credit note takes back: its amounts are below zero. */
export function invoiceColumns(today: LocalDate): Columns<InvoiceSummary> {
  const amount = ({ kind }: InvoiceSummary, cents: number) =>
    Number(plainCents(kind === 'invoice' ? cents : -cents));
  return [
    ['Number', ({ number }) => number],
    ['Kind', ({ kind }) => (kind === 'invoice' ? 'Invoice' : 'Credit note')],
    ['Status', (row) => statusOf(row, today)],
    ['Work for', ({ customer_name }) => customer_name],
    ['Customer', ({ bill_to_name }) => bill_to_name],
    ['Order number', ({ order_number }) => order_number],
    ['For', ({ title }) => title],
    ['Issued', ({ issued_on }) => issued_on],
    ['Due', ({ due_on }) => due_on],
    ['Without GST', (row) => amount(row, row.net)],
    ['GST', (row) => amount(row, row.gst)],
    ['Total', (row) => amount(row, row.total)],
    ['Credited', (row) => amount(row, row.kind === 'invoice' ? row.credited : 0)],
    ['Paid', (row) => amount(row, row.kind === 'invoice' ? row.settled - row.credited : 0)],
    ['Used or refunded', (row) => amount(row, row.kind === 'invoice' ? 0 : row.settled)],
    ['Still owed', (row) => amount(row, row.outstanding)],
    ['From another program', ({ is_imported }) => is_imported],
  ];
}
