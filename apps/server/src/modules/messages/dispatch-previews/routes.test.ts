import type { DispatchPreview } from '@muster/domain/messages/dispatch-previews/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { at } from '../../../../test/setups/work.ts';

const date = '2026-11-25';
let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());

async function preview(technician?: string): Promise<DispatchPreview> {
  const { data } = await told.owner.get(
    `/dispatch/preview?date=${date}${technician === undefined ? '' : `&technician=${technician}`}`,
  );
  return (data as { row: DispatchPreview }).row;
}

test('it says who has a sign-in, who was invited and who can’t be told, and which customers are mailed what', async () => {
  const [ana, ben] = [await told.addTechnician(), await told.addTechnician()];
  const invitation = { email: 'ana@example.com', role: 'technician', technician_id: ana.id };
  expect(await told.owner.post('/team/invitations', invitation)).toMatchObject({ status: 200 });
  const { data } = await told.owner.get('/team');
  const [owner] = (data as { rows: { id: string }[] }).rows;
  expect(await told.owner.put(`/team/${owner!.id}/technician`, { technician_id: told.kai.id })).toMatchObject(
    { status: 200 },
  );
  const first = await told.plan({ date });
  const unreachable = await told.plan({ date, email: 'none' });
  const crew = await told.plan({ date });
  await told.owner.post(`/visits/${crew.id}/unschedule`);
  await told.book(crew.id, [ana.id, ben.id], at('13:00', date));
  const silent = await told.plan({ date });
  await told.edit(`/customers/${silent.customer}`, { tell_by_mail: false });

  expect(await preview()).toEqual({
    visits: 4,
    crews: [
      { id: ana.id, name: ana.name, visits: 1, away: 0, reach: 'invited' },
      { id: ben.id, name: ben.name, visits: 1, away: 0, reach: 'none' },
      { id: told.kai.id, name: told.kai.name, visits: 3, away: 0, reach: 'sign-in' },
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    customers: {
      is_on: true,
      emails: 2,
      texts: 0,
      confirmed: expect.arrayContaining([first.name, crew.name]),
      changed: [],
      without_address: [unreachable.name],
    },
  });
  const ofBen = await preview(ben.id);
  expect([ofBen.visits, new Set(ofBen.crews.map(({ id }) => id))]).toEqual([1, new Set([ana.id, ben.id])]);

  // Of some visits it says the same, and counts those alone that nobody was told of.
  const some = await told.owner.get(`/dispatch/preview?visits=${first.id},${silent.id}`);
  expect(some).toMatchObject({
    data: {
      row: { visits: 2, crews: [{ id: told.kai.id }], customers: { emails: 1, confirmed: [first.name] } },
    },
  });
  expect((await told.owner.get('/dispatch/preview')).status).toBe(400);

  // What it said is what is sent.
  await told.owner.post('/dispatch', { date });
  await told.pass(61);
  const mailed = told.received.flatMap(({ to = [] }) => to.map(({ address }) => address));
  expect(new Set(mailed)).toEqual(new Set([first.to, crew.to, 'ana@example.com']));
  // Back to planned and to another time: who was told one hears of the other.
  await told.owner.post('/visits/call-back', { visits: [first.id] });
  await told.schedule(first.id, '14:30', date);
  expect(await preview()).toMatchObject({ visits: 1, customers: { confirmed: [], changed: [first.name] } });
});

test('whoever is away is named with how many of the visits nobody would come to', async () => {
  const away = await told.addTechnician();
  const [sick, well] = [await told.plan({ date }), await told.plan({ date })];
  await told.owner.post(`/visits/${sick.id}/unschedule`);
  await told.book(sick.id, [away.id], at('09:30', date));
  const [starts_at, ends_at] = [at('00:00', date), at('23:00', date)];
  const absence = { kind: 'sick', starts_at, ends_at, whole_days: false };
  expect((await told.owner.post(`/technicians/${away.id}/absences`, absence)).status).toBe(200);
  const { data } = await told.owner.get(`/dispatch/preview?visits=${sick.id},${well.id}`);
  const { crews } = (data as { row: DispatchPreview }).row;
  expect(new Map(crews.map(({ id, away }) => [id, away]))).toEqual(
    new Map([
      [away.id, 1],
      [told.kai.id, 0],
    ]),
  );
});

test('where customers are told nothing it says so', async () => {
  await told.settings({ tells_customers: false });
  await told.plan({ date });
  expect((await preview()).customers).toEqual({
    is_on: false,
    emails: 0,
    texts: 0,
    confirmed: [],
    changed: [],
    without_address: [],
  });
});
