import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, changeOf, openWork, reasonsOf } from '../../../../test/setups/work.ts';

let work: Awaited<ReturnType<typeof openWork>>;
let technician: string;
beforeAll(async () => {
  work = await openWork();
  technician = (await work.addTechnician()).id;
});
afterAll(() => work.close());

const rowIn = ({ data }: { data: unknown }) => (data as { row: JobRecord }).row;
const position = { latitude: -33.8, longitude: 151 };
const somebody = (name: string) => ({
  customer: { name, phone: '0411 222 999' },
  site: { address: '12 Smith St', ...position },
  description: 'Leaking tap',
  visits: [{ duration: 60 }],
});

async function countAll() {
  const { rows } = await work.inside((db) =>
    sql<{ counts: number[] }>`
      select array[(select count(*) from customers), (select count(*) from sites), (select count(*) from jobs),
                   (select count(*) from visits), (select count(*) from assignments)]::int[] as counts`.execute(
      db,
    ),
  );
  return rows[0]!.counts;
}

test('a new customer with a job and a slot is one change, the time is agreed, and one undo takes all of it back', async () => {
  const before = await countAll();
  const booking = { technicians: [technician], starts_at: at('10:00'), agreed: true };
  const told = await work.owner.post('/intake', { ...somebody('Jo Brown'), booking });
  expect(told).toMatchObject({ status: 200 });
  expect(rowIn(told)).toMatchObject({
    description: 'Leaking tap',
    state: 'scheduled',
    customer: { name: 'Jo Brown', phone: '0411 222 999' },
    site: { address: '12 Smith St' },
    visits: [
      {
        state: 'planned',
        on_date: '2026-11-17',
        window_from: '09:00',
        window_to: '11:00',
        assignments: [{ technician_id: technician }],
      },
    ],
  });
  expect(await countAll()).toEqual(before.map((count) => count + 1));
  const undone = await work.owner.post(`/changes/${changeOf(told)}/undo`);
  expect(undone).toMatchObject({ status: 200 });
  expect(await countAll()).toEqual(before);
});

test('a slot that is gone leaves nothing behind, and says why', async () => {
  const booking = { technicians: [technician], starts_at: at('13:00'), agreed: true };
  expect((await work.owner.post('/intake', { ...somebody('Kim Lee'), booking })).status).toBe(200);
  const before = await countAll();
  const refused = await work.owner.post('/intake', { ...somebody('Ana Lima'), booking });
  expect(refused.status).toBe(409);
  expect(reasonsOf(refused).map(({ rule }) => rule)).toContain('overlap');
  expect(await countAll()).toEqual(before);
  const waits = await work.owner.post('/intake', somebody('Ana Lima'));
  expect(rowIn(waits)).toMatchObject({ state: 'open', visits: [{ state: 'unscheduled' }] });
});

test('a known customer may have a new site, and nobody else’s', async () => {
  const { customer_id, site_id } = await work.addSite();
  const there = await work.owner.post('/intake', {
    customer_id,
    site: { address: '1 New St', ...position },
    visits: [{ duration: 60 }],
  });
  expect(rowIn(there)).toMatchObject({ customer_id, site: { address: '1 New St' } });
  const other = await work.addSite();
  for (const body of [
    { customer_id, site_id: other.site_id },
    { customer_id },
    { ...somebody('Kim'), customer_id },
    { customer: { name: 'Kim' }, site_id },
    { site_id },
  ])
    expect((await work.owner.post('/intake', body)).status).toBe(422);
});

test('a past visit of somebody new is written down with them', async () => {
  const { visits: _, ...job } = somebody('Night Caller');
  const times = { starts_at: at('22:10', '2026-11-15'), ends_at: at('23:37', '2026-11-15') };
  const told = await work.owner.post('/past-visits', { technicians: [technician], job, ...times });
  expect(rowIn(told)).toMatchObject({ state: 'done', customer: { name: 'Night Caller' } });
});
