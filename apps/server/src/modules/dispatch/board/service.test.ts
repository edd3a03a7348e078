import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, changeOf, openWork, reasonsOf, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

async function addSiteOf(customer_id: string, banned: readonly string[]): Promise<string> {
  const place = { address: '1 High St', latitude: -33.8, longitude: 151 };
  const { data } = await work.owner.post(`/customers/${customer_id}/sites`, { ...place, banned });
  return (data as { row: { id: string } }).row.id;
}

const rules = (answer: Parameters<typeof reasonsOf>[0]) => reasonsOf(answer).map(({ rule }) => rule);

test('a job with somebody booked does not move to a site that never wants them, by an edit or by an undo', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const job = await work.addJob({}, site);
  const visit = job.visits[0]!.id;
  await work.schedule(visit, [kai.id], at('09:00'));
  const hostile = await addSiteOf(site.customer_id, [kai.id]);
  const moved = await work.owner.patch(`/jobs/${job.id}`, { version: 1, site_id: hostile });
  expect([moved.status, rules(moved)]).toEqual([409, ['banned']]);

  await work.owner.post(`/visits/${visit}/unschedule`);
  const free = await work.owner.patch(`/jobs/${job.id}`, { version: 1, site_id: hostile });
  expect(free.status).toBe(200);
  const back = await work.owner.patch(`/jobs/${job.id}`, { version: 2, site_id: site.site_id });
  await work.schedule(visit, [kai.id], at('09:00'));
  const undone = await work.owner.post(`/changes/${changeOf(back)}/undo`);
  expect([undone.status, rules(undone)]).toEqual([409, ['banned']]);
  expect((await work.owner.get(`/jobs/${job.id}`)).data).toMatchObject({ row: { site_id: site.site_id } });

  // Who has been there has been there.
  await work.owner.post(`/visits/${visit}/outcome`, { outcome: 'completed' });
  expect((await work.owner.patch(`/jobs/${job.id}`, { version: 3, site_id: hostile })).status).toBe(200);
});

test('a visit does not come to ask for what its crew can never do; what may be overridden stays as a warning', async () => {
  const kai = await work.addTechnician();
  const skill = await work.owner.post('/skills', { name: `Gas ${randomUUID()}` });
  const gas = (skill.data as { row: { id: string } }).row.id;
  const visit = await work.addVisit();
  await work.schedule(visit.id, [kai.id], at('09:00'));
  const skilled = await work.owner.patch(`/visits/${visit.id}`, { version: 1, skills: [gas] });
  expect([skilled.status, rules(skilled)]).toEqual([409, ['skill']]);
  const each = await work.owner.patch(`/visits/${visit.id}`, { version: 1, crew_skills: [[gas]] });
  expect([each.status, rules(each)]).toEqual([409, ['skill']]);
  const window = { version: 1, crew_size: 2, window_from: '13:00', window_to: '14:00' };
  expect((await work.owner.patch(`/visits/${visit.id}`, window)).status).toBe(200);
  expect(await work.show(visit.id)).toMatchObject({ crew_size: 2, skills: [], state: 'planned' });
});
