import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, changeOf, openWork, visitIn, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

async function booked(fields: object = {}) {
  const people = [await work.addTechnician(), await work.addTechnician()];
  const visit = await work.addVisit({ crew_size: 2, ...fields });
  await work.schedule(
    visit.id,
    people.map(({ id }) => id),
    at('09:00'),
  );
  return visit;
}

async function tell(id: string, body: object) {
  return work.owner.post(`/visits/${id}/progress`, body);
}

async function jobOf(id: string): Promise<JobRecord> {
  return ((await work.owner.get(`/jobs/${id}`)).data as { row: JobRecord }).row;
}

test('a crew moves as one, with the times that were told, and done is completed', async () => {
  const { id, job_id } = await booked();
  const away = visitIn(await tell(id, { progress: 'en route', at: '2026-11-16T21:40:00Z' }));
  expect(away.state).toBe('en route');
  expect(away.assignments.map(({ progress, en_route_at }) => [progress, en_route_at])).toEqual(
    [1, 2].map(() => ['en route', '2026-11-16T21:40:00+00:00']),
  );
  expect((await jobOf(job_id)).state).toBe('in progress');
  await tell(id, { progress: 'on site', at: '2026-11-16T22:04:00Z' });
  const done = visitIn(await tell(id, { progress: 'done', at: '2026-11-16T22:51:00Z' }));
  expect(done).toMatchObject({
    state: 'completed',
    assignments: [
      { starts_at: '2026-11-16T22:00:00+00:00', done_at: '2026-11-16T22:51:00+00:00', progress: 'done' },
      { on_site_at: '2026-11-16T22:04:00+00:00' },
    ],
  });
  expect((await jobOf(job_id)).state).toBe('done');
});

test('actual times are never refused: told late they correct the time, and take nothing back', async () => {
  const { id } = await booked();
  await tell(id, { progress: 'done' });
  const corrected = await tell(id, { progress: 'on site', at: '2020-01-01T00:00:00Z' });
  expect(visitIn(corrected)).toMatchObject({
    state: 'completed',
    assignments: [{ progress: 'done', on_site_at: '2020-01-01T00:00:00+00:00' }, { progress: 'done' }],
  });
});

test('what has begun is neither moved, cancelled, made longer nor taken off the board; an undo comes first', async () => {
  const { id } = await booked();
  const away = await tell(id, { progress: 'en route' });
  const { assignments, version } = await work.show(id);
  const moved = await work.schedule(id, [assignments[0]!.technician_id], at('11:00'));
  expect(moved).toMatchObject({
    status: 409,
    message: 'This visit has started (en route). Record the outcome instead.',
    data: { reasons: [{ rule: 'state', can_override: false }] },
  });
  expect((await work.owner.post(`/visits/${id}/cancel`, {})).status).toBe(409);
  expect((await work.owner.post(`/visits/${id}/unschedule`)).status).toBe(409);
  expect((await work.owner.patch(`/visits/${id}`, { version, duration: 90 })).status).toBe(409);
  expect((await work.owner.post(`/changes/${changeOf(away)}/undo`)).status).toBe(200);
  expect((await work.schedule(id, [assignments[0]!.technician_id], at('11:00'))).status).toBe(200);
});

test('one that needs a return makes a visit for it, and the undo takes both back', async () => {
  const { id, job_id } = await booked({ check_list: [{ text: 'Valve', done: false }] });
  await tell(id, { progress: 'on site' });
  const silent = await work.owner.post(`/visits/${id}/outcome`, { outcome: 'needs return' });
  expect(silent).toMatchObject({ status: 422, message: 'Enter what’s still to do.' });
  const ended = await work.owner.post(`/visits/${id}/outcome`, {
    outcome: 'needs return',
    reason: 'Valve on order',
  });
  expect(visitIn(ended)).toMatchObject({ state: 'needs return', outcome_reason: 'Valve on order' });
  const job = await jobOf(job_id);
  expect(job.state).toBe('in progress');
  expect(job.visits[1]).toMatchObject({
    number: 2,
    return_of: id,
    state: 'unscheduled',
    note: 'Valve on order',
    crew_size: 2,
    check_list: [{ text: 'Valve', done: false }],
  });
  await work.owner.post(`/changes/${changeOf(ended)}/undo`);
  const before = await jobOf(job_id);
  expect(before.visits.map(({ state }) => state)).toEqual(['on site']);
});

test('what could not be completed needs a reason and leaves the job open', async () => {
  const { id, job_id } = await booked();
  const ended = await work.owner.post(`/visits/${id}/outcome`, {
    outcome: 'could not complete',
    reason: 'Nobody at home',
  });
  expect(visitIn(ended)).toMatchObject({
    state: 'could not complete',
    assignments: [{ progress: 'none', done_at: null }, {}],
  });
  expect((await jobOf(job_id)).state).toBe('open');
  const again = await work.owner.post(`/visits/${id}/outcome`, { outcome: 'completed' });
  expect(again).toMatchObject({
    status: 409,
    message: 'This visit is finished (could not complete). Undo that first.',
  });
});

test('nobody is on the way to a visit that nobody was planned for', async () => {
  const visit = await work.addVisit();
  expect(await tell(visit.id, { progress: 'en route' })).toMatchObject({
    status: 409,
    message: 'This visit isn’t planned yet. Schedule it first.',
  });
});
