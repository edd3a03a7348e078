import { afterAll, beforeAll, expect, test } from 'vitest';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';

const USER = '0193e5a0-0000-7000-8000-000000000013';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let work: Work;
let kai: { id: string; name: string };
let kim: { id: string; name: string };
beforeAll(async () => {
  work = await openWork();
  [kai, kim] = [await work.addTechnician(), await work.addTechnician()];
});
afterAll(() => work.close());

async function makeFeed(technician_id: string | null): Promise<string> {
  const { data } = await work.owner.post('/calendar-feeds', { technician_id });
  return new URL((data as { address: string }).address).pathname;
}

/** Each read is a while after the one before, so that the limit is met where it is meant to be. */
async function read(url: string, headers: Record<string, string> = {}) {
  work.clock.now += MINUTE_MS;
  const answer = await work.app.inject({ url, headers });
  const lines = answer.body.replaceAll('\r\n ', '').split('\r\n');
  const events = answer.body
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((text) =>
      Object.fromEntries(
        text.split('\r\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1)]),
      ),
    );
  return { ...answer, status: answer.statusCode, lines, events };
}

test('the visits of a technician, a crew’s too, each with what and where and without what opens a door', async () => {
  const site = await work.addSite();
  const found = (await work.owner.get(`/sites/${site.site_id}`)).data as { row: { version: number } };
  const saved = await work.owner.patch(`/sites/${site.site_id}`, {
    version: found.row.version,
    address: '12 Blaxland Rd',
    access_notes: 'Key under the frog',
  });
  expect(saved.code).toBe(800);
  const job = await work.addJob(
    {
      description: 'Tank leaks; ring 0412 345 678',
      visits: [{ duration: 60, crew_size: 2, note: 'Gate 4711' }],
    },
    site,
  );
  const visit = job.visits[0]!;
  await work.schedule(visit.id, [kai.id, kim.id], at('09:00'));
  const waiting = await work.addVisit();
  const mine = await read(await makeFeed(kai.id));
  expect(mine.status).toBe(200);
  expect(mine.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'last-modified': expect.stringMatching(/GMT$/),
  });
  expect(mine.lines).toContain(`X-WR-CALNAME:${kai.name} · Harbour City Plumbing`);
  expect(mine.events).toEqual([
    expect.objectContaining({
      UID: `${visit.id}-${kai.id}`,
      DTSTART: '20261116T220000Z',
      DTEND: '20261116T230000Z',
      'LAST-MODIFIED': '20261115T220000Z',
      STATUS: 'TENTATIVE',
      SUMMARY: String.raw`J-${job.number} Tank leaks\; ring … · Ryde`,
      LOCATION: String.raw`12 Blaxland Rd\, Ryde`,
      DESCRIPTION: String.raw`Tank leaks\; ring …\n${site.name}\nVisit J-${job.number}/1: planned\, may change\nA crew of 2`,
      URL: `http://0.0.0.0:3000/jobs/J-${job.number}`,
    }),
  ]);
  for (const secret of ['0412', 'frog', 'Dog', '4711', waiting.id]) expect(mine.body).not.toContain(secret);

  expect((await read(await makeFeed(kim.id))).events).toEqual([
    expect.objectContaining({ UID: `${visit.id}-${kim.id}` }),
  ]);
  const all = await read(await makeFeed(null));
  expect(all.lines).toContain('X-WR-CALNAME:Harbour City Plumbing');
  const whose = all.events.map(({ UID, SUMMARY }) => `${UID} ${SUMMARY!.split(' · ').at(-1)}`);
  const crew = [kai, kim].map(({ id, name }) => `${visit.id}-${id} ${name}`);
  expect(whose.toSorted()).toEqual(crew.toSorted());
});

test('a visit that moves stays the same event, one that is taken away is gone', async () => {
  const own = (await work.addTechnician()).id;
  const feed = await makeFeed(own);
  const visit = await work.addVisit();
  await work.schedule(visit.id, [own], at('09:00'));
  const [before] = (await read(feed)).events;
  await work.schedule(visit.id, [own], at('11:00'));
  const [moved] = (await read(feed)).events;
  expect(moved).toMatchObject({ UID: before!['UID'], DTSTART: '20261117T000000Z' });
  expect(Number(moved!['SEQUENCE'])).toBeGreaterThan(Number(before!['SEQUENCE']));
  expect(moved!['LAST-MODIFIED']! > before!['LAST-MODIFIED']!).toBe(true);
  await work.owner.post(`/visits/${visit.id}/dispatch`);
  const [dispatched] = (await read(feed)).events;
  expect(dispatched).toMatchObject({ STATUS: 'CONFIRMED' });
  expect(Number(dispatched!['SEQUENCE'])).toBeGreaterThan(Number(moved!['SEQUENCE']));
  await work.owner.post(`/visits/${visit.id}/unschedule`);
  expect((await read(feed)).events).toEqual([]);
});

test('what the program has already is not sent again', async () => {
  const own = (await work.addTechnician()).id;
  const feed = await makeFeed(own);
  const visit = await work.addVisit();
  await work.schedule(visit.id, [own], at('09:00'));
  const first = await read(feed);
  const [etag, since] = [String(first.headers.etag), String(first.headers['last-modified'])];
  const again = await read(feed, { 'if-none-match': etag });
  expect([again.status, again.body]).toEqual([304, '']);
  expect((await read(feed, { 'if-modified-since': since })).status).toBe(304);
  await work.schedule(visit.id, [own], at('13:00'));
  expect((await read(feed, { 'if-none-match': etag })).status).toBe(200);
  expect((await read(feed, { 'if-modified-since': since })).status).toBe(200);
  expect(
    (await read(feed, { 'if-none-match': etag, 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }))
      .status,
  ).toBe(200);
});

test('the office sees half a year ahead, a technician no more than a month', async () => {
  const own = (await work.addTechnician()).id;
  expect((await work.owner.put(`/team/${USER}/technician`, { technician_id: own })).code).toBe(800);
  const priya = await schedulerOf(work.app, 'technician@example.com');
  const { data } = await priya.post('/my/calendar-feeds');
  const feeds = [new URL((data as { address: string }).address).pathname, await makeFeed(own)];
  const days = ['2026-12-17', '2026-12-21', '2027-05-14', '2027-05-18'] as const;
  for (const day of days) {
    const visit = await work.addVisit();
    expect((await work.schedule(visit.id, [own], at('09:00', day))).code).toBe(800);
  }
  const seen = async (feed: string) => (await read(feed)).events.map(({ DTSTART }) => DTSTART!.slice(0, 8));
  expect(await seen(feeds[0]!)).toEqual(['20261216']);
  expect(await seen(feeds[1]!)).toEqual(['20261216', '20261220', '20270513']);
  work.clock.now = Date.parse(at('12:00', '2027-01-16'));
  expect(await seen(feeds[0]!)).toEqual([]);
  expect(await seen(feeds[1]!)).toEqual(['20261216', '20261220', '20270513', '20270517']);
  work.clock.now += DAY_MS;
  expect(await seen(feeds[1]!)).toEqual(['20261220', '20270513', '20270517']);
  work.clock.now = MONDAY;
});

test('an address is read sixty times in ten minutes at most, and wrong ones are counted for their network', async () => {
  const feed = await makeFeed(null);
  const ask = async (url: string) => (await work.app.inject({ url })).statusCode;
  for (let time = 0; time < 60; time += 1) expect(await ask(feed)).toBe(200);
  expect(await ask(feed)).toBe(429);
  work.clock.now += 10 * MINUTE_MS;
  expect(await ask(feed)).toBe(200);
  const wrong = `/calendar/${'x'.repeat(43)}.ics`;
  for (let time = 0; time < 50; time += 1) expect(await ask(wrong)).toBe(404);
  expect(await ask(wrong)).toBe(429);
  expect(await ask(feed)).toBe(200);
});
