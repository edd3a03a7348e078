import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

async function sheets(date: string): Promise<{ id: string }[]> {
  return ((await work.owner.get(`/day-sheets?date=${date}`)).data as { rows: { id: string }[] }).rows;
}

test('a day of the business, from midnight to midnight, with whom to ring and how to get in', async () => {
  const { id: technician } = await work.addTechnician({ working_week: null });
  const { id: colleague } = await work.addTechnician();
  const site = await work.addSite();
  const { version } = ((await work.owner.get(`/sites/${site.site_id}`)).data as { row: { version: number } })
    .row;
  await work.owner.patch(`/sites/${site.site_id}`, { version, access_notes: 'Key under the frog' });
  for (const contact of [
    { name: 'Ann Aide', role: 'Reception', phone: '0400 000 001' },
    { name: 'Silent Sam', phone: '' },
  ])
    expect((await work.owner.post(`/customers/${site.customer_id}/contacts`, contact)).code).toBe(800);
  const visit = await work.addVisit({ crew_size: 2 }, site);
  const overrides = [{ rule: 'shift', reason: 'They asked for it' }];
  const booked = await work.schedule(visit.id, [technician, colleague], at('00:00'), { overrides });
  expect(booked.code).toBe(800);
  expect(await sheets('2026-11-17')).toEqual([
    {
      id: visit.id,
      job_type: '',
      phones: [
        { name: site.name, role: '', phone: '0412 345 678' },
        { name: 'Ann Aide', role: 'Reception', phone: '0400 000 001' },
      ],
      site: {
        name: '',
        address: '',
        suburb: 'Ryde',
        region: '',
        postcode: '',
        access_notes: 'Key under the frog',
        hazards: 'Dog',
      },
    },
  ]);
  expect(await sheets('2026-11-16')).toEqual([]);
  expect(await sheets('2026-11-18')).toEqual([]);
});
