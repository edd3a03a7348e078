import type { EnquiryFilters, Sort } from '@muster/domain/sales/enquiries/schema';
import { sorts } from '@muster/domain/sales/enquiries/schema';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { ask, enquiry, type Office, officeOf } from '../../../../test/setups/enquiries.ts';
import { fillEnquiries } from '../../../../test/setups/many-enquiries.ts';
import type { App } from '../../../platform/deps.ts';
import type { Tables } from '../../../platform/db/executor.ts';
import { listDuplicates, listEnquiries, listPipeline, readEnquiry } from './store.ts';

const MANY = 20_000;
const now = new Date(Date.UTC(2030, 0, 9));
const STAFF = '0193e5a0-0000-7000-8000-000000000021';

let db: TestDatabase;
let app: App;
let office: Office;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  await fillEnquiries(db.asOwner, MANY, now);
  app = await testApp(db, { now: () => now.getTime() });
  office = await officeOf(app);
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

const page = async (query: string) => (await office.get(`enquiries?${query}`)).json().data;
const names = async (query: string) => (await page(query)).rows.map(({ name }: { name: string }) => name);
const ofTable = async (where: string, order = 'number desc') =>
  (await db.asOwner(`select name from enquiries where ${where} order by ${order}`)).rows.map(
    ({ name }) => name,
  );

test.each([
  ['state=won', `state = 'won'`],
  ['owner=none', 'owner_id is null'],
  [`owner=${STAFF}&state=new`, `owner_id is not null and state = 'new'`],
  ['industry=7', 'industry_id = 7'],
  ['overdue=true', `due_at < '2030-01-09'`],
  [
    'overdue=true&industry=3&state=qualified',
    `due_at < '2030-01-09' and industry_id = 3 and state = 'qualified'`,
  ],
  ['search=wattle%20solar', `name like '% Wattle Solar %'`],
  ['search=WATT%20sol', `name like '% Wattle Solar %'`],
  ['search=office777@', `email like 'office777%'`],
  ['search=ENQ-2029-000123', 'number = 123'],
  ['search=%2B61%20412', `phone like '0412%'`],
  ['search=0412%20034', `phone like '0412 034%' or phone like '0412 %034'`],
])('?%s finds what it says, newest first', async (query, where) => {
  const expected = await ofTable(where);
  expect(expected.length).toBeGreaterThan(0);
  expect(await names(query)).toEqual(expected.slice(0, 50));
  expect((await page(query)).next === null).toBe(expected.length <= 50);
});

test.each(['!!!', 'nothing like it', "'; drop table enquiries; --", '(&|', '\\'])(
  'searching for %j finds nothing, and breaks nothing',
  async (search) => {
    expect(await page(`search=${encodeURIComponent(search)}`)).toMatchObject({ rows: [], next: null });
  },
);

test.each<[Sort, string]>([
  ['-created', 'number desc'],
  ['created', 'number'],
  ['due', 'due_at, id'],
  ['-due', 'due_at is null, due_at desc, id desc'],
  ['name', 'lower(name), id'],
  ['-name', 'lower(name) desc, id desc'],
  ['licences', 'licenses_required, id'],
  ['-licences', 'licenses_required desc, id desc'],
])('sorted by %s, page after page', async (sort, order) => {
  const expected = await ofTable('true', order);
  const read: string[] = [];
  for (let cursor = '', pages = 0; pages < 3; pages += 1) {
    const { rows, next } = await page(`sort=${sort}&limit=150${cursor}`);
    read.push(...rows.map(({ name }: { name: string }) => name));
    cursor = `&cursor=${next}`;
  }
  expect(read).toEqual(expected.slice(0, 450));
});

test('what is closed comes last, whichever way it is sorted by its due time', async () => {
  const { rows } = await db.asOwner('select count(*)::int as open from enquiries where due_at is not null');
  const [{ open }] = rows;
  for (const sort of ['due', '-due']) {
    const { rows, next } = await page(`sort=${sort}&state=lost&limit=1`);
    expect([rows[0].due_at, next === null]).toEqual([null, false]);
    const after = await page(`sort=${sort}&state=lost&limit=1&cursor=${next}`);
    expect(after.rows[0].id).not.toBe(rows[0].id);
  }
  expect(open).toBeGreaterThan(0);
});

test('nobody is asked for an order or a place that there is not', async () => {
  expect((await office.get('enquiries?sort=email')).statusCode).toBe(400);
  const { next } = await page('sort=name');
  expect((await office.get(`enquiries?sort=created&cursor=${next}`)).statusCode).toBe(400);
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
}

/** The nodes of the query plans of everything that the function reads. */
async function plansOf(read: (db: Kysely<Tables>) => Promise<unknown>): Promise<Plan[]> {
  const asked: CompiledQuery[] = [];
  const spy = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: async () => db.database.pool }),
    log: ({ query }) => void asked.push(query),
  });
  await read(spy);
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  const plans = await Promise.all(
    asked.map(async ({ sql, parameters }) => {
      const { rows } = await db.database.pool.query(`explain (format json) ${sql}`, [...parameters]);
      return all(rows[0]['QUERY PLAN'][0].Plan);
    }),
  );
  return plans.flat();
}

const scans = (plans: Plan[]) =>
  plans.filter((plan) => plan['Relation Name'] === 'enquiries').map((plan) => plan['Node Type']);

test.each(sorts)('a page sorted by %s is read off an index, in its order', async (sort) => {
  const { next: cursor } = await page(`sort=${sort}`);
  const plans = await plansOf((db) => listEnquiries(db as never, { sort, cursor }, now));
  expect(scans(plans)).toEqual(['Index Scan']);
  // Only the rows of one page are sorted; what is sorted by the id alone goes on from page to page.
  for (const plan of plans.filter((plan) => plan['Node Type'] === 'Sort'))
    expect(plan['Plan Rows']).toBeLessThanOrEqual(51);
});

test.each<EnquiryFilters>([
  { search: 'wattle solar' },
  { search: 'office777' },
  { search: 'ENQ-2029-000123' },
  { search: '0412 345', state: 'new' },
  { state: 'won' },
  { owner: STAFF, industry: 7 },
  { industry: 7 },
  { overdue: true },
])('what is asked for by %j is found through an index, and so are its cards', async (filters) => {
  const plans = await plansOf((db) => listEnquiries(db as never, filters, now));
  expect(scans(plans)).not.toContain('Seq Scan');
  const cards = await plansOf((db) => listPipeline(db, { filters, now }));
  expect(scans(cards).length).toBeGreaterThan(0);
  expect(scans(cards)).not.toContain('Seq Scan');
});

test.each([
  ['', 'true'],
  ['search=wattle%20solar', `name like '% Wattle Solar %'`],
  ['owner=none', 'owner_id is null'],
  ['industry=7&overdue=true', `industry_id = 7 and due_at < '2030-01-09'`],
])('the pipeline takes the same filters: ?%s', async (query, where) => {
  const { columns } = (await office.get(`pipeline?${query}`)).json().data;
  const { rows } = await db.asOwner(
    `select state, count(*)::int as count from enquiries where ${where} group by state`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { state, count, cards } of columns) {
    expect([state, count]).toEqual([state, rows.find((row) => row.state === state)?.count ?? 0]);
    const open = ['new', 'contacted', 'qualified', 'won'].includes(state);
    const expected = await ofTable(
      `${where} and state = '${state}'`,
      open ? 'due_at, number' : 'number desc',
    );
    expect(cards.map(({ name }: { name: string }) => name)).toEqual(expected.slice(0, 50));
  }
  expect((await office.get('pipeline?state=new')).statusCode).toBe(400);
});

test('one enquiry and its doubles are found through indexes', async () => {
  const { rows } = await db.asOwner('select id from enquiries where number = 4711');
  const plans = await plansOf(async (db) => listDuplicates(db, (await readEnquiry(db, rows[0].id))!));
  expect(scans(plans).length).toBeGreaterThan(1);
  expect(scans(plans)).not.toContain('Seq Scan');
});

test('the export holds every line that the filters let pass, and no cell that a spreadsheet would run', async () => {
  const evil = {
    ...enquiry,
    name: '=HYPERLINK("http://x","y")',
    email: 'evil@bluegum.com',
    phone: '+61 412 345 678',
    employees_no: '10-25',
    technicians_no: '-3',
    notes: '@SUM(1)\n"quoted", and more',
  };
  await ask(app, evil);
  const one = await office.get('enquiries.csv?search=evil');
  expect(one.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(one.headers['content-disposition']).toBe('attachment; filename="enquiries-2030-01-09.csv"');
  const [head, ...lines] = one.body.split('\r\n');
  expect(head).toMatch(/^\uFEFF"Reference","Received \(Sydney time\)","Status","Name",/);
  expect(lines).toHaveLength(2);
  // Eleven hours ahead of UTC in summer; due on the next business day.
  expect(lines[0]).toMatch(/^"ENQ-[\d-]+","2030-01-09 11:00","new",/);
  expect(lines[0]).toContain(`"","2030-01-10 11:00","",`);
  expect(lines[0]).toContain(`"'=HYPERLINK(""http://x"",""y"")","evil@bluegum.com","'+61 412 345 678"`);
  // 10-25 with an ordinary dash would be a day of October; a number is one below zero as well.
  expect(lines[0]).toContain(`"10–25","-3","8"`);
  expect(lines[0]).toContain(`"'@SUM(1)\n""quoted"", and more"`);
  const all = await office.get('enquiries.csv?state=spam');
  const { rows } = await db.asOwner(
    `select reference from enquiries where state = 'spam' order by number desc`,
  );
  expect(rows.length).toBeGreaterThan(1_000);
  const references = all.body
    .split('\r\n')
    .slice(1, -1)
    .map((line: string) => line.slice(1, 16));
  expect(references).toEqual(rows.map(({ reference }) => reference));
});
