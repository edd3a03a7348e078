import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../programs.ts';
import { repetitions } from '../long.ts';
import { DEMO, MONDAY, openWork, type Work } from '../setups/work.ts';
import { signInAs } from '../sign-in.ts';
import { until } from '../until.ts';
import { gone } from './processes.ts';

const ROUNDS = repetitions({ usual: 1, long: 30 });
const KILLS = repetitions({ usual: 1, long: 20 });
const PAUSE_MS = 200;
/** As many as record a payment of the same invoice at once. */
const PEOPLE = 10;

let work: Work;
let headers: Record<string, string>;
/** Of the process that runs the test, and of another one on the same database. */
let urls: [string, string];
let other: ChildProcess;
beforeAll(async () => {
  work = await openWork();
  ({ headers } = await signInAs(work.app, 'owner@example.com'));
  urls = [await work.app.listen({ port: 0, host: '127.0.0.1' }), await startOther()];
});
afterAll(async () => {
  other.kill('SIGKILL');
  await work.close();
});

async function startOther(): Promise<string> {
  other = spawn(process.execPath, [program('second-server'), work.here.ownerUrl, String(MONDAY)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(other.stdout!, 'data')) as [Buffer];
  return url.toString().trim();
}

async function issued(customer_id: string): Promise<InvoiceRecord> {
  const line = { id: randomUUID(), item_id: null, visit_id: null, job_id: null, code: '', unit: '' };
  const priced = { quantity: 1_000, price: 100_00, includes_gst: true, discount: 0, gst: 'gst' };
  const lines = [{ ...line, ...priced, description: 'Tap' }];
  const { data } = await work.owner.post('/invoices', { customer_id, lines });
  const { id, version } = (data as { row: InvoiceRecord }).row;
  const answer = await work.owner.post(`/invoices/${id}/issue`, { version });
  return (answer.data as { row: InvoiceRecord }).row;
}

interface Payment {
  customer_id: string;
  invoice_id: string;
  key: string;
}

/** Asks until there is an answer, as a browser does: with the same key, and of the other process where this one has died. */
async function pay(url: string, { customer_id, invoice_id, key }: Payment): Promise<number> {
  const answer = await fetch(`${url}/services/scheduling/api/v1/payments`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      customer_id,
      method: 'card',
      amount: 40_00,
      invoices: [{ invoice_id, amount: 30_00 }],
    }),
  }).catch(() => undefined);
  // A server says when too much is asked of it at once, or of the machine that it runs on.
  if (answer && answer.status !== 429 && answer.status !== 503) return answer.status;
  await sleep(PAUSE_MS);
  return pay(answer ? url : urls[0], { customer_id, invoice_id, key });
}

/** The same press reaches both processes: somebody's connection broke off, and the browser asks again. */
async function payTwice(customer_id: string, invoice_id: string): Promise<number[]> {
  const payment = { customer_id, invoice_id, key: randomUUID() };
  return Promise.all(urls.map((url) => pay(url, payment)));
}

test(
  `${PEOPLE} people record a payment of the same invoice in two processes at once, ${ROUNDS} times: never more than is owed, each once`,
  { timeout: 1_800_000 },
  async () => {
    const { customer_id } = await work.addSite();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id } = await issued(customer_id);
      const tried = await Promise.all(Array.from({ length: PEOPLE }, () => payTwice(customer_id, id)));
      expect(tried.filter((statuses) => statuses.includes(200))).toHaveLength(3);
      expect(new Set(tried.flat())).toEqual(new Set([200, 409]));
      await work.here.asOwner(`select set_config('muster.account', '${DEMO}', false)`);
      const { rows } = await work.here.asOwner(
        `select i.settled, (select sum(a.amount)::int from allocations a where a.invoice_id = i.id) as allocated,
                (select array_agg(distinct p.used) from payments p) as used, (select count(*)::int from payments) as payments
           from invoices i where i.id = '${id}'`,
      );
      expect(rows).toEqual([{ settled: 90_00, allocated: 90_00, used: [30_00], payments: 3 * round }]);
    }
  },
);

test(
  `the process in which ${PEOPLE} people record a payment is killed, ${KILLS} times: each payment is recorded once, with all that it paid`,
  { timeout: 1_800_000, retry: 0 },
  async () => {
    const { customer_id } = await work.addSite();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const invoices: string[] = [];
      for (let person = 0; person < PEOPLE; person += 1) invoices.push((await issued(customer_id)).id);
      const told: number[] = [];
      const everybody = invoices.map(async (invoice_id) =>
        told.push(await pay(urls[1], { customer_id, invoice_id, key: randomUUID() })),
      );
      await until(() => told.length > 0);
      other.kill('SIGKILL');
      await gone(other);
      await Promise.all(everybody);
      expect(new Set(told)).toEqual(new Set([200]));
      await work.here.asOwner(`select set_config('muster.account', '${DEMO}', false)`);
      const { rows } = await work.here.asOwner(
        `select i.id, i.settled, count(*)::int as times, sum(a.amount)::int as allocated, array_agg(p.used) as used
           from invoices i join allocations a on a.invoice_id = i.id join payments p on p.id = a.payment_id
          where i.id = any('{${invoices.join()}}') group by i.id, i.settled`,
      );
      expect(rows.toSorted((a, b) => invoices.indexOf(a.id) - invoices.indexOf(b.id))).toEqual(
        invoices.map((id) => ({ id, settled: 30_00, times: 1, allocated: 30_00, used: [30_00] })),
      );
      const { rows: payments } = await work.here.asOwner(
        `select count(*)::int as times from payments where customer_id = '${customer_id}'`,
      );
      expect(payments).toEqual([{ times: PEOPLE * (kill + 1) }]);
      if (kill + 1 < KILLS) urls[1] = await startOther();
    }
  },
);
