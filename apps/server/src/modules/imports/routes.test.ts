import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../seed/demo.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { schedulerOf } from '../../../test/scheduler.ts';
import { signInAs } from '../../../test/sign-in.ts';
import { until } from '../../../test/until.ts';
import type { App } from '../../platform/deps.ts';

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
      { row: 3, field: 'active', text: 'Active is yes or no.' },
      {
        row: 3,
        field: 'skills',
        text: 'There is no skill “Magic”. Add it under Settings first, or leave it out.',
      },
      { row: 3, field: 'suburb', text: 'There is no suburb “Nowhere”.' },
      { row: 5, field: 'suburb', text: 'There are several suburbs “Doubleton”: give the postcode, too.' },
      { row: 7, field: 'suburb', text: 'Testville is in another state, or has another postcode.' },
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
  const missing = await owner.post('/imports', table);
  expect(missing).toMatchObject({
    status: 422,
    data: { problems: [{ row: 1, field: 'name', text: 'No column is matched with Name.' }] },
  });
  const matched = await owner.post('/imports', { ...table, columns: ['name', 'suburb'] });
  expect(matched.data).toMatchObject({ count: 1 });
  expect(await named('handmade')).toMatchObject([
    { base_suburb: 'Testville NSW 2999', base_latitude: -33.8 },
  ]);
  const twice = await owner.post('/imports', { ...table, columns: ['name', 'name'] });
  expect(twice).toMatchObject({ status: 422, message: 'Two columns are matched with the same field.' });
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
          text: '“++” is no phone number. Write it in digits, as in 0412 345 678.',
        },
        { row: 3, field: 'email', text: '“x” is no e-mail address. Write it as in ana@example.com.' },
      ],
    });
  }
  await owner.post('/imports', { kind: 'technicians', csv: table.replace('++,x', ',') });
  expect(await named('reach')).toMatchObject([
    { phone: '0412 345 678', email: 'one@b.example' },
    { phone: '', email: '' },
  ]);
});

test('all or nothing: one bad row keeps all others out', async () => {
  const answer = await owner.post('/imports', {
    kind: 'technicians',
    csv: csv('Name', 'Nothing One', `Nothing ${'x'.repeat(200)}`),
  });
  expect(answer).toMatchObject({
    status: 422,
    data: { problem_count: 1, problems: [{ row: 3, text: 'Name is longer than 200 characters.' }] },
  });
  expect(await named('nothing')).toEqual([]);
});

test('an import is one change that one undo takes back; those beyond the licences arrive inactive', async () => {
  const lines = Array.from({ length: 1200 }, (_, at) => `Import ${at},"Line one\nline ""two"""`);
  const key = randomUUID();
  const table = { kind: 'technicians', csv: csv('Name,Note', ...lines) };
  const made = await owner.post('/imports', table, key);
  expect(made).toMatchObject({ status: 200, data: { count: 1200 } });
  expect((await owner.get(`/imports/${key}`)).data).toMatchObject({
    kind: 'technicians',
    state: 'done',
    total: 1200,
    done: 1200,
  });
  const { change } = made.data as { change: number };
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
  expect((await owner.post('/imports', table, key)).data).toEqual(made.data);
  expect((await owner.post(`/changes/${change}/undo`)).status).toBe(200);
  expect(await named('import')).toEqual([]);
  expect(await latest()).toMatchObject({
    undoes: change,
    undoes_kind: 'technicians imported',
    imported: 1200,
  });
});

test('how far an import is can be read while it runs', async () => {
  const key = randomUUID();
  const lines = Array.from({ length: 5000 }, (_, at) => `Progress ${at},no`);
  const running = owner.post('/imports', { kind: 'technicians', csv: csv('Name,Active', ...lines) }, key);
  const seen = await until(async () => {
    const { status, data } = await owner.get(`/imports/${key}`);
    return status === 200 && (data as { done: number }).done > 0 ? data : undefined;
  });
  expect(seen).toMatchObject({ total: 5000 });
  expect((await running).status).toBe(200);
});

test('a table that is no table, is empty or too long is refused with a reason', async () => {
  const send = (csv: string) => owner.post('/imports', { kind: 'technicians', csv });
  expect((await send('Name,Note\nAnn,x\n"open\nmore\n')).message).toBe(
    'The table cannot be read: a quote (") that is opened in row 3 is never closed. Close it or take it out, and try again.',
  );
  expect((await send('Name,Note\nAnn,a 3/4" pipe')).message).toBe(
    'The table cannot be read: row 2 has a quote (") in the middle of a cell. Take it out, or save the table as CSV from a spreadsheet, and try again.',
  );
  for (const cell of ['"Ann"a', '"Ann" a'])
    expect((await send(`Name,Note\n${cell},x`)).message).toBe(
      'The table cannot be read: row 2 has text behind the quote (") that ends a cell. Take the quote out, or save the table as CSV from a spreadsheet, and try again.',
    );
  expect((await send('Name\n')).message).toBe('The table has no rows below its headings.');
  expect((await send(csv('Name', ...Array.from({ length: 20_001 }, () => 'x')))).message).toBe(
    'A table has at most 20000 rows. Split it, please.',
  );
});

test('ten megabytes are taken, more are not; and only here', async () => {
  const { headers } = await signInAs(app, 'owner@example.com');
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/services/scheduling/api/v1/${url}`, headers, payload }))
      .statusCode;
  const table = { kind: 'technicians', csv: `Name,Note\nBig,${'x'.repeat(9_000_000)}` };
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
  await owner.post('/imports', { kind: 'technicians', csv: body });
  const [first, second] = await named('cmd');
  for (const field of ['name', 'phone', 'email', 'note', 'is_active'])
    expect(second![field]).toEqual(first![field]);
});

test('an apostrophe that begins a name is kept', async () => {
  await owner.post('/imports', { kind: 'technicians', csv: csv('Name,Active', "'80s Diner,no") });
  expect((await named('Diner')).map(({ name }) => name)).toEqual(["'80s Diner"]);
});

test('an export holds all that the list would show, filtered alike and in its order', async () => {
  const lines = Array.from({ length: 1100 }, (_, at) => `Filter ${String(at).padStart(4, '0')},no`);
  await owner.post('/imports', { kind: 'technicians', csv: csv('Name,Active', ...lines) });
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
