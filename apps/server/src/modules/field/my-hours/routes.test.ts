import type { OwnHours } from '@muster/domain/field/my-hours/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';

const USER = '0193e5a0-0000-7000-8000-000000000013';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

async function hours(): Promise<OwnHours[]> {
  const phone = await schedulerOf(work.app, 'technician@example.com');
  return ((await phone.get('/my/hours')).data as { rows: OwnHours[] }).rows;
}

test('technicians find when they work, are away and have worked; nobody else has such hours', async () => {
  const { id } = await work.addTechnician({
    working_week: [{ weekday: 2, from: '07:00', to: '15:30', breaks: [] }],
  });
  await work.owner.put(`/team/${USER}/technician`, { technician_id: id });
  await work.owner.post(`/technicians/${id}/absences`, {
    kind: 'training',
    starts_at: at('12:00'),
    ends_at: at('15:30'),
    whole_days: false,
    reason: 'First aid',
  });
  const visit = await work.addVisit();
  await work.schedule(visit.id, [id], at('09:00'));
  for (const [progress, time] of [
    ['on site', '09:05'],
    ['done', '09:50'],
  ] as const)
    await work.owner.post(`/visits/${visit.id}/progress`, { progress, at: at(time) });
  const days = await hours();
  expect(days).toHaveLength(15);
  expect(days.filter(({ shifts }) => shifts.length > 0).every(({ shifts }) => shifts.length === 1)).toBe(
    true,
  );
  const day = days.find(({ worked }) => worked > 0)!;
  expect(day).toEqual({
    date: day.date,
    shifts: [{ from: '07:00', to: '15:30' }],
    holiday: null,
    absences: [{ kind: 'training', from: '12:00', to: '15:30', reason: 'First aid' }],
    worked: 45,
  });
  expect((await work.owner.get('/my/hours')).data).toMatchObject({ rows: [] });
});
