import { randomUUID } from 'node:crypto';
import type { JobType } from '@muster/domain/work/job-types/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

test('no type without a duration, nor with a name or a skill that cannot be', async () => {
  const name = `Drain ${randomUUID()}`;
  expect((await work.owner.post('/job-types', { name })).status).toBe(400);
  expect((await work.owner.post('/job-types', { name, duration: 7 })).status).toBe(400);
  const unknown = await work.owner.post('/job-types', { name, duration: 60, skills: [randomUUID()] });
  expect(unknown.status).toBe(422);
  expect((await work.owner.post('/job-types', { name, duration: 60 })).status).toBe(200);
  const twice = await work.owner.post('/job-types', { name: name.toUpperCase(), duration: 60 });
  expect(twice).toMatchObject({
    status: 409,
    message: 'You already have a job type with that name. Choose another name.',
  });
});

test('owners change types and dispatchers read them; one that is archived stays on its jobs', async () => {
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  const made = await work.owner.post('/job-types', { name: `Tap ${randomUUID()}`, duration: 30 });
  const { row } = made.data as { row: JobType };
  expect(row).toMatchObject({ crew_size: 1, check_list: [], skills: [], archived_at: null, version: 1 });
  expect((await dispatcher.patch(`/job-types/${row.id}`, { version: 1, duration: 45 })).status).toBe(403);
  const job = await work.addJob({ job_type_id: row.id, visits: undefined });
  expect(job).toMatchObject({ job_type: row.name, visits: [{ duration: 30 }] });
  await work.owner.patch(`/job-types/${row.id}`, { version: 1, duration: 45 });
  await work.owner.post(`/job-types/${row.id}/archive`);
  const { data } = await dispatcher.get('/job-types');
  const found = (data as { rows: JobType[] }).rows.find(({ id }) => id === row.id)!;
  expect([found.duration, found.archived_at === null]).toEqual([45, false]);
  expect((await dispatcher.get(`/jobs/${job.id}`)).data).toMatchObject({ row: { job_type: row.name } });
  await work.owner.post(`/job-types/${row.id}/restore`);
});

test('items of a checklist have a kind and may be required; a plain text stays a plain text, also after an undo', async () => {
  const items = [
    'Valve tested',
    { text: 'Tidy', kind: 'tick' },
    { text: 'Before', kind: 'photo', required: true },
  ];
  const made = await work.owner.post('/job-types', {
    name: `Check ${randomUUID()}`,
    duration: 30,
    check_list: items,
  });
  const { row } = made.data as { row: JobType };
  const kept = ['Valve tested', 'Tidy', { text: 'Before', kind: 'photo', required: true }];
  expect(row.check_list).toEqual(kept);
  const edited = await work.owner.patch(`/job-types/${row.id}`, { version: 1, check_list: ['Other'] });
  expect((edited.data as { row: JobType }).row.check_list).toEqual(['Other']);
  await work.owner.post(`/changes/${changeOf(edited)}/undo`);
  const { rows } = (await work.owner.get('/job-types')).data as { rows: JobType[] };
  expect(rows.find(({ id }) => id === row.id)!.check_list).toEqual(kept);
  for (const item of [{ text: '' }, { text: 'A', kind: 'colour' }, { kind: 'tick' }, 7])
    expect((await work.owner.patch(`/job-types/${row.id}`, { version: 3, check_list: [item] })).status).toBe(
      400,
    );
});
