import { randomUUID } from 'node:crypto';
import type { FieldRecord } from '@muster/domain/field/field-records/schema';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Field, openField } from '../../../../test/setups/field.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { at, changeOf } from '../../../../test/setups/work.ts';

let field: Field;
beforeAll(async () => {
  field = await openField();
});
afterAll(() => field.work.close());

function recordIn({ data }: { data: unknown }): FieldRecord {
  return (data as { row: FieldRecord }).row;
}

test('what is noted in the field is seen by the office, once, however often it is sent', async () => {
  const { phone, booked, mine, seen, user } = field;
  const id = await booked();
  const key = randomUUID();
  const note = { kind: 'note', content: { text: 'Valve replaced' }, noted_at: '2026-11-15T21:00:00Z' };
  for (let time = 0; time < 3; time += 1)
    expect((await phone.post(`/my/visits/${id}/records`, note, key)).status).toBe(200);
  const part = { kind: 'part', content: { name: 'Valve', quantity: 2 }, noted_at: '2026-11-15T21:05:00Z' };
  await phone.post(`/my/visits/${id}/records`, part);
  await phone.post(`/my/visits/${id}/records`, { kind: 'late', content: { minutes: 20 } });
  const records = await seen(id);
  expect(records.map(({ kind, created_by, author }) => [kind, created_by, author])).toEqual([
    ['note', user, 'Priya Technician'],
    ['part', user, 'Priya Technician'],
    ['late', user, 'Priya Technician'],
  ]);
  expect(records[0]).toMatchObject({ noted_at: '2026-11-15T21:00:00+00:00', content: note.content });
  // The phone knows it by the key that it gave.
  expect(records[0]!.id).toBe(key);
  expect((await mine(id)).records).toHaveLength(3);
});

test('whoever stands at a site pins it, once and however late it comes; the office sees who it was', async () => {
  const { work, phone, booked, mine, user } = field;
  const id = await booked();
  const pin = { latitude: -33.8151, longitude: 151.1012 };
  const key = randomUUID();
  for (let time = 0; time < 2; time += 1)
    expect((await phone.post(`/my/visits/${id}/pin`, pin, key)).status).toBe(200);
  const { site } = await mine(id);
  expect(site).toMatchObject({ ...pin, position_is_exact: true, position_is_found: false });
  const shown = (await work.owner.get(`/sites/${site.id}`)).data as { row: object };
  expect(shown.row).toMatchObject({ ...pin, version: 2 });
  const { rows } = (await work.owner.get(`/changes?subject=${site.id}`)).data as { rows: object[] };
  expect(rows[0]).toMatchObject({ kind: 'site pinned', by: { user_id: user } });
});

test('nobody pins a site where they have no visit, or a place that is nowhere', async () => {
  const { work, phone, booked } = field;
  const other = await work.addVisit();
  const pin = { latitude: -33.8, longitude: 151.1 };
  expect((await phone.post(`/my/visits/${other.id}/pin`, pin)).status).toBe(404);
  expect((await phone.post(`/my/visits/${randomUUID()}/pin`, pin)).status).toBe(404);
  const id = await booked();
  for (const wrong of [{ latitude: 91, longitude: 0 }, { latitude: -33.8 }, { ...pin, accuracy: 8 }])
    expect((await phone.post(`/my/visits/${id}/pin`, wrong)).status).toBe(400);
});

test('a pin counts at visits that are somebody’s own now: not once the visit is another’s, or long over', async () => {
  const { work, phone, booked, mine } = field;
  const pin = { latitude: -33.8151, longitude: 151.1012 };
  const [given, old] = [await booked(), await booked()];
  const before = (await mine(old)).site;
  const other = (await work.addTechnician()).id;
  expect((await work.schedule(given, [other], at('08:00'))).status).toBe(200);
  await phone.post(`/my/visits/${old}/progress`, { progress: 'on site' });
  await phone.post(`/my/visits/${old}/outcome`, { outcome: 'completed', reason: '' });
  const today = work.clock.now;
  work.clock.now = today + 30 * 86_400_000;
  const late = await schedulerOf(work.app, 'technician@example.com');
  expect((await late.post(`/my/visits/${old}/pin`, pin)).status).toBe(409);
  work.clock.now = today;
  const refused = await phone.post(`/my/visits/${given}/pin`, pin);
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('no longer yours')]);
  expect((await mine(old)).site).toEqual(before);
});

test('a pin that waited on a phone moves the site from where it was seen, and takes no newer pin back', async () => {
  const { phone, booked, mine } = field;
  const id = await booked();
  const { site } = await mine(id);
  const placed = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
    latitude,
    longitude,
  });
  const seen = placed(site);
  const pin = { latitude: -33.8151, longitude: 151.1012 };
  const newer = { latitude: -33.8152, longitude: 151.1013 };
  const key = randomUUID();
  expect((await phone.post(`/my/visits/${id}/pin`, { ...pin, seen }, key)).status).toBe(200);
  // The second that one phone kept saw the first.
  expect((await phone.post(`/my/visits/${id}/pin`, { ...newer, seen: pin })).status).toBe(200);
  const refused = await phone.post(`/my/visits/${id}/pin`, { ...pin, seen });
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('has changed since')]);
  // A phone that lost the answer hears that its pin was set, and moves nothing.
  expect((await phone.post(`/my/visits/${id}/pin`, { ...pin, seen }, key)).status).toBe(200);
  expect(placed((await mine(id)).site)).toEqual(newer);
  // Phones with an older build do not say what they saw.
  expect((await phone.post(`/my/visits/${id}/pin`, pin)).status).toBe(200);
});

test('a phone whose clock is days ahead is not believed, and a moment that does not exist is refused', async () => {
  const { work, phone, booked, mine } = field;
  const id = await booked();
  const ahead = '2026-12-24T00:00:00Z';
  await phone.post(`/my/visits/${id}/progress`, { progress: 'on site', at: ahead });
  await phone.post(`/my/visits/${id}/records`, { kind: 'note', content: { text: 'x' }, noted_at: ahead });
  const { on_site_at, records } = await mine(id);
  const latest = work.clock.now + 10 * 60_000;
  expect([on_site_at!, records[0]!.noted_at].map(Date.parse)).toEqual([latest, latest]);
  const never = { progress: 'done', at: '2026-11-16T23:59:60Z' };
  expect((await phone.post(`/my/visits/${id}/progress`, never)).status).toBe(422);
});

test('what one person did is taken from nobody else who has signed in on the same phone', async () => {
  const { work, booked, mine, user: own } = field;
  const id = await booked();
  const url = `/services/scheduling/api/v1/my/visits/${id}/progress`;
  const { headers } = await signInAs(work.app, 'technician@example.com');
  const payload = { progress: 'en route' };
  const send = async (user: string) =>
    work.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, 'idempotency-key': randomUUID(), 'x-user': user },
    });
  expect((await send(randomUUID())).statusCode).toBe(401);
  expect((await mine(id)).progress).toBe('none');
  expect((await send(own)).statusCode).toBe(200);
});

test('a mistake is taken back by whoever made it, and comes back by an undo of the office', async () => {
  const { work, phone, booked, mine, seen } = field;
  const id = await booked();
  const noted = await phone.post(`/my/visits/${id}/records`, {
    kind: 'note',
    content: { text: 'Wrong house' },
  });
  const record = recordIn(noted);
  const taken = await phone.delete(`/my/records/${record.id}`);
  expect((await mine(id)).records).toEqual([]);
  expect((await seen(id))[0]!.retracted_at).not.toBeNull();
  await work.owner.post(`/changes/${changeOf(taken)}/undo`);
  expect((await mine(id)).records).toHaveLength(1);
  const ours = await work.owner.post(`/visits/${id}/records`, { kind: 'note', content: { text: 'Office' } });
  const { id: theirs } = recordIn(ours);
  expect((await phone.delete(`/my/records/${theirs}`)).status).toBe(404);
});

test('facts are taken whatever the office has done meanwhile; decisions are refused by a rule, in words', async () => {
  const { work, phone, booked, seen } = field;
  const other = (await work.addTechnician()).id;
  const [moved, cancelled] = [await booked(), await booked()];
  expect((await work.schedule(moved, [other], at('13:00'))).status).toBe(200);
  await work.owner.post(`/visits/${cancelled}/cancel`, { reason: 'Sold' });
  for (const id of [moved, cancelled]) {
    const note = { kind: 'note', content: { text: 'I was there' } };
    expect((await phone.post(`/my/visits/${id}/records`, note)).status).toBe(200);
    expect((await seen(id)).map(({ content }) => content)).toEqual([{ text: 'I was there' }]);
  }
  const done = await phone.post(`/my/visits/${cancelled}/outcome`, { outcome: 'completed' });
  expect(done.status).toBe(409);
  expect(done.message).toContain('cancelled');
  const theirs = await phone.post(`/my/visits/${moved}/progress`, { progress: 'done' });
  expect(theirs).toMatchObject({ status: 409 });
  expect(theirs.message).toContain('given to someone else');
  // That somebody was there is a fact.
  for (const [id, state] of [
    [moved, 'planned'],
    [cancelled, 'cancelled'],
  ] as const) {
    for (const [progress, moment] of [
      ['en route', '2026-11-15T20:00:00Z'],
      ['on site', '2026-11-15T20:20:00Z'],
    ])
      expect(await phone.post(`/my/visits/${id}/progress`, { progress, at: moment })).toMatchObject({
        status: 200,
        data: { row: { state } },
      });
    expect((await seen(id)).map(({ kind, content, noted_at }) => [kind, content['text'], noted_at])).toEqual([
      ['note', 'On the way', '2026-11-15T20:00:00+00:00'],
      ['note', 'Arrived', '2026-11-15T20:20:00+00:00'],
      ['note', 'I was there', expect.anything()],
    ]);
  }
  expect((await work.show(moved)).assignments[0]!.progress).toBe('none');
  const stranger = await work.addVisit();
  const note = { kind: 'note', content: { text: 'Never mine' } };
  expect((await phone.post(`/my/visits/${stranger.id}/records`, note)).status).toBe(404);
  expect((await phone.post(`/my/visits/${stranger.id}/progress`, { progress: 'on site' })).status).toBe(404);
});

test('a visit is complete when everything is answered that has to be; the latest answer counts', async () => {
  const { work, phone, booked } = field;
  const id = await booked({
    check_list: [
      { text: 'Pressure', done: false, kind: 'number', required: true },
      { text: 'Tidy', done: false },
    ],
  });
  const answer = (item: string, value: unknown, noted_at: string) =>
    phone.post(`/my/visits/${id}/records`, { kind: 'check', content: { item, value }, noted_at });
  await phone.post(`/my/visits/${id}/progress`, { progress: 'on site', at: '2026-11-16T20:00:00Z' });
  const early = await phone.post(`/my/visits/${id}/outcome`, { outcome: 'completed' });
  expect(early).toMatchObject({ status: 422, message: 'The checklist isn’t finished: Pressure.' });
  // Sent in the wrong order: the phone's clock decides.
  await answer('Pressure', 480, '2026-11-15T21:30:00Z');
  await answer('Pressure', null, '2026-11-15T21:00:00Z');
  await answer('Tidy', true, '2026-11-15T21:10:00Z');
  const done = await phone.post(`/my/visits/${id}/outcome`, { outcome: 'completed' });
  expect(done).toMatchObject({ status: 200, data: { row: { state: 'completed' } } });
  expect((await work.show(id)).check_list).toMatchObject([{ done: true }, { text: 'Tidy', done: true }]);
});

test('an answer that was taken back is none', async () => {
  const { work, phone, booked } = field;
  const id = await booked({ check_list: [{ text: 'Tested', done: false, required: true }] });
  const answered = await phone.post(`/my/visits/${id}/records`, {
    kind: 'check',
    content: { item: 'Tested', value: true },
  });
  expect((await work.show(id)).check_list).toMatchObject([{ done: true }]);
  await phone.delete(`/my/records/${recordIn(answered).id}`);
  expect((await work.show(id)).check_list).toMatchObject([{ done: false }]);
  const early = await phone.post(`/my/visits/${id}/outcome`, { outcome: 'completed' });
  expect(early.message).toBe('The checklist isn’t finished: Tested.');
});

test('a photo that has to be taken is there, or the visit is not complete', async () => {
  const { filing, phone, booked } = field;
  const check_list = [{ text: 'Valve', done: false, kind: 'photo', required: true }];
  const id = await booked({ check_list });
  const finish = () => phone.post(`/my/visits/${id}/outcome`, { outcome: 'completed' });
  let minute = 10;
  const answer = (value: unknown) => {
    const noted_at = `2026-11-15T21:${(minute += 1)}:00Z`;
    const content = { item: 'Valve', value };
    return phone.post(`/my/visits/${id}/records`, { kind: 'check', content, noted_at });
  };
  const missing = { status: 422, message: 'The checklist isn’t finished: Valve.' };
  await answer(true);
  expect(await finish()).toMatchObject(missing);
  const technician = await filing.senderOf('technician@example.com');
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const send = async () => {
    const file = randomUUID();
    const told = { id: file, subject: 'visit', subject_id: id, name: 'valve.jpg', kind: 'photo' };
    await technician.send(picture, told);
    await answer(file);
    return file;
  };
  const first = await send();
  await technician.call('DELETE', `files/${first}`);
  expect(await finish()).toMatchObject(missing);
  await send();
  expect((await finish()).status).toBe(200);
});

test('what was noted or attached stands in the way of taking the job back', async () => {
  const { work, seen } = field;
  const site = await work.addSite();
  const added = await work.owner.post('/jobs', { ...site, name: undefined, visits: [{ duration: 60 }] });
  const { row, change } = added.data as { row: { visits: { id: string }[] }; change: number };
  const note = { kind: 'note', content: { text: 'Ring first' } };
  await work.owner.post(`/visits/${row.visits[0]!.id}/records`, note);
  expect(await work.owner.post(`/changes/${change}/undo`)).toMatchObject({
    status: 409,
    message: 'Something has been recorded at the visit since.',
  });
  expect(await seen(row.visits[0]!.id)).toHaveLength(1);
});

test('a signature has a name and a picture, which arrives first', async () => {
  const { filing, phone, booked, mine } = field;
  const id = await booked();
  const technician = await filing.senderOf('technician@example.com');
  const picture = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#fff' } })
    .png()
    .toBuffer();
  const content = { name: 'Kim Cole', file_id: randomUUID() };
  expect((await phone.post(`/my/visits/${id}/records`, { kind: 'signature', content })).status).toBe(422);
  await technician.send(picture, {
    id: content.file_id,
    subject: 'visit',
    subject_id: id,
    name: 'signature.png',
    kind: 'signature',
  });
  expect((await phone.post(`/my/visits/${id}/records`, { kind: 'signature', content })).status).toBe(200);
  expect((await mine(id)).files).toMatchObject([{ kind: 'signature', state: 'ready' }]);
});

test('what was done at the site before is told with the visit', async () => {
  const { work, phone, booked, mine } = field;
  const site = await work.addSite();
  const first = await booked({}, site);
  await phone.post(`/my/visits/${first}/records`, { kind: 'note', content: { text: 'Tap is left-handed' } });
  await phone.post(`/my/visits/${first}/outcome`, { outcome: 'completed' });
  const second = await booked({}, site);
  expect((await mine(second)).before).toMatchObject([
    { id: first, outcome: 'completed', notes: ['Tap is left-handed'] },
  ]);
});

test('whoever becomes a dispatcher while their phone is away still sends what they did, of their own visits alone', async () => {
  const { work, phone, booked, seen, user } = field;
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  const [id, given] = [await booked(), await booked()];
  const note = { kind: 'note', content: { text: 'Valve replaced' } };
  const mistake = await phone.post(`/my/visits/${id}/records`, { kind: 'late', content: { minutes: 20 } });
  await work.schedule(given, [(await work.addTechnician()).id], at('14:00'));
  const team = (await work.owner.get('/team')).data as { rows: { id: string; version: number }[] };
  const { version } = team.rows.find((one) => one.id === user)!;
  expect((await work.owner.patch(`/team/${user}`, { version, role: 'dispatcher' })).status).toBe(200);
  // Another role ends the session: this is the phone after they have signed in again.
  const later = await schedulerOf(work.app, 'technician@example.com');
  expect((await later.get('/my/visits')).status).toBe(200);
  expect((await later.post(`/my/visits/${id}/progress`, { progress: 'on site' })).status).toBe(200);
  expect((await later.post(`/my/visits/${id}/records`, note)).status).toBe(200);
  expect((await later.delete(`/my/records/${recordIn(mistake).id}`)).status).toBe(200);
  expect(await later.post(`/my/visits/${id}/outcome`, { outcome: 'completed' })).toMatchObject({
    status: 200,
    data: { row: { state: 'completed' } },
  });
  expect((await seen(id)).filter(({ retracted_at }) => retracted_at === null)).toMatchObject([
    { kind: 'note', created_by: user, content: note.content },
  ]);
  // The times of a visit that somebody else has are not theirs to correct from here, as before.
  const times = { on_site_at: '2026-11-15T20:00:00Z', done_at: '2026-11-15T21:00:00Z', reason: 'Forgot' };
  const corrected = await later.post(`/my/visits/${given}/records`, { kind: 'time', content: times });
  expect(recordIn(corrected).content['measured']).toBeNull();
  expect((await work.show(given)).assignments[0]!.on_site_at).toBeNull();

  const never = await work.addVisit();
  for (const [who, visit] of [
    [later, never.id],
    [dispatcher, id],
    [work.owner, id],
  ] as const) {
    expect((await who.post(`/my/visits/${visit}/records`, note)).status).toBe(404);
    expect((await who.post(`/my/visits/${visit}/progress`, { progress: 'done' })).status).toBe(404);
    expect((await who.post(`/my/visits/${visit}/outcome`, { outcome: 'completed' })).status).toBe(404);
  }
  const kept = (await seen(id)).find(({ kind }) => kind === 'note');
  expect((await dispatcher.delete(`/my/records/${kept!.id}`)).status).toBe(404);

  // Nor is anything lost when the office says that they are no technician any more.
  expect((await work.owner.put(`/team/${user}/technician`, { technician_id: null })).status).toBe(200);
  expect((await later.post(`/my/visits/${given}/records`, note)).status).toBe(200);
  expect((await later.post(`/my/visits/${given}/progress`, { progress: 'on site' })).status).toBe(200);
  expect((await later.post(`/my/visits/${given}/progress`, { progress: 'done' })).status).toBe(409);
  expect((await later.post(`/my/visits/${never.id}/records`, note)).status).toBe(404);
});
