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

const KILLS = repetitions({ usual: 1, long: 20 });
/** As many as issue at the same time, an invoice each, around every kill. */
const PEOPLE = repetitions({ usual: 20, long: 50 });
const PAUSE_MS = 50;

let work: Work;
let headers: Record<string, string>;
/** Of the process that runs the test, and of the one that is killed. */
let urls: [string, string];
let killed: ChildProcess;
beforeAll(async () => {
  work = await openWork();
  ({ headers } = await signInAs(work.app, 'owner@example.com'));
  urls = [await work.app.listen({ port: 0, host: '127.0.0.1' }), await startOther()];
});
afterAll(async () => {
  killed.kill('SIGKILL');
  await work.close();
});

async function startOther(): Promise<string> {
  killed = spawn(process.execPath, [program('second-server'), work.here.ownerUrl, String(MONDAY)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(killed.stdout!, 'data')) as [Buffer];
  return url.toString().trim();
}

async function draft(customer_id: string): Promise<InvoiceRecord> {
  const line = { id: randomUUID(), item_id: null, visit_id: null, job_id: null, code: '', unit: '' };
  const priced = { quantity: 1_000, price: 110_00, includes_gst: true, discount: 0, gst: 'gst' };
  const { data } = await work.owner.post('/invoices', {
    customer_id,
    lines: [{ ...line, ...priced, description: 'Tap' }],
  });
  return (data as { row: InvoiceRecord }).row;
}

/** Asks again under the same key, of any server, until there is an answer. */
async function issue({ id, version }: InvoiceRecord, at: number): Promise<InvoiceRecord> {
  const key = randomUUID();
  for (let attempt = at; ; attempt += 1) {
    const answer = await fetch(`${urls[attempt % 2]}/services/scheduling/api/v1/invoices/${id}/issue`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ version }),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined,
    );
    if (answer?.status === 200) return (JSON.parse(answer.text) as { data: { row: InvoiceRecord } }).data.row;
    // The answer may break off, and a server says when too much is asked of it at once, or of the machine that it runs on.
    if (answer) expect([429, 503], answer.text).toContain(answer.status);
    await sleep(PAUSE_MS);
  }
}

test(
  `${PEOPLE} people issue at once in two processes, of which one is killed, ${KILLS} times: no number is missing or given twice, and no invoice is half issued`,
  { timeout: 1_800_000, retry: 0 },
  async () => {
    const { customer_id } = await work.addSite();
    const told: InvoiceRecord[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const drafts = [];
      for (let person = 0; person < PEOPLE; person += 1) drafts.push(await draft(customer_id));
      const before = told.length;
      const everybody = drafts.map(async (one, at) => told.push(await issue(one, at)));
      await until(() => told.length > before);
      killed.kill('SIGKILL');
      await gone(killed);
      await Promise.all(everybody);
      if (kill + 1 < KILLS) urls[1] = await startOther();
    }

    const all = KILLS * PEOPLE;
    const numbers = told.map(({ series }) => series!).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: all }, (_, at) => 1001 + at));
    await work.here.asOwner(`select set_config('muster.account', '${DEMO}', false)`);
    const { rows } = await work.here.asOwner(
      `select i.id, i.number, i.version,
              (select count(*)::int from change_entries e where e.row_id = i.id) as changes
         from invoices i
        where i.state = 'issued' and i.issued_on is not null and i.supplier is not null and i.buyer is not null`,
    );
    expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
      new Map(told.map(({ id, number, version }) => [id, { number, version, changes: 2 }])),
    );
    const { rows: counters } = await work.here.asOwner('select kind, last::int from invoice_counters');
    expect(counters).toEqual([{ kind: 'invoice', last: 1000 + all }]);
  },
);
