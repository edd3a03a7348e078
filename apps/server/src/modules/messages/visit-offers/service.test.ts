import type { ShownVisitRequest } from '@muster/domain/messages/visit-requests/schema';
import type { Business } from '@muster/domain/work/settings/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { customerPageOf, dispatchedVisit } from '../../../../test/setups/customer-page.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
beforeEach(() => setPage({ another_time: 'at once', hours_before: 24, most_changes: 2 }));
afterAll(() => work.close());

async function setPage(fields: Partial<Business['customer_page']>): Promise<void> {
  const { row } = (await work.owner.get('/settings')).data as { row: Business };
  const customer_page = { ...row.customer_page, ...fields };
  expect((await work.owner.patch('/settings', { version: row.version, customer_page })).status).toBe(200);
}

/** The offers on a page: what is chosen, and what is read. */
function offersIn(html: string): { id: string; text: string }[] {
  return [...html.matchAll(/name="offer" value="([0-9a-f-]{36})" required><span class="time">([^<]+)</g)].map(
    ([, id, text]) => ({ id: id!, text: text! }),
  );
}

async function open(visit: string) {
  const page = await customerPageOf(work, visit);
  const { body } = await page.read('/time');
  return { page, offers: offersIn(body), token: page.tokenIn(body, 'time')! };
}

const requestsOf = async (job: string) =>
  ((await work.owner.get(`/jobs/${job}/visit-requests`)).data as { rows: ShownVisitRequest[] }).rows;

/** Pairs of bookings of one technician that take the same time. */
async function overlaps(): Promise<object[]> {
  const { rows } = await work.inside((db) =>
    sql<object>`
      select a.visit_id, b.visit_id as other from assignments a
        join assignments b on b.technician_id = a.technician_id and b.id > a.id
                          and a.starts_at < b.ends_at and b.starts_at < a.ends_at`.execute(db),
  );
  return rows;
}

test('five different arrivals at most, in order, no sooner than the business wants and not the one they have', async () => {
  const { visit } = await dispatchedVisit(work);
  const { offers } = await open(visit);
  expect(offers.length).toBeGreaterThan(2);
  expect(offers.length).toBeLessThanOrEqual(5);
  expect(new Set(offers.map(({ text }) => text)).size).toBe(offers.length);
  for (const { text } of offers) expect(text).toMatch(/^(Tue 17|Wed 18|Thu 19|Fri 20|Mon 23|Tue 24) Nov, \d/);
  expect(offers.map(({ text }) => text)).not.toContain('Tue 17 Nov, 9–11 am');
});

test('the one they choose is theirs at once: booked, agreed, confirmed, and undone by the office', async () => {
  const { visit, job } = await dispatchedVisit(work);
  const { page, offers, token } = await open(visit);
  const chosen = offers.at(-1)!;
  const sent = await page.post('time', { form: token, offer: chosen.id });
  expect([sent.status, sent.location]).toEqual([303, `${page.path}?done=booked`]);
  const { body } = await page.read();
  expect(body).toContain(chosen.text);
  expect(body).toContain('You’ve confirmed this time');
  expect(await requestsOf(job)).toMatchObject([
    { kind: 'another time', decision: 'accepted', decided_by: null },
  ]);
  const before = await work.show(visit);
  expect(chosen.text).toContain(before.on_date!.slice(-2).replace(/^0/, ''));
  const { rows } = (await work.owner.get(`/changes?subject=${visit}`)).data as {
    rows: { number: number; kind: string; by: { name: string } }[];
  };
  expect(rows[0]).toMatchObject({
    kind: 'visit scheduled',
    by: { name: expect.stringMatching(/, on their page$/) },
  });
  expect((await work.owner.post(`/changes/${rows[0]!.number}/undo`)).status).toBe(200);
  expect(await work.show(visit)).toMatchObject({ on_date: null, confirmed_at: null });
});

test('as a request it waits: accepting moves the visit there, and the page says what waits', async () => {
  await setPage({ another_time: 'request' });
  const { visit, job } = await dispatchedVisit(work);
  const { page, offers, token } = await open(visit);
  await page.post('time', { form: token, offer: offers[0]!.id });
  expect((await page.read()).body).toContain(`You’ve asked for another time: ${offers[0]!.text}.`);
  const [asked] = await requestsOf(job);
  expect(asked).toMatchObject({ kind: 'another time', decision: null });
  expect((await work.show(visit)).assignments[0]!.starts_at).toBe('2026-11-16T22:30:00+00:00');
  expect((await work.owner.post(`/visit-requests/${asked!.id}/accept`)).status).toBe(200);
  expect((await page.read()).body).toContain(offers[0]!.text);
});

test('words instead of a time are asked, whatever the owner chose', async () => {
  const { visit, job } = await dispatchedVisit(work);
  const { page, token } = await open(visit);
  const empty = await page.post('time', { form: token, offer: 'none' });
  expect([empty.status, empty.body.includes('Tell us when would suit you.')]).toEqual([422, true]);
  expect((await page.post('time', { form: token, offer: 'none', text: 'Only Saturdays' })).status).toBe(303);
  expect(await requestsOf(job)).toMatchObject([{ content: { text: 'Only Saturdays' }, decision: null }]);
});

test('a limit on how often, on how late, and no way at all where the owner wants none', async () => {
  const { visit } = await dispatchedVisit(work);
  const first = await open(visit);
  await first.page.post('time', { form: first.token, offer: first.offers[0]!.id });
  const second = await open(visit);
  await second.page.post('time', { form: second.token, offer: second.offers[1]!.id });
  const { page } = second;
  expect((await page.read()).body).not.toContain(`${page.path}/time`);
  expect(await page.read('/time')).toMatchObject({ status: 303, location: page.path });
  const stale = await page.post('time', { form: second.token, offer: 'none', text: 'Again' });
  expect(stale.status).toBe(422);

  const near = await customerPageOf(work, (await dispatchedVisit(work)).visit);
  await setPage({ hours_before: 25 });
  expect((await near.read()).body).not.toContain('/time"');
  await setPage({ hours_before: 24, another_time: 'off' });
  expect((await near.read()).body).not.toContain('/time"');
});

test('an offer is good for half an hour and for its own visit alone', async () => {
  await setPage({ hours_before: 4 });
  const [one, other] = [await dispatchedVisit(work), await dispatchedVisit(work)];
  const [mine, theirs] = [await open(one.visit), await open(other.visit)];
  const foreign = await theirs.page.post('time', { form: theirs.token, offer: mine.offers[0]!.id });
  expect([foreign.status, foreign.body.includes('Here’s what’s free now')]).toEqual([409, true]);
  const before = work.clock.now;
  work.clock.now += 31 * 60_000;
  const late = await mine.page.post('time', { form: mine.token, offer: mine.offers[0]!.id });
  expect([late.status, offersIn(late.body).length > 0]).toEqual([409, true]);
  work.clock.now = before;
  expect((await work.show(one.visit)).confirmed_at).toBeNull();
});

test('two customers take the same offer: one has it, the other is told and offered others, and nothing overlaps', async () => {
  const kai = await work.addTechnician();
  const { data } = await work.owner.get('/technicians?limit=200');
  const banned = (data as { rows: { id: string }[] }).rows.map(({ id }) => id).filter((id) => id !== kai.id);
  for (let round = 0; round < 4; round += 1) {
    const pages = [];
    for (let n = 0; n < 2; n += 1) {
      const visit = await work.addVisit({}, await work.addSite({ banned }));
      pages.push({ visit: visit.id, ...(await open(visit.id)) });
    }
    const [one, other] = pages as [(typeof pages)[number], (typeof pages)[number]];
    const same = one.offers.find(({ text }) => other.offers.some((offer) => offer.text === text))!;
    const theirs = other.offers.find(({ text }) => text === same.text)!;
    const sent = await Promise.all([
      one.page.post('time', { form: one.token, offer: same.id }),
      other.page.post('time', { form: other.token, offer: theirs.id }),
    ]);
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
    const lost = sent.find(({ status }) => status === 409)!;
    expect(lost.body).toContain('Sorry, that time has just gone. Here’s what’s free now.');
    expect(offersIn(lost.body).map(({ id }) => id)).not.toContain(same.id);
    expect(await overlaps()).toEqual([]);
  }
});

test('a dispatcher drags the visit meanwhile: whoever is second is told, and it is in one place', async () => {
  // Another process, as a dispatcher may be at.
  const there = await testApp(work.here, { now: () => work.clock.now });
  const dispatcher = await schedulerOf(there, 'dispatcher@example.com');
  const outcomes = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const { visit, technician } = await dispatchedVisit(work);
    const { page, offers, token } = await open(visit);
    const { version, assignments } = await work.show(visit);
    const seen = assignments.map((row) => ({ id: row.id, version: row.version }));
    const [chosen, dragged] = await Promise.all([
      page.post('time', { form: token, offer: offers.at(-1)!.id }),
      dispatcher.post(`/visits/${visit}/schedule`, {
        version,
        seen,
        technicians: [technician.id],
        starts_at: at('14:00'),
      }),
    ]);
    expect([chosen.status === 303, dragged.status === 200].filter(Boolean)).toHaveLength(1);
    const isTheirs = chosen.status === 303;
    outcomes.add(isTheirs ? 'customer' : 'dispatcher');
    expect((await work.show(visit)).assignments).toHaveLength(1);
    const { body } = await page.read();
    expect(body).toContain(isTheirs ? offers.at(-1)!.text : 'Tue 17 Nov, 2–4 pm');
    if (!isTheirs) expect(offersIn(chosen.body).length).toBeGreaterThan(0);
    expect(await overlaps()).toEqual([]);
  }
  expect(outcomes.size).toBeGreaterThan(0);
  await there.close();
});

test('whoever asks for offers again and again waits, and others do not', async () => {
  const [one, other] = [await dispatchedVisit(work), await dispatchedVisit(work)];
  const [busy, calm] = [await customerPageOf(work, one.visit), await customerPageOf(work, other.visit)];
  const statuses = [];
  for (let n = 0; n < 14; n += 1) statuses.push((await busy.read('/time')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(12);
  expect(statuses.at(-1)).toBe(429);
  expect((await calm.read('/time')).status).toBe(200);
}, 60_000);

test('the server is started anew in between: links, forms and offers stay good', async () => {
  const { visit } = await dispatchedVisit(work);
  const { offers, token } = await open(visit);
  const again = await testApp(work.here, { now: () => work.clock.now });
  const page = await customerPageOf(work, visit, again);
  expect((await page.read()).status).toBe(200);
  expect((await page.post('time', { form: token, offer: offers[0]!.id })).status).toBe(303);
  await again.close();
});
