import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { addedSales, NO_SALES, type Paid, paidSales, type Sales, shareOf, totalSales } from './gst.ts';

const sales = record({ taxable: nat(100_000), gst_free: nat(50_000), input_taxed: nat(20_000) }).map(
  (pots): Sales => Object.assign(pots, { gst: Math.round(pots.taxable / 11) }),
);

const nothing: Omit<Paid, 'id' | 'amount'> = {
  invoice_id: null,
  credit_note_id: null,
  on_date: '2026-07-01',
  released_on: null,
};
const total = (list: Iterable<Sales>) => [...list].reduce((sum, it) => addedSales(sum, it), NO_SALES);

test('the GST of an invoice that is paid in any parts adds up to its GST, and no part is more than it is worth', () => {
  assert(
    property(sales, array(integer({ min: 1, max: 40_000 }), { maxLength: 12 }), (sold, amounts) => {
      let left = totalSales(sold);
      const parts = [...amounts, left].flatMap((wish, at) => {
        const amount = Math.min(wish, left);
        left -= amount;
        return amount === 0 ? [] : [{ ...nothing, id: String(100 + at), invoice_id: 'i', amount }];
      });
      const counts = paidSales([{ id: 'i', credits_id: null, sales: sold }], parts);
      for (const { id, amount } of parts) {
        const { gst, taxable, ...others } = counts.get(id)!;
        expect(totalSales(counts.get(id)!)).toBe(amount);
        expect(Math.min(taxable, ...Object.values(others))).toBeGreaterThanOrEqual(0);
        // A part is a cent from its exact share at most, and so is what is left for the next.
        expect(Math.abs(gst - taxable / 11)).toBeLessThan(parts.length + 1);
      }
      expect(total(counts.values())).toEqual(parts.length > 0 ? sold : NO_SALES);
    }),
  );
});

test('half of a mixed invoice is half of each, to the cent, and the rest is the rest', () => {
  const sold = { taxable: 110_01, gst: 10_00, gst_free: 50_00, input_taxed: 0 };
  const half = shareOf(sold, 80_00);
  expect(half).toEqual({ taxable: 55_00, gst: 5_00, gst_free: 25_00, input_taxed: 0 });
  expect(shareOf(addedSales(sold, half, -1), 80_01)).toEqual(addedSales(sold, half, -1));
});

const invoice = {
  id: 'i',
  credits_id: null,
  sales: { taxable: 110_00, gst: 10_00, gst_free: 100_00, input_taxed: 0 },
};
const credit = {
  id: 'c',
  credits_id: 'i',
  sales: { taxable: 110_00, gst: 10_00, gst_free: 0, input_taxed: 0 },
};

test('a credit of what nobody has paid counts for nothing, and the rest is what was not credited', () => {
  const counts = paidSales(
    [invoice, credit],
    [
      { ...nothing, id: '1', invoice_id: 'i', credit_note_id: 'c', amount: 110_00 },
      { ...nothing, id: '2', invoice_id: 'i', amount: 100_00, on_date: '2026-11-01' },
    ],
  );
  expect(counts.get('1')).toEqual(NO_SALES);
  expect(counts.get('2')).toEqual({ ...NO_SALES, gst_free: 100_00 });
});

test('a credit of what was paid counts for less on the day on which it is given back, or is used for something else', () => {
  const other = { id: 'j', credits_id: null, sales: { ...NO_SALES, gst_free: 55_00 } };
  const counts = paidSales(
    [invoice, credit, other],
    [
      { ...nothing, id: '1', invoice_id: 'i', amount: 210_00 },
      { ...nothing, id: '2', invoice_id: 'j', credit_note_id: 'c', amount: 55_00, on_date: '2026-10-02' },
      { ...nothing, id: '3', credit_note_id: 'c', amount: 55_00, on_date: '2027-01-05' },
    ],
  );
  expect(counts.get('1')).toEqual(invoice.sales);
  expect(counts.get('2')).toEqual({ taxable: -55_00, gst: -5_00, gst_free: 55_00, input_taxed: 0 });
  expect(counts.get('3')).toEqual({ ...NO_SALES, taxable: -55_00, gst: -5_00 });
});

test('where half was paid when a line is credited, what was reported too much of it comes off at once', () => {
  const counts = paidSales(
    [invoice, credit],
    [
      { ...nothing, id: '1', invoice_id: 'i', amount: 105_00 },
      { ...nothing, id: '2', invoice_id: 'i', credit_note_id: 'c', amount: 105_00, on_date: '2026-10-02' },
      { ...nothing, id: '3', credit_note_id: 'c', amount: 5_00, on_date: '2026-10-03' },
    ],
  );
  expect(counts.get('1')).toMatchObject({ taxable: 55_00, gst: 5_00, gst_free: 50_00 });
  expect(counts.get('2')).toMatchObject({ taxable: -50_00, gst: -4_55, gst_free: 50_00 });
  expect(counts.get('3')).toMatchObject({ taxable: -5_00, gst: -45, gst_free: 0 });
  expect(total(counts.values())).toEqual({ ...NO_SALES, gst_free: 100_00 });
});

test('what a bounced cheque paid is left to be paid again', () => {
  const counts = paidSales(
    [invoice],
    [
      { ...nothing, id: '1', invoice_id: 'i', amount: 210_00, released_on: '2026-10-02' },
      { ...nothing, id: '2', invoice_id: 'i', amount: 210_00, on_date: '2026-10-02' },
    ],
  );
  expect([...counts.values()]).toEqual([invoice.sales, invoice.sales]);
});

test('whatever is paid, credited, used and given back: in the end what is reported is what was sold and not credited', () => {
  const step = record({
    kind: constantFrom('pay', 'credit', 'release'),
    amount: integer({ min: 1, max: 60_000 }),
  });
  assert(
    property(sales, integer({ min: 0, max: 100 }), array(step, { maxLength: 14 }), (sold, percent, steps) => {
      const part = (of: number) => Math.floor((of * percent) / 100);
      const credited: Sales = {
        taxable: part(sold.taxable),
        gst: part(sold.gst),
        gst_free: part(sold.gst_free),
        input_taxed: sold.input_taxed,
      };
      const documents = [
        { id: 'i', credits_id: null, sales: sold },
        { id: 'c', credits_id: 'i', sales: credited },
      ];
      let [owed, unused] = [totalSales(sold), totalSales(credited)];
      const paid: Paid[] = [];
      const day = () => `2026-07-${String(paid.length + 1).padStart(2, '0')}`;
      const add = (amount: number, said: Partial<Paid>) => {
        if (amount === 0) return;
        paid.push({ ...nothing, id: String(100 + paid.length), amount, on_date: day(), ...said });
        if (said.invoice_id) owed -= amount;
        if (said.credit_note_id) unused -= amount;
      };
      for (const { kind, amount } of steps) {
        if (kind === 'pay') add(Math.min(owed, amount), { invoice_id: 'i' });
        if (kind === 'credit') add(Math.min(owed, unused, amount), { invoice_id: 'i', credit_note_id: 'c' });
        const last = paid.at(-1);
        if (kind === 'release' && last && last.credit_note_id === null && last.released_on === null) {
          paid[paid.length - 1] = { ...last, released_on: day() };
          owed += last.amount;
        }
      }
      add(Math.min(owed, unused), { invoice_id: 'i', credit_note_id: 'c' });
      add(owed, { invoice_id: 'i' });
      add(unused, { credit_note_id: 'c' });
      const counts = paidSales(documents, paid);
      const inForce = paid.filter(({ released_on }) => released_on === null);
      expect(total(inForce.map(({ id }) => counts.get(id)!))).toEqual(addedSales(sold, credited, -1));
    }),
  );
});
