import { randomUUID } from 'node:crypto';
import type { BookDifference, BooksState } from '@muster/domain/money/accounting/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { expect } from 'vitest';
import { buildTasks } from '../../src/app.ts';
import { BOOKS_ASKED, BOOKS_CHECKED } from '../../src/modules/money/accounting/service.ts';
import type { Deps } from '../../src/platform/deps.ts';
import { channelOf } from '../../src/platform/live/event-log.ts';
import { enqueue } from '../../src/platform/tasks/outbox.ts';
import { readSettings } from '../../src/settings.ts';
import { type Organisation, xeroService } from '../services/xero.ts';
import { silentLog } from '../silent-log.ts';
import { queueOn } from './customers-told.ts';
import { testFiles } from './files.ts';
import { schedulerOf } from './scheduler.ts';
import { DEMO, MONDAY, openWork } from './work.ts';

const accounting = '/services/accounting/api/v1';

/** A business whose books are in an organisation of Xero, and whose tasks are done by the test's own clock. */
export async function openBooks({
  limits,
}: { limits?: { minute: number; atOnce: number; day: number } } = {}) {
  const clock = { now: MONDAY };
  const xero = await xeroService({ now: () => clock.now, ...(limits && { limits }) });
  const work = await openWork({ env: xero.settings, clock });
  const queue = queueOn(work, xero.settings, testFiles());
  const { owner } = work;
  let current = xero.organisation('Wattle Plumbing');

  /** As an owner does it: away to Xero, back, choose the organisation, and the day to start from. */
  async function connect(from = '2026-11-01'): Promise<void> {
    const begun = await owner.post(`${accounting}/authorisations`);
    expect(begun).toMatchObject({ status: 200 });
    const back = await xero.consent((begun.data as { url: string }).url, [current]);
    const came = { state: back.searchParams.get('state'), code: back.searchParams.get('code') };
    expect(await owner.post(`${accounting}/authorisations/end`, came)).toMatchObject({ status: 200 });
    const chosen = await owner.post(`${accounting}/connection`, { organisation_id: current.tenant });
    expect(chosen).toMatchObject({ status: 200 });
    const { version } = (chosen.data as { row: { version: number } }).row;
    expect(await owner.patch(`${accounting}/connection`, { version, starts_on: from })).toMatchObject({
      status: 200,
    });
  }
  async function disconnect(): Promise<void> {
    const { row } = (await owner.get(`${accounting}/connection`)).data as { row: { id: string } | null };
    if (row) expect(await owner.delete(`/connections/${row.id}`)).toMatchObject({ status: 200 });
  }
  /** The books there are empty, nothing has gone over, and what was issued before is out of the way: quicker than to connect others. */
  async function fresh(): Promise<void> {
    xero.behave();
    xero.empty(current);
    clock.now = Math.max(clock.now, MONDAY);
    await work.here.asOwner(`
      select set_config('muster.account', '${DEMO}', false);
      alter table invoices disable trigger user;
      update invoices set is_imported = true, series = null where state = 'issued' and not is_imported;
      alter table invoices enable trigger user;
      delete from remote_links; delete from book_differences; delete from book_progress; delete from deliveries;
      delete from connection_calls; delete from outbox;
      update connections set held_until = null, held_by = null, waits_until = null, waited_for = null,
        failures = 0, failing_since = null, last_error = '', calls_wait_until = null;
      insert into book_progress (account_id, organisation, swept_at)
      values ('${DEMO}', '${current.tenant}', '${new Date(clock.now).toISOString()}')`);
  }
  async function connectFresh(given: Partial<Organisation> = {}): Promise<void> {
    // Nobody has more of them than fit on a page.
    xero.disconnect(current);
    current = Object.assign(xero.organisation(`Books ${xero.organisations.length}`), given);
    await connect();
  }
  async function connectAgain(): Promise<void> {
    await disconnect();
    await connect();
  }
  /** Lets time pass, in which Xero forgets what it has answered to which key. */
  async function passForgetting(seconds: number): Promise<void> {
    await queue.pass(2);
    xero.forgetKeys();
    await queue.pass(seconds);
  }
  async function edit(customer: string, fields: object): Promise<void> {
    const { row } = (await owner.get(`/customers/${customer}`)).data as { row: { version: number } };
    expect(await owner.patch(`/customers/${customer}`, { version: row.version, ...fields })).toMatchObject({
      status: 200,
    });
  }
  const byHand = (path: string, row: Record<string, unknown>, method: 'PUT' | 'POST' = 'PUT') =>
    xero.byHand(current, method, `/${path}`, row);
  const lines = (dollars: number) => [
    { Description: 'By hand', Quantity: 1, UnitAmount: dollars, AccountCode: '200', TaxType: 'OUTPUT' },
  ];
  const paper = (contact: string, dollars: number) => ({
    Contact: { ContactID: contact },
    Date: '2026-11-16',
    DueDate: '2026-11-30',
    LineAmountTypes: 'Inclusive',
    Status: 'AUTHORISED',
    LineItems: lines(dollars),
  });

  /** A process that does a task of the books and is killed at the nth step. The queue has it done again later. */
  async function die(topic: string, step: number): Promise<void> {
    let left = step;
    const now = () => {
      left -= 1;
      if (left === 0) throw new Error('killed');
      return work.clock.now;
    };
    const deps = {
      settings: readSettings({ HOST: '127.0.0.1', ...xero.settings }),
      database: work.here.database,
      log: silentLog,
      now,
    };
    const payload = { account: channelOf(DEMO) };
    await buildTasks(deps as unknown as Deps)[topic]!(payload, randomUUID()).catch((error: Error) =>
      expect(error.message).toBe('killed'),
    );
    await comeBack(topic);
  }
  /** The queue has a task done again whose process died, once nobody has the turn any more. */
  const comeBack = (topic: string) =>
    work.inside((db) => enqueue(db, topic, { account: channelOf(DEMO) }, 40));

  const documentOf = (number: string) => current.documents.find((one) => one.number === number)!;
  const get = async <T>(path: string) => (await owner.get(path)).data as T;
  const books = `${accounting}/books`;
  return {
    ...work,
    ...queue,
    xero,
    /** An account there, by its code. */
    accountThere: (code: string) => ({
      AccountID: current.accounts.find(({ Code }) => Code === code)!['AccountID'],
    }),
    get organisation() {
      return current;
    },
    fresh,
    connect,
    connectFresh,
    disconnect,
    connectAgain,
    passForgetting,
    edit,
    rename: (customer: string, name: string) => edit(customer, { name }),
    byHand,
    /** Somebody writes an invoice there. */
    enter: (number: string, contact: string, dollars: number) =>
      byHand('Invoices', { Type: 'ACCREC', InvoiceNumber: number, ...paper(contact, dollars) }),
    /** Somebody changes what an invoice comes to there. */
    change: (number: string, dollars: number) =>
      byHand('Invoices', { InvoiceID: documentOf(number).id, LineItems: lines(dollars) }, 'POST'),
    /** Somebody credits an invoice there. */
    enterCredit(number: string, dollars: number) {
      const { id: invoice, contact } = documentOf(number);
      const note = byHand('CreditNotes', {
        Type: 'ACCRECCREDIT',
        CreditNoteNumber: `BY-HAND-${number}`,
        ...paper(contact, dollars),
      });
      byHand(`CreditNotes/${String(note['CreditNoteID'])}/Allocations`, {
        Invoice: { InvoiceID: invoice },
        Amount: dollars,
        Date: '2026-11-16',
      });
    },
    signIn: (email: string) => schedulerOf(work.app, email),
    die,
    comeBack,
    /** Asks there what was paid. */
    ask: () => queue.tasks[BOOKS_ASKED]!({}, randomUUID()).then(() => queue.pass(120)),
    /** Compares both sides. */
    check: () => queue.tasks[BOOKS_CHECKED]!({}, randomUUID()).then(() => queue.pass(120)),
    books,
    async state() {
      return (await get<{ row: BooksState }>(books)).row;
    },
    async differences() {
      return (await get<{ rows: BookDifference[] }>(`${books}/differences`)).rows;
    },
    answer: (id: string, body: object) => owner.post(`${books}/differences/${id}/answer`, body),
    async invoice(id: string) {
      return (await get<{ row: InvoiceRecord }>(`/invoices/${id}`)).row;
    },
    async pay({ id, bill_to_id, total }: InvoiceRecord, amount = total, more: object = {}) {
      const answer = await owner.post('/payments', {
        customer_id: bill_to_id,
        method: 'transfer',
        amount,
        invoices: [{ invoice_id: id, amount: Math.min(amount, total) }],
        ...more,
      });
      expect([answer.status, answer.message]).toEqual([200, 'Done.']);
      return (answer.data as { row: { id: string; version: number } }).row;
    },
    /** What is in the books there, as somebody reads it. */
    there() {
      const numbers = current.documents
        .filter(({ status }) => status !== 'VOIDED')
        .map(({ number }) => number);
      const paid = current.payments.filter(({ isDeleted }) => !isDeleted).map(({ amount }) => amount);
      return { numbers, paid, contacts: current.contacts.length, used: current.allocations.length };
    },
    async close() {
      await xero.close();
      await work.close();
    },
  };
}

export type BooksWork = Awaited<ReturnType<typeof openBooks>>;
