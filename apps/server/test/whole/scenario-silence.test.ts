import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../services/live-stream.ts';
import { schedulerOf } from '../setups/scheduler.ts';
import { signInAs } from '../sign-in.ts';
import { openTold, type ToldWork } from '../setups/customers-told.ts';
import { tryOut } from '../setups/trials.ts';
import { at, changeOf } from '../setups/work.ts';

const USER = '0193e5a0-0000-7000-8000-000000000013';

let work: ToldWork;
beforeAll(async () => {
  work = await openTold();
  await work.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => work.close());

test('nobody hears of what is tried: no customer, no technician, no calendar, no sheet, no stream', async () => {
  const priya = await schedulerOf(work.app, 'technician@example.com');
  const { data: team } = await work.owner.get('/team');
  const own = (team as { rows: { id: string; technician_id: string | null }[] }).rows.find(
    ({ id }) => id === USER,
  );
  const technician = own?.technician_id ?? work.kai.id;
  const visit = await work.plan({ date: '2026-11-18' });
  await work.dispatch(visit.id);
  await work.pass(600);
  work.received.length = 0;
  const { data: made } = await work.owner.post('/calendar-feeds', { technician_id: work.kai.id });
  const feed = new URL((made as { address: string }).address).pathname;
  const heard = async () => ({
    feed: (await work.app.inject({ url: feed })).body.replaceAll(/DTSTAMP.*/g, ''),
    myDay: ((await priya.get('/my/visits')).data as { rows: object[] }).rows,
    sheet: ((await work.owner.get('/day-sheets?date=2026-11-18')).data as { rows: object[] }).rows,
    visit: await work.show(visit.id),
  });
  const before = await heard();
  const trial = await tryOut(work);
  const cookies = [
    (await signInAs(work.app, 'dispatcher@example.com')).cookie,
    (await signInAs(work.app, 'owner@example.com')).cookie,
  ];
  const live = await openStream(work.app, cookies[0]!);
  const path = `/services/scheduling/api/v1/live?scenario=${trial.id}`;
  const inside = await openStream(work.app, cookies[1]!, { path });
  const phone = await openStream(work.app, (await signInAs(work.app, 'technician@example.com')).cookie, {
    path: '/services/scheduling/api/v1/my/live',
  });
  for (const { started } of [live, inside, phone]) await started();
  // The customer was told of the morning: moving it breaks that promise, which a trial may.
  const moved = await trial.schedule(visit.id, [work.kai.id], at('13:00', '2026-11-18'), {
    overrides: [{ rule: 'window', reason: 'a trial' }],
  });
  expect(moved.status).toBe(200);
  const away = { kind: 'sick', starts_at: at('07:00'), ends_at: at('15:00'), whole_days: false };
  expect((await trial.inside.post(`/technicians/${technician}/absences`, away)).status).toBe(200);
  const booked = await work.owner.post(`/visits/${visit.id}/pin`);
  const told = ({ messages }: typeof live) =>
    messages()
      .filter(({ event }) => event === 'change')
      .map(({ data }) => data);
  await expect.poll(() => told(live).length).toBe(3);
  await expect.poll(() => told(inside).length).toBe(3);
  const [first, second, third] = [changeOf(moved), changeOf(moved) + 1, changeOf(booked)];
  expect(told(live)).toEqual([
    { number: first, topic: 'change' },
    { number: second, topic: 'change' },
    { number: third, topic: 'change', change: expect.objectContaining({ kind: 'visit pinned' }) },
  ]);
  expect(told(inside)).toEqual([
    { number: first, topic: 'change', change: expect.objectContaining({ scenario: trial.id }) },
    { number: second, topic: 'change', change: expect.objectContaining({ kind: 'absence added' }) },
    { number: third, topic: 'change' },
  ]);
  expect(told(phone)).toEqual([]);
  expect((await work.owner.post(`/visits/${visit.id}/unpin`)).status).toBe(200);
  await work.pass(3_600);
  // Whoever signs in is told of that.
  expect(work.subjects().filter((subject) => !subject?.startsWith('New sign-in'))).toEqual([]);
  const after = await heard();
  expect(after.visit.assignments[0]).toMatchObject({ starts_at: before.visit.assignments[0]!.starts_at });
  expect([after.feed.match(/DTSTART.*/g), after.myDay, after.sheet]).toEqual([
    before.feed.match(/DTSTART.*/g),
    before.myDay,
    before.sheet,
  ]);
});
