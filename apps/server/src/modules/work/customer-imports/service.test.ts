import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { doLongTasks, imported } from '../../../../test/setups/long-tasks.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../../platform/deps.ts';

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
       (900003, 'Doubleton', 'WA', '6998', -31.8, 115.9, 'Australia/Perth')`,
  );
  app = await testApp(here);
  owner = await schedulerOf(app, 'owner@example.com');
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

async function send(kind: string, ...lines: string[]) {
  return imported(here, owner, { kind, csv: lines.join('\n') });
}

async function found<Row>(path: string): Promise<Row[]> {
  const { data } = await owner.get(path);
  return (data as { rows: Row[] }).rows;
}

test('customers come with their sites, several rows of one customer being several sites', async () => {
  const answer = await send(
    'customers',
    'Client,ABN,Tags,Street address,Suburb,State',
    'Blue Gum Bakery,51 824 753 556,"strata; vip",12 Church Street,Testville NSW 2999,',
    'Blue Gum Bakery,51 824 753 556,"strata; vip",1 Hay Street,Doubleton,WA',
    'No Place Pty Ltd,,,,,',
  );
  expect(answer).toMatchObject({ state: 'done', done: 3 });
  const [bakery] = await found<{ id: string }>('/customers?search=bakery');
  const { data } = await owner.get(`/customers/${bakery!.id}`);
  const { row } = data as { row: { sites: { address: string }[] } };
  expect(row).toMatchObject({ name: 'Blue Gum Bakery', abn: '51824753556', tags: ['strata', 'vip'] });
  expect(row.sites.toSorted((a, b) => a.address.localeCompare(b.address))).toMatchObject([
    { address: '1 Hay Street', suburb: 'Doubleton', postcode: '6998', zone: 'Australia/Perth' },
    { address: '12 Church Street', suburb: 'Testville', zone: 'Australia/Sydney' },
  ]);
  const { change } = answer;
  const undone = await owner.post(`/changes/${change}/undo`);
  expect(undone.status).toBe(200);
  expect(await found('/customers?search=bakery')).toEqual([]);
  await owner.post(`/changes/${(undone.data as { change: number }).change}/undo`);
  expect(await found('/customers?search=bakery')).toMatchObject([{ id: bakery!.id, site_count: 2 }]);
});

test('rows that look like a customer who is there, or like a row above, are told and left out on request', async () => {
  await owner.post('/customers', {
    name: 'Old Mill',
    phone: '02 9999 1111',
    contacts: [{ name: 'Ana', email: 'ana@mill.example' }],
    sites: [{ suburb_id: 900001 }],
  });
  const table = {
    kind: 'customers',
    csv: [
      'Name,Phone,Email,Suburb',
      'The Mill,+61 2 9999 1111,,',
      'Mill Office,,ANA@mill.example,',
      'old mill,,,Testville',
      'Old Mill,,,Doubleton NSW',
      'New Mill,0412 999 001,,',
      '',
      'New Mill,0412 999 001,,',
      'Newer Mill,0412999001,,',
    ].join('\n'),
  };
  const { data } = await owner.post('/imports/preview', table);
  expect(data).toMatchObject({
    row_numbers: [2, 3, 4, 5, 6, 8, 9],
    problem_count: 0,
    duplicate_count: 6,
    duplicates: [
      { row: 2, text: 'The Mill looks like Old Mill in Testville NSW: same phone.' },
      { row: 3, text: 'Mill Office looks like Old Mill in Testville NSW: same email.' },
      { row: 4, text: 'old mill looks like Old Mill in Testville NSW: same name and suburb.' },
      { row: 5, text: 'Old Mill looks like Old Mill in Testville NSW: same name.' },
      { row: 8, text: 'New Mill is the same as row 6.' },
      { row: 9, text: 'Newer Mill looks like row 6: same phone.' },
    ],
  });
  const answer = await imported(here, owner, { ...table, leave_out_duplicates: true });
  expect(answer).toMatchObject({ state: 'done', done: 1, left_out: 6 });
  const names = async () =>
    (await found<{ name: string }>('/customers?search=mill')).map(({ name }) => name).toSorted();
  expect(await names()).toEqual(['New Mill', 'Old Mill']);
  const again = await imported(here, owner, { ...table, leave_out_duplicates: true });
  expect(again).toMatchObject({
    state: 'failed',
    problem: 'There’s nothing to import: every row looks like one you already have.',
  });
  expect(await imported(here, owner, { ...table, leave_out_duplicates: false })).toMatchObject({
    done: 7,
    left_out: 0,
  });
});

interface Customer {
  readonly id: string;
  readonly phone: string;
  readonly note: string;
  readonly site_count: number;
  readonly sites: { readonly address: string }[];
}

async function customer(search: string): Promise<Customer> {
  const [first] = await found<Customer>(`/customers?search=${search}`);
  const { data } = await owner.get(`/customers/${first!.id}`);
  return { ...first, ...(data as { row: Customer }).row };
}

test('a second site of the same customer is a site, within a table and beside who is there; St is Street', async () => {
  const table = (...lines: string[]) => ({
    kind: 'customers',
    csv: ['Name,Phone,Email,Address,Suburb', ...lines].join('\n'),
  });
  const first = table(
    'Wattle Cafe,0412 777 001,wattle@example.com,12 Church St,Testville',
    'Wattle Cafe,0412777001,,Unit 3/9 Hay Rd,Doubleton NSW',
    'wattle cafe,0412 777 001,WATTLE@example.com,12 Church Street,Testville',
  );
  expect(await imported(here, owner, first)).toMatchObject({
    done: 2,
    left_out: 1,
    left_out_rows: [{ row: 4, name: 'wattle cafe', text: 'wattle cafe is the same as row 2.' }],
  });
  const made = await imported(
    here,
    owner,
    table(
      'Wattle Cafe,,wattle@example.com,3/9 Hay Road,Doubleton NSW',
      'Wattle Cafe,,wattle@example.com,5 Bay Pde,Testville',
    ),
  );
  expect(made).toMatchObject({ done: 1, left_out: 1, left_out_rows: [{ row: 2 }] });
  const addresses = async () => (await customer('wattle')).sites.map(({ address }) => address).toSorted();
  expect(await found('/customers?search=wattle')).toHaveLength(1);
  expect(await addresses()).toEqual(['12 Church St', '5 Bay Pde', 'Unit 3/9 Hay Rd']);
  await owner.post(`/changes/${made.change}/undo`);
  expect(await addresses()).toEqual(['12 Church St', 'Unit 3/9 Hay Rd']);
});

interface Row {
  readonly row: number;
  readonly state: string;
  readonly becomes: string;
  readonly alike: { readonly customer_id: string | null; readonly choices: string[] } | null;
  readonly suggestions: { readonly text: string; readonly cells: object }[];
}

test('rows of a draft are fixed, skipped and decided on one by one; what is kept goes in, and one undo takes it all back', async () => {
  await owner.post('/customers', { name: 'Acacia', phone: '02 9000 1111', sites: [{ suburb_id: 900001 }] });
  await owner.post('/customers', { name: 'Banksia', email: 'b@banksia.example', note: 'Old' });
  const draft = await owner.post('/imports', {
    kind: 'customers',
    is_draft: true,
    name: 'list.csv',
    csv: [
      'Name,Phone,Email,Address,Suburb,Postcode,Ref',
      'Mended,,,1 Long St,Testvile,,a1',
      'Skipped,,,2 Long St,Testville,,a2',
      'Acacia Two,02 9000 1111,,3 Long St,Testville,,a3',
      'Banksia,0412 555 111,b@banksia.example,,,,a4',
      "Wrong,++,,,,,'=1",
      'Plain,,,,,,a6',
    ].join('\n'),
  });
  const { id } = draft.data as { id: string };
  expect(draft.data).toMatchObject({ state: 'draft', name: 'list.csv' });
  const look = async (query = '') => {
    const { data } = await owner.get(`/imports/${id}/preview${query}`);
    return data as { taken: number; counts: Record<string, number>; shown: Row[] };
  };
  expect(await look('?show=problem')).toMatchObject({
    taken: 3,
    counts: { problem: 2, alike: 2, site: 0, skipped: 0, mended: 0, good: 2 },
    shown: [
      {
        row: 2,
        name: 'Mended',
        problems: [{ field: 'suburb', text: 'We couldn’t find the suburb “Testvile”.' }],
        suggestions: expect.arrayContaining([
          { text: 'Testville NSW 2999', cells: { suburb: 'Testville NSW', postcode: '2999' } },
        ]),
      },
      { row: 6, problems: [{ field: 'phone' }], suggestions: [] },
    ],
  });
  const { shown } = await look('?show=alike');
  expect(shown.map(({ row, becomes, alike }) => [row, becomes, alike?.choices])).toEqual([
    [4, 'new', ['site', 'update', 'new', 'skip']],
    [5, 'skip', ['skip', 'update', 'new']],
  ]);
  const edit = (row: number, body: object) => owner.patch(`/imports/${id}/rows/${row}`, body);
  const [first] = (await look('?show=problem')).shown;
  expect((await edit(2, { cells: first!.suggestions[0]!.cells })).data).toMatchObject({ state: 'mended' });
  expect((await edit(3, { choice: 'skip' })).data).toMatchObject({ state: 'skipped', becomes: 'skip' });
  const onto = (at: number) => ({ customer_id: shown[at]!.alike!.customer_id });
  expect((await edit(4, { choice: 'site', ...onto(0) })).data).toMatchObject({ becomes: 'site' });
  await edit(5, { choice: 'update', ...onto(1) });
  expect((await edit(9, { choice: 'skip' })).status).toBe(404);
  expect((await edit(2, { cells: { shoe: '42' } })).status).toBe(422);
  // All of it is kept with the server: whoever looks again sees it so.
  expect(await look()).toMatchObject({
    taken: 4,
    counts: { problem: 1, alike: 2, skipped: 1, mended: 1, good: 1 },
  });
  expect((await owner.get('/imports?kind=customers')).data).toMatchObject({
    rows: [{ id, name: 'list.csv' }],
  });

  await owner.post(`/imports/${id}/start`);
  expect((await owner.post(`/imports/${id}/start`)).data).toMatchObject({ state: 'waiting' });
  expect(await edit(2, { choice: 'skip' })).toMatchObject({
    status: 422,
    message: 'This import has already started, so its rows can’t be changed.',
  });
  await doLongTasks(here);
  const { data } = await owner.get(`/imports/${id}`);
  expect(data).toMatchObject({
    state: 'done',
    done: 4,
    left_out: 2,
    left_out_rows: [
      { row: 3, name: 'Skipped', text: 'Skipped in the preview.' },
      { row: 6, name: 'Wrong', text: '“++” isn’t a phone number. Enter digits, like 0412 345 678.' },
    ],
  });
  expect((await customer('acacia')).sites).toHaveLength(2);
  expect(await customer('banksia')).toMatchObject({ phone: '0412 555 111', note: 'Old' });
  expect((await customer('mended')).sites).toMatchObject([{ suburb: 'Testville' }]);
  const { headers } = await signInAs(app, 'owner@example.com');
  const { body } = await app.inject({
    url: `/services/scheduling/api/v1/imports/${id}/left-out.csv`,
    headers,
  });
  expect(body.trim().split('\r\n')).toEqual([
    '"Name","Phone","Email","Address","Suburb","Postcode","Ref","Reason"',
    '"Skipped","","","2 Long St","Testville","","a2","Skipped in the preview."',
    `"Wrong","'++","","","","","'=1","“++” isn’t a phone number. Enter digits, like 0412 345 678."`,
  ]);
  const { change } = data as { change: number };
  expect((await owner.post(`/changes/${change}/undo`)).status).toBe(200);
  expect(await found('/customers?search=mended')).toEqual([]);
  expect((await customer('acacia')).sites).toHaveLength(1);
  expect(await customer('banksia')).toMatchObject({ phone: '' });
});

test('the same for all is what the rest becomes; a draft that fails is a draft again with all that was said', async () => {
  const { data } = await owner.post('/imports', {
    kind: 'customers',
    is_draft: true,
    csv: 'Name,Phone\nOne Acacia,02 9000 1111\nTwo Acacia,02 9000 1111\nGum,++',
  });
  const { id } = data as { id: string };
  const look = async () =>
    ((await owner.get(`/imports/${id}/preview?show=alike`)).data as { shown: Row[] }).shown.map(
      ({ becomes }) => becomes,
    );
  expect(await look()).toEqual(['skip', 'skip']);
  expect((await owner.patch(`/imports/${id}`, { alike: 'new' })).status).toBe(200);
  await owner.patch(`/imports/${id}/rows/3`, { choice: 'skip' });
  expect(await look()).toEqual(['new', 'skip']);
  await owner.patch(`/imports/${id}`, { alike: 'skip' });
  await owner.post(`/imports/${id}/start`);
  await doLongTasks(here);
  expect((await owner.get(`/imports/${id}`)).data).toMatchObject({
    state: 'draft',
    problem:
      'There’s nothing to import: every row has a problem, is skipped, or looks like one you already have.',
  });
  await owner.patch(`/imports/${id}`, { alike: 'suggested' });
  await owner.patch(`/imports/${id}/rows/4`, { cells: { phone: '' } });
  await owner.post(`/imports/${id}/start`);
  await doLongTasks(here);
  expect((await owner.get(`/imports/${id}`)).data).toMatchObject({ state: 'done', done: 1, left_out: 2 });
  const other = await owner.post('/imports', { kind: 'jobs', is_draft: true, csv: 'Customer\nNobody' });
  const draft = `/imports/${(other.data as { id: string }).id}`;
  expect((await owner.delete(draft)).status).toBe(200);
  expect((await owner.get(draft)).status).toBe(404);
});

test('of suburbs with one name that in the state of the business is meant', async () => {
  const send = () =>
    owner.post('/imports/preview', {
      kind: 'customers',
      csv: 'Name,Suburb,State\nTied,Doubleton,\nFar,Doubletn,WA',
    });
  const settings = async () =>
    ((await owner.get('/settings')).data as { row: { version: number; region: string | null } }).row;
  await owner.patch('/settings', { version: (await settings()).version, region: null });
  expect((await send()).data).toMatchObject({ counts: { problem: 2 } });
  await owner.patch('/settings', { version: (await settings()).version, region: 'NSW' });
  expect((await send()).data).toMatchObject({
    counts: { problem: 1, good: 1 },
    shown: [
      {
        row: 3,
        suggestions: [
          { text: 'Doubleton WA 6998', cells: { suburb: 'Doubleton 6998', state: 'WA' } },
          { text: 'Doubleton NSW 2998' },
          { text: 'Doubleview WA 6018' },
        ],
      },
    ],
  });
  await owner.patch('/settings', { version: (await settings()).version, region: null });
});

test('what is wrong with a customer is said in words', async () => {
  const { problems } = await send(
    'customers',
    'Name,ABN,Address,Suburb',
    'Wrong,51 824 753 557,,',
    'Where,,1 Lost Lane,',
    'Which,,1 Twin Lane,Doubleton',
  );
  expect(problems).toEqual([
    { row: 2, field: 'abn', text: 'This isn’t a valid ABN. Check each digit.' },
    { row: 3, field: 'suburb', text: 'A site needs a suburb.' },
    { row: 4, field: 'suburb', text: 'Several suburbs are called “Doubleton”. Add the postcode.' },
  ]);
});

test('jobs are for customers that are there, each with a visit, and numbered in the order of the table', async () => {
  await owner.post('/job-types', { name: 'Service', duration: 45 });
  const answer = await send(
    'jobs',
    'Customer,Site,Job type,Description,Priority,Due,Duration',
    'blue gum bakery,1 Hay St,,First,1,31/12/2026,60',
    'Blue Gum Bakery,12 church street,service,Second,,2026-12-31,',
  );
  expect(answer).toMatchObject({ state: 'done', done: 2 });
  const jobs = await found<{ id: string; number: number }>('/jobs?sort=number');
  expect(jobs).toMatchObject([
    { description: 'First', priority: 'P1', due_on: '2026-12-31', state: 'open', job_type: null, visits: 1 },
    { description: 'Second', priority: 'P3', due_on: '2026-12-31', job_type: 'Service', visits: 1 },
  ]);
  expect(jobs[1]!.number).toBe(jobs[0]!.number + 1);
  const { data } = await owner.get(`/jobs/${jobs[1]!.id}`);
  expect((data as { row: object }).row).toMatchObject({
    site: { address: '12 Church Street' },
    visits: [{ number: 1, duration: 45, state: 'unscheduled' }],
  });
  const { headers } = await signInAs(app, 'owner@example.com');
  const table = async (name: string) =>
    (await app.inject({ url: `/services/scheduling/api/v1/${name}`, headers })).body
      .trim()
      .split('\r\n')
      .slice(1);
  expect(await table('jobs.csv?sort=number&priority=P1')).toEqual([
    `"J-${jobs[0]!.number}","Blue Gum Bakery","Doubleton","","First","P1","2026-12-31","open","1","","","","",""`,
  ]);
  expect(await table('customers.csv?search=bakery')).toEqual([
    expect.stringMatching(
      /^"Blue Gum Bakery","51824753556","","","usual","strata; vip","","\w+ \w+","2",""$/,
    ),
  ]);
  expect((await owner.post(`/changes/${answer.change}/undo`)).status).toBe(200);
  expect(await found('/jobs')).toEqual([]);
});

test('what is wrong with a job is said in words', async () => {
  const { problems } = await send(
    'jobs',
    'Customer,Site,Job type,Priority,Due,Duration',
    'Nobody,,,,,30',
    'Blue Gum Bakery,,Magic,P9,31/31/2026,7',
    'Blue Gum Bakery,Elsewhere,,,,',
    'No Place Pty Ltd,,,,,30',
  );
  expect(problems.map(({ row, text }) => `${row} ${text}`)).toEqual([
    '2 No customer is called “Nobody”. Import them first.',
    '3 Blue Gum Bakery has several sites. Enter the name or address of one.',
    '3 No job type is called “Magic”.',
    '3 Enter the duration in minutes, in steps of 5, up to 1440.',
    '3 Due must be a date such as 31/12/2026 or 2026-12-31.',
    '3 Priority must be P1, P2, P3 or P4.',
    '4 Blue Gum Bakery has no site “Elsewhere”.',
    '4 Enter a duration or a job type.',
    '5 No Place Pty Ltd has no site yet.',
  ]);
});
