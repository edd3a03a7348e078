import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { dumpDatabase, spellings } from '../../../../test/dump.ts';
import { schedulerByKey, schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { createLog } from '../../../platform/log.ts';

const USERS = {
  owner: '0193e5a0-0000-7000-8000-000000000011',
  dispatcher: '0193e5a0-0000-7000-8000-000000000012',
  technician: '0193e5a0-0000-7000-8000-000000000013',
};
const MINUTE_MS = 60_000;

let work: Work;
let technician: { id: string; name: string };
beforeAll(async () => {
  work = await openWork();
  technician = await work.addTechnician();
});
afterAll(() => work.close());

interface Made {
  row: { id: string; created_by: string; revoked_at: string | null };
  change: number;
  address: string | null;
}

type Scheduler = Work['owner'];

async function make(by: Scheduler, technician_id: string | null, key?: string): Promise<Made> {
  const { status, data } = await by.post('/calendar-feeds', { technician_id }, key);
  expect(status).toBe(200);
  return data;
}

function ask(address: string | null) {
  return work.app.inject({ url: new URL(address!).pathname });
}

async function listed(path: string, by = work.owner) {
  return (
    (await by.get(path)).data as {
      rows: { id: string; created_by_name: string; last_read_at: string | null }[];
    }
  ).rows;
}

test('the address is told to who made it, for ten minutes, and the list tells who that was and when it was read', async () => {
  const key = randomUUID();
  const made = await make(work.owner, technician.id, key);
  expect(made.address).toMatch(/^http:\/\/0\.0\.0\.0:3000\/calendar\/[\w-]{43}\.ics$/);
  expect(await make(work.owner, technician.id, key)).toEqual(made);
  const path = `/calendar-feeds?technician=${technician.id}`;
  expect(await listed(path)).toMatchObject([
    { id: made.row.id, created_by_name: 'Olivia Owner', last_read_at: null },
  ]);
  expect(await listed('/calendar-feeds')).toEqual([]);
  expect((await ask(made.address)).statusCode).toBe(200);
  const [read] = await listed(path);
  expect(Date.parse(read!.last_read_at!)).toBe(work.clock.now);
  work.clock.now += 11 * MINUTE_MS;
  expect(await make(work.owner, technician.id, key)).toEqual({ ...made, address: null });
});

test('one that is revoked answers like one that never was, and no undo brings it back', async () => {
  const { row, address } = await make(work.owner, null);
  expect((await ask(address)).statusCode).toBe(200);
  const revoked = await work.owner.post(`/calendar-feeds/${row.id}/revoke`);
  expect((revoked.data as Made).row.revoked_at).toMatch(/^2026-11-/);
  const answers = await Promise.all(
    [
      address,
      `http://x/calendar/${'x'.repeat(43)}.ics`,
      'http://x/calendar/x.ics',
      'http://x/calendar/x',
    ].map(ask),
  );
  for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([404, answers[1]!.body]);
  expect((await work.owner.post(`/changes/${(revoked.data as Made).change}/undo`)).status).toBe(422);
  expect(await listed('/calendar-feeds')).toEqual([]);
});

test('a technician has addresses of the own visits alone, and the office may revoke them', async () => {
  const priya = await schedulerOf(work.app, 'technician@example.com');
  expect(await priya.post('/my/calendar-feeds')).toMatchObject({
    status: 422,
    message: 'Your sign-in isn’t linked to a technician yet. Ask the owner to link it.',
  });
  const own = await work.addTechnician();
  await work.owner.put(`/team/${USERS.technician}/technician`, { technician_id: own.id });
  const theirs = await make(work.owner, own.id);
  const made = (await priya.post('/my/calendar-feeds')).data as Made;
  expect((await ask(made.address)).body).toContain(`X-WR-CALNAME:${own.name}`);
  expect((await listed('/my/calendar-feeds', priya)).map(({ id }) => id)).toEqual([made.row.id]);
  expect((await priya.post(`/my/calendar-feeds/${theirs.row.id}/revoke`)).status).toBe(404);
  expect((await priya.post('/calendar-feeds', { technician_id: own.id })).status).toBe(403);
  expect((await work.owner.post(`/calendar-feeds/${made.row.id}/revoke`)).status).toBe(200);
  expect((await ask(made.address)).statusCode).toBe(404);
  const second = (await priya.post('/my/calendar-feeds')).data as Made;
  expect((await priya.post(`/my/calendar-feeds/${second.row.id}/revoke`)).status).toBe(200);
  expect((await ask(second.address)).statusCode).toBe(404);
});

test('it ends when its technician is somebody else from now on', async () => {
  const priya = await schedulerOf(work.app, 'technician@example.com');
  const own = await work.addTechnician();
  await work.owner.put(`/team/${USERS.technician}/technician`, { technician_id: own.id });
  const made = (await priya.post('/my/calendar-feeds')).data as Made;
  expect((await ask(made.address)).statusCode).toBe(200);
  await work.owner.put(`/team/${USERS.technician}/technician`, { technician_id: technician.id });
  expect((await ask(made.address)).statusCode).toBe(404);
});

test('it goes with a technician who is taken back, and holds nobody up', async () => {
  const { data } = await work.owner.post('/technicians', { name: 'By mistake' });
  const { row, change } = data as { row: { id: string }; change: number };
  const { address } = await make(work.owner, row.id);
  expect((await work.owner.post(`/changes/${change}/undo`)).status).toBe(200);
  expect((await ask(address)).statusCode).toBe(404);
});

test('it ends with its user, and does not come back with them', async () => {
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  const [whole, one] = [await make(dispatcher, null), await make(dispatcher, technician.id)];
  await work.owner.post(`/team/${USERS.dispatcher}/disable`);
  for (const { address } of [whole, one]) expect((await ask(address)).statusCode).toBe(404);
  await work.owner.post(`/team/${USERS.dispatcher}/enable`);
  for (const { address } of [whole, one]) expect((await ask(address)).statusCode).toBe(404);
  expect((await listed('/calendar-feeds')).map(({ id }) => id)).not.toContain(whole.row.id);
});

test('a dispatcher who becomes a technician keeps the calendar of the own visits and no other', async () => {
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  const own = await work.addTechnician();
  await work.owner.put(`/team/${USERS.dispatcher}/technician`, { technician_id: own.id });
  const [whole, others, mine] = [
    await make(dispatcher, null),
    await make(dispatcher, technician.id),
    await make(dispatcher, own.id),
  ];
  const { rows } = (await work.owner.get('/team')).data as { rows: { id: string; version: number }[] };
  const { version } = rows.find(({ id }) => id === USERS.dispatcher)!;
  const changed = await work.owner.patch(`/team/${USERS.dispatcher}`, { version, role: 'technician' });
  expect(changed.code).toBe(800);
  const answers = await Promise.all([whole, others, mine].map(({ address }) => ask(address)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200]);
  await work.owner.patch(`/team/${USERS.dispatcher}`, { version: version + 1, role: 'dispatcher' });
  expect((await ask(whole.address)).statusCode).toBe(404);
});

test('a program has none, and nobody has more of one calendar than devices', async () => {
  const { data } = await work.owner.post('/api-keys', { name: 'Curious', rights: 'dispatcher' });
  const program = schedulerByKey(work.app, (data as { key: string }).key);
  expect(await program.post('/calendar-feeds', { technician_id: null })).toMatchObject({
    status: 403,
    message: 'A calendar feed belongs to a user. Sign in, then try again.',
  });
  const { id } = await work.addTechnician();
  for (let time = 0; time < 10; time += 1) await make(work.owner, id);
  expect((await work.owner.post('/calendar-feeds', { technician_id: id })).status).toBe(422);
  expect((await work.owner.post('/calendar-feeds', { technician_id: randomUUID() })).status).toBe(422);
});

/** Last, because it takes row-level security away. */
test('the address is nowhere in the log of the server or in the database', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const app = await testApp(work.here, { log });
  const { address } = await make(await schedulerOf(app, 'owner@example.com'), technician.id);
  const { pathname } = new URL(address!);
  expect((await app.inject({ url: pathname })).statusCode).toBe(200);
  expect((await app.inject({ url: `${pathname}x` })).statusCode).toBe(404);
  await app.close();
  const token = pathname.slice('/calendar/'.length, -'.ics'.length);
  const written = lines.join('');
  expect(written).toContain('/calendar/:file');
  const dump = await dumpDatabase(work.here);
  expect(dump).toContain('calendar feed added');
  for (const spelling of spellings(token)) {
    expect(written).not.toContain(spelling);
    expect(dump).not.toContain(spelling);
  }
});
