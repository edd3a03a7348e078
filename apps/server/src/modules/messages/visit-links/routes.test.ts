import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { dumpDatabase, spellings } from '../../../../test/dump.ts';
import { at, openWork, type Work } from '../../../../test/setups/work.ts';
import { createLog } from '../../../platform/log.ts';
import { keyringOf } from '../../../platform/secrets/keyring.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { forgetVisitLinks } from './service.ts';

const DAY_MS = 86_400_000;

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

interface Made {
  row: { id: string; revoked_at: string | null };
  change: number;
  address: string;
}

async function link(visit: string, by = work.owner): Promise<Made> {
  const { status, data } = await by.post(`/visits/${visit}/page/link`);
  expect(status).toBe(200);
  return data;
}

function open(address: string, app = work.app) {
  return app.inject({ url: new URL(address).pathname });
}

async function shown({ job_id }: { job_id: string }): Promise<{ first_read_at: string | null }[]> {
  return ((await work.owner.get(`/jobs/${job_id}/pages`)).data as { rows: [] }).rows;
}

async function booked(date = '2026-11-17' as const) {
  const kai = await work.addTechnician();
  const visit = await work.addVisit();
  expect((await work.schedule(visit.id, [kai.id], at('09:30', date))).status).toBe(200);
  await work.owner.post(`/visits/${visit.id}/dispatch`);
  return { visit, kai };
}

test('a visit has one link, short enough for a text, and the office gets it again whenever it asks', async () => {
  const { visit } = await booked();
  expect(await shown(visit)).toEqual([]);
  const made = await link(visit.id);
  expect(made.address).toMatch(/^http:\/\/0\.0\.0\.0:3000\/v\/[\w-]{22}$/);
  expect((await link(visit.id)).address).toBe(made.address);
  expect((await link((await booked()).visit.id)).address).not.toBe(made.address);
});

test('the page is found by nobody else: no cache, no index, no frame, no referrer, and no script is needed', async () => {
  const { visit } = await booked();
  const page = await open((await link(visit.id)).address);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'nonce-[\w-]{22}'; /,
  );
});

test('one that is revoked answers like one that never was; the next is another', async () => {
  const { visit } = await booked();
  const made = await link(visit.id);
  const revoked = await work.owner.post(`/visits/${visit.id}/page/revoke`);
  expect([revoked.status, (revoked.data as Made).row.revoked_at]).toEqual([200, expect.any(String)]);
  const path = new URL(made.address).pathname;
  const all = [path, `/v/${'x'.repeat(22)}`, '/v/x', `${path}/visit.ics`, `${path}/report.pdf`];
  const answers = await Promise.all(all.map((url) => work.app.inject({ url })));
  const plain = (body: string) => body.replaceAll(/nonce="[^"]+"/g, '');
  for (const { statusCode, body } of answers)
    expect([statusCode, plain(body)]).toEqual([404, plain(answers[1]!.body)]);
  expect((await work.owner.post(`/changes/${(revoked.data as Made).change}/undo`)).status).toBe(422);
  expect((await work.owner.post(`/visits/${visit.id}/page/revoke`)).status).toBe(404);
  const next = await link(visit.id);
  expect([next.address === made.address, (await open(next.address)).statusCode]).toEqual([false, 200]);
});

test('it can be read for 30 days after the visit, then it is gone, and so is what opened it', async () => {
  const { visit } = await booked();
  const { address, row } = await link(visit.id);
  const over = Date.parse(at('10:30'));
  const before = work.clock.now;
  work.clock.now = over + 30 * DAY_MS - 60_000;
  await forgetVisitLinks(work.here.database.db, new Date(work.clock.now));
  expect((await open(address)).statusCode).toBe(200);
  work.clock.now = over + 30 * DAY_MS;
  expect((await open(address)).statusCode).toBe(404);
  const tokens = () => work.here.asOwner('select from visit_link_tokens where link_id = $1', [row.id]);
  expect((await tokens()).rows).toHaveLength(1);
  await forgetVisitLinks(work.here.database.db, new Date(work.clock.now));
  expect((await tokens()).rows).toHaveLength(0);
  work.clock.now = before;
});

test('a visit that waits for a time has no end, and one that is cancelled ends 30 days later', async () => {
  const visit = await work.addVisit();
  const { address } = await link(visit.id);
  const before = work.clock.now;
  await work.owner.post(`/visits/${visit.id}/cancel`, { reason: 'Their own business' });
  work.clock.now = before + 29 * DAY_MS;
  expect((await open(address)).body).toContain('Cancelled');
  work.clock.now = before + 31 * DAY_MS;
  expect((await open(address)).statusCode).toBe(404);
  work.clock.now = before;
  await work.owner.post(`/visits/${visit.id}/restore`);
  work.clock.now = before + 300 * DAY_MS;
  expect((await open(address)).statusCode).toBe(200);
  work.clock.now = before;
});

test('the office sees whether it was opened; looking itself is no opening', async () => {
  const { visit } = await booked();
  const { address } = await link(visit.id);
  const { cookie } = await signInAs(work.app, 'owner@example.com');
  const { pathname } = new URL(address);
  const seen = await work.app.inject({ url: pathname, headers: { cookie } });
  expect([seen.statusCode, seen.body.includes('You’re seeing this page as')]).toEqual([200, true]);
  expect(await shown(visit)).toMatchObject([{ first_read_at: null }]);
  expect((await open(address)).body).not.toContain('You’re seeing this page as');
  const [read] = await shown(visit);
  expect(Date.parse(read!.first_read_at!)).toBe(work.clock.now);
});

test('technicians get no link, and a visit that is not there has none', async () => {
  const { visit } = await booked();
  const priya = await schedulerOf(work.app, 'technician@example.com');
  expect((await priya.post(`/visits/${visit.id}/page/link`)).status).toBe(403);
  expect((await work.owner.post('/visits/0193e5a0-0000-7000-8000-000000000099/page/link')).status).toBe(404);
});

test('when its master key is gone, what was handed on still opens and the office gets another address', async () => {
  const { visit } = await booked();
  const old = await link(visit.id);
  const keys = keyringOf([Buffer.alloc(32, 7).toString('base64')]);
  const app = await testApp(work.here, {
    now: () => work.clock.now,
    deps: { database: { ...work.here.database, keys } },
  });
  const owner = await schedulerOf(app, 'owner@example.com');
  const made = await link(visit.id, owner);
  expect([made.row.id, made.address === old.address]).toEqual([old.row.id, false]);
  for (const { address } of [old, made]) expect((await open(address, app)).statusCode).toBe(200);
  await owner.post(`/visits/${visit.id}/page/revoke`);
  for (const { address } of [old, made]) expect((await open(address, app)).statusCode).toBe(404);
  await app.close();
});

test('whoever guesses is stopped, and learns nothing; the page itself still opens', async () => {
  const { address } = await link((await booked()).visit.id);
  const guess = (n: number) =>
    work.app.inject({ url: `/v/${String(n).padStart(22, 'g')}`, remoteAddress: '203.0.113.9' });
  const answers = [];
  for (let n = 0; n < 60; n += 1) answers.push((await guess(n)).statusCode);
  expect([answers.filter((status) => status === 404).length, answers.at(-1)]).toEqual([50, 429]);
  const { pathname } = new URL(address);
  const found = await work.app.inject({ url: pathname, remoteAddress: '203.0.113.9' });
  expect(found.statusCode).toBe(200);
});

/** Last, because it takes row-level security away. */
test('the address is nowhere in the log of the server or in the database', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const app = await testApp(work.here, { log, now: () => work.clock.now });
  const { address } = await link((await booked()).visit.id, await schedulerOf(app, 'owner@example.com'));
  expect((await open(address, app)).statusCode).toBe(200);
  await app.close();
  const token = new URL(address).pathname.slice('/v/'.length);
  const written = lines.join('');
  expect(written).toContain('/v/:token');
  const dump = await dumpDatabase(work.here);
  expect(dump).toContain('visit link made');
  for (const spelling of spellings(token)) {
    expect(written).not.toContain(spelling);
    expect(dump).not.toContain(spelling);
  }
});
