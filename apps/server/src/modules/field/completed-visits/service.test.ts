import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishVisit, note } from '../../../../test/setups/finished.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
let kai: { id: string; name: string };
let headers: Record<string, string>;
beforeAll(async () => {
  work = await openWork();
  kai = await work.addTechnician();
  ({ headers } = await signInAs(work.app, 'owner@example.com'));
});
afterAll(() => work.close());

async function table(query: Record<string, string> = {}) {
  const answer = await work.app.inject({
    url: '/services/scheduling/api/v1/completed-visits.csv',
    query,
    headers,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

async function rows(query: Record<string, string>): Promise<Record<string, string>[]> {
  return parse((await table(query)).body, { columns: true, bom: true });
}

test('a visit that is over is a line, with hours, parts and notes; no cell becomes a formula', async () => {
  const { customer, job } = await finishVisit(work, {
    technicians: [kai.id],
    date: '2027-05-03',
    records: [
      note('=HYPERLINK("http://x")'),
      note('All "done"'),
      { kind: 'part', content: { name: 'Valve', quantity: 2 } },
      { kind: 'part', content: { name: 'Tape', quantity: 0.5 } },
    ],
  });
  // Of the day of the business, which begins before that of the server.
  const { headers: sent } = await table();
  expect(sent['content-type']).toBe('text/csv; charset=utf-8');
  expect(sent['content-disposition']).toContain('"completed-visits-2026-11-16.csv"');
  expect(await rows({ from: '2027-05-03', to: '2027-05-03' })).toEqual([
    {
      Date: '2027-05-03',
      'Job number': `J-${job}/1`,
      Customer: customer,
      Site: 'Ryde',
      'Job type': '',
      Technicians: kai.name,
      'Planned start': '2027-05-03 09:00',
      'Planned end': '2027-05-03 10:00',
      Arrived: '2027-05-03 09:04',
      Done: '2027-05-03 09:51',
      'Hours on site': '0.78',
      'Hours measured': '',
      'Correction reason': '',
      Outcome: 'completed',
      'Outcome reason': '',
      Parts: '2 × Valve; 0.5 × Tape',
      Notes: `'=HYPERLINK("http://x"); All "done"`,
    },
  ]);
});

test('corrected hours come with the measured ones and the reason; what was not completed with why', async () => {
  const { id } = await finishVisit(work, {
    technicians: [kai.id],
    date: '2027-05-10',
    outcome: { outcome: 'needs return', reason: 'Valve on order' },
  });
  const content = {
    on_site_at: at('08:00', '2027-05-10'),
    done_at: at('10:30', '2027-05-10'),
    reason: 'Forgot to tap',
  };
  await work.owner.post(`/visits/${id}/records`, { kind: 'time', content });
  expect(await rows({ from: '2027-05-10', to: '2027-05-10' })).toMatchObject([
    {
      Arrived: '2027-05-10 08:00',
      'Hours on site': '2.5',
      'Hours measured': '0.78',
      'Correction reason': 'Forgot to tap',
      Outcome: 'needs return',
      'Outcome reason': 'Valve on order',
    },
  ]);
});

test('the days are those of the business, also when its clocks change; others are left out', async () => {
  const perth = await finishVisit(work, {
    technicians: [kai.id],
    date: '2027-10-02',
    zone: 'Australia/Perth',
  });
  await work.addVisit();
  // The evening before Sydney's clocks go forward, and the night in which they do.
  for (const [on_site_at, done_at] of [
    [at('23:30', '2027-10-02'), at('23:45', '2027-10-02')],
    [at('00:15', '2027-10-03'), at('04:15', '2027-10-03')],
  ] as const) {
    const content = { on_site_at, done_at, reason: 'Night work' };
    await work.owner.post(`/visits/${perth.id}/records`, { kind: 'time', content });
    const date = on_site_at === at('23:30', '2027-10-02') ? '2027-10-02' : '2027-10-03';
    const other = date === '2027-10-02' ? '2027-10-03' : '2027-10-02';
    expect(await rows({ from: date, to: date })).toMatchObject([{ Date: date }]);
    expect(await rows({ from: other, to: other })).toEqual([]);
  }
  // Four hours by the clocks, of which one was left out.
  expect(await rows({ customer: perth.customer_id })).toMatchObject([{ 'Hours on site': '3' }]);
});

test('one customer, or a period that is none', async () => {
  const one = await finishVisit(work, { technicians: [kai.id], date: '2027-07-01' });
  await finishVisit(work, { technicians: [kai.id], date: '2027-07-02' });
  const of = await rows({ from: '2027-07-01', to: '2027-07-31', customer: one.customer_id });
  expect(of.map((row) => row['Customer'])).toEqual([one.customer]);
  expect(await rows({ from: '2027-07-01', to: '2027-07-31' })).toHaveLength(2);
  expect((await table({ from: '2027-07-02', to: '2027-07-01' })).status).toBe(400);
  expect((await table({ from: 'soon' })).status).toBe(400);
});
