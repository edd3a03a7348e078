import { randomUUID } from 'node:crypto';
import type { NewJob } from '@muster/domain/work/jobs/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, DEMO, openWork, type Work } from '../../../../test/setups/work.ts';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { assignments } from '../assignments/service.ts';
import { openJobs, visits } from './service.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

function run<T>(records: boolean, work_: (write: Writer) => Promise<T>) {
  return runCommand(
    work.here.database.db,
    {
      account: DEMO,
      id: randomUUID(),
      kind: 'jobs imported',
      body: null,
      author: { user: null, apiKey: null, role: 'owner' },
      at: new Date(work.clock.now),
      records,
    },
    work_,
  );
}

test('many jobs are one change with numbers in their order, and one undo takes all of them away', async () => {
  const { customer_id, site_id } = await work.addSite();
  const wanted: NewJob[] = Array.from({ length: 300 }, (_, place) => ({
    customer_id,
    site_id,
    description: `Import ${place}`,
    visits: place % 2 === 0 ? [{ duration: 60 }] : [{ duration: 30 }, { duration: 45 }],
  }));
  const { answer, number } = await run(false, (write) => openJobs(write, wanted));
  expect(answer.map(({ number, description }) => [number - answer[0]!.number, description])).toEqual(
    wanted.map(({ description }, place) => [place, description]),
  );
  const found = await work.owner.get(`/jobs?customer=${customer_id}&search=import%20299`);
  expect(found.data).toMatchObject({ rows: [{ visits: 2, state: 'open' }] });
  expect((await work.owner.post(`/changes/${number}/undo`)).status).toBe(200);
  expect((await work.owner.get(`/jobs?customer=${customer_id}`)).data).toMatchObject({ rows: [] });
});

/** Work of last week, as an import finds it: done by somebody who is not even active any more. */
async function history(write: Writer, technician_id: string): Promise<string> {
  const { customer_id, site_id } = await work.addSite();
  const [job] = await openJobs(write, [{ customer_id, site_id, visits: [{ duration: 60 }] }]);
  const { rows } = await sql<{ id: string }>`select id from visits where job_id = ${job!.id}`.execute(
    write.db,
  );
  const { id } = rows[0]!;
  await write.update(visits, id, { outcome: 'completed' });
  await write.insert(assignments, [
    {
      visit_id: id,
      technician_id,
      starts_at: at('09:00', '2026-11-09'),
      ends_at: at('10:00', '2026-11-09'),
      is_lead: true,
      progress: 'done',
    },
  ]);
  return id;
}

test('what happened before is written down as it was; nobody plans so', async () => {
  const gone = await work.addTechnician({ is_active: false });
  const { answer: id } = await run(true, (write) => history(write, gone.id));
  expect(await work.show(id)).toMatchObject({ state: 'completed', assignments: [{ progress: 'done' }] });
  await expect(run(false, (write) => history(write, gone.id))).rejects.toMatchObject({ answer: 'conflict' });
  // Two pasts of one technician at the same time are still refused.
  await expect(run(true, (write) => history(write, gone.id))).rejects.toMatchObject({
    answer: 'conflict',
    message: 'This technician is already booked at that time.',
  });
});
