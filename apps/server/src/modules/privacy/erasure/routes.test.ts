import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { customerPageOf } from '../../../../test/setups/customer-page.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { doLongTasks } from '../../../../test/setups/long-tasks.ts';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { tablesWith as tablesOfAccountWith } from '../../../../test/tables-with.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Work } from '../../../../test/setups/work.ts';
import type { App, Deps } from '../../../platform/deps.ts';
import { channelOf } from '../../../platform/live/event-log.ts';
import { mailedToken } from '../../../platform/sign-in/secret.ts';
import { readSettings } from '../../../settings.ts';
import { sendTextOfAccount, TEXT_KEPT } from '../../basics/texts/service.ts';
import { textTasks } from '../../basics/texts/tasks.ts';
import { fillSuburbs } from '../../work/suburbs/service.ts';

type Caller = Awaited<ReturnType<typeof schedulerOf>>;
const RYDE = 4220;

let here: TestDatabase;
let app: App;
let business: Awaited<ReturnType<typeof openBusiness>>;
let owner: Caller;
let dispatcher: Caller;
let stranger: Caller;
beforeAll(async () => {
  here = await testDatabase();
  const { db } = here.database;
  await fillSuburbs(db);
  business = await openBusiness(db);
  const elsewhere = await openBusiness(db);
  app = await testApp(here);
  owner = await schedulerOf(app, business.owner.email);
  dispatcher = await schedulerOf(app, business.dispatcher.email);
  stranger = await schedulerOf(app, elsewhere.owner.email);
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

async function add(path: string, fields: object, key?: string): Promise<string> {
  const { data } = await owner.post(path, fields, key);
  return (data as { row: { id: string } }).row.id;
}

/** Once everything that an erasure hands to the background is done. */
async function tablesWith(word: string): Promise<string[]> {
  await doLongTasks(here);
  return tablesOfAccountWith(here, business.account, word);
}

test('nothing that tells of a customer is left anywhere, while dates and counts are', async () => {
  const word = `q${randomUUID().slice(0, 8)}`;
  const phone = '0491 570 737';
  const key = randomUUID();
  const made = {
    name: `Cust ${word}`,
    email: `${word}@example.com`,
    note: word,
    tags: [word],
    contacts: [{ name: `Con ${word}` }],
    sites: [
      { address: `1 ${word} St`, suburb_id: RYDE, hazards: word, latitude: -33.8123, longitude: 151.1123 },
    ],
  };
  const id = await add('/customers', made, key);
  await owner.patch(`/customers/${id}`, { version: 1, note: `${word} again`, phone });
  await owner.post(`/customers/${id}/restore`);
  expect(await tablesWith(word)).toEqual([
    'change_answers',
    'change_entries',
    'contacts',
    'customers',
    'search_words',
    'sites',
    'unchanged_commands',
  ]);

  const erased = await owner.post(`/customers/${id}/erase`);
  expect(erased.status).toBe(200);
  expect(await tablesWith(word)).toEqual([]);
  expect(await tablesWith(phone)).toEqual([]);
  expect(await tablesWith(phone.replaceAll(' ', ''))).toEqual([]);
  const { data } = await owner.get(`/customers/${id}`);
  expect(data).toMatchObject({
    row: {
      name: 'Erased',
      version: 4,
      archived_at: expect.any(String),
      contacts: [{ name: 'Erased' }],
      sites: [{ address: '', suburb: 'Ryde', latitude: -33.8, longitude: 151.1, position_is_exact: false }],
    },
  });
  const history = (await owner.get(`/changes?subject=${id}`)).data as {
    rows: {
      number: number;
      kind: string;
      entries: { table: string; label: string; before: object | null; after: object }[];
    }[];
  };
  expect(history.rows.map(({ kind }) => kind)).toEqual([
    'erasure of a customer',
    'customer edited',
    'customer added',
  ]);
  expect(history.rows[1]!.entries).toMatchObject([
    { label: 'Erased', before: { note: '', phone: '' }, after: { note: '', phone: '' } },
  ]);
  expect(history.rows[0]!.entries).toContainEqual(
    expect.objectContaining({
      table: 'customers',
      after: expect.objectContaining({ name: 'Erased', note: '' }),
    }),
  );
  // Written twice by one command, it is one change: whoever has it open can be told what they had read, as far as that is left.
  const late = await owner.patch(`/customers/${id}`, { version: 2, note: 'mine' });
  expect(late).toMatchObject({
    status: 409,
    data: { base: { version: 2, name: 'Erased', archived_at: null } },
  });
  // Whoever repeats the command that made the customer is told what is left.
  expect((await owner.post('/customers', made, key)).data).toMatchObject({
    row: { id, name: 'Erased', email: '' },
  });
});

test('an erasure cannot be undone, nor can what it erased', async () => {
  const id = await add('/customers', { name: 'Gone' });
  const edited = await owner.patch(`/customers/${id}`, { version: 1, name: 'Gone for good' });
  const erased = await owner.post(`/customers/${id}/erase`);
  expect((await owner.post(`/changes/${(erased.data as { change: number }).change}/undo`)).status).toBe(422);
  expect((await owner.post(`/changes/${(edited.data as { change: number }).change}/undo`)).status).toBe(409);
});

test('a technician is erased with tickets, absences and sign-in, and is neither active nor in', async () => {
  const word = `w${randomUUID().slice(0, 8)}`;
  const id = await add('/technicians', {
    name: `T ${word}`,
    is_active: true,
    note: word,
    base_suburb_id: RYDE,
  });
  const skill_id = await add('/skills', { name: `Gas ${randomUUID()}` });
  await add(`/technicians/${id}/tickets`, { skill_id, kind: 'Gas', number: word });
  await add(`/technicians/${id}/absences`, {
    kind: 'sick',
    starts_at: '2026-12-01T00:00:00Z',
    ends_at: '2026-12-02T00:00:00Z',
    whole_days: true,
    reason: word,
  });
  await owner.put(`/team/${business.technician.id}/technician`, { technician_id: id });
  const technician = await schedulerOf(app, business.technician.email);
  expect((await technician.get('/customers')).status).toBe(403);
  expect((await owner.post(`/technicians/${id}/erase`)).status).toBe(200);
  expect(await tablesWith(word)).toEqual([]);
  // Sessions know a user by id; the directory of sign-ins knows the address no more.
  expect(await tablesWith(business.technician.email)).toEqual([]);
  expect((await owner.get(`/technicians/${id}`)).data).toMatchObject({
    row: {
      name: 'Erased',
      is_active: false,
      base_suburb: null,
      tickets: [{ kind: 'Gas', number: '' }],
      absences: [{ kind: 'sick', reason: '' }],
    },
  });
  expect((await technician.get('/customers')).status).toBe(401);
});

test('who was invited and came is erased with the invitation and its link', async () => {
  const email = `i${randomUUID().slice(0, 8)}@example.com`;
  const id = await add('/technicians', { name: 'Ivy' });
  await owner.post('/team/invitations', { email, role: 'technician', technician_id: id });
  const { link } = (await lettersTo(here, email)).at(-1);
  const password = 'correct horse 9';
  await app.inject({
    method: 'POST',
    url: '/services/authentication/api/invitation/accept',
    payload: {
      token: mailedToken(here.database, link),
      first_name: 'Ivy',
      last_name: 'Vine',
      password,
      password_confirmation: password,
    },
  });
  expect(await tablesWith(email)).toContain('users');
  await owner.post(`/technicians/${id}/erase`);
  // The mail itself is on its way out of the house, and forgotten there.
  expect(await tablesWith(email)).toEqual(['outbox']);
});

test('a technician who is an owner is not erased by accident, and the change leaves nothing half done', async () => {
  const id = await add('/technicians', { name: 'Boss', note: 'stays' });
  await owner.put(`/team/${business.owner.id}/technician`, { technician_id: id });
  expect((await owner.post(`/technicians/${id}/erase`)).status).toBe(422);
  expect((await owner.get(`/technicians/${id}`)).data).toMatchObject({
    row: { name: 'Boss', archived_at: null },
  });
});

test('a contact is erased alone', async () => {
  const word = `c${randomUUID().slice(0, 8)}`;
  const customer = await add('/customers', { name: 'Stays' });
  const id = await add(`/customers/${customer}/contacts`, { name: word, email: `${word}@example.com` });
  await owner.post(`/contacts/${id}/erase`);
  expect(await tablesWith(word)).toEqual([]);
  expect((await owner.get(`/customers/${customer}`)).data).toMatchObject({
    row: { name: 'Stays', archived_at: null, contacts: [{ name: 'Erased' }] },
  });
});

/** A text to somebody that has left, one that has not, and what came back: the last not said to be from whom. */
async function text(
  word: string,
  { phone, customer, contact = null }: { phone: string; customer: string; contact?: string | null },
) {
  const deps = {
    database: here.database,
    settings: readSettings({ HOST: '127.0.0.1' }),
    embedded: true,
    now: Date.now,
  } as Deps;
  const { db } = here.database;
  const at = new Date();
  const send = (body: string, holdUntil: Date | null) =>
    withAccount(db, business.account, (db) =>
      sendTextOfAccount(db, deps, business.account, {
        to: phone,
        body,
        link: null,
        at,
        holdUntil,
        notAfter: null,
        kind: 'confirmed',
        customer,
        contact,
        visit: null,
      }),
    );
  const sent = (await send(`Hello ${word}`, null)) as { id: string };
  const channel = channelOf(business.account);
  await textTasks(deps)[TEXT_KEPT]!({ channel, account: channel, text: sent.id }, randomUUID());
  const held = (await send(`Later ${word}`, new Date(at.getTime() + 3_600_000))) as { id: string };
  await here.asOwner(
    `select set_config('muster.account', '${business.account}', false);
     insert into texts (account_id, direction, number, body, kind, encoding, parts, price, state, made_at, hold_until)
     select account_id, 'in', number, 'Answer ${word}', 'answer', 'GSM-7', 1, 0, 'received', made_at, hold_until from texts where id = '${sent.id}';
     insert into text_opt_outs select account_id, number, made_at from texts where id = '${sent.id}' on conflict do nothing;
     select set_config('muster.account', '', false);`,
  );
  return { held: held.id };
}

test('what was texted to a customer and what they answered goes with them, and what waits does not leave', async () => {
  const [word, kept] = [0, 1].map(() => `t${randomUUID().slice(0, 8)}`) as [string, string];
  const id = await add('/customers', { name: 'Texted', phone: '0491 570 156' });
  const other = await add('/customers', { name: 'Another', phone: '0491 570 157' });
  const { held } = await text(word, { phone: '0491 570 156', customer: id });
  await text(kept, { phone: '0491 570 157', customer: other });
  expect(await tablesWith(word)).toEqual(['kept_texts', 'texts']);
  expect(await tablesWith('491570156')).toEqual(expect.arrayContaining(['text_opt_outs', 'texts']));
  expect((await owner.post(`/customers/${id}/erase`)).status).toBe(200);
  expect(await tablesWith(word)).toEqual([]);
  // What is counted against floods is forgotten by itself, within a day.
  expect(await tablesWith('491570156')).toEqual(['limit_hits']);
  expect(await tablesWith(kept)).toEqual(['kept_texts', 'texts']);
  expect(await tablesWith('491570157')).toEqual(expect.arrayContaining(['text_opt_outs']));
  // That there were texts, when, and what they cost is nobody's secret.
  const { rows } = await withAccount(here.database.db, business.account, (db) =>
    sql`select id, state, parts from texts where customer_id = ${id} order by made_at, state`.execute(db),
  );
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ id: held, state: 'unsent', parts: 1 });
});

test('the pages of a customer’s visits are gone with them, and what they wrote there', async () => {
  const customer_id = await add('/customers', {
    name: 'Reader',
    sites: [{ address: '1 Vale St', suburb_id: RYDE }],
  });
  const { row } = (await owner.get(`/customers/${customer_id}`)).data as { row: { sites: [{ id: string }] } };
  const made = await owner.post('/jobs', {
    customer_id,
    site_id: row.sites[0].id,
    visits: [{ duration: 60 }],
  });
  const job = (made.data as { row: { id: string; visits: [{ id: string }] } }).row;
  const linked = await owner.post(`/visits/${job.visits[0].id}/page/link`);
  expect(linked.status).toBe(200);
  const { address } = linked.data as { address: string };
  const opened = async () => (await app.inject({ url: new URL(address).pathname })).statusCode;
  expect(await opened()).toBe(200);
  const word = `r${randomUUID().slice(0, 8)}`;
  const page = await customerPageOf({ owner, app } as Work, job.visits[0].id);
  expect(await page.send('cancel', { text: `Moved out ${word}` })).toMatchObject({ status: 303 });
  expect(await tablesWith(word)).toContain('visit_requests');
  expect((await owner.post(`/customers/${customer_id}/erase`)).status).toBe(200);
  expect(await opened()).toBe(404);
  expect(await tablesWith(word)).toEqual([]);
});

test('what was texted to a contact goes with them alone', async () => {
  const [word, kept] = [0, 1].map(() => `t${randomUUID().slice(0, 8)}`) as [string, string];
  const customer = await add('/customers', { name: 'Stays', phone: '0491 570 158' });
  const contact = await add(`/customers/${customer}/contacts`, { name: 'Con', phone: '0491 570 159' });
  await text(word, { phone: '0491 570 159', customer, contact });
  await text(kept, { phone: '0491 570 158', customer });
  expect((await owner.post(`/contacts/${contact}/erase`)).status).toBe(200);
  expect(await tablesWith(word)).toEqual([]);
  // What is counted against floods is forgotten by itself, within a day.
  expect(await tablesWith('491570159')).toEqual(['limit_hits']);
  expect(await tablesWith(kept)).toEqual(['kept_texts', 'texts']);
});

test("only owners erase, and only their own account's people", async () => {
  const customer = await add('/customers', { name: 'Kept', contacts: [{ name: 'C' }] });
  const technician = await add('/technicians', { name: 'Kept' });
  const { contacts } = (
    (await owner.get(`/customers/${customer}`)).data as { row: { contacts: [{ id: string }] } }
  ).row;
  for (const [noun, id] of [
    ['customers', customer],
    ['technicians', technician],
    ['contacts', contacts[0].id],
  ]) {
    const theirs = await stranger.post(`/${noun}/${id}/erase`);
    expect([noun, theirs.status]).toEqual([noun, 404]);
    expect(theirs).toEqual(await stranger.post(`/${noun}/${randomUUID()}/erase`));
    expect((await dispatcher.post(`/${noun}/${id}/erase`)).status).toBe(403);
  }
});

test('whoever serves cannot rewrite the log otherwise', async () => {
  const { pool } = here.database;
  for (const statement of [
    `update change_entries set label = 'x'`,
    `update changes set kind = 'x'`,
    'delete from changes',
  ])
    await expect(pool.query(statement)).rejects.toThrow(/permission denied/);
  await pool.query(
    `select erase_from_log('customers', '[{"id": "${randomUUID()}", "blank": {}, "name": ""}]')`,
  );
});
