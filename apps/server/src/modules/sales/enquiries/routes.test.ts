import { enquiryMessage } from '@muster/domain/sales/enquiries/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { ask, enquiry, rowsOf } from '../../../../test/setups/enquiries.ts';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { untilWaiting } from '../../../../test/waiting.ts';
import type { App } from '../../../platform/deps.ts';

/** A Friday noon in Sydney. */
const FRIDAY = Date.UTC(2030, 0, 4, 1);
const clock = { now: FRIDAY };

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { now: () => clock.now, env: { SALES_EMAIL: 'Sales <sales@muster.example>' } });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

test('the trades come in their order', async () => {
  const { code, data } = (await app.inject({ url: '/services/subscription/api/v1/industries' })).json();
  expect(code).toBe(800);
  expect(data).toHaveLength(25);
  expect([data[0], data[5], data[24]]).toEqual([
    { id: 1, name: 'Air conditioning and refrigeration' },
    { id: 6, name: 'Electrical' },
    { id: 25, name: 'Other' },
  ]);
});

test('an enquiry leaves a row and two mails, and is told its reference', async () => {
  const headers = { 'x-campaign': encodeURIComponent(' Flyer\nRyde ☎ ') };
  const form = { ...enquiry, name: ' Blue Gum Electrical ', email: 'Kim@BlueGum.com' };
  const answer = await ask(app, form, { headers });
  expect(answer.statusCode).toBe(200);
  const { code, message, data } = answer.json();
  expect({ code, message }).toEqual({ code: 800, message: 'Successfully Submitted.' });
  expect(data.reference).toMatch(/^ENQ-2030-\d{6}$/);
  expect(data.answer_by).toBe(new Date(FRIDAY + 3 * 24 * 3_600_000).toISOString());
  const [row, ...others] = await rowsOf(db, 'kim@bluegum.com');
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    reference: data.reference,
    name: 'Blue Gum Electrical',
    phone: '0412 345 678',
    employees_no: '10-25',
    technicians_no: 8,
    licenses_required: 8,
    notes: 'We start in the new year.',
    campaign: 'FlyerRyde ☎',
    industry_id: 6,
    state: 'new',
    // On Monday, at the same time.
    due_at: new Date(FRIDAY + 3 * 24 * 3_600_000),
    created_at: new Date(FRIDAY),
    version: 1,
  });
  expect(await lettersTo(db, 'kim@bluegum.com')).toEqual([
    { template: 'enquiry received', to: 'kim@bluegum.com', reference: data.reference },
  ]);
  expect(await lettersTo(db, 'Sales <sales@muster.example>')).toEqual([
    {
      template: 'enquiry notice',
      to: 'Sales <sales@muster.example>',
      id: row.id,
      reference: data.reference,
      name: 'Blue Gum Electrical',
      licences: 8,
    },
  ]);
});

test('numbers may be numbers or texts, and what is stored is the same', async () => {
  const texts = { ...enquiry, email: 'texts@bluegum.com', technicians_no: ' 12 ', licenses_required: '+3' };
  const numbers = {
    ...texts,
    email: 'numbers@bluegum.com',
    technicians_no: 12,
    licenses_required: 3,
    industry_id: 6,
  };
  for (const form of [texts, numbers]) expect((await ask(app, form)).json().code).toBe(800);
  for (const email of ['texts@bluegum.com', 'numbers@bluegum.com']) {
    expect(await rowsOf(db, email)).toMatchObject([
      { technicians_no: 12, licenses_required: 3, industry_id: 6 },
    ]);
  }
});

test.each([
  ['name', '', enquiryMessage('name')],
  ['email', 'kim@bluegum', enquiryMessage('email')],
  ['phone', '12345678', enquiryMessage('phone')],
  ['employees_no', '1-5', enquiryMessage('employees_no')],
  ['technicians_no', 0, enquiryMessage('technicians_no')],
  ['technicians_no', 'three', enquiryMessage('technicians_no')],
  ['technicians_no', 2.5, enquiryMessage('technicians_no')],
  ['technicians_no', 100_001, 'The number of technicians can be up to 100,000.'],
  ['licenses_required', 0, enquiryMessage('licenses_required')],
  ['licenses_required', '-1', enquiryMessage('licenses_required')],
  ['licenses_required', 1e308, enquiryMessage('licenses_required')],
  ['licenses_required', 100_001, 'The number of licences can be up to 100,000.'],
  ['industry_id', '', enquiryMessage('industry_id')],
  ['industry_id', 9999, 'This industry isn’t on the list. Choose another one.'],
  ['industry_id', '9007199254740991', 'This industry isn’t on the list. Choose another one.'],
  ['notes', 'n'.repeat(5_001), 'The notes can have up to 5,000 characters.'],
  ['name', 'Kim\n\nYour invoice: https://evil.example', 'The name must be on one line.'],
  ['phone', '0412\n345 678', 'The phone number must be on one line.'],
  ['name', 'n'.repeat(201), 'The name can have up to 200 characters.'],
  ['name', 'n'.repeat(20_000), 'The name can have up to 200 characters.'],
  ['notes', 'n'.repeat(61_000), 'The notes can have up to 5,000 characters.'],
  ['technicians_no', '9'.repeat(41), enquiryMessage('technicians_no')],
])('%s %j is refused in words, and leaves nothing', async (field, value, message) => {
  const before = await db.asOwner('select count(*) from enquiries');
  const answer = await ask(app, { ...enquiry, [field]: value });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ code: 801, message, data: { field } });
  expect((await db.asOwner('select count(*) from enquiries')).rows).toEqual(before.rows);
});

test.each([
  ['a field that is none of ours', { ...enquiry, website: 'x' }],
  ['a field that is missing', { ...enquiry, notes: undefined }],
  ['a list', { ...enquiry, name: ['x'] }],
])('%s is no enquiry', async (_, form) => {
  expect((await ask(app, form)).statusCode).toBe(400);
});

test('100 requests at once with one key are one enquiry, one answer, one mail', async () => {
  const form = { ...enquiry, email: 'once@bluegum.com' };
  const headers = { 'idempotency-key': 'one-click' };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask(app, form, { headers, from: '10.200.0.1' })),
  );
  const [first] = answers;
  expect(first!.json().code).toBe(800);
  for (const answer of answers) expect(answer.body).toBe(first!.body);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(99);
  expect(await rowsOf(db, form.email)).toHaveLength(1);
  expect(await lettersTo(db, form.email)).toHaveLength(1);
  // Another body under the same key is a mistake, and says so.
  expect((await ask(app, { ...form, notes: 'other' }, { headers })).json().code).toBe(4221);
});

test('a refused enquiry does not use its key up', async () => {
  const headers = { 'idempotency-key': 'mended' };
  const form = { ...enquiry, email: 'mended@bluegum.com' };
  expect((await ask(app, { ...form, industry_id: '9999' }, { headers })).json().code).toBe(801);
  expect((await ask(app, form, { headers })).json().code).toBe(800);
});

test('many at once are stored each for itself, whatever is the matter with some of them', async () => {
  const forms = Array.from({ length: 60 }, (_, at) => ({
    ...enquiry,
    email: `crowd${at}@bluegum.com`,
    industry_id: at % 10 === 3 ? '9999' : '6',
  }));
  const codes = (await Promise.all(forms.map((form) => ask(app, form)))).map((answer) => answer.json().code);
  expect(codes).toEqual(forms.map(({ industry_id }) => (industry_id === '6' ? 800 : 801)));
  const { rows } = await db.asOwner(
    `select count(*)::int as stored, count(distinct number)::int as numbers from enquiries where email like 'crowd%'`,
  );
  expect(rows).toEqual([{ stored: 54, numbers: 54 }]);
});

test('letters beyond the first 65,536 are kept, wherever a long word of them is cut', async () => {
  const notes = `a${'𝐀'.repeat(100)} and 🚐`;
  expect((await ask(app, { ...enquiry, email: 'letters@bluegum.com', notes })).json().code).toBe(800);
  expect(await rowsOf(db, 'letters@bluegum.com')).toMatchObject([{ notes }]);
});

const usedBy = async (network: string) => {
  const { rowCount } = await db.asOwner('select from limit_hits where key = $1', [`enquiry ${network}`]);
  return rowCount;
};

test('two processes that store under one key at the same moment count it once', async () => {
  clock.now += 3_600_000;
  const other = await testApp(db, { now: () => clock.now });
  // From two networks, because those of one take turns before they reach the database.
  const networks = ['203.0.113.8', '203.0.113.9'] as const;
  const form = { ...enquiry, email: 'both@bluegum.com' };
  const headers = { 'idempotency-key': 'both' };
  await db.asOwner('begin');
  await db.asOwner('lock table enquiries in share mode');
  const answers = Promise.all([
    ask(app, form, { from: networks[0], headers }),
    ask(other, form, { from: networks[1], headers }),
  ]);
  await untilWaiting(db, answers, 2);
  await db.asOwner('commit');
  const [one, two] = await answers;
  expect([one.statusCode, two.statusCode, one.body]).toEqual([200, 200, two.body]);
  expect(await rowsOf(db, form.email)).toHaveLength(1);
  const used = await Promise.all(networks.map(usedBy));
  expect(new Set(used)).toEqual(new Set([0, 1]));
  await other.close();
});

test('the eleventh enquiry of a network within the hour waits; other networks do not, nor repeated ones', async () => {
  clock.now += 3_600_000;
  const from = '203.0.113.7';
  const burst = await Promise.all(
    Array.from({ length: 11 }, (_, at) =>
      ask(
        app,
        { ...enquiry, email: `burst${at}@bluegum.com` },
        { from, headers: { 'idempotency-key': `b${at}` } },
      ),
    ),
  );
  const refused = burst.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
  expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  expect((await ask(app, enquiry, { from })).statusCode).toBe(429);
  expect((await ask(app)).statusCode).toBe(200);
  const late = refused[0]!;
  const at = burst.indexOf(late);
  // A repeated request gets its stored answer even if the network is over its limit; a new one is refused.
  for (const [place, { body }] of burst.entries()) {
    const again = await ask(
      app,
      { ...enquiry, email: `burst${place}@bluegum.com` },
      { from, headers: { 'idempotency-key': `b${place}` } },
    );
    expect([place, again.statusCode, again.headers['idempotent-replayed']]).toEqual(
      place === at ? [place, 429, undefined] : [place, 200, 'true'],
    );
    if (place !== at) expect(again.body).toBe(body);
  }
  clock.now += 3_600_000;
  const again = { from, headers: { 'idempotency-key': `b${at}` } };
  expect((await ask(app, { ...enquiry, email: `burst${at}@bluegum.com` }, again)).json().code).toBe(800);
});

test('an address is acknowledged three times an hour at most, which leaves it the links to get in with', async () => {
  clock.now += 3_600_000;
  const form = { ...enquiry, email: 'eager@bluegum.com' };
  // The limit also holds for requests at the same moment.
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(app, form)));
  for (const answer of answers) expect(answer.json().code).toBe(800);
  expect(await rowsOf(db, form.email)).toHaveLength(5);
  expect(await lettersTo(db, form.email)).toHaveLength(3);
  await app.inject({
    method: 'POST',
    url: '/services/authentication/api/password/forgot',
    payload: { email: form.email },
  });
  expect(await lettersTo(db, form.email)).toHaveLength(4);
});

test('what filled in the hidden field is kept among the spam and answered like any other; only sales hear of it', async () => {
  const form = { ...enquiry, email: 'robot@bluegum.com', name: 'Robot' };
  const answer = await ask(app, form, { headers: { 'x-form-check': 'filled' } });
  expect(answer.json()).toMatchObject({ code: 800, message: 'Successfully Submitted.' });
  expect(await rowsOf(db, form.email)).toMatchObject([{ state: 'spam', due_at: null }]);
  expect(await lettersTo(db, form.email)).toEqual([]);
  const [row] = await rowsOf(db, form.email);
  expect(await lettersTo(db, 'Sales <sales@muster.example>')).toContainEqual({
    template: 'suspicious enquiry notice',
    to: 'Sales <sales@muster.example>',
    id: row.id,
    reference: row.reference,
    name: 'Robot',
    licences: 8,
  });
});

test('the year of a reference is the one in Sydney', async () => {
  clock.now = Date.UTC(2030, 11, 31, 13, 30);
  expect((await ask(app)).json().data.reference).toMatch(/^ENQ-2031-/);
});
