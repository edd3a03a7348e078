import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilWaiting } from '../../../test/waiting.ts';
import { openWork, type Work } from '../../../test/work.ts';
import { refreshStates } from './store.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

test('a job whose last two visits are cancelled at the same moment is cancelled', async () => {
  const job = await work.addJob({ visits: [{ duration: 60 }, { duration: 60 }] });
  const [first, second] = job.visits.map(({ id }) => id) as [string, string];
  let cancelled: ReturnType<typeof work.owner.post> | undefined;
  await work.inside(async (db) => {
    await sql`update visits set cancelled_at = now(), state = 'cancelled' where id = ${first}`.execute(db);
    await refreshStates(db, [job.id]);
    cancelled = work.owner.post(`/visits/${second}/cancel`, {});
    await untilWaiting(work.here, cancelled);
  });
  expect((await cancelled!).status).toBe(200);
  expect((await work.owner.get(`/jobs/${job.id}`)).data).toMatchObject({
    row: { state: 'cancelled', visits: [{ state: 'cancelled' }, { state: 'cancelled' }] },
  });
});
