import { parse } from 'csv-parse/sync';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../../../test/sign-in.ts';
import { at, changeOf, openWork, reasonsOf } from '../../../../test/setups/work.ts';

let work: Awaited<ReturnType<typeof openWork>>;
let technician: string;
beforeAll(async () => {
  work = await openWork();
  technician = (await work.addTechnician()).id;
});
afterAll(() => work.close());

/** Last night, as of Monday 9 am. */
const night = { starts_at: at('22:10', '2026-11-15'), ends_at: at('23:37', '2026-11-15') };

const record = (body: object) => work.owner.post('/past-visits', { technicians: [technician], ...body });
const rowIn = ({ data }: { data: unknown }) => (data as { row: JobRecord }).row;

test('last night’s call-out is written down at once: completed, with its times, and as entered afterwards', async () => {
  const { customer_id, site_id } = await work.addSite();
  const told = await record({
    job: { customer_id, site_id, description: 'Burst pipe' },
    ...night,
    note: 'Shut off',
  });
  expect(told).toMatchObject({ status: 200 });
  const job = rowIn(told);
  const [visit] = job.visits;
  expect(job).toMatchObject({ state: 'done', description: 'Burst pipe', visits: [{ note: 'Shut off' }] });
  expect(visit).toMatchObject({
    state: 'completed',
    entered_by_name: 'Olivia Owner',
    told: null,
    assignments: [
      {
        technician_id: technician,
        progress: 'done',
        on_site_at: '2026-11-15T11:10:00+00:00',
        done_at: '2026-11-15T12:37:00+00:00',
      },
    ],
  });
  const { headers } = await signInAs(work.app, 'owner@example.com');
  const csv = await work.app.inject({ url: '/services/scheduling/api/v1/hours.csv', headers });
  const rows = parse(csv.body, { columns: true, bom: true });
  expect(rows).toMatchObject([
    {
      Arrived: '2026-11-15 22:10',
      'Hours on site': '1.45',
      // Nobody measured anything.
      'Arrived (measured)': '',
      'Hours measured': '',
      'Entered afterwards': 'Olivia Owner, 2026-11-16 09:00',
    },
  ]);
  const { data: report } = await work.owner.get(`/visits/${visit!.id}/report`);
  expect(report).toMatchObject({ row: { planned: null, entered_at: expect.any(String) } });
  // Taken back and done again it is as it was.
  const undone = await work.owner.post(`/changes/${changeOf(told)}/undo`);
  expect((await work.owner.get(`/jobs/${job.id}`)).status).toBe(404);
  expect((await work.owner.post(`/changes/${changeOf(undone)}/undo`)).status).toBe(200);
  expect(rowIn(await work.owner.get(`/jobs/${job.id}`)).visits).toMatchObject([
    { state: 'completed', assignments: [{ done_at: '2026-11-15T12:37:00+00:00' }] },
  ]);
  // No customer is written to, whenever the task comes to look.
  const { rows: mails } = await work.inside((db) => sql`select from customer_messages`.execute(db));
  expect(mails).toEqual([]);
});

test('somebody who was elsewhere by the board at that time is asked about; what is not over is refused', async () => {
  const visit = await work.addVisit({ duration: 60 });
  const other = (await work.addTechnician()).id;
  expect((await work.schedule(visit.id, [other], at('10:00', '2026-11-16'))).status).toBe(200);
  work.clock.now = Date.parse(at('12:00', '2026-11-16'));
  const there = { technicians: [other], job_id: (await work.show(visit.id)).job_id };
  const times = { starts_at: at('10:30', '2026-11-16'), ends_at: at('11:00', '2026-11-16') };
  const asked = await record({ ...there, ...times });
  expect(asked.status).toBe(409);
  expect(reasonsOf(asked)).toMatchObject([{ rule: 'overlap', can_override: true }]);
  const meant = { overrides: [{ rule: 'overlap', reason: 'Called away' }] };
  const told = await record({ ...there, ...times, ...meant });
  expect(rowIn(told).visits).toMatchObject([
    { number: 1, entered_at: null },
    { number: 2, state: 'completed', assignments: [meant] },
  ]);
  const ahead = { starts_at: at('11:30', '2026-11-16'), ends_at: at('12:30', '2026-11-16') };
  for (const wrong of [ahead, { starts_at: times.ends_at, ends_at: times.starts_at }])
    expect((await record({ ...there, ...wrong })).status).toBe(422);
  expect((await record({ ...times })).status).toBe(422);
});
