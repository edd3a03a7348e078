import { expect, test } from 'vitest';
import { amountOnPaper, paperTotals, type PrintedInvoice } from './words.ts';

const supplier = {
  name: 'Harbour City Plumbing',
  abn: '51824753556',
  is_gst_registered: true,
  address: '',
  phone: '',
  email: '',
  trade_licence: '',
  region: null,
  colour: null,
  logo_id: null,
  bank: null,
};
const buyer = { name: 'Dinh Tesfaye', abn: null, address: '', email: '', phone: '' };
const invoice: PrintedInvoice = {
  kind: 'invoice',
  state: 'issued',
  is_imported: false,
  number: 'INV-1',
  order_number: '',
  title: '',
  note: '',
  work: [],
  lines: [],
  issued_on: '2026-11-16',
  due_on: '2026-11-30',
  net: 100_00,
  gst: 10_00,
  total: 110_00,
  settled: 0,
  credited: 0,
  outstanding: 110_00,
  pay_to: null,
  supplier,
  buyer,
  credits: null,
};
const settled = (settled: number, credited: number) => ({
  ...invoice,
  settled,
  credited,
  outstanding: invoice.total - settled,
});

test('a paper tells what was paid from what was credited', () => {
  const below = (paper: PrintedInvoice) => paperTotals(paper).slice(3);
  expect(below(invoice)).toEqual([]);
  expect(below(settled(30_00, 0))).toEqual([
    ['Paid', '$30.00'],
    ['Still to pay', '$80.00'],
  ]);
  expect(below(settled(30_00, 10_00))).toEqual([
    ['Credited', '$10.00'],
    ['Paid', '$20.00'],
    ['Still to pay', '$80.00'],
  ]);
});

test('what was credited is not called paid, be it the whole or a part', () => {
  expect(amountOnPaper(invoice)).toMatchObject({ name: 'Amount due', amount: '$110.00' });
  expect(amountOnPaper(settled(30_00, 10_00))).toMatchObject({ name: 'Still to pay', amount: '$80.00' });
  expect(amountOnPaper(settled(110_00, 10_00))).toMatchObject({ name: 'Paid', amount: '$100.00' });
  expect(amountOnPaper(settled(110_00, 110_00))).toMatchObject({ name: 'Credited', amount: '$110.00' });
});
