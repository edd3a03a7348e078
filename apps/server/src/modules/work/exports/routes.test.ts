import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../../../test/sign-in.ts';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
let headers: Record<string, string>;
beforeAll(async () => {
  work = await openWork();
  ({ headers } = await signInAs(work.app, 'owner@example.com'));
});
afterAll(() => work.close());

/** A table as its rows, by their headings. */
async function table(name: string): Promise<Record<string, string>[]> {
  const { body } = await work.app.inject({ url: `/services/scheduling/api/v1/${name}`, headers });
  const lines = body
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  const [head, ...rows] = lines.map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/g, '')));
  return rows.map((cells) => Object.fromEntries(head!.map((title, i) => [title, cells[i] ?? ''])));
}

test('days and times are those that people had, not those of Greenwich', async () => {
  const kai = await work.addTechnician();
  const perth = await work.addSite({ zone: 'Australia/Perth' });
  const job = await work.addJob({}, perth);
  await work.schedule(job.visits[0]!.id, [kai.id], at('11:30'));
  const next = (await table('jobs.csv')).map((row) => row['Next visit']);
  expect(next).toContain('2026-11-17 08:30');
  // It is nine in the morning of Monday here, and still Sunday in Greenwich.
  const old = await work.addSite();
  expect((await work.owner.post(`/customers/${old.customer_id}/archive`)).status).toBe(200);
  const archived = (await table('customers.csv?archived=true')).map((row) => row['Archived']);
  expect(archived).toContain('2026-11-16');
  expect(archived).not.toContain('2026-11-15');
});
