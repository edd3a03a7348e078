import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilWaiting } from '../../../../test/waiting.ts';
import { at, changeOf, openWork, type Work } from '../../../../test/setups/work.ts';
import { followVisits } from './service.ts';

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
    await followVisits(db, [job.id]);
    cancelled = work.owner.post(`/visits/${second}/cancel`, {});
    await untilWaiting(work.here, cancelled);
  });
  expect((await cancelled!).status).toBe(200);
  expect((await work.owner.get(`/jobs/${job.id}`)).data).toMatchObject({
    row: { state: 'cancelled', visits: [{ state: 'cancelled' }, { state: 'cancelled' }] },
  });
});

const ASIDE = 'This job is archived. Restore it first.';

test('no undo brings somebody back to a job that was put aside', async () => {
  const kai = await work.addTechnician();
  const job = await work.addJob();
  const visit = job.visits[0]!.id;
  await work.schedule(visit, [kai.id], at('09:00'));
  const unscheduled = await work.owner.post(`/visits/${visit}/unschedule`);
  const archived = await work.owner.post(`/jobs/${job.id}/archive`);
  expect(archived.status).toBe(200);
  const back = await work.owner.post(`/changes/${changeOf(unscheduled)}/undo`);
  expect(back).toMatchObject({ status: 409, message: ASIDE });
  expect(await work.show(visit)).toMatchObject({ state: 'unscheduled', assignments: [] });

  const restored = await work.owner.post(`/jobs/${job.id}/restore`);
  await work.schedule(visit, [kai.id], at('09:00'));
  expect((await work.owner.post(`/changes/${changeOf(restored)}/undo`)).status).toBe(409);
});

test('who books a job at the moment in which it is put aside is refused', async () => {
  const kai = await work.addTechnician();
  const job = await work.addJob();
  let booked: ReturnType<typeof work.schedule> | undefined;
  await work.inside(async (db) => {
    await sql`update jobs set archived_at = now() where id = ${job.id}`.execute(db);
    booked = work.schedule(job.visits[0]!.id, [kai.id], at('09:00'));
    await untilWaiting(work.here, booked);
  });
  expect(await booked!).toMatchObject({ status: 409, message: ASIDE });
  expect(await work.show(job.visits[0]!.id)).toMatchObject({ state: 'unscheduled', assignments: [] });
});

test('who puts a job aside at the moment in which somebody is booked for it is refused', async () => {
  const job = await work.addJob();
  let archived: ReturnType<typeof work.owner.post> | undefined;
  await work.inside(async (db) => {
    await sql`update jobs set state = 'scheduled' where id = ${job.id}`.execute(db);
    archived = work.owner.post(`/jobs/${job.id}/archive`);
    await untilWaiting(work.here, archived);
  });
  expect((await archived!).status).toBe(409);
});
