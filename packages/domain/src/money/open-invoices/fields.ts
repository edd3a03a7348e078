import { centsOrNull, dayOrNull, text } from '../../values/fields.ts';

const trimmed = { stored: (value: string) => value.trim() };

/** What a table from another program says of an invoice that is still owed, in the words of Xero, MYOB and QuickBooks too. */
export const openInvoiceFields = {
  customer: text('Customer', 200, {
    needed: 'An invoice needs a customer.',
    table: { names: ['customername', 'client', 'contact', 'contactname', 'billto', 'colastname', 'company'] },
  }),
  number: text('Number', 40, {
    needed: 'An invoice needs its number.',
    table: { names: ['invoicenumber', 'invoiceno', 'invoice', 'no', 'num', 'documentnumber'] },
  }),
  issued_on: dayOrNull('Issued', {
    history: 'day of issue',
    needed: 'An invoice needs the day on which it was issued.',
    table: { names: ['invoicedate', 'date', 'issuedate', 'dateissued', 'transactiondate'] },
  }),
  due_on: dayOrNull('Due', {
    history: 'due day',
    table: { names: ['duedate', 'datedue'], hint: 'empty: as your usual terms say' },
  }),
  total: centsOrNull('Total', {
    needed: 'An invoice needs its total.',
    table: { names: ['amount', 'invoiceamount', 'invoicetotal', 'totalamount'], hint: 'with GST' },
  }),
  owed: centsOrNull('Still owed', {
    table: {
      names: ['amountdue', 'balance', 'balancedue', 'outstanding', 'openbalance', 'owing'],
      hint: 'with GST; empty: all of it',
    },
  }),
  gst: centsOrNull('GST', {
    table: {
      names: ['tax', 'taxtotal', 'taxamount', 'totaltax', 'gstamount'],
      hint: 'of the total; empty: an eleventh, if you’re registered',
    },
  }),
  order_number: text('Order number', 60, {
    ...trimmed,
    table: { names: ['ponumber', 'customerpo', 'purchaseorder', 'order'] },
  }),
  title: text('For', 200, {
    ...trimmed,
    history: 'title',
    table: { names: ['title', 'reference', 'description', 'memo', 'journalmemo'] },
  }),
};
