import { describe, expect, test } from 'vitest';
import type { InvoiceLine } from '../lines/schema.ts';
import { bookDocument, describedLine, figuresOf, markedReference, markOf } from './documents.ts';

const line = (given: Partial<InvoiceLine>): InvoiceLine => ({
  id: 'a',
  item_id: null,
  visit_id: null,
  job_id: null,
  code: '',
  description: 'Tap',
  quantity: 1_000,
  unit: '',
  price: 10_000,
  includes_gst: false,
  discount: 0,
  gst: 'gst',
  amounts: { net: 10_000, gst: 1_000, total: 11_000 },
  ...given,
});

const codes = {
  sales: '200',
  labour: '210',
  labourItems: new Set(['hour']),
  taxes: { gst: 'OUTPUT', 'gst-free': 'EXEMPTOUTPUT', 'input taxed': 'INPUTTAXED' },
  noTax: 'BASEXCLUDED',
} as const;

const paper = {
  number: 'INV-1001',
  issued_on: '2026-11-16',
  due_on: '2026-11-30',
  order_number: '',
  title: 'Kitchen tap',
  supplier: { is_gst_registered: true } as never,
  credits: null,
  lines: [line({ quantity: 1_500, discount: 1_000, amounts: { net: 13_500, gst: 1_350, total: 14_850 } })],
};

describe('an invoice as it goes over', () => {
  test('has its number, days, lines and GST as they are stored', () => {
    expect(bookDocument(paper, 'c-1', codes)).toEqual({
      number: 'INV-1001',
      contact: 'c-1',
      date: '2026-11-16',
      due: '2026-11-30',
      amountsAre: 'Inclusive',
      reference: 'Kitchen tap',
      lines: [
        {
          description: 'Tap (1.5)',
          quantity: 1.5,
          unitAmount: 110,
          discountRate: 10,
          account: '200',
          taxType: 'OUTPUT',
          taxAmount: 1_350,
          lineAmount: 14_850,
        },
      ],
    });
  });

  test('a line that does not multiply to what is stored is one at its total', () => {
    const odd = line({ quantity: 333, price: 9_999, amounts: { net: 3_330, gst: 333, total: 3_664 } });
    expect(figuresOf(odd)).toEqual({ thousandths: 1_000, tenths: 36_640, discount: 0 });
  });

  test('labour is booked as labour', () => {
    const labour = { ...paper, lines: [line({ item_id: 'hour' }), line({ item_id: 'tap' })] };
    const { lines } = bookDocument(labour, 'c-1', codes);
    expect(lines.map(({ account }) => account)).toEqual(['210', '200']);
  });

  test('without GST it names none', () => {
    const free = { ...paper, supplier: { is_gst_registered: false } as never };
    expect(bookDocument(free, 'c-1', codes)).toMatchObject({
      amountsAre: 'NoTax',
      lines: [{ taxType: 'BASEXCLUDED', taxAmount: 0 }],
    });
  });

  test('a credit note says which invoice it credits, where nothing else is its reference', () => {
    const note = { ...paper, title: '', credits: 'INV-1001' };
    expect(bookDocument(note, 'c-1', codes).reference).toBe('Credit of INV-1001');
    expect(bookDocument({ ...note, order_number: 'PO 4711' }, 'c-1', codes).reference).toBe('PO 4711');
  });
});

test('a line says how much of what', () => {
  expect(describedLine({ code: 'T1', description: 'Tap', quantity: 2_000, unit: 'each' })).toBe(
    'T1: Tap (2 each)',
  );
  expect(describedLine({ code: '', description: ' ', quantity: 1_000, unit: '' })).toBe('Work');
});

test('a payment is known again by the end of its reference, however long that is', () => {
  const id = '0193e5a0-0000-7000-8000-0123456789ab';
  expect(markOf(id)).toBe('#23456789ab');
  expect(markedReference('Cash', id)).toBe('Cash #23456789ab');
  expect(markedReference('x'.repeat(300), id)).toHaveLength(255);
  expect(markedReference('x'.repeat(300), id).endsWith(' #23456789ab')).toBe(true);
});
