import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilWaiting } from '../../../../test/waiting.ts';
import { at, changeOf, DEMO, openWork, type Work } from '../../../../test/setups/work.ts';
import { lockTechnicians } from '../../../platform/changes/command.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

async function deactivate(id: string) {
  const { data } = await work.owner.get(`/technicians/${id}`);
  const { version } = (data as { row: { version: number } }).row;
  return work.owner.patch(`/technicians/${id}`, { version, is_active: false });
}

async function isActive(id: string): Promise<boolean> {
  const { data } = await work.owner.get(`/technicians/${id}`);
  return (data as { row: { is_active: boolean } }).row.is_active;
}

async function booked(technician: string, ...times: ('09:00' | '11:00' | '13:30')[]): Promise<string[]> {
  const visits: string[] = [];
  for (const time of times) {
    const { id } = await work.addVisit({ duration: 30 });
    expect((await work.schedule(id, [technician], at(time))).status).toBe(200);
    visits.push(id);
  }
  return visits;
}

test('who has visits ahead keeps the licence until somebody has moved them', async () => {
  const { id, name } = await work.addTechnician();
  const [first, second, third] = (await booked(id, '09:00', '11:00', '13:30')) as [string, string, string];
  const ahead = (visits: string, them: string) => ({
    status: 409,
    message: `${name} has ${visits} Tue 17 Nov. Move or unschedule ${them} first.`,
  });
  const three = ahead('3 upcoming visits, the first on', 'them');
  expect(await deactivate(id)).toMatchObject(three);
  expect(await work.owner.post(`/technicians/${id}/archive`)).toMatchObject(three);
  expect(await work.owner.post(`/technicians/${id}/erase`)).toMatchObject(three);
  expect(await isActive(id)).toBe(true);
  await work.owner.post(`/visits/${first}/unschedule`);
  await work.owner.post(`/visits/${second}/cancel`, {});
  expect(await deactivate(id)).toMatchObject(ahead('an upcoming visit on', 'it'));
  // What has begun does not lie ahead, and does not come to lie ahead of who has left.
  const over = await work.owner.post(`/visits/${third}/outcome`, { outcome: 'completed' });
  expect((await deactivate(id)).status).toBe(200);
  expect(await work.owner.post(`/changes/${changeOf(over)}/undo`)).toMatchObject({
    status: 409,
    message: `${name} isn’t active. Give the visit to someone else first.`,
  });
});

test('nor does an undo give back the licence of somebody who has been booked since', async () => {
  const { id } = await work.addTechnician({ is_active: false });
  const activated = await work.owner.patch(`/technicians/${id}`, { version: 1, is_active: true });
  const [visit] = await booked(id, '09:00');
  expect((await work.owner.post(`/changes/${changeOf(activated)}/undo`)).status).toBe(409);
  expect(await isActive(id)).toBe(true);
  await work.owner.post(`/visits/${visit}/unschedule`);
  expect((await work.owner.post(`/changes/${changeOf(activated)}/undo`)).status).toBe(200);
});

test('who is booked at the moment in which the licence is given back keeps it', async () => {
  const { id } = await work.addTechnician();
  const visit = await work.addVisit();
  let left: ReturnType<typeof deactivate> | undefined;
  await work.inside(async (db) => {
    await lockTechnicians(db, [id]);
    await sql`insert into assignments (account_id, scenario_id, visit_id, technician_id, starts_at, ends_at, is_lead)
              values (${DEMO}, ${DEMO}, ${visit.id}, ${id}, ${at('09:00')}, ${at('10:00')}, true)`.execute(
      db,
    );
    await sql`update visits set state = 'planned' where id = ${visit.id}`.execute(db);
    left = deactivate(id);
    await untilWaiting(work.here, left);
  });
  expect((await left!).status).toBe(409);
  expect(await isActive(id)).toBe(true);
});

test('who has no licence is told of no work, one by one or with the day', async () => {
  const { id, name } = await work.addTechnician();
  const [visit] = await booked(id, '09:00');
  // As it was before licences were held back.
  await work.inside((db) => sql`update technicians set is_active = false where id = ${id}`.execute(db));
  const refused = {
    status: 409,
    message: `${name} isn’t active. Give the visit to someone else first.`,
  };
  expect(await work.owner.post(`/visits/${visit}/dispatch`)).toMatchObject(refused);
  expect(await work.owner.post('/dispatch', { date: '2026-11-17' })).toMatchObject(refused);
  expect((await work.show(visit!)).state).toBe('planned');
});
