import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { technicianColours } from '@muster/domain/work/technicians/rules';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { App } from '../../../platform/deps.ts';
import { addTechnician, pageTechnicians } from './service.ts';
import { usedColours } from './store.ts';

let here: TestDatabase;
let app: App;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here);
  owner = await schedulerOf(app, 'owner@example.com');
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

async function add(fields: object = {}) {
  const { data } = await owner.post('/technicians', { name: `Kai ${randomUUID()}`, ...fields });
  return (data as { row: { id: string; version: number; name: string; phone: string } }).row;
}

async function show(id: string) {
  const { data } = await owner.get(`/technicians/${id}`);
  return (data as { row: { version: number; phone: string; archived_at: string | null } }).row;
}

test('the same key again gives the same answer and no second technician', async () => {
  const key = randomUUID();
  const name = `Once ${key}`;
  const first = await owner.post('/technicians', { name }, key);
  const again = await owner.post('/technicians', { name }, key);
  expect(again.data).toEqual(first.data);
  const found = await owner.get(`/technicians?search=${key.slice(0, 8)}`);
  expect((found.data as { rows: object[] }).rows).toHaveLength(1);
  const other = await owner.post('/technicians', { name: 'Another' }, key);
  expect([other.status, other.code]).toEqual([422, 4221]);
});

test('the same key twenty times at once makes one technician', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => owner.post('/technicians', { name: `Crowd ${key}` }, key)),
  );
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
});

test('whoever comes without a colour has the one that the fewest have; sixteen come before one repeats', async () => {
  const before = await withAccount(here.database.db, DEMO, usedColours);
  const { colour } = (await add()) as unknown as { colour: string };
  const times = (one: string) => before.filter((used) => used === one).length;
  expect(times(colour)).toBe(Math.min(...technicianColours.map(times)));
  expect(((await add({ colour: 'pink' })) as unknown as { colour: string }).colour).toBe('pink');
});

test('an edit of an old version is refused with both versions, and what differs can be told', async () => {
  const { id, version } = await add({ phone: '0400 000 001' });
  await owner.patch(`/technicians/${id}`, { version, phone: '0400 000 002' });
  const late = await owner.patch(`/technicians/${id}`, { version, note: 'mine' });
  expect(late.status).toBe(409);
  expect(late.data).toMatchObject({
    expected: 1,
    current: 2,
    row: { phone: '0400 000 002', note: '' },
    base: { phone: '0400 000 001', version: 1 },
  });
});

test('a phone or mail that is none is refused, and an Australian number is stored alike however it is typed', async () => {
  const { id } = await add();
  for (const [fields, text] of [
    [{ phone: '++' }, '“++” isn’t a phone number. Enter digits, like 0412 345 678.'],
    [{ email: 'x' }, '“x” isn’t an email address. Enter one like ana@example.com.'],
  ] as const) {
    const made = await owner.post('/technicians', { name: 'Kai', ...fields });
    const edited = await owner.patch(`/technicians/${id}`, { version: 1, ...fields });
    expect([made.status, made.message, edited.status]).toEqual([422, text, 422]);
  }
  await owner.patch(`/technicians/${id}`, { version: 1, phone: '+61 (0)412345678', email: ' A@B.example ' });
  expect(await show(id)).toMatchObject({ phone: '0412 345 678', email: 'a@b.example' });
  const { data } = await owner.get('/technicians?search=0412345678&state=all');
  expect((data as { rows: object[] }).rows).toMatchObject([{ id }]);
});

test('an edit that changes nothing makes no change', async () => {
  const { id, version } = await add({ phone: '0400 000 001' });
  const before = await owner.get('/changes?limit=1');
  await owner.patch(`/technicians/${id}`, { version, phone: '0400 000 001' });
  const after = await owner.get('/changes?limit=1');
  expect((after.data as { change: number }).change).toBe((before.data as { change: number }).change);
  expect((await show(id)).version).toBe(1);
});

test('who changed nothing is told so, beside the number of what others changed', async () => {
  const { id, version } = await add({ phone: '0400 000 001' });
  const edited = await owner.patch(`/technicians/${id}`, { version, phone: '0400 000 002' });
  expect(edited.data).toMatchObject({ made: true });
  const { change } = edited.data as { change: number };
  const nothing = await owner.patch(`/technicians/${id}`, { version: 2, phone: '0400 000 002' });
  expect(nothing.data).toMatchObject({ change, made: false });
  const undone = await owner.post(`/changes/${change}/undo`);
  expect(undone.data).toMatchObject({ undone: change, stays: 0, change: change + 1, made: true });
});

test('a command that changed nothing is not done later either, and is answered as the first time', async () => {
  const { id } = await add();
  const key = randomUUID();
  const first = await owner.post(`/technicians/${id}/restore`, undefined, key);
  expect(first.data).toMatchObject({ made: false, row: { version: 1 } });
  await owner.post(`/technicians/${id}/archive`);
  const again = await owner.post(`/technicians/${id}/restore`, undefined, key);
  expect(again.data).toEqual(first.data);
  expect((await show(id)).archived_at).not.toBeNull();
  const other = await owner.post(`/technicians/${id}/archive`, undefined, key);
  expect([other.status, other.code]).toEqual([422, 4221]);
});

test('the same moment in other words is no change, and leaves the version as it is', async () => {
  const { id } = await add();
  const times = {
    starts_at: '2026-12-01T00:00:00Z',
    ends_at: '2026-12-03T10:00:00+10:00',
    whole_days: false,
  };
  const added = await owner.post(`/technicians/${id}/absences`, { kind: 'leave', ...times });
  const { row, change } = added.data as { row: { id: string; version: number }; change: number };
  const edited = await owner.patch(`/absences/${row.id}`, { version: row.version, kind: 'leave', ...times });
  expect(edited.data).toMatchObject({ made: false, row });
  expect((await owner.post(`/changes/${change}/undo`)).status).toBe(200);
});

test('what the rules of the table forbid is refused in words', async () => {
  const { id } = await add();
  const half = await owner.patch(`/technicians/${id}`, { version: 1, base_latitude: -33.8 });
  expect(half).toMatchObject({ status: 409, message: expect.stringContaining('longitude') });
  await owner.post(`/technicians/${id}/archive`);
  const active = await owner.patch(`/technicians/${id}`, { version: 2, is_active: true });
  expect(active).toMatchObject({ status: 409, message: expect.stringContaining('archived') });
  const command = {
    account: DEMO,
    id: randomUUID(),
    kind: 'technician added' as const,
    body: null,
    at: new Date(),
  };
  const author = { user: null, apiKey: null, role: 'owner' as const };
  const nameless = runCommand(here.database.db, { ...command, author }, (write) =>
    addTechnician(write, { name: ' ' }),
  );
  await expect(nameless).rejects.toMatchObject({ answer: 'unprocessable' });
});

test('a ticket expires soon by the calendar of the business, not by that of Greenwich', async () => {
  const word = `x${randomUUID().slice(0, 8)}`;
  const { id } = await add({ name: word });
  const skill = await owner.post('/skills', { name: `Heights ${id}`, needs_ticket: true });
  const { id: skill_id } = (skill.data as { row: { id: string } }).row;
  const at = new Date('2026-06-30T15:00:00Z');
  // In Sydney it is the first of July already: thirty days on is the last.
  await owner.post(`/technicians/${id}/tickets`, { skill_id, kind: 'Heights', expires_on: '2026-07-31' });
  const listed = await withAccount(here.database.db, DEMO, (db) =>
    pageTechnicians(db, { search: word, expiring: true }, at),
  );
  expect(listed.rows.map(({ name }) => name)).toEqual([word]);
});

test('undo restores, undoing the undo does it again, and what is newer stands in the way', async () => {
  const { id, version } = await add({ phone: '0400 000 001' });
  const edited = await owner.patch(`/technicians/${id}`, { version, phone: '0400 000 002' });
  const { change } = edited.data as { change: number };
  const undone = await owner.post(`/changes/${change}/undo`);
  expect((await show(id)).phone).toBe('0400 000 001');
  const again = await owner.post(`/changes/${(undone.data as { change: number }).change}/undo`);
  expect((await show(id)).phone).toBe('0400 000 002');
  expect(again.status).toBe(200);
  const newer = await owner.patch(`/technicians/${id}`, { version: 4, phone: '0400 000 003' });
  const late = await owner.post(`/changes/${change}/undo`);
  expect(late.status).toBe(409);
  expect(late.data).toMatchObject({ newer: { number: (newer.data as { change: number }).change } });
});

test('undoing the making of a technician takes them away, and redoing brings the same one back', async () => {
  const made = await owner.post('/technicians', { name: 'Short' });
  const { row, change } = made.data as { row: { id: string }; change: number };
  const undone = await owner.post(`/changes/${change}/undo`);
  expect((await owner.get(`/technicians/${row.id}`)).status).toBe(404);
  expect((await owner.get('/technicians?search=short')).data).toMatchObject({ rows: [] });
  await owner.post(`/changes/${(undone.data as { change: number }).change}/undo`);
  expect(await show(row.id)).toMatchObject({ name: 'Short', version: 3 });
});

test('no more technicians are active than there are licences, also when all ask at once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => add()));
  const answers = await Promise.all(
    people.map(({ id }) => owner.patch(`/technicians/${id}`, { version: 1, is_active: true })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.find(({ status }) => status !== 200)!;
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('licence') });
  const active = await owner.get('/technicians?state=active');
  expect((active.data as { rows: object[] }).rows).toHaveLength(5);
  for (const { id } of people) await owner.post(`/technicians/${id}/archive`);
});

test('the history of a technician tells of tickets and absences too, and who did it', async () => {
  const { id } = await add();
  const skill = await owner.post('/skills', { name: `Gas ${id}`, needs_ticket: true });
  const { id: skill_id } = (skill.data as { row: { id: string } }).row;
  await owner.post(`/technicians/${id}/tickets`, { skill_id, kind: 'Gas', expires_on: '2027-01-01' });
  await owner.post(`/technicians/${id}/absences`, {
    kind: 'leave',
    starts_at: '2026-12-01T00:00:00Z',
    ends_at: '2026-12-03T00:00:00Z',
    whole_days: true,
  });
  const { data } = await owner.get(`/changes?subject=${id}`);
  const { rows } = data as { rows: { kind: string; by: { name: string } }[] };
  expect(rows.map(({ kind }) => kind)).toEqual(['absence added', 'ticket added', 'technician added']);
  expect(rows[0]!.by.name).toBe('Olivia Owner');
});

test('pages follow each other without gap or double', async () => {
  const word = `p${randomUUID().slice(0, 8)}`;
  for (let at = 0; at < 7; at += 1) await add({ name: `${word} ${7 - at}` });
  const names: string[] = [];
  let cursor = '';
  do {
    const { data } = await owner.get(`/technicians?search=${word}&limit=3${cursor && `&cursor=${cursor}`}`);
    const page = data as { rows: { name: string }[]; next: string | null };
    names.push(...page.rows.map(({ name }) => name));
    cursor = page.next ?? '';
  } while (cursor);
  expect(names).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `${word} ${at}`));
});

test('several changes are taken back step by step, and done again', async () => {
  const { id } = await add({ phone: '0400 000 001' });
  const edits: number[] = [];
  for (const [at, phone] of ['0400 000 002', '0400 000 003', '0400 000 004'].entries()) {
    const { data } = await owner.patch(`/technicians/${id}`, { version: at + 1, phone });
    edits.push((data as { change: number }).change);
  }
  const undos: number[] = [];
  for (const [at, phone] of ['0400 000 003', '0400 000 002', '0400 000 001'].entries()) {
    const { status, data } = await owner.post(`/changes/${edits[2 - at]}/undo`);
    expect([status, (await show(id)).phone]).toEqual([200, phone]);
    undos.push((data as { change: number }).change);
  }
  for (const [at, phone] of ['0400 000 002', '0400 000 003', '0400 000 004'].entries()) {
    expect((await owner.post(`/changes/${undos[2 - at]}/undo`)).status).toBe(200);
    expect((await show(id)).phone).toBe(phone);
  }
});
