import { randomUUID } from 'node:crypto';
import type { Change } from '@muster/domain/basics/changes/schema';
import type { JobRecord, JobSummary } from '@muster/domain/work/jobs/schema';
import type { BookedVisit } from '@muster/domain/work/visits/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

async function list(query: string): Promise<JobSummary[]> {
  const answer = await work.owner.get(`/jobs?${query}`);
  expect(answer.status).toBe(200);
  return (answer.data as { rows: JobSummary[] }).rows;
}

async function numbers(query: string): Promise<number[]> {
  return (await list(query)).map(({ number }) => number);
}

test('a job takes from its type what is not said: duration, skills, crew and checklist', async () => {
  const skill = await work.owner.post('/skills', { name: `Roof ${randomUUID()}` });
  const { id: roof } = (skill.data as { row: { id: string } }).row;
  const made = await work.owner.post('/job-types', {
    name: `Gutter ${randomUUID()}`,
    duration: 90,
    skills: [roof],
    crew_size: 2,
    check_list: ['Ladder tied', { text: 'Fall', kind: 'number', required: true }],
  });
  const { id: job_type_id } = (made.data as { row: { id: string } }).row;
  const job = await work.addJob({ job_type_id, visits: [{}, { duration: 30, crew_size: 1, skills: [] }] });
  expect(job.visits).toMatchObject([
    {
      number: 1,
      duration: 90,
      skills: [roof],
      crew_size: 2,
      check_list: [
        { text: 'Ladder tied', done: false },
        { text: 'Fall', done: false, kind: 'number', required: true },
      ],
      state: 'unscheduled',
    },
    { number: 2, duration: 30, skills: [], crew_size: 1 },
  ]);
  expect(job).toMatchObject({ state: 'open', priority: 'P3', site: { suburb: 'Ryde', hazards: 'Dog' } });
});

test('without a type and a duration nobody knows how long it takes, and a site of another customer is none', async () => {
  const [here, there] = [await work.addSite(), await work.addSite()];
  const site = { customer_id: here.customer_id, site_id: here.site_id };
  const endless = await work.owner.post('/jobs', site);
  expect(endless).toMatchObject({
    status: 422,
    message: 'Enter a duration, or choose a job type.',
  });
  const strange = await work.owner.post('/jobs', {
    customer_id: here.customer_id,
    site_id: there.site_id,
    visits: [{ duration: 60 }],
  });
  expect(strange.status).toBe(422);
  const crooked = await work.owner.post('/jobs', { ...site, visits: [{ duration: 62 }] });
  expect(crooked.status).toBe(400);
  const never = await work.owner.post('/jobs', {
    ...site,
    visits: [{ duration: 60, on_date: '2026-02-31' }],
  });
  expect(never.status).toBe(400);
});

test('numbers rise by one, also when many jobs are added at once, and the job is found by its number', async () => {
  const site = await work.addSite();
  const jobs = await Promise.all(Array.from({ length: 12 }, () => work.addJob({}, site)));
  const got = jobs.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(got).toEqual(Array.from({ length: 12 }, (_, i) => got[0]! + i));
  for (const written of [`J-${got[3]}`, `j-${got[3]}`, `${got[3]}`]) {
    const { data } = await work.owner.get(`/jobs/by-number/${written}`);
    expect(data).toMatchObject({ row: { number: got[3], visits: [{ number: 1 }] } });
  }
  expect((await work.owner.get('/jobs/by-number/J-999999')).status).toBe(404);
  expect((await work.owner.get('/jobs/by-number/tap')).status).toBe(404);
});

test('a job is found by number, words, tags, customer and suburb', async () => {
  const suburb = `Wahroonga${randomUUID().slice(0, 6)}`;
  const site = await work.addSite({ suburb });
  const job = await work.addJob({ description: 'Dripping bathroom tap', tags: ['Strata plan'] }, site);
  const found = [
    `J-${job.number}`,
    `${job.number}`,
    `${suburb} drip`,
    `tap ${site.name.split(' ')[1]}`,
    `${suburb} strata`,
  ];
  for (const search of found)
    expect(await numbers(`search=${encodeURIComponent(search)}`)).toContain(job.number);
  expect(await numbers(`search=${suburb}%20roof`)).toEqual([]);
  expect(await numbers(`tag=Strata%20plan&customer=${site.customer_id}`)).toEqual([job.number]);
  expect(await numbers(`tag=Strata&customer=${site.customer_id}`)).toEqual([]);
});

test('filters and sorts do what they say', async () => {
  const site = await work.addSite();
  const kai = await work.addTechnician();
  const early = await work.addJob({ priority: 'P1', due_on: '2026-11-20' }, site);
  const late = await work.addJob({ priority: 'P2', due_on: '2026-11-25' }, site);
  const never = await work.addJob({ priority: 'P4' }, site);
  await work.schedule(late.visits[0]!.id, [kai.id], at('09:00'));
  const here = `customer=${site.customer_id}`;
  const [e, l, n] = [early.number, late.number, never.number];
  expect(await numbers(here)).toEqual([n, l, e]);
  expect(await numbers(`${here}&sort=due`)).toEqual([e, l, n]);
  expect(await numbers(`${here}&sort=-priority`)).toEqual([n, l, e]);
  expect(await numbers(`${here}&state=scheduled`)).toEqual([l]);
  expect(await numbers(`technician=${kai.id}`)).toEqual([l]);
  expect(await numbers(`${here}&due_to=2026-11-20`)).toEqual([e]);
  expect(await numbers(`${here}&due_from=2026-11-21&due_to=2026-11-30`)).toEqual([l]);
  expect(await numbers(`${here}&priority=P4&site=${site.site_id}`)).toEqual([n]);
  expect((await list(`technician=${kai.id}`))[0]).toMatchObject({
    next_start: '2026-11-16T22:00:00+00:00',
    next_crew: kai.name,
    zone: 'Australia/Sydney',
    visits: 1,
    customer_name: site.name,
  });
  const first = await work.owner.get(`/jobs?${here}&sort=due&limit=2`);
  const { next } = first.data as { next: string };
  expect(await numbers(`${here}&sort=due&limit=2&cursor=${next}`)).toEqual([n]);
});

test('cancelling a job calls off what is ahead and keeps what was done; an undo brings all of it back', async () => {
  const kai = await work.addTechnician();
  const job = await work.addJob({ visits: [{ duration: 60 }, { duration: 60 }, { duration: 60 }] });
  const [first, second, third] = job.visits.map(({ id }) => id) as [string, string, string];
  await work.schedule(first, [kai.id], at('09:00'));
  await work.owner.post(`/visits/${first}/progress`, { progress: 'done' });
  await work.schedule(second, [kai.id], at('11:00'));
  const cancelled = await work.owner.post(`/jobs/${job.id}/cancel`, { reason: 'Sold the house' });
  expect(cancelled.data).toMatchObject({
    row: {
      state: 'done',
      visits: [
        { state: 'completed' },
        { state: 'cancelled', outcome_reason: 'Sold the house', assignments: [] },
        { state: 'cancelled' },
      ],
    },
  });
  expect((await work.owner.post(`/jobs/${job.id}/cancel`, {})).status).toBe(409);
  await work.owner.post(`/changes/${changeOf(cancelled)}/undo`);
  const { data } = await work.owner.get(`/jobs/${job.id}`);
  expect((data as { row: JobRecord }).row.visits.map(({ state }) => state)).toEqual([
    'completed',
    'planned',
    'unscheduled',
  ]);
  await work.owner.post(`/visits/${third}/cancel`, {});
  const restored = await work.owner.post(`/visits/${third}/restore`);
  expect(restored.data).toMatchObject({ row: { state: 'unscheduled', cancelled_at: null } });
});

test('a job with somebody on it is not put aside; one without is, and can come back', async () => {
  const kai = await work.addTechnician();
  const job = await work.addJob();
  await work.schedule(job.visits[0]!.id, [kai.id], at('09:00'));
  expect((await work.owner.post(`/jobs/${job.id}/archive`)).status).toBe(409);
  await work.owner.post(`/visits/${job.visits[0]!.id}/unschedule`);
  await work.owner.post(`/jobs/${job.id}/archive`);
  expect(await numbers(`search=J-${job.number}`)).toEqual([]);
  expect(await numbers(`search=J-${job.number}&archived=true`)).toEqual([job.number]);
  expect((await work.schedule(job.visits[0]!.id, [kai.id], at('09:00'))).status).toBe(409);
  await work.owner.post(`/jobs/${job.id}/restore`);
  expect(await numbers(`search=J-${job.number}`)).toEqual([job.number]);
});

test('undoing a new job takes it away with its visit, unless somebody was planned for it since', async () => {
  const kai = await work.addTechnician();
  const { customer_id, site_id } = await work.addSite();
  const made = await work.owner.post('/jobs', { customer_id, site_id, visits: [{ duration: 60 }] });
  const { row } = made.data as { row: JobRecord };
  await work.schedule(row.visits[0]!.id, [kai.id], at('09:00'));
  const held = await work.owner.post(`/changes/${changeOf(made)}/undo`);
  expect(held).toMatchObject({ status: 409, message: 'The visit has been planned since.' });
  await work.owner.post(`/visits/${row.visits[0]!.id}/unschedule`);
  const gone = await work.owner.post(`/changes/${changeOf(made)}/undo`);
  expect((await work.owner.get(`/jobs/${row.id}`)).status).toBe(404);
  await work.owner.post(`/changes/${changeOf(gone)}/undo`);
  const { data } = await work.owner.get(`/jobs/${row.id}`);
  expect(data).toMatchObject({ row: { number: row.number, state: 'open', visits: [{ number: 1 }] } });
});

test('the history of a job tells of its visits and who was planned, and so does that of the technician', async () => {
  const kai = await work.addTechnician();
  const job = await work.addJob();
  const id = job.visits[0]!.id;
  await work.schedule(id, [kai.id], at('09:00'));
  await work.owner.patch(`/visits/${id}`, { version: 1, note: 'Ring twice' });
  const kinds = async (subject: string) => {
    const { data } = await work.owner.get(`/changes?subject=${subject}`);
    return (data as { rows: { kind: string }[] }).rows.map(({ kind }) => kind);
  };
  expect(await kinds(job.id)).toEqual(['visit edited', 'visit scheduled', 'job added']);
  expect(await kinds(job.customer_id)).toEqual(['job added']);
  expect(await kinds(kai.id)).toEqual(['visit edited', 'visit scheduled', 'technician added']);
});

test('what is booked for a customer or a technician is listed by its start, with who comes', async () => {
  const site = await work.addSite();
  const [kai, mia] = [await work.addTechnician(), await work.addTechnician()];
  const [early, late, waits] = [
    await work.addVisit({ crew_size: 2 }, site),
    await work.addVisit({}, site),
    await work.addVisit({}, site),
  ];
  await work.schedule(early.id, [mia.id, kai.id], at('09:00'));
  await work.schedule(late.id, [kai.id], at('13:00'));
  const booked = async (query: string) => {
    const answer = await work.owner.get(`/visits?${query}`);
    expect(answer.status).toBe(200);
    return (answer.data as { rows: BookedVisit[] }).rows;
  };
  const rows = await booked(`customer=${site.customer_id}`);
  expect(rows.map(({ id }) => id)).toEqual([early.id, late.id]);
  expect(rows.map(({ id }) => id)).not.toContain(waits.id);
  expect(rows[0]).toMatchObject({
    state: 'planned',
    starts_at: at('09:00'),
    zone: 'Australia/Sydney',
    customer_id: site.customer_id,
    suburb: 'Ryde',
    crew: [
      { id: mia.id, name: mia.name },
      { id: kai.id, name: kai.name },
    ],
  });
  const own = await booked(`technician=${kai.id}&latest=true`);
  expect(own.map(({ id }) => id)).toEqual([late.id, early.id]);
  const before = await booked(`customer=${site.customer_id}&to=${at('13:00')}`);
  expect(before.map(({ id }) => id)).toEqual([early.id]);
  expect(await booked(`technician=${kai.id}&from=${at('13:00')}`)).toHaveLength(1);
  const { data } = await work.owner.get(`/changes?subject=${early.id}`);
  const [planned] = (data as { rows: Change[] }).rows;
  expect(planned!.entries[0]!.visit_of).toMatchObject({ customer_id: site.customer_id, customer: site.name });
});
