import type { OpenFollowUp } from '@muster/domain/work/follow-ups/schema';
import type { VisitRecord } from '@muster/domain/work/visits/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openField, type Field } from '../../../../test/setups/field.ts';
import { at, changeOf } from '../../../../test/setups/work.ts';

const HOUR_MS = 3_600_000;

let field: Field;
beforeAll(async () => {
  field = await openField();
});
afterAll(() => field.work.close());

async function open(visit: string): Promise<OpenFollowUp[]> {
  const { data } = await field.work.owner.get('/follow-ups');
  return (data as { rows: OpenFollowUp[] }).rows.filter(({ visit_id }) => visit_id === visit);
}

/** One whose technician could not get in. */
async function notCompleted(): Promise<{ visit: string; change: number }> {
  const visit = await field.booked();
  const told = await field.phone.post(`/my/visits/${visit}/outcome`, {
    outcome: 'could not complete',
    reason: 'Nobody home',
  });
  expect(told.status).toBe(200);
  return { visit, change: changeOf(told) };
}

const undo = (number: number) => field.work.owner.post(`/changes/${number}/undo`);

test('a visit that could not be completed waits for a decision, and goes with its outcome', async () => {
  const { visit, change } = await notCompleted();
  const [found] = await open(visit);
  expect(found).toMatchObject({ kind: 'could not complete', reason: 'Nobody home', suburb: 'Ryde' });
  expect(found!.technician).not.toBe('');
  expect((await undo(change)).status).toBe(200);
  expect(await open(visit)).toEqual([]);
});

test('a return visit decides: it waits in the tray with what was said, and an undo brings the question back', async () => {
  const { work } = field;
  const { visit } = await notCompleted();
  const [{ id }] = (await open(visit)) as [OpenFollowUp];
  const booked = await work.owner.post(`/follow-ups/${id}/return`);
  expect((booked.data as { row: VisitRecord }).row).toMatchObject({
    state: 'unscheduled',
    return_of: visit,
    note: 'Nobody home',
  });
  expect(await open(visit)).toEqual([]);
  expect(await work.owner.post(`/follow-ups/${id}/return`)).toMatchObject({ status: 409 });
  expect((await undo(changeOf(booked))).status).toBe(200);
  expect(await open(visit)).toHaveLength(1);
  // Whoever adds a visit to the job by hand has decided as well.
  const { job_id } = await work.show(visit);
  await work.owner.post(`/jobs/${job_id}/visits`, { duration: 30 });
  expect(await open(visit)).toEqual([]);
});

test('closing the job decides, and so does dismissing it with a reason, which the history keeps', async () => {
  const { work } = field;
  const { visit } = await notCompleted();
  const { job_id } = await work.show(visit);
  const archived = await work.owner.post(`/jobs/${job_id}/archive`);
  expect(await open(visit)).toEqual([]);
  await undo(changeOf(archived));
  const [{ id }] = (await open(visit)) as [OpenFollowUp];
  expect((await work.owner.post(`/follow-ups/${id}/dismiss`, {})).status).toBe(422);
  const dismissed = await work.owner.post(`/follow-ups/${id}/dismiss`, { reason: 'Sold the house' });
  expect((dismissed.data as { row: object }).row).toMatchObject({
    decision: 'dismissed',
    note: 'Sold the house',
    decided_by: expect.any(String),
  });
  expect(await open(visit)).toEqual([]);
  expect(JSON.stringify((await work.owner.get(`/changes?subject=${visit}`)).data)).toContain(
    'Sold the house',
  );
  await undo(changeOf(dismissed));
  expect(await open(visit)).toHaveLength(1);
});

test('work at a visit that was given away waits until it is dismissed; what is told of it later is a new matter', async () => {
  const { work, phone } = field;
  const [given, cancelled] = [await field.booked(), await field.booked()];
  await work.schedule(given, [(await work.addTechnician()).id], at('13:00', '2026-11-30'));
  await work.owner.post(`/visits/${cancelled}/cancel`, { reason: 'Customer rang' });
  const tell = (visit: string, progress: string, time: string) =>
    phone.post(`/my/visits/${visit}/progress`, { progress, at: `2026-11-15T${time}:00Z` });
  for (const visit of [given, cancelled]) {
    await tell(visit, 'on site', '20:00');
    await tell(visit, 'done', '20:30');
  }
  expect(await open(cancelled)).toMatchObject([{ kind: 'stray work', is_cancelled: true }]);
  const [stray] = (await open(given)) as [OpenFollowUp];
  expect(stray).toMatchObject({ is_cancelled: false, to: '2026-11-15T20:30:00+00:00' });
  expect((await work.owner.post(`/follow-ups/${stray.id}/return`)).status).toBe(422);
  const dismissed = await work.owner.post(`/follow-ups/${stray.id}/dismiss`, {});
  expect(await open(given)).toEqual([]);
  await undo(changeOf(dismissed));
  expect(await open(given)).toHaveLength(1);
  await work.owner.post(`/follow-ups/${stray.id}/dismiss`, {});
  await tell(given, 'on site', '21:00');
  expect(await open(given)).toHaveLength(1);
});

test('a visit that is entered afterwards decides about what was before it, and leaves what came later open', async () => {
  const { work } = field;
  const { visit } = await notCompleted();
  const { job_id, assignments } = await work.show(visit);
  const began = Date.parse(assignments[0]!.starts_at);
  work.clock.now = began + 8 * HOUR_MS;
  const technicians = [(await work.addTechnician()).id];
  const record = async (hours: number) => {
    const [starts_at, ends_at] = [hours, hours + 1].map((at) => new Date(began + at * HOUR_MS).toISOString());
    expect((await work.owner.post('/past-visits', { job_id, technicians, starts_at, ends_at })).status).toBe(
      200,
    );
  };
  await record(-72);
  expect(await open(visit)).toHaveLength(1);
  await record(2);
  expect(await open(visit)).toEqual([]);
});
