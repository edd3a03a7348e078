import { randomUUID } from 'node:crypto';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { boardRows } from '@muster/domain/dispatch/board/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { FieldRecord } from '@muster/domain/field/field-records/schema';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Field, openField } from '../../../../test/setups/field.ts';
import { at, changeOf } from '../../../../test/setups/work.ts';

let field: Field;
beforeAll(async () => {
  field = await openField();
});
afterAll(() => field.work.close());

test('times on site are corrected with a reason', async () => {
  const { phone, booked, mine, seen } = field;
  const id = await booked();
  await phone.post(`/my/visits/${id}/progress`, { progress: 'on site' });
  await phone.post(`/my/visits/${id}/progress`, { progress: 'done' });
  const time = {
    on_site_at: '2026-11-15T21:00:00Z',
    done_at: '2026-11-15T21:45:00Z',
    reason: 'Forgot to tap',
  };
  expect((await phone.post(`/my/visits/${id}/records`, { kind: 'time', content: time })).status).toBe(200);
  expect(await mine(id)).toMatchObject({
    on_site_at: '2026-11-15T21:00:00+00:00',
    done_at: '2026-11-15T21:45:00+00:00',
  });
  const [corrected] = await seen(id);
  expect(corrected!.content).toMatchObject({
    reason: 'Forgot to tap',
    measured: { on_site_at: '2026-11-15T22:00:00+00:00', done_at: '2026-11-15T22:00:00+00:00' },
  });
  const backwards = { ...time, done_at: '2026-11-15T20:45:00Z' };
  expect((await phone.post(`/my/visits/${id}/records`, { kind: 'time', content: backwards })).status).toBe(
    422,
  );
});

test('a correction that is taken back leaves the one before it, and then what was measured', async () => {
  const { work, phone, booked } = field;
  const id = await booked();
  await phone.post(`/my/visits/${id}/progress`, { progress: 'on site', at: '2026-11-15T20:00:00Z' });
  await phone.post(`/my/visits/${id}/progress`, { progress: 'done', at: '2026-11-15T20:30:00Z' });
  const ids: string[] = [];
  for (const hour of ['18', '19']) {
    const content = {
      on_site_at: `2026-11-15T${hour}:00:00Z`,
      done_at: `2026-11-15T${hour}:45:00Z`,
      reason: 'Forgot to tap',
    };
    const made = await work.owner.post(`/visits/${id}/records`, { kind: 'time', content });
    ids.push((made.data as { row: FieldRecord }).row.id);
  }
  const arrived = async () => (await work.show(id)).assignments[0]!.on_site_at;
  expect(await arrived()).toBe('2026-11-15T19:00:00+00:00');
  await work.owner.delete(`/records/${ids[1]}`);
  expect(await arrived()).toBe('2026-11-15T18:00:00+00:00');
  await work.owner.delete(`/records/${ids[0]}`);
  expect(await arrived()).toBe('2026-11-15T20:00:00+00:00');
});

test('what a phone tells after the office has corrected the times was measured; the correction stands', async () => {
  const { work, phone, booked, seen } = field;
  const id = await booked();
  await phone.post(`/my/visits/${id}/progress`, { progress: 'on site', at: '2026-11-15T20:00:00Z' });
  const content = {
    on_site_at: '2026-11-15T19:00:00Z',
    done_at: '2026-11-15T19:45:00Z',
    reason: 'The customer rang',
  };
  const made = await work.owner.post(`/visits/${id}/records`, { kind: 'time', content });
  const booking = async () => {
    const { on_site_at, done_at } = (await work.show(id)).assignments[0]!;
    return [on_site_at, done_at];
  };
  const measured = async () => (await seen(id))[0]!.content['measured'];
  const corrected = ['2026-11-15T19:00:00+00:00', '2026-11-15T19:45:00+00:00'];
  await phone.post(`/my/visits/${id}/progress`, { progress: 'on site', at: '2026-11-15T20:05:00Z' });
  expect(await booking()).toEqual(corrected);
  expect(await measured()).toEqual({ on_site_at: '2026-11-15T20:05:00+00:00', done_at: null });
  await phone.post(`/my/visits/${id}/outcome`, { outcome: 'completed', at: '2026-11-15T20:40:00Z' });
  expect(await booking()).toEqual(corrected);
  const told = ['2026-11-15T20:05:00+00:00', '2026-11-15T20:40:00+00:00'];
  expect(await measured()).toEqual({ on_site_at: told[0], done_at: told[1] });
  // The office, too, tells what was measured.
  await work.owner.post(`/visits/${id}/progress`, { progress: 'done', at: '2026-11-15T20:41:00Z' });
  expect(await booking()).toEqual(corrected);
  await work.owner.delete(`/records/${(made.data as { row: FieldRecord }).row.id}`);
  expect(await booking()).toEqual([told[0], '2026-11-15T20:41:00+00:00']);
});

test('a technician corrects what has been, of a visit that is done; the office whenever it knows better', async () => {
  const { work, phone, booked, seen } = field;
  const id = await booked();
  const correct = (content: object) =>
    phone.post(`/my/visits/${id}/records`, {
      kind: 'time',
      content: { on_site_at: '2026-11-15T21:00:00Z', reason: 'Forgot to tap', ...content },
    });
  const past = { done_at: '2026-11-15T21:45:00Z' };
  await phone.post(`/my/visits/${id}/progress`, { progress: 'on site' });
  expect(await correct(past)).toMatchObject({
    status: 422,
    message: 'The visit isn’t finished yet. Correct the times once it is.',
  });
  const office = { on_site_at: '2026-11-15T21:00:00Z', ...past, reason: 'They rang' };
  expect((await work.owner.post(`/visits/${id}/records`, { kind: 'time', content: office })).status).toBe(
    200,
  );
  await phone.post(`/my/visits/${id}/progress`, { progress: 'done' });
  const ahead = (minutes: number) => ({ done_at: new Date(work.clock.now + minutes * 60_000).toISOString() });
  expect(await correct(ahead(11))).toMatchObject({
    status: 422,
    message: 'These times are in the future. Enter when you arrived and when you finished.',
  });
  expect((await correct(ahead(9))).status).toBe(200);
  expect((await correct(past)).status).toBe(200);
  expect(await seen(id)).toHaveLength(3);
});

test('times of somebody who does not have the visit any more are kept as a note', async () => {
  const { work, phone, booked, seen } = field;
  const id = await booked();
  await work.schedule(id, [(await work.addTechnician()).id], at('13:00'));
  const content = {
    on_site_at: '2026-11-15T21:00:00Z',
    done_at: '2026-11-15T21:45:00Z',
    reason: 'I was there',
  };
  expect((await phone.post(`/my/visits/${id}/records`, { kind: 'time', content })).status).toBe(200);
  expect((await seen(id))[0]!.content).toMatchObject({ reason: 'I was there', measured: null });
  expect((await work.show(id)).assignments[0]!.on_site_at).toBeNull();
});

test('a delay that arrives when the visit is somebody else’s by now makes nobody late, and hides no other', async () => {
  const { work, phone, booked, seen } = field;
  const other = (await work.addTechnician()).id;
  const id = await booked();
  const start = minuteOf(at('15:00'));
  expect((await work.schedule(id, [other], at('15:00'))).status).toBe(200);
  const late = (minutes: number) => ({ kind: 'late', content: { minutes } });
  const delay = async () => {
    const { data } = await work.owner.get('/board?from=2026-11-17&to=2026-11-17');
    return boardRows(data as BoardTables, start).visits.find((visit) => visit.id === id)!.delay;
  };
  expect((await phone.post(`/my/visits/${id}/records`, late(20))).status).toBe(200);
  expect((await seen(id))[0]!.content).toEqual({ minutes: 20, expected_at: null });
  expect(await delay()).toBeUndefined();
  await work.owner.post(`/visits/${id}/records`, late(30));
  work.clock.now += 60_000;
  await phone.post(`/my/visits/${id}/records`, late(45));
  expect(await delay()).toMatchObject({ technician: other, expected: start + 30 });
});

test('a signature that is taken back takes its picture out of sight, and both come back by one undo', async () => {
  const { filing, work, phone, booked, mine, seen } = field;
  const id = await booked();
  const technician = await filing.senderOf('technician@example.com');
  const picture = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#fff' } })
    .png()
    .toBuffer();
  const file_id = randomUUID();
  const told = { id: file_id, subject: 'visit', subject_id: id, name: 'signature.png', kind: 'signature' };
  await technician.send(picture, told);
  const sign = async (name: string) => {
    const record = { kind: 'signature', content: { name, file_id } };
    return ((await phone.post(`/my/visits/${id}/records`, record)).data as { row: FieldRecord }).row.id;
  };
  const [wrong, right] = [await sign('Kim Kole'), await sign('Kim Cole')];
  const files = async () => (await mine(id)).files.map((file) => file.id);
  // Two names for one picture: it stays with the one that stands.
  await phone.delete(`/my/records/${wrong}`);
  expect(await files()).toEqual([file_id]);
  // It is theirs to take back, whoever has the visit by now.
  expect((await work.schedule(id, [(await work.addTechnician()).id], at('13:00'))).status).toBe(200);
  const taken = await phone.delete(`/my/records/${right}`);
  expect(taken.status).toBe(200);
  const office = await filing.senderOf('owner@example.com');
  const content = async () => (await office.call('GET', `files/${file_id}/content`)).status;
  expect(await content()).toBe(404);
  expect((await work.owner.post(`/changes/${changeOf(taken)}/undo`)).status).toBe(200);
  expect(await content()).toBe(200);
  const standing = (await seen(id)).filter(({ retracted_at }) => retracted_at === null);
  expect(standing.map((record) => record.id)).toEqual([right]);
});
