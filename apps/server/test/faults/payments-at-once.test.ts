import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../programs.ts';
import { repetitions } from '../long.ts';
import { DEMO, MONDAY, openWork, type Work } from '../setups/work.ts';
import { signInAs } from '../sign-in.ts';

const ROUNDS = repetitions({ usual: 1, long: 30 });
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
  other = spawn(process.execPath, [program('second-server'), work.here.ownerUrl, String(MONDAY)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(other.stdout!, 'data')) as [Buffer];
  urls = [await work.app.listen({ port: 0, host: '127.0.0.1' }), url.toString().trim()];
});
afterAll(async () => {
  other.kill('SIGKILL');
  await work.close();
});

async function issued(customer_id: string): Promise<InvoiceRecord> {
  const line = { id: randomUUID(), item_id: null, visit_id: null, job_id: null, code: '', unit: '' };
  const priced = { quantity: 1_000, price: 100_00, includes_gst: true, discount: 0, gst: 'gst' };
  const lines = [{ ...line, ...priced, description: 'Tap' }];
  const { data } = await work.owner.post('/invoices', { customer_id, lines });
  const { id, version } = (data as { row: InvoiceRecord }).row;
  const answer = await work.owner.post(`/invoices/${id}/issue`, { version });
  return (answer.data as { row: InvoiceRecord }).row;
}

/** The same press reaches both processes: somebody's connection broke off, and the browser asks again. */
async function pay(customer_id: string, invoice_id: string): Promise<number[]> {
  const key = randomUUID();
  const body = JSON.stringify({
    customer_id,
    method: 'card',
    amount: 40_00,
    invoices: [{ invoice_id, amount: 30_00 }],
  });
  return Promise.all(
    urls.map(async (url) => {
      const { status } = await fetch(`${url}/services/scheduling/api/v1/payments`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body,
      });
      return status;
    }),
  );
}

test(
  `${PEOPLE} people record a payment of the same invoice in two processes at once, ${ROUNDS} times: never more than is owed, each once`,
  { timeout: 1_800_000 },
  async () => {
    const { customer_id } = await work.addSite();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id } = await issued(customer_id);
      const tried = await Promise.all(Array.from({ length: PEOPLE }, () => pay(customer_id, id)));
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
