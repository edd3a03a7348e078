import { afterAll, beforeAll, expect, test } from 'vitest';
import { schedulerByKey } from '../../../../test/setups/scheduler.ts';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

interface Found {
  from: string;
  to: string;
  slots: {
    technicians: string[];
    starts_at: string;
    driving: number;
    window_from: string;
    reasons: string[];
  }[];
  later: string | null;
  problem: string | null;
}

test('five places at most, the cheapest first, with reasons in words; each can be booked as it is', async () => {
  for (let count = 0; count < 3; count += 1) await work.addTechnician();
  const { id: visit } = await work.addVisit();
  const { status, data } = await work.owner.get(`/visits/${visit}/slots`);
  expect(status).toBe(200);
  const { slots, from, to } = data as Found;
  expect(slots.length).toBeGreaterThan(0);
  expect(slots.length).toBeLessThanOrEqual(5);
  expect(slots[0]!.reasons).toEqual(expect.arrayContaining([expect.stringMatching(/driving/)]));
  expect([from, to]).toEqual(['2026-11-16', '2026-11-22']);
  const { technicians, starts_at } = slots[0]!;
  const booked = await work.owner.post(`/visits/${visit}/schedule`, { version: 1, technicians, starts_at });
  expect(booked.status).toBe(200);
});

test('a place begins at full five minutes, however long the drive there is', async () => {
  const before = (await work.owner.get('/technicians?limit=200')).data as { rows: { id: string }[] };
  const kai = await work.addTechnician();
  const first = await work.addVisit();
  await work.schedule(first.id, [kai.id], at('09:00'));
  const starts: string[] = [];
  for (const kilometres of [7, 8, 9, 10]) {
    const site = await work.addSite({ kilometres, banned: before.rows.map(({ id }) => id) });
    const window = { on_date: '2026-11-17', window_from: '10:00', window_to: '11:00' };
    const { id } = await work.addVisit(window, site);
    const { slots } = (await work.owner.get(`/visits/${id}/slots`)).data as Found;
    starts.push(...slots.map(({ starts_at }) => starts_at));
  }
  expect(starts).toHaveLength(4);
  for (const start of starts) {
    expect(Date.parse(start)).toBeGreaterThan(Date.parse(at('10:00')));
    expect(Date.parse(start) % 300_000).toBe(0);
  }
});

test('a place that is taken is not offered', async () => {
  const { id: visit } = await work.addVisit();
  const before = (await work.owner.get(`/visits/${visit}/slots`)).data as Found;
  const other = await work.addVisit();
  const { technicians, starts_at } = before.slots[0]!;
  await work.owner.post(`/visits/${other.id}/schedule`, { version: 1, technicians, starts_at });
  const after = (await work.owner.get(`/visits/${visit}/slots`)).data as Found;
  expect(after.slots.map((slot) => [slot.technicians, slot.starts_at])).not.toContainEqual([
    technicians,
    starts_at,
  ]);
});

test('an unknown visit is not found, and a day that is over is today', async () => {
  const gone = await work.owner.get('/visits/0193e5a0-0000-7000-8000-000000000099/slots');
  expect(gone.status).toBe(404);
  const { id: visit } = await work.addVisit();
  const { data } = await work.owner.get(`/visits/${visit}/slots?from=2020-01-01`);
  expect((data as Found).from).toBe('2026-11-16');
});

test('no place is on a day before the first that was asked for', async () => {
  const { id: visit } = await work.addVisit();
  const { slots } = (await work.owner.get(`/visits/${visit}/slots?from=2026-11-25`)).data as Found;
  expect(slots.length).toBeGreaterThan(0);
  const first = Date.parse('2026-11-25T00:00+11:00');
  for (const { starts_at } of slots) expect(Date.parse(starts_at)).toBeGreaterThanOrEqual(first);
});

test('a place tells its price in minutes of driving', async () => {
  const { id: visit } = await work.addVisit();
  const { slots } = (await work.owner.get(`/visits/${visit}/slots`)).data as Found;
  for (const { driving, reasons } of slots)
    expect(reasons[0]).toBe(driving <= 0 ? 'no extra driving' : `${driving} min of extra driving`);
});

test('a booking page asks with a key for a visit that does not exist yet, and nothing is kept', async () => {
  const { data: made } = await work.owner.post('/api-keys', { name: 'Booking page', rights: 'dispatcher' });
  const page = schedulerByKey(work.app, (made as { key: string }).key);
  const before = (await work.owner.get('/jobs')).data as { rows: object[]; change: number };
  const wanted = {
    duration: 90,
    position: { latitude: -33.8, longitude: 151 },
    on_date: '2026-11-18',
    window_from: '09:00',
    window_to: '11:00',
    priority: 'P1',
  };
  const found = await page.post('/slots', wanted);
  expect(found.status).toBe(200);
  const { slots } = found.data as Found;
  expect(slots.length).toBeGreaterThan(0);
  for (const { starts_at } of slots) {
    expect(Date.parse(starts_at)).toBeGreaterThanOrEqual(Date.parse('2026-11-17T22:00:00Z'));
    expect(Date.parse(starts_at)).toBeLessThanOrEqual(Date.parse('2026-11-18T00:00:00Z'));
  }
  const after = (await work.owner.get('/jobs')).data as { rows: object[]; change: number };
  expect([after.rows.length, after.change]).toEqual([before.rows.length, before.change]);
});

test('a visit that does not exist yet needs a place, sound times and skills that there are', async () => {
  const { site_id } = await work.addSite();
  expect((await work.owner.post('/slots', { duration: 60, site_id })).status).toBe(200);
  const unknown = '0193e5a0-0000-7000-8000-000000000099';
  for (const wrong of [
    { duration: 60 },
    { duration: 60, site_id: unknown },
    { duration: 60, suburb_id: 999_999 },
    { duration: 60, site_id, skills: [unknown] },
    { duration: 60, site_id, window_from: '09:00' },
  ])
    expect([wrong, (await work.owner.post('/slots', wrong)).status]).toEqual([wrong, 422]);
});

test('an agreed day weeks ahead is where it looks, crew and window kept; beyond it only when asked', async () => {
  const { site_id } = await work.addSite();
  const wanted = {
    duration: 60,
    site_id,
    crew_size: 2,
    on_date: '2026-12-01',
    window_from: '09:00',
    window_to: '11:00',
  };
  const found = (await work.owner.post('/slots', wanted)).data as Found;
  expect(found).toMatchObject({
    from: '2026-12-01',
    to: '2026-12-01',
    later: null,
    problem: null,
    is_agreed: true,
  });
  expect(found.slots.length).toBeGreaterThan(0);
  for (const { technicians, starts_at } of found.slots) {
    expect(technicians).toHaveLength(2);
    expect(Date.parse(starts_at)).toBeGreaterThanOrEqual(Date.parse(at('09:00', '2026-12-01')));
    expect(Date.parse(starts_at)).toBeLessThanOrEqual(Date.parse(at('11:00', '2026-12-01')));
  }
  const { id } = await work.addVisit({ ...wanted, site_id: undefined });
  expect(((await work.owner.get(`/visits/${id}/slots`)).data as Found).from).toBe('2026-12-01');
  const beyond = (await work.owner.get(`/visits/${id}/slots?beyond_agreed=true`)).data as Found;
  expect(beyond).toMatchObject({ from: '2026-11-16', later: '2026-11-23', is_agreed: false });
});

test('the offers differ: no two are of the same people within an hour, and there are several days and times', async () => {
  for (const crew_size of [1, 2]) {
    const { site_id } = await work.addSite();
    const { slots } = (await work.owner.post('/slots', { duration: 60, site_id, crew_size })).data as Found;
    expect(slots).toHaveLength(5);
    const starts = slots.map(({ starts_at }) => Date.parse(starts_at));
    const close = slots.flatMap((a, i) =>
      slots.slice(i + 1).filter((b, k) => {
        const isSame = a.technicians.toSorted().join() === b.technicians.toSorted().join();
        return isSame && Math.abs(starts[i]! - starts[i + 1 + k]!) < 3_600_000;
      }),
    );
    expect(close).toEqual([]);
    const days = new Set(slots.map(({ starts_at }) => starts_at.slice(0, 10)));
    const times = new Set(slots.map(({ window_from }) => window_from));
    expect([days.size > 1, times.size > 1]).toEqual([true, true]);
  }
});

test('it goes on to later weeks, and never ends without saying why', async () => {
  const { site_id } = await work.addSite();
  const first = (await work.owner.post('/slots', { duration: 60, site_id })).data as Found;
  expect(first.later).toBe('2026-11-23');
  const second = (await work.owner.post('/slots', { duration: 60, site_id, from: first.later }))
    .data as Found;
  expect([second.from, second.slots.length > 0, second.later]).toEqual(['2026-11-23', true, '2026-11-30']);

  const why = async (fields: object) => {
    const { slots, problem, later } = (await work.owner.post('/slots', { duration: 60, site_id, ...fields }))
      .data as Found;
    expect(slots).toEqual([]);
    return [problem, later !== null];
  };
  const { data } = await work.owner.post('/skills', { name: 'Roof plumbing' });
  const skill = (data as { row: { id: string } }).row.id;
  expect(await why({ skills: [skill] })).toEqual([
    'No one active has Roof plumbing. Change what the visit needs, or who can do it.',
    false,
  ]);
  expect(await why({ on_date: '2026-11-22' })).toEqual([
    'No one who can do this visit works on Sun 22 Nov.',
    false,
  ]);
  expect(await why({ on_date: '2026-11-13' })).toEqual(['The agreed time is over (Fri 13 Nov).', false]);
  expect(await why({ window_from: '02:00', window_to: '03:00' })).toEqual([
    'No one who can do this visit works between Mon 16 Nov and Sun 22 Nov, 2–3 am.',
    true,
  ]);
  const off = await work.addSite({ banned: (await active()).slice(1) });
  expect(await why({ site_id: off.site_id, crew_size: 2 })).toEqual([
    'The visit needs 2 people, and only 1 can do it. Change what the visit needs, or who can do it.',
    false,
  ]);
});

test('everybody is booked: the reason says so, and later days are offered', async () => {
  const kai = await work.addTechnician();
  const alone = (await active()).filter((id) => id !== kai.id);
  const site = await work.addSite({ banned: alone });
  const long = await work.addVisit({ duration: 480 }, site);
  const overrides = ['shift', 'travel'].map((rule) => ({ rule, reason: 'a test' }));
  expect((await work.schedule(long.id, [kai.id], at('07:00', '2026-12-01'), { overrides })).status).toBe(200);
  const wanted = { duration: 120, site_id: site.site_id, on_date: '2026-12-01' };
  const found = (await work.owner.post('/slots', wanted)).data as Found;
  expect(found).toMatchObject({
    slots: [],
    problem: 'Everyone who can do this visit is booked on Tue 1 Dec.',
    is_agreed: true,
  });
});

test('a visit that is booked moves: it finds places on any day, as if it waited, however it is held', async () => {
  const kai = await work.addTechnician();
  const { id } = await work.addVisit();
  expect((await work.schedule(id, [kai.id], at('10:00', '2026-12-08'))).status).toBe(200);
  const slotsFrom = async (from: string) => {
    const { status, data } = await work.owner.get(`/visits/${id}/slots?from=${from}`);
    expect([from, status]).toEqual([from, 200]);
    return data as Found;
  };
  expect((await slotsFrom('2026-11-16')).slots).toHaveLength(5);
  for (const step of ['pin', 'dispatch']) {
    expect((await work.owner.post(`/visits/${id}/${step}`)).status).toBe(200);
    for (const from of ['2026-11-16', '2026-12-07']) {
      const { slots } = await slotsFrom(from);
      expect([step, from, slots.length]).toEqual([step, from, 5]);
      expect(new Set(slots.map(({ starts_at }) => starts_at)).size).toBeGreaterThan(1);
    }
  }
  const { technicians, starts_at } = (await slotsFrom('2026-11-16')).slots[0]!;
  expect((await work.schedule(id, technicians, starts_at)).status).toBe(200);
});

test('a visit that cannot be booked any more has no places, and says why', async () => {
  const kai = await work.addTechnician();
  const refusal = async (id: string) => {
    const { status, message } = await work.owner.get(`/visits/${id}/slots`);
    return [status, message];
  };
  const off = await work.addVisit();
  await work.owner.post(`/visits/${off.id}/cancel`, { reason: 'Sold the house' });
  expect(await refusal(off.id)).toEqual([409, 'This visit is cancelled. Restore it first.']);

  const done = await work.addVisit();
  await work.schedule(done.id, [kai.id], at('09:00', '2026-11-16'));
  const { data: begun } = await work.owner.post(`/visits/${done.id}/progress`, { progress: 'on site' });
  expect(begun).toMatchObject({ row: { state: 'on site' } });
  expect(await refusal(done.id)).toEqual([
    409,
    'This visit has started (on site). Record the outcome instead.',
  ]);
  await work.owner.post(`/visits/${done.id}/outcome`, { outcome: 'completed' });
  expect(await refusal(done.id)).toEqual([409, 'This visit is finished (completed). Undo that first.']);

  const job = await work.addJob();
  await work.owner.post(`/jobs/${job.id}/archive`);
  expect(await refusal(job.visits[0]!.id)).toEqual([409, 'This job is archived. Restore it first.']);
});

async function active(): Promise<string[]> {
  const { data } = await work.owner.get('/technicians?limit=200');
  return (data as { rows: { id: string }[] }).rows.map(({ id }) => id);
}
