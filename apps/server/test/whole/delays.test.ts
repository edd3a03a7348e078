import { minuteOf } from '@muster/domain/work/assignments/rules';
import { timeInWords } from '@muster/domain/values/clock-words';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asSaid, plannerOf, TUESDAY } from '../setups/planning.ts';
import { schedulerOf } from '../setups/scheduler.ts';
import { at, changeOf, openWork, SYDNEY, type Work } from '../setups/work.ts';

let work: Work;
let planner: ReturnType<typeof plannerOf>;
let late: string;
let site: { customer_id: string; site_id: string };

beforeAll(async () => {
  work = await openWork();
  planner = plannerOf(await schedulerOf(work.app, 'dispatcher@example.com'));
  late = (await work.addTechnician()).id;
  await work.addTechnician();
  site = await work.addSite();
});
beforeEach(() => {
  work.clock.now = Date.parse(at('07:30'));
});
afterAll(() => work.close());

/** A visit of whoever will be late, which they have been told of. */
async function told(time: `${number}:${number}`, fields: object = {}): Promise<string> {
  const { id } = await work.addVisit({ duration: 60, ...fields }, site);
  expect(await work.schedule(id, [late], at(time))).toMatchObject({ status: 200 });
  expect((await work.owner.post(`/visits/${id}/dispatch`)).status).toBe(200);
  return id;
}

async function place(id: string): Promise<string> {
  const { assignments, state } = await work.show(id);
  const [lead] = assignments;
  if (!lead) return state;
  return `${lead.technician_id === late ? 'late' : 'other'} ${timeInWords(minuteOf(lead.starts_at), SYDNEY)}`;
}

async function onBoard(): Promise<unknown[]> {
  const { data } = await work.owner.get(`/board?from=${TUESDAY}&to=${TUESDAY}`);
  return (data as { field_records: unknown[] }).field_records;
}

async function settled(ids: readonly string[]): Promise<void> {
  for (const id of ids) await work.owner.post(`/visits/${id}/cancel`);
}

test('a delay moves the rest of the day, what was dispatched too, and is taken back by one undo', async () => {
  const visits = [await told('09:00'), await told('10:00'), await told('11:00'), await told('14:00')];
  const promised = await told('12:00', { on_date: TUESDAY, window_from: '11:30', window_to: '12:30' });
  const plain = { from: TUESDAY, to: TUESDAY, way: 'repair', delay_of: visits[0] };
  expect(await planner.ask(plain)).toMatchObject({
    status: 422,
    message: 'No one is running late for this visit now.',
  });
  const noted = await work.owner.post(`/visits/${visits[0]}/records`, {
    kind: 'late',
    content: { minutes: 60, text: 'Flat tyre' },
  });
  expect(await onBoard()).toMatchObject([
    { visit_id: visits[0], content: { minutes: 60, technician_id: late } },
  ]);
  expect((await planner.ask({ ...plain, way: 'plan' })).status).toBe(400);

  const proposal = await planner.planned(plain);
  expect(proposal).toMatchObject({ delay_of: visits[0], state: 'open' });
  expect(proposal.items.every(({ unfit }) => unfit === null)).toBe(true);
  const reasons = new Map(proposal.items.map((item) => [item.visit_id, item.reasons.map(asSaid)]));
  expect(reasons.get(visits[0]!)![0]).toMatch(/is running 1 h late: Flat tyre\.$/);
  expect(reasons.get(visits[1]!)![0]).toMatch(/as soon as they can get there\.$/);
  expect(reasons.get(promised)![0]).toMatch(/doesn’t fit that day now\.$/);
  expect(reasons.has(visits[3]!)).toBe(false);

  const accepted = await planner.accept(proposal);
  expect(accepted).toMatchObject({ status: 200, data: { row: { state: 'accepted', left_out: [] } } });
  expect(await Promise.all(visits.map(place))).toEqual([
    'late 10:00 am',
    'late 11:00 am',
    'late 12:00 pm',
    'late 2:00 pm',
  ]);
  expect(await place(promised)).toMatch(/^other 1[12]:/);
  for (const id of visits) expect((await work.show(id)).state).toBe('dispatched');
  // It is planned for then: nobody is late any more.
  expect(await planner.ask(plain)).toMatchObject({ status: 422 });

  await work.owner.post(`/changes/${changeOf(accepted)}/undo`);
  expect(await Promise.all(visits.map(place))).toEqual([
    'late 9:00 am',
    'late 10:00 am',
    'late 11:00 am',
    'late 2:00 pm',
  ]);
  expect((await planner.ask(plain)).status).toBe(200);
  await work.owner.delete(`/records/${(noted.data as { row: { id: string } }).row.id}`);
  expect(await onBoard()).toEqual([]);
  await settled([...visits, promised]);
});
