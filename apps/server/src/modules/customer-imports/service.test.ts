import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../seed/demo.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { schedulerOf } from '../../../test/scheduler.ts';
import { signInAs } from '../../../test/sign-in.ts';
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
  return owner.post('/imports', { kind, csv: lines.join('\n') });
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
  expect(answer).toMatchObject({ status: 200, data: { count: 3 } });
  const [bakery] = await found<{ id: string }>('/customers?search=bakery');
  const { data } = await owner.get(`/customers/${bakery!.id}`);
  const { row } = data as { row: { sites: { address: string }[] } };
  expect(row).toMatchObject({ name: 'Blue Gum Bakery', abn: '51824753556', tags: ['strata', 'vip'] });
  expect(row.sites.toSorted((a, b) => a.address.localeCompare(b.address))).toMatchObject([
    { address: '1 Hay Street', suburb: 'Doubleton', postcode: '6998', zone: 'Australia/Perth' },
    { address: '12 Church Street', suburb: 'Testville', zone: 'Australia/Sydney' },
  ]);
  const { change } = answer.data as { change: number };
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
    duplicate_count: 5,
    duplicates: [
      { row: 2, text: 'The Mill looks like Old Mill in Testville NSW: same phone.' },
      { row: 3, text: 'Mill Office looks like Old Mill in Testville NSW: same email.' },
      { row: 4, text: 'old mill looks like Old Mill in Testville NSW: same name and suburb.' },
      { row: 8, text: 'New Mill is the same as row 6.' },
      { row: 9, text: 'Newer Mill looks like row 6: same phone.' },
    ],
  });
  const answer = await owner.post('/imports', { ...table, leave_out_duplicates: true });
  expect(answer).toMatchObject({ status: 200, data: { count: 2, left_out: 5 } });
  const names = async () =>
    (await found<{ name: string }>('/customers?search=mill')).map(({ name }) => name).toSorted();
  expect(await names()).toEqual(['New Mill', 'Old Mill', 'Old Mill']);
  const again = await owner.post('/imports', { ...table, leave_out_duplicates: true });
  expect(again).toMatchObject({
    status: 422,
    message: 'Nothing is left to import: every row looks like one that is there.',
  });
  expect((await owner.post('/imports', table)).data).toMatchObject({ count: 7, left_out: 0 });
});

test('what is wrong with a customer is said in words', async () => {
  const { data } = await send(
    'customers',
    'Name,ABN,Address,Suburb',
    'Wrong,51 824 753 557,,',
    'Where,,1 Lost Lane,',
    'Which,,1 Twin Lane,Doubleton',
  );
  expect((data as { problems: object[] }).problems).toEqual([
    { row: 2, field: 'abn', text: 'This is no ABN: its check digits do not fit. Check each digit.' },
    { row: 3, field: 'suburb', text: 'A site needs its suburb.' },
    { row: 4, field: 'suburb', text: 'There are several suburbs “Doubleton”: give the postcode, too.' },
  ]);
});

test('jobs are for customers that are there, each with a visit, and numbered in the order of the table', async () => {
  await owner.post('/job-types', { name: 'Service', duration: 45 });
  const answer = await send(
    'jobs',
    'Customer,Site,Job type,Description,Priority,Due,Duration',
    'blue gum bakery,1 Hay Street,,First,1,31/12/2026,60',
    'Blue Gum Bakery,12 church street,service,Second,,2026-12-31,',
  );
  expect(answer).toMatchObject({ status: 200, data: { count: 2 } });
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
    `"J-${jobs[0]!.number}","Blue Gum Bakery","Doubleton","","First","P1","2026-12-31","open","1","","","",""`,
  ]);
  expect(await table('customers.csv?search=bakery')).toEqual([
    expect.stringMatching(/^"Blue Gum Bakery","51824753556","","","strata; vip","","\w+ \w+","2",""$/),
  ]);
  expect((await owner.post(`/changes/${(answer.data as { change: number }).change}/undo`)).status).toBe(200);
  expect(await found('/jobs')).toEqual([]);
});

test('what is wrong with a job is said in words', async () => {
  const { data } = await send(
    'jobs',
    'Customer,Site,Job type,Priority,Due,Duration',
    'Nobody,,,,,30',
    'Blue Gum Bakery,,Magic,P9,31/31/2026,7',
    'Blue Gum Bakery,Elsewhere,,,,',
    'No Place Pty Ltd,,,,,30',
  );
  expect(
    (data as { problems: { row: number; text: string }[] }).problems.map(({ row, text }) => `${row} ${text}`),
  ).toEqual([
    '2 There is no customer “Nobody”. Import them first.',
    '3 Blue Gum Bakery has several sites: give the name or address of one.',
    '3 There is no job type “Magic”.',
    '3 Duration is in minutes, a multiple of 5 up to 1440.',
    '3 Due is a day such as 31/12/2026 or 2026-12-31.',
    '3 Priority is P1, P2, P3 or P4.',
    '4 Blue Gum Bakery has no site “Elsewhere”.',
    '4 Say how long the visit takes, or give a job type.',
    '5 No Place Pty Ltd has no site yet.',
  ]);
});
