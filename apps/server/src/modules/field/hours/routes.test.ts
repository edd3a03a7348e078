import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import type { VisitReport } from '@muster/domain/field/reports/schema';
import type { OwnHours } from '@muster/domain/field/my-hours/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openField, type Field } from '../../../../test/setups/field.ts';
import type { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { at, changeOf } from '../../../../test/setups/work.ts';

let field: Field;
let helper: Awaited<ReturnType<typeof schedulerOf>>;
let names: { lead: string; helper: string };
let helperId: string;
beforeAll(async () => {
  field = await openField();
  const { work } = field;
  // The owner drives as well, as the second of a crew.
  const added = await work.owner.post('/technicians', { name: 'Olivia Owner', is_active: true, is_me: true });
  helperId = (added.data as { row: { id: string } }).row.id;
  helper = work.owner;
  const { rows } = (await work.owner.get('/team')).data as {
    rows: { id: string; technician: { name: string } | null }[];
  };
  names = { lead: rows.find(({ id }) => id === field.user)!.technician!.name, helper: 'Olivia Owner' };
});
afterAll(() => field.work.close());

async function table(query = ''): Promise<Record<string, string>[]> {
  const { headers } = await signInAs(field.work.app, 'owner@example.com');
  const answer = await field.work.app.inject({
    url: `/services/scheduling/api/v1/hours.csv${query}`,
    headers,
  });
  return parse(answer.body, { columns: true, bom: true });
}

async function rowsOf(visit: string): Promise<Record<string, string>[]> {
  const { job, number } = await numberOf(visit);
  const found = (await table()).filter((row) => row['Job number'] === `J-${job}/${number}`);
  // Those who began at one moment stand in no particular order.
  return found.toSorted(
    (a, b) => Number(b['Technician'] === names.lead) - Number(a['Technician'] === names.lead),
  );
}

async function numberOf(visit: string): Promise<{ job: number; number: number }> {
  const { job_id, number } = await field.work.show(visit);
  const { data } = await field.work.owner.get(`/jobs/${job_id}`);
  return { job: (data as { row: { number: number } }).row.number, number };
}

const tell = (who: Field['phone'], visit: string, progress: string, time: string, more: object = {}) =>
  who.post(`/my/visits/${visit}/progress`, { progress, at: `2026-11-15T${time}:00Z`, ...more });

/** Working days on which nobody is booked, one for each crew. */
const free = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-12-01'].values() as Iterator<LocalDate>;

async function withHelper(): Promise<string> {
  const { work } = field;
  const visit = await work.addVisit({ duration: 30, crew_size: 2 });
  const lead = (await work.show(await field.booked())).assignments[0]!.technician_id;
  expect((await work.schedule(visit.id, [lead, helperId], at('09:00', free.next().value))).status).toBe(200);
  return visit.id;
}

test('each of a crew has times of their own; whoever has not tapped moves with the lead, who alone is done with the visit', async () => {
  const { work, phone } = field;
  const id = await withHelper();
  await tell(phone, id, 'en route', '19:40');
  await tell(phone, id, 'on site', '20:00');
  await tell(helper, id, 'on site', '20:20');
  const left = await tell(helper, id, 'done', '20:50');
  expect(left.data).toMatchObject({ row: { state: 'on site' } });
  await tell(phone, id, 'done', '21:00');
  expect((await work.show(id)).state).toBe('completed');
  expect(await rowsOf(id)).toMatchObject([
    {
      Technician: names.lead,
      'On my way': '2026-11-16 06:40',
      Arrived: '2026-11-16 07:00',
      Done: '2026-11-16 08:00',
      'Travel hours': '0.33',
      'Hours on site': '1',
      'Hours measured': '1',
      Visit: 'completed',
    },
    {
      Technician: names.helper,
      'On my way': '2026-11-16 06:40',
      Arrived: '2026-11-16 07:20',
      Done: '2026-11-16 07:50',
      'Travel hours': '0.67',
      'Hours on site': '0.5',
    },
  ]);
});

test('what was measured is kept beside every correction, made before the end or after it, as often as one likes', async () => {
  const { phone } = field;
  const id = await withHelper();
  await tell(phone, id, 'on site', '20:00');
  let minute = 0;
  const correct = (content: object) => {
    const noted_at = `2026-11-15T21:0${(minute += 1)}:00Z`;
    return phone.post(`/my/visits/${id}/records`, { kind: 'time', content, noted_at });
  };
  const early = await correct({ on_site_at: '2026-11-15T19:45:00Z', done_at: null, reason: 'Forgot to tap' });
  expect(early.status).toBe(200);
  await correct({ on_site_at: '2026-11-15T19:30:00Z', done_at: null, reason: 'Earlier still' });
  await tell(phone, id, 'done', '21:00');
  const measured = {
    'Arrived (measured)': '2026-11-16 07:00',
    'Done (measured)': '2026-11-16 08:00',
    'Hours measured': '1',
  };
  // Who has told nothing moved with the lead, also with what the lead put right.
  expect(await rowsOf(id)).toMatchObject([
    { Technician: names.lead, Arrived: '2026-11-16 06:30', 'Hours on site': '1.5', ...measured },
    { Technician: names.helper, Arrived: '2026-11-16 06:30', 'Correction reason': 'Earlier still' },
  ]);
  const last = { on_site_at: '2026-11-15T19:30:00Z', done_at: '2026-11-15T20:30:00Z', reason: 'Left early' };
  await correct(last);
  expect((await rowsOf(id))[0]).toMatchObject({
    Done: '2026-11-16 07:30',
    'Hours on site': '1',
    'Correction reason': 'Left early',
    ...measured,
  });
});

test('a helper whose times the office corrected keeps them when the lead corrects theirs', async () => {
  const { work, phone } = field;
  const id = await withHelper();
  await tell(phone, id, 'on site', '20:00');
  await tell(phone, id, 'done', '21:00');
  const office = { technician_id: helperId, reason: 'Left early' };
  const hour = { on_site_at: '2026-11-15T20:00:00Z', done_at: '2026-11-15T20:30:00Z' };
  const told = { kind: 'time', content: { ...hour, ...office } };
  expect((await work.owner.post(`/visits/${id}/records`, told)).status).toBe(200);
  const later = {
    on_site_at: '2026-11-15T19:00:00Z',
    done_at: '2026-11-15T21:00:00Z',
    reason: 'Began early',
  };
  expect((await phone.post(`/my/visits/${id}/records`, { kind: 'time', content: later })).status).toBe(200);
  expect(await rowsOf(id)).toMatchObject([
    { Technician: names.lead, 'Hours on site': '2', 'Correction reason': 'Began early' },
    { Technician: names.helper, 'Hours on site': '0.5', 'Correction reason': 'Left early' },
  ]);
  const { data } = await work.owner.get(`/visits/${id}/report`);
  expect((data as { row: VisitReport }).row.crew.map(({ times }) => times.minutes)).toEqual([120, 30]);
});

test('the report has a helper’s own times when the lead corrects theirs', async () => {
  const { work, phone } = field;
  const id = await withHelper();
  await tell(phone, id, 'on site', '20:00');
  await tell(helper, id, 'on site', '20:20');
  await tell(helper, id, 'done', '20:50');
  await tell(phone, id, 'done', '21:00');
  const content = { on_site_at: '2026-11-15T19:00:00Z', done_at: '2026-11-15T21:00:00Z', reason: 'Early' };
  await phone.post(`/my/visits/${id}/records`, { kind: 'time', content });
  const { data } = await work.owner.get(`/visits/${id}/report`);
  expect((data as { row: VisitReport }).row.crew.map(({ times }) => times.minutes)).toEqual([120, 30]);
});

test('a phone whose clock is wrong makes no time wrong: both are kept', async () => {
  const { phone, seen } = field;
  const id = await field.booked();
  // The phone is 40 minutes ahead; a minute and a half is no matter.
  await tell(phone, id, 'on site', '20:40', { off_by: 2_400 });
  await tell(phone, id, 'done', '21:10', { off_by: 90 });
  expect(await rowsOf(id)).toMatchObject([
    { Arrived: '2026-11-16 07:00', Done: '2026-11-16 08:10', 'Phone clock ahead (min)': '40' },
  ]);
  const note = { kind: 'note', content: { text: 'Hot' }, noted_at: '2026-11-15T20:45:00Z', off_by: 2_400 };
  await phone.post(`/my/visits/${id}/records`, note);
  expect((await seen(id)).at(-1)).toMatchObject({ noted_at: '2026-11-15T20:05:00+00:00', clock_off: 2_400 });
});

test('work at a visit that was cancelled or given away is somebody’s working time', async () => {
  const { work, phone } = field;
  const [given, cancelled] = [await field.booked(), await field.booked()];
  await work.schedule(given, [(await work.addTechnician()).id], at('13:00', '2026-11-30'));
  await work.owner.post(`/visits/${cancelled}/cancel`, { reason: 'Customer rang' });
  for (const id of [given, cancelled]) {
    await tell(phone, id, 'on site', '20:00');
    for (let again = 0; again < 2; again += 1)
      expect((await tell(phone, id, 'done', '20:30')).status).toBe(409);
  }
  expect(await rowsOf(given)).toMatchObject([
    {
      Technician: names.lead,
      Arrived: '2026-11-16 07:00',
      'Hours on site': '0.5',
      Visit: 'given to someone else',
    },
  ]);
  expect(await rowsOf(cancelled)).toMatchObject([
    { Technician: names.lead, 'Hours on site': '0.5', Visit: 'cancelled' },
  ]);
  expect(await table('?from=2026-11-15&to=2026-11-15')).toEqual([]);
});

test('a technician keeps their own correction at a visit that was given away', async () => {
  const { work, phone } = field;
  const given = await field.booked();
  const { id: other } = await work.addTechnician();
  await work.schedule(given, [other], at('14:00', '2026-11-30'));
  const worked = async () => {
    const { rows } = (await phone.get('/my/hours')).data as { rows: OwnHours[] };
    return rows.find(({ date }) => date === '2026-11-16')!.worked;
  };
  const before = await worked();
  await tell(phone, given, 'on site', '17:00');
  for (let again = 0; again < 2; again += 1) await tell(phone, given, 'done', '17:30');
  const own = { on_site_at: '2026-11-15T16:30:00Z', done_at: '2026-11-15T17:30:00Z', reason: 'Tapped late' };
  expect((await phone.post(`/my/visits/${given}/records`, { kind: 'time', content: own })).status).toBe(200);
  const done = {
    on_site_at: at('14:00', '2026-11-30'),
    done_at: at('15:00', '2026-11-30'),
    reason: 'No phone',
  };
  expect((await work.owner.post(`/visits/${given}/records`, { kind: 'time', content: done })).status).toBe(
    200,
  );
  const row = (await rowsOf(given)).find(({ Technician }) => Technician === names.lead);
  expect(row).toMatchObject({ 'Hours on site': '1', 'Correction reason': 'Tapped late' });
  expect((await worked()) - before).toBe(60);
});

test('what the office undoes counts for nobody', async () => {
  const id = await field.booked();
  const told = await tell(field.phone, id, 'on site', '20:00');
  expect((await field.work.owner.post(`/changes/${changeOf(told)}/undo`)).status).toBe(200);
  expect((await field.work.show(id)).assignments).toMatchObject([{ progress: 'none', on_site_at: null }]);
  expect(await rowsOf(id)).toEqual([]);
});

test('a slip of the thumb is taken back by whoever made it: it counts for nothing, and the visit goes back', async () => {
  const { work, phone, mine } = field;
  const id = await field.booked();
  const tap = (progress: string, key: string) => phone.post(`/my/visits/${id}/progress`, { progress }, key);
  const keys = [randomUUID(), randomUUID(), randomUUID()] as const;
  await tap('en route', keys[0]);
  await tap('on site', keys[1]);
  await tap('done', keys[2]);
  expect(await mine(id)).toMatchObject({ state: 'completed', outcome: 'completed' });
  expect((await helper.delete(`/my/taps/${keys[2]}`)).status).toBe(404);
  expect((await phone.delete(`/my/taps/${keys[2]}`)).data).toMatchObject({ row: { state: 'on site' } });
  expect(await mine(id)).toMatchObject({ progress: 'on site', outcome: null, done_at: null });
  for (const key of [keys[1], keys[0], keys[0]])
    expect((await phone.delete(`/my/taps/${key}`)).status).toBe(200);
  expect(await mine(id)).toMatchObject({ state: 'planned', progress: 'none', en_route_at: null });
  expect(await rowsOf(id)).toEqual([]);
  // What was taken back can still be moved, and the history has it.
  const { data } = await work.owner.get(`/changes?subject=${id}`);
  expect(JSON.stringify(data)).toContain('visit progress taken back');
});

test('done that is taken back leaves a visit as it was before: nothing where nobody had set out, and what was known of who had', async () => {
  const { work, phone } = field;
  const asItWas = async (id: string) => {
    const { state, outcome, assignments } = await work.show(id);
    const crew = assignments.map(({ progress, en_route_at, on_site_at, done_at }) => {
      return { progress, en_route_at, on_site_at, done_at };
    });
    return { state, outcome, crew };
  };
  const doneAndBack = async (id: string) => {
    const key = randomUUID();
    const done = await phone.post(`/my/visits/${id}/progress`, { progress: 'done' }, key);
    expect(done.data).toMatchObject({ row: { state: 'completed' } });
    expect((await phone.delete(`/my/taps/${key}`)).status).toBe(200);
  };
  const id = await field.booked();
  expect((await work.owner.post(`/visits/${id}/dispatch`)).status).toBe(200);
  const dispatched = await asItWas(id);
  await doneAndBack(id);
  expect(await asItWas(id)).toEqual(dispatched);
  expect(dispatched.state).toBe('dispatched');
  expect(await rowsOf(id)).toEqual([]);
  expect((await work.owner.get(`/visits/${id}/report`)).status).toBe(409);

  // Samples are on the way or on site without a tap.
  for (const [progress, on_site_at] of [
    ['en route', null],
    ['on site', '2026-11-16T21:55:00Z'],
  ]) {
    const sample = await field.booked();
    await work.inside((db) =>
      sql`with moved as (update visits set state = ${progress} where id = ${sample})
          update assignments set progress = ${progress}, en_route_at = '2026-11-16T21:40:00Z', on_site_at = ${on_site_at}
           where visit_id = ${sample}`.execute(db),
    );
    const before = await asItWas(sample);
    expect(before.state).toBe(progress);
    const hours = await rowsOf(sample);
    await doneAndBack(sample);
    expect(await asItWas(sample)).toEqual(before);
    expect(await rowsOf(sample)).toEqual(hours);
  }
});
