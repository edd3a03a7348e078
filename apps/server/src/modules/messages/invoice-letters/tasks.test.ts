import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';
import { at } from '../../../../test/setups/work.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold({ hasTexts: true });
  await told.settings({ abn: '51824753556' });
});
afterAll(() => told.close());

/** Reminded late in the evening, when texts wait for the morning. */
async function remindedAtNight(phone: string) {
  told.clock.now = Date.parse(at('21:30', '2026-11-16'));
  const invoice = await issuedInvoice(told, { phone, terms_days: 0, issued_on: '2026-11-02' });
  expect(
    await told.owner.post(`/invoices/${invoice.id}/letters`, { kind: 'reminder', ways: ['text'] }),
  ).toMatchObject({ status: 200 });
  return invoice;
}

function pay({ id, bill_to_id }: { id: string; bill_to_id: string }, amount: number) {
  const invoices = [{ invoice_id: id, amount }];
  const received = { method: 'card', received_on: '2026-11-16' };
  return told.owner.post('/payments', { customer_id: bill_to_id, amount, ...received, invoices });
}

/** Of what was written about it, what became of each text. */
function textsOf(number: string | null) {
  return told.inside(async (db) => {
    const { rows } = await sql<{ state: string; body: string }>`
      select state, body from texts where body like ${`%${number} %`} order by made_at`.execute(db);
    return rows;
  });
}

test('a text of the night leaves as it was written, says less where part was paid, and does not leave to who has paid', async () => {
  const [owed, part, paid] = [
    await remindedAtNight('0491570156'),
    await remindedAtNight('0491570157'),
    await remindedAtNight('0491570158'),
  ];
  expect(await pay(part, 130_00)).toMatchObject({ status: 200 });
  expect(await pay(paid, 330_00)).toMatchObject({ status: 200 });
  await told.pass(12 * 3_600);
  expect(await textsOf(owed.number)).toMatchObject([{ state: 'sent' }]);
  expect(await textsOf(part.number)).toMatchObject([
    { state: 'unsent', body: expect.stringContaining('$330.00 to pay') },
    { state: 'sent', body: expect.stringContaining('$200.00 to pay') },
  ]);
  expect(await textsOf(paid.number)).toMatchObject([{ state: 'unsent' }]);
});
