import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { doLongTasks, imported, undoneLong } from '../../../../test/setups/long-tasks.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { App } from '../../../platform/deps.ts';
import { importers } from '../../../scheduler.ts';
import { jobImporter } from '../job-imports/service.ts';
import { IMPORT } from './service.ts';
import { importTasks } from './tasks.ts';

let here: TestDatabase;
let app: App;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  await here.asOwner(
    `insert into suburbs (id, name, region, postcode, latitude, longitude, zone) values
       (900001, 'Testville', 'NSW', '2999', -33.8, 151.1, 'Australia/Sydney'),
       (900002, 'Doubleton', 'NSW', '2998', -33.7, 151.2, 'Australia/Sydney'),
       (900003, 'Doubleton', 'VIC', '3998', -37.8, 145.0, 'Australia/Melbourne')`,
  );
  app = await testApp(here);
  owner = await schedulerOf(app, 'owner@example.com');
  await owner.post('/skills', { name: 'Gas fitting' });
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

/** A statement in the account of the demo business. */
const inside = async (text: string) =>
  withAccount(here.database.db, DEMO, async (db) => {
    const { rows } = await sql.raw<{ row?: object }>(text).execute(db);
    return rows;
  });

async function named(search: string) {
  const { data } = await owner.get(`/technicians?search=${search}&state=all&limit=200`);
  return (data as { rows: Record<string, unknown>[] }).rows;
}

test('a preview matches columns by their names and says what is wrong, row by row, in words', async () => {
  const { status, data } = await owner.post('/imports/preview', {
    kind: 'technicians',
    csv: csv(
      'Employee Name;MOBILE;Skill;City;Post code;Is active;Shoe size',
      'Ann;0412 345 678;gas fitting;Testville;;yes;42',
      ';;Magic;Nowhere;;perhaps;',
      '',
      'Bob;;;Doubleton;;;',
      'Cyd;;;Doubleton;3998;;',
      'Dot;;;Testville;2000;;',
    ),
  });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    columns: [
      { heading: 'Employee Name', field: 'name' },
      { heading: 'MOBILE', field: 'phone' },
      { heading: 'Skill', field: 'skills' },
      { heading: 'City', field: 'suburb' },
      { heading: 'Post code', field: 'postcode' },
      { heading: 'Is active', field: 'active' },
      { heading: 'Shoe size', field: null },
    ],
    count: 5,
    problem_count: 6,
    problems: [
      { row: 3, field: 'name', text: 'Name is missing.' },
      { row: 3, field: 'active', text: 'Active must be yes or no.' },
      {
        row: 3,
        field: 'skills',
        text: 'No skill is called “Magic”. Add it in Settings first, or leave it out.',
      },
      { row: 3, field: 'suburb', text: 'We couldn’t find the suburb “Nowhere”.' },
      { row: 5, field: 'suburb', text: 'Several suburbs are called “Doubleton”. Add the postcode.' },
      { row: 7, field: 'suburb', text: 'Testville is in another state or has another postcode.' },
    ],
  });
  expect((data as { rows: string[][] }).rows[0]).toEqual([
    'Ann',
    '0412 345 678',
    'gas fitting',
    'Testville',
    '',
    'yes',
    '42',
  ]);
});

test('a column may be matched by hand, and the one that is needed may not be missing', async () => {
  const table = { kind: 'technicians', csv: csv('Who,Where from', 'Handmade Hank,Testville') };
  expect(await imported(here, owner, table)).toMatchObject({
    state: 'failed',
    problems: [{ row: 1, field: 'name', text: 'No column is matched to Name.' }],
  });
  const matched = await imported(here, owner, { ...table, columns: ['name', 'suburb'] });
  expect(matched).toMatchObject({ state: 'done', done: 1 });
  expect(await named('handmade')).toMatchObject([
    { base_suburb: 'Testville NSW 2999', base_latitude: -33.8 },
  ]);
  const twice = await owner.post('/imports/preview', { ...table, columns: ['name', 'name'] });
  expect(twice).toMatchObject({
    status: 422,
    message: 'Two columns are matched to the same field. Keep one of them.',
  });
});

test('a phone or mail that is none is told row by row, and a good one is stored as others are', async () => {
  const table = csv('Name,Phone,Email', 'Reach One,0412345678,ONE@B.example', 'Reach Two,++,x');
  for (const kind of ['technicians', 'customers']) {
    const { data } = await owner.post('/imports/preview', { kind, csv: table });
    expect(data).toMatchObject({
      problem_count: 2,
      problems: [
        {
          row: 3,
          field: 'phone',
          text: '“++” isn’t a phone number. Enter digits, like 0412 345 678.',
        },
        { row: 3, field: 'email', text: '“x” isn’t an email address. Enter one like ana@example.com.' },
      ],
    });
  }
  await imported(here, owner, { kind: 'technicians', csv: table.replace('++,x', ',') });
  expect(await named('reach')).toMatchObject([
    { phone: '0412 345 678', email: 'one@b.example' },
    { phone: '', email: '' },
  ]);
});

test('all or nothing: one bad row keeps all others out', async () => {
  const key = randomUUID();
  const table = { kind: 'technicians', csv: csv('Name', 'Nothing One', `Nothing ${'x'.repeat(200)}`) };
  expect(await imported(here, owner, table, key)).toMatchObject({
    state: 'failed',
    change: null,
    problem: 'Nothing was imported because some rows have problems. Fix them, then try again.',
    problem_count: 1,
    problems: [{ row: 3, text: 'Name is longer than 200 characters.' }],
  });
  // What was in it is not kept, and the same one, asked for again, begins anew.
  expect(await inside('select from waiting_imports')).toEqual([]);
  expect((await owner.post('/imports', table, key)).data).toMatchObject({ state: 'waiting', problems: [] });
  await doLongTasks(here);
  expect(await named('nothing')).toEqual([]);
});

test('an import is one change that one undo takes back; those beyond the licences arrive inactive', async () => {
  const lines = Array.from({ length: 1200 }, (_, at) => `Import ${at},"Line one\nline ""two"""`);
  const key = randomUUID();
  const table = { kind: 'technicians', csv: csv('Name,Note', ...lines) };
  const made = await imported(here, owner, table, key);
  expect(made).toMatchObject({ id: key, kind: 'technicians', state: 'done', total: 1200, done: 1200 });
  const { change } = made;
  const latest = async () => ((await owner.get('/changes?limit=1')).data as { rows: object[] }).rows[0];
  expect(await latest()).toMatchObject({
    number: change,
    kind: 'technicians imported',
    count: 1200,
    undoes_kind: null,
    imported: 1200,
  });
  const active = await owner.get('/technicians?state=active');
  expect((active.data as { rows: object[] }).rows).toHaveLength(5);
  expect((await named('import'))[0]).toMatchObject({ note: 'Line one\nline "two"' });
  expect((await owner.post('/imports', table, key)).data).toEqual(made);
  expect(await undoneLong(here, owner, change!)).toMatchObject({ state: 'done', result: { undone: change } });
  expect(await named('import')).toEqual([]);
  expect(await latest()).toMatchObject({
    undoes: change,
    undoes_kind: 'technicians imported',
    imported: 1200,
  });
});

test('the same import again is shown as it stands, and another under its key is refused', async () => {
  const key = randomUUID();
  const table = { kind: 'technicians', csv: csv('Name,Active', 'Again,no') };
  const [first, second] = await Promise.all([
    owner.post('/imports', table, key),
    owner.post('/imports', table, key),
  ]);
  expect(first).toMatchObject({ status: 200, data: { id: key, state: 'waiting', change: null } });
  expect(second.data).toEqual(first.data);
  expect((await owner.post('/imports', { ...table, csv: csv('Name', 'Other') }, key)).status).toBe(422);
  await doLongTasks(here);
  expect((await owner.post('/imports', table, key)).data).toMatchObject({ state: 'done', done: 1 });
  expect(await named('again')).toHaveLength(1);
});

test('an import whose process ended is begun again, and is done once however often it is', async () => {
  const key = randomUUID();
  const table = { kind: 'technicians', csv: csv('Name,Active', 'Killed One,no', 'Killed Two,no') };
  await owner.post('/imports', table, key);
  const { rows } = await here.asOwner<{ payload: object }>(
    `delete from outbox where topic = 'long import' returning payload`,
  );
  const tasks = importTasks({ database: here.database, log: silentLog }, importers);
  const task = () => tasks[IMPORT]!(rows[0]!.payload, key);
  await expect(tasks[IMPORT]!(rows[0]!.payload, key, AbortSignal.abort())).rejects.toThrow('aborted');
  expect((await owner.get(`/imports/${key}`)).data).toMatchObject({ state: 'running', done: 0 });
  expect(await named('killed')).toEqual([]);
  // The moment between the change and the report of it: it is told as done, and done no second time.
  const [kept] = await inside('select to_jsonb(w) as row from waiting_imports w');
  await task();
  await inside(
    `insert into waiting_imports select * from jsonb_populate_record(null::waiting_imports, '${JSON.stringify(kept!.row)}')`,
  );
  await inside(`update imports set state = 'running', done = 0`);
  expect((await owner.get(`/imports/${key}`)).data).toMatchObject({ state: 'done', done: 2 });
  await task();
  expect((await owner.get(`/imports/${key}`)).data).toMatchObject({ state: 'done', done: 2 });
  expect(await named('killed')).toHaveLength(2);
});

test('a job by hand does not wait for the jobs of an import, whose numbers are reserved before it', async () => {
  const { data } = await owner.post('/customers', { name: 'Numbered', sites: [{ suburb_id: 900_001 }] });
  const { id } = (data as { row: { id: string } }).row;
  const shown = await owner.get(`/customers/${id}`);
  const [site] = (shown.data as { row: { sites: { id: string }[] } }).row.sites;
  const byHand = () =>
    owner.post('/jobs', { customer_id: id, site_id: site!.id, visits: [{ duration: 60 }] });
  let held: Awaited<ReturnType<typeof byHand>> | undefined;
  const importer: typeof jobImporter = {
    ...jobImporter,
    async write(...parts) {
      await jobImporter.write(...parts);
      held = await byHand();
    },
  };
  const key = randomUUID();
  await owner.post(
    '/imports',
    { kind: 'jobs', csv: csv('Customer,Duration', 'Numbered,60', 'Numbered,60') },
    key,
  );
  const { rows } = await here.asOwner<{ payload: object }>(
    `delete from outbox where topic = 'long import' returning payload`,
  );
  await importTasks({ database: here.database, log: silentLog }, [importer])[IMPORT]!(rows[0]!.payload, key);
  expect(await inside('select number from jobs order by number')).toEqual([
    { number: 1001 },
    { number: 1002 },
    { number: 1003 },
  ]);
  expect(held).toMatchObject({ status: 200, data: { row: { number: 1003 } } });
});

test('a table that is no table, is empty or too long is refused with a reason', async () => {
  const send = (csv: string) => owner.post('/imports/preview', { kind: 'technicians', csv });
  expect((await send('Name,Note\nAnn,x\n"open\nmore\n')).message).toBe(
    'We couldn’t read this file: a quote (") opened in row 3 is never closed. Close or remove it, then try again.',
  );
  expect((await send('Name,Note\nAnn,a 3/4" pipe')).message).toBe(
    'We couldn’t read this file: row 2 has a quote (") in the middle of a cell. Remove it, or save the file as CSV from a spreadsheet, then try again.',
  );
  for (const cell of ['"Ann"a', '"Ann" a'])
    expect((await send(`Name,Note\n${cell},x`)).message).toBe(
      'We couldn’t read this file: row 2 has text after the quote (") that ends a cell. Remove the quote, or save the file as CSV from a spreadsheet, then try again.',
    );
  expect(await imported(here, owner, { kind: 'technicians', csv: 'Name\n' })).toMatchObject({
    state: 'failed',
    problem: 'There are no rows below the headings.',
  });
  expect((await send(csv('Name', ...Array.from({ length: 20_001 }, () => 'x')))).message).toBe(
    'This file has more than 20,000 rows. Split it and import each part.',
  );
  expect((await send(csv('Name', `${','.repeat(200)}x`))).message).toBe(
    'This file has more than 200 columns in row 2. Delete those you don’t need, then try again.',
  );
  expect((await send(csv('Name', ','.repeat(9_000_000)))).message).toBe(
    'This file has more than 1,000,000 cells. Delete columns you don’t need, or split it and import each part.',
  );
  expect((await send(csv('Name', 'x'.repeat(9_000_000)))).message).toBe(
    'We couldn’t read this file: row 2 is longer than 100,000 characters. Shorten it, or close a quote (") left open, then try again.',
  );
});

test('ten megabytes are taken, more are not; and only here', async () => {
  const { headers } = await signInAs(app, 'owner@example.com');
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/services/scheduling/api/v1/${url}`, headers, payload }))
      .statusCode;
  const table = {
    kind: 'technicians',
    csv: csv('Name,Note', ...Array(100).fill(`Big,${'x'.repeat(90_000)}`)),
  };
  expect(await post('imports/preview', table)).toBe(200);
  expect(await post('imports/preview', { ...table, csv: 'x'.repeat(12_000_000) })).toBe(413);
  expect(await post('technicians', { name: 'x', note: 'x'.repeat(70_000) })).toBe(413);
});

test('what was exported can be imported again, and nothing in it is a formula', async () => {
  await owner.post('/technicians', {
    name: '=cmd()',
    phone: '+64 21 123 4567',
    note: 'round "trip"',
    email: 'a@b.example',
  });
  const { headers } = await signInAs(app, 'dispatcher@example.com');
  const { body } = await app.inject({
    url: '/services/scheduling/api/v1/technicians.csv?search=cmd',
    headers,
  });
  expect(body.split('\r\n')).toEqual([
    '\uFEFF"Name","Phone","Email","Skills","Suburb","Postcode","Active","Note","Next ticket expires","Archived"',
    `"'=cmd()","'+64 21 123 4567","a@b.example","","","","no","round ""trip""","",""`,
    '',
  ]);
  await imported(here, owner, { kind: 'technicians', csv: body });
  const [first, second] = await named('cmd');
  for (const field of ['name', 'phone', 'email', 'note', 'is_active'])
    expect(second![field]).toEqual(first![field]);
});

test('a draft that is left is discarded only where nobody has decided anything: no row, no column, nothing for all', async () => {
  const left = async (path?: string, edit: object = {}) => {
    const table = { kind: 'customers', csv: csv('Name,Phone', 'Left Alone,'), is_draft: true };
    const { data } = await owner.post('/imports', table);
    const { id } = data as { id: string };
    if (path !== undefined) expect((await owner.patch(`/imports/${id}${path}`, edit)).status).toBe(200);
    expect((await owner.delete(`/imports/${id}?undecided=true`)).status).toBe(200);
    return (await owner.get(`/imports/${id}`)).status;
  };
  expect(await left()).toBe(404);
  expect(await left('', { columns: ['name', null] })).toBe(200);
  expect(await left('', { alike: 'new' })).toBe(200);
  expect(await left('/rows/2', { choice: 'skip' })).toBe(200);
});

test('an apostrophe that begins a name is kept', async () => {
  await imported(here, owner, { kind: 'technicians', csv: csv('Name,Active', "'80s Diner,no") });
  expect((await named('Diner')).map(({ name }) => name)).toEqual(["'80s Diner"]);
});

test('an export holds all that the list would show, filtered alike and in its order', async () => {
  const lines = Array.from({ length: 1100 }, (_, at) => `Filter ${String(at).padStart(4, '0')},no`);
  await imported(here, owner, { kind: 'technicians', csv: csv('Name,Active', ...lines) });
  const { headers } = await signInAs(app, 'owner@example.com');
  const answer = await app.inject({
    url: '/services/scheduling/api/v1/technicians.csv?search=filter&state=inactive&sort=-name',
    headers,
  });
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="technicians-\d{4}-\d{2}-\d{2}\.csv"$/,
  );
  const rows = answer.body.trim().split('\r\n').slice(1);
  expect(rows).toHaveLength(1100);
  expect(rows[0]).toContain('"Filter 1099"');
  expect(rows.at(-1)).toContain('"Filter 0000"');
});

test('no import takes an unfinished one away: at the most that are kept another draft is refused, with what to do', async () => {
  const drafts = async () => {
    const { data } = await owner.get('/imports?kind=technicians');
    return (data as { rows: { id: string }[] }).rows;
  };
  const table = { kind: 'technicians', csv: csv('Name', 'Kept Kim') };
  const draft = () => owner.post('/imports', { ...table, is_draft: true });
  while ((await drafts()).length < 20) expect((await draft()).status).toBe(200);
  expect(await draft()).toMatchObject({
    status: 409,
    message: 'There are 20 unfinished imports of technicians already. Finish or discard one, then try again.',
  });
  expect(await imported(here, owner, table)).toMatchObject({ state: 'done' });
  const [first, ...rest] = await drafts();
  expect(rest).toHaveLength(19);
  await owner.delete(`/imports/${first!.id}`);
  expect((await draft()).status).toBe(200);
});
