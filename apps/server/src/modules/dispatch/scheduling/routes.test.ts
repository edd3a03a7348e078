import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, changeOf, openWork, reasonsOf, visitIn, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

test('a booking makes a visit planned and its job scheduled, and the answer says so', async () => {
  const kai = await work.addTechnician();
  const visit = await work.addVisit();
  const answer = await work.schedule(visit.id, [kai.id], at('09:00'), { seen: [] });
  expect(answer.status).toBe(200);
  expect(visitIn(answer)).toMatchObject({
    state: 'planned',
    version: 1,
    assignments: [
      {
        technician_id: kai.id,
        technician_name: kai.name,
        starts_at: '2026-11-16T22:00:00+00:00',
        ends_at: '2026-11-16T23:00:00+00:00',
        is_lead: true,
        progress: 'none',
      },
    ],
  });
  const job = await work.owner.get(`/jobs/${visit.job_id}`);
  expect(job.data).toMatchObject({ row: { state: 'scheduled', visits: [{ state: 'planned' }] } });
});

test('a second booking at that time is refused with the clash in words and as data', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const [first, second] = [await work.addVisit({}, site), await work.addVisit({}, site)];
  await work.schedule(first.id, [kai.id], at('09:00'));
  const refused = await work.schedule(second.id, [kai.id], at('09:30'));
  expect(refused.status).toBe(409);
  expect(refused.message).toBe(`${kai.name} is with ${site.name} 9:00 am–10:00 am: 30 min overlap.`);
  expect(refused.data).toMatchObject({
    reasons: [
      {
        rule: 'overlap',
        can_override: true,
        detail: { visit_id: second.id, technician: kai.id, visit: first.id, by: 30 },
      },
    ],
  });
  expect((await work.show(second.id)).state).toBe('unscheduled');
});

test('a deliberate overlap passes with its reason, which stays in the row; an override without need does not', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const [first, second] = [await work.addVisit({}, site), await work.addVisit({}, site)];
  const overrides = [{ rule: 'overlap', reason: 'Two small things in one house' }];
  const free = await work.schedule(first.id, [kai.id], at('09:00'), { overrides });
  expect(visitIn(free).assignments[0]!.overrides).toEqual([]);
  const both = await work.schedule(second.id, [kai.id], at('09:00'), { overrides });
  expect(visitIn(both).assignments[0]!.overrides).toEqual(overrides);
  const never = await work.schedule(second.id, [kai.id], at('09:00'), {
    overrides: [{ rule: 'inactive', reason: 'please' }],
  });
  expect(never.status).toBe(400);
});

test('the reasons that are given most are offered first, however spelt; what was said of one visit is not', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const book = async (reason: string, time: Parameters<typeof at>[0]) => {
    const visit = await work.addVisit({}, site);
    await work.schedule(visit.id, [kai.id], at(time), { overrides: [{ rule: 'overlap', reason }] });
  };
  await book('not needed, so not kept', '09:00');
  for (const reason of ['Same house', 'same house', 'Same house', 'Only once', 'Emergency', 'Emergency'])
    await book(reason, '09:00');
  const { status, data } = await work.owner.get('/override-reasons');
  expect(status).toBe(200);
  expect(data).toEqual({ reasons: ['Same house', 'Emergency', 'Customer agreed', 'Technician agreed'] });
});

test('a move, a hand-over and a crew are the same command; who stays keeps the row', async () => {
  const [kai, ana] = [await work.addTechnician(), await work.addTechnician()];
  const visit = await work.addVisit({ crew_size: 2 });
  const one = visitIn(await work.schedule(visit.id, [kai.id], at('09:00')));
  const two = visitIn(await work.schedule(visit.id, [ana.id, kai.id], at('10:00')));
  expect(two.assignments.map(({ technician_id, is_lead }) => [technician_id, is_lead])).toEqual([
    [ana.id, true],
    [kai.id, false],
  ]);
  expect(two.assignments[1]!.id).toBe(one.assignments[0]!.id);
  const three = visitIn(await work.schedule(visit.id, [ana.id], at('10:00')));
  expect(three.assignments).toHaveLength(1);
});

test('whoever books what somebody else has booked meanwhile is told, and by an old version too', async () => {
  const [kai, ana] = [await work.addTechnician(), await work.addTechnician()];
  const visit = await work.addVisit();
  await work.schedule(visit.id, [kai.id], at('09:00'), { seen: [] });
  const late = await work.schedule(visit.id, [ana.id], at('09:00'), { seen: [] });
  expect(late).toMatchObject({ status: 409, data: { row: { assignments: [{ technician_id: kai.id }] } } });
  await work.owner.patch(`/visits/${visit.id}`, { version: 1, note: 'Ring twice' });
  const old = await work.owner.post(`/visits/${visit.id}/schedule`, {
    version: 1,
    technicians: [ana.id],
    starts_at: at('09:00'),
  });
  expect(old).toMatchObject({ status: 409, data: { expected: 1, current: 2 } });
});

test('booking again what is booked changes nothing, also with an override that nobody needs', async () => {
  const kai = await work.addTechnician();
  const visit = await work.addVisit();
  const booked = await work.schedule(visit.id, [kai.id], at('09:00'));
  const overrides = [{ rule: 'overlap', reason: 'To be sure' }];
  const again = await work.schedule(visit.id, [kai.id], at('09:00'), { overrides });
  expect(again.data).toEqual({ row: visitIn(booked), change: changeOf(booked), made: false });
  expect((await work.show(visit.id)).assignments).toEqual(visitIn(booked).assignments);
  expect((await work.owner.post(`/changes/${changeOf(booked)}/undo`)).status).toBe(200);
});

test('what is never overridden stays refused: inactive, banned, no ticket, the past', async () => {
  const skill = await work.owner.post('/skills', { name: `Gas ${randomUUID()}`, needs_ticket: true });
  const gas = (skill.data as { row: { id: string; name: string } }).row;
  const idle = await work.addTechnician({ is_active: false });
  const kai = await work.addTechnician({ skills: [gas.id] });
  await work.owner.post(`/technicians/${kai.id}/tickets`, {
    skill_id: gas.id,
    kind: 'Gas',
    expires_on: '2026-11-16',
  });
  const overrides = [{ rule: 'shift', reason: 'any' }];
  const visit = await work.addVisit({ skills: [gas.id] });
  const inactive = await work.schedule(visit.id, [idle.id], at('09:00'), { overrides });
  expect(reasonsOf(inactive).map(({ rule }) => rule)).toEqual(['inactive', 'skill']);
  const expired = await work.schedule(visit.id, [kai.id], at('09:00'));
  expect(reasonsOf(expired)).toMatchObject([
    {
      rule: 'ticket',
      can_override: false,
      text: `${kai.name}’s ${gas.name} ticket expired on Mon 16 Nov.`,
    },
  ]);
  const plain = await work.addVisit({}, await work.addSite({ banned: [kai.id] }));
  const banned = await work.schedule(plain.id, [kai.id], at('09:00'));
  expect(reasonsOf(banned).map(({ rule }) => rule)).toEqual(['banned']);
  const other = await work.addVisit();
  const past = await work.schedule(other.id, [kai.id], at('08:00', '2026-11-16'));
  expect(reasonsOf(past).map(({ rule }) => rule)).toEqual(['past']);
});

test('shift, absence, window and travel are refused without a reason and pass with one', async () => {
  const kai = await work.addTechnician();
  await work.owner.post(`/technicians/${kai.id}/absences`, {
    kind: 'sick',
    starts_at: at('00:00', '2026-11-18'),
    ends_at: at('00:00', '2026-11-19'),
    whole_days: true,
  });
  const visit = await work.addVisit({ window_from: '11:00', window_to: '13:00' });
  const wrong = await work.schedule(visit.id, [kai.id], at('18:00', '2026-11-18'));
  expect(reasonsOf(wrong).map(({ rule }) => rule)).toEqual(['window', 'absence', 'shift']);
  const overrides = ['window', 'absence', 'shift'].map((rule) => ({ rule, reason: 'asked for' }));
  const right = await work.schedule(visit.id, [kai.id], at('18:00', '2026-11-18'), { overrides });
  expect(right.status).toBe(200);
  const far = await work.addVisit({}, await work.addSite({ kilometres: 60 }));
  const near = await work.addVisit();
  await work.schedule(near.id, [kai.id], at('09:00'));
  const drive = await work.schedule(far.id, [kai.id], at('10:00'));
  expect(reasonsOf(drive).map(({ rule }) => rule)).toEqual(['travel']);
});

test('a longer visit keeps its technicians for longer, unless the next one is in the way', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const [first, second] = [await work.addVisit({}, site), await work.addVisit({}, site)];
  await work.schedule(first.id, [kai.id], at('09:00'));
  await work.schedule(second.id, [kai.id], at('11:00'));
  const longer = await work.owner.patch(`/visits/${first.id}`, { version: 1, duration: 120 });
  expect(visitIn(longer).assignments[0]!.ends_at).toBe('2026-11-17T00:00:00+00:00');
  const refused = await work.owner.patch(`/visits/${first.id}`, { version: 2, duration: 150 });
  expect(reasonsOf(refused).map(({ rule }) => rule)).toEqual(['overlap']);
  expect((await work.show(first.id)).duration).toBe(120);
  const undone = await work.owner.post(`/changes/${changeOf(longer)}/undo`);
  expect(undone.status).toBe(200);
  expect(await work.show(first.id)).toMatchObject({
    duration: 60,
    assignments: [{ ends_at: '2026-11-16T23:00:00+00:00' }],
  });
});

test('a booking follows the length of its visit also when an undo changes that, and is checked', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const [first, second] = [await work.addVisit({}, site), await work.addVisit({}, site)];
  const shorter = await work.owner.patch(`/visits/${first.id}`, { version: 1, duration: 30 });
  await work.schedule(first.id, [kai.id], at('09:00'));
  await work.schedule(second.id, [kai.id], at('09:30'));
  const refused = await work.owner.post(`/changes/${changeOf(shorter)}/undo`);
  expect(reasonsOf(refused).map(({ rule }) => rule)).toEqual(['overlap']);
  await work.schedule(second.id, [kai.id], at('10:00'));
  expect((await work.owner.post(`/changes/${changeOf(shorter)}/undo`)).status).toBe(200);
  expect((await work.show(first.id)).assignments[0]!.ends_at).toBe('2026-11-16T23:00:00+00:00');
});

test('an undo that would overlap now is refused with the reason', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const [first, second] = [await work.addVisit({}, site), await work.addVisit({}, site)];
  await work.schedule(first.id, [kai.id], at('09:00'));
  const moved = await work.schedule(first.id, [kai.id], at('12:00'));
  await work.schedule(second.id, [kai.id], at('09:00'));
  const refused = await work.owner.post(`/changes/${changeOf(moved)}/undo`);
  expect(refused.status).toBe(409);
  expect(reasonsOf(refused).map(({ rule }) => rule)).toEqual(['overlap']);
  await work.owner.post(`/visits/${second.id}/unschedule`);
  expect((await work.owner.post(`/changes/${changeOf(moved)}/undo`)).status).toBe(200);
  expect((await work.show(first.id)).assignments[0]!.starts_at).toBe('2026-11-16T22:00:00+00:00');
});

test('an undo that would send two crews to a visit is refused', async () => {
  const [kai, ana] = [await work.addTechnician(), await work.addTechnician()];
  const visit = await work.addVisit();
  await work.schedule(visit.id, [kai.id], at('09:00'));
  const away = await work.owner.post(`/visits/${visit.id}/unschedule`);
  await work.schedule(visit.id, [ana.id], at('09:00'));
  const refused = await work.owner.post(`/changes/${changeOf(away)}/undo`);
  expect(refused).toMatchObject({ status: 409, message: 'This visit’s booking has changed since.' });
});

test('what was cancelled by mistake comes back where it stood, be it in the past by now', async () => {
  const kai = await work.addTechnician();
  const visit = await work.addVisit();
  await work.schedule(visit.id, [kai.id], at('09:30', '2026-11-16'));
  const { now } = work.clock;
  work.clock.now += 45 * 60_000;
  const cancelled = await work.owner.post(`/visits/${visit.id}/cancel`, { reason: 'Wrong line' });
  expect(visitIn(cancelled)).toMatchObject({ state: 'cancelled', assignments: [] });
  expect((await work.owner.post(`/changes/${changeOf(cancelled)}/undo`)).status).toBe(200);
  expect(await work.show(visit.id)).toMatchObject({
    state: 'planned',
    assignments: [{ technician_id: kai.id, starts_at: '2026-11-15T22:30:00+00:00' }],
  });
  work.clock.now = now;
});

test('pins stay with a visit that is moved, and unscheduling takes it back to the tray', async () => {
  const kai = await work.addTechnician();
  const visit = await work.addVisit();
  await work.schedule(visit.id, [kai.id], at('09:00'));
  await work.owner.post(`/visits/${visit.id}/pin`);
  const moved = await work.schedule(visit.id, [kai.id], at('10:00'));
  expect(visitIn(moved).assignments[0]!.is_pinned).toBe(true);
  const unpinned = await work.owner.post(`/visits/${visit.id}/unpin`);
  expect(visitIn(unpinned).assignments[0]!.is_pinned).toBe(false);
  const tray = await work.owner.post(`/visits/${visit.id}/unschedule`);
  expect(visitIn(tray)).toMatchObject({ state: 'unscheduled', assignments: [] });
  expect((await work.owner.post(`/visits/${visit.id}/unschedule`)).status).toBe(409);
});

test('ids that nobody knows, of visits or technicians, are refused alike', async () => {
  const visit = await work.addVisit();
  const unknown = await work.schedule(visit.id, [randomUUID()], at('09:00'));
  expect(unknown.status).toBe(422);
  const kai = await work.addTechnician();
  const body = { version: 1, technicians: [kai.id], starts_at: at('09:00') };
  expect((await work.owner.post(`/visits/${randomUUID()}/schedule`, body)).status).toBe(404);
});
