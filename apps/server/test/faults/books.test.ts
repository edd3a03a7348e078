import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { MINUTE_MS } from '@muster/domain/values/minutes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BOOKS_SENT } from '../../src/modules/money/accounting/service.ts';
import { repetitions } from '../long.ts';
import { program } from '../programs.ts';
import { type BooksWork, openBooks } from '../setups/books.ts';
import { issuedInvoice } from '../setups/invoices.ts';
import { gone } from './processes.ts';

let it: BooksWork;
beforeAll(async () => {
  it = await openBooks({ limits: { minute: 10_000, atOnce: 5, day: 1_000_000 } });
  await it.connect();
});
beforeEach(() => it.fresh());
afterAll(() => it.close());

const REMOVAL = 'POST /Payments/{PaymentID}';
const SIGN_IN = 'POST /connect/token';

/** Each call that changes something there, at which the process is killed as it has been done, or before anything of it was. */
const writes = [
  'PUT /Invoices',
  'PUT /Payments',
  REMOVAL,
  'PUT /CreditNotes/{CreditNoteID}/Allocations',
  'PUT /Contacts',
  'PUT /CreditNotes',
];
const kills = [
  ...writes.map((of) => ({ of, manner: 'commit then drop' as const })),
  { of: SIGN_IN, manner: 'commit then drop' as const },
  ...writes.map((of) => ({ of, manner: 'drop before' as const })),
];
const chosen = kills.slice(0, repetitions({ usual: 2, long: kills.length }));

test.each(chosen)(
  'a process that is killed at $of ($manner) leaves nothing double and nothing lost, and the next one goes on',
  { timeout: 300_000 },
  async ({ of, manner }) => {
    const invoice = await issuedInvoice(it);
    const payment = await it.pay(invoice, 100_00);
    await it.pay(invoice, 100_00);
    const credited = await it.owner.post(`/invoices/${invoice.id}/credit`, {});
    const { number } = (credited.data as { row: InvoiceRecord }).row;
    const reverse = async () =>
      expect(
        await it.owner.post(`/payments/${payment.id}/take-back`, {
          version: payment.version,
          reason: 'Bounced',
        }),
      ).toMatchObject({ status: 200 });
    if (of === REMOVAL) {
      await it.pass(300);
      await reverse();
    }
    // Its token is over by then.
    if (of === SIGN_IN) it.clock.now += 40 * MINUTE_MS;

    const settings = JSON.stringify({ HOST: '127.0.0.1', ...it.xero.settings });
    const child = spawn(
      process.execPath,
      [program('second-server'), it.here.ownerUrl, String(it.clock.now), settings],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    it.xero.order(manner, { of, meanwhile: () => void child.kill('SIGKILL') });
    await once(child.stdout, 'data');
    await gone(child);
    it.xero.behave();
    it.xero.forgetKeys();

    await it.comeBack(BOOKS_SENT);
    await it.pass(300);
    if (of !== REMOVAL) await reverse();
    await it.pass(300);
    expect(it.there()).toEqual({ numbers: [invoice.number, number], paid: [100_00], contacts: 1, used: 1 });
    await it.check();
    expect(await it.state()).toMatchObject({ waiting: 0, refused: 0, differences: 0 });
  },
);
